"""Stored hands to dispute, and the few requests that the tests of disputes make."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.engine.rulebook_hands import hand

Document = dict[str, Any]

# Seat 1 folds two aces; seat 2's kings beat seat 3's nines and take 23.
KINGS = hand(
    "seven-card-stud",
    3,
    """d 1 AsAd/2d 2 KhKc/2c 3 9s9d/Js
    bring-in 2 3; complete 3 10; fold 1; call 2 to 10
    street 3d 4c; around; street 5h 6h; around; street 8s 7s; around; street Td Tc; around""",
    ref="kitchen:kings",
    table="the kitchen",
    tags=["friday"],
    played_at="2026-11-28T21:04:05+01:00",
)
# The same, but seat 3's last card was never seen: it may be a nine, or another card that beats a pair of kings.
UNSEEN = {
    **KINGS,
    "ref": "kitchen:unseen",
    "events": [{**event, "down": ["??"]} if event.get("down") == ["Tc"] else event for event in KINGS["events"]],
}


def store(client: FlaskClient, record: Document) -> str:
    """Store a hand; its id."""
    posted = client.post("/v1/hands", json=record)
    assert posted.status_code == 201, posted.text
    return str(posted.json["id"])


def file(client: FlaskClient, hand_id: str, by: str = "p3", **dispute: Any) -> TestResponse:
    """File a dispute."""
    answer = client.post(f"/v1/hands/{hand_id}/disputes", json={"by": by, **dispute})
    assert answer.status_code == 201, answer.text
    return answer


def decide(client: FlaskClient, filed: TestResponse, what: str = "rulings", **posted: Any) -> TestResponse:
    """Decide about a dispute as it was last seen."""
    headers = {"If-Match": filed.headers["ETag"]}
    return client.post(f"/v1/disputes/{filed.json['id']}/{what}", json=posted, headers=headers)


def kind_of(problem: TestResponse) -> tuple[int, str]:
    """Status and type of a problem."""
    return problem.status_code, problem.json["type"].removeprefix("/docs/problems/")
