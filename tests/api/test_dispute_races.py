"""Decisions made at once: one wins, the other hears of it, and nothing is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.disputed import KINGS, decide, file, kind_of, store

Document = dict[str, Any]
Act = Callable[[FlaskClient], TestResponse]

NINE: Document = {"cards": {"Tc": "9c"}}
KING: Document = {"cards": {"Td": "Kd"}}
ROUNDS = 8


def at_once(app: Flask, *acts: Act) -> list[TestResponse]:
    """What several callers get who act in the same moment, in their order."""
    start = threading.Barrier(len(acts))
    answers: list[TestResponse | None] = [None] * len(acts)

    def go(at: int, act: Act) -> None:
        client = app.test_client()
        start.wait()
        answers[at] = act(client)

    threads = [threading.Thread(target=go, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [answer for answer in answers if answer is not None]


@pytest.fixture(params=range(ROUNDS))
def kings(client: FlaskClient, request: pytest.FixtureRequest) -> str:
    """A stored hand, anew for each round."""
    return store(client, KINGS)


@pytest.mark.parametrize(
    ("one", "other"), [("accept", "accept"), ("accept", "reject"), ("accept", "withdrawal"), ("reject", "override")]
)
def test_of_two_decisions_at_once_one_wins_and_the_other_gets_412(
    app: Flask, client: FlaskClient, kings: str, one: str, other: str
) -> None:
    filed = file(client, kings, fact=NINE)

    def act(what: str, by: str) -> Act:
        if what == "withdrawal":
            return lambda client: decide(client, filed, "withdrawal")
        if what == "override":
            return lambda client: decide(client, filed, "override", by=by, result="upheld")
        return lambda client: decide(client, filed, decision=what, by=by)

    answers = at_once(app, act(one, "one floor"), act(other, "another floor"))
    assert sorted(answer.status_code for answer in answers) == [200, 412]
    winner, loser = sorted(answers, key=lambda answer: answer.status_code)
    assert kind_of(loser) == (412, "stale")
    stands = client.get(f"/v1/disputes/{filed.json['id']}").json
    assert (stands, stands["version"]) == (winner.json, 2)
    revision = (stands["decision"] or {}).get("revision")
    assert client.get(f"/v1/hands/{kings}").json["superseded_by"] == revision
    assert [row["id"] for row in client.get("/v1/hands").json["hands"]] == [revision or kings]


def test_a_revision_and_a_dispute_at_once_lose_nothing(app: Flask, client: FlaskClient, kings: str) -> None:
    filed = file(client, kings, fact=NINE)
    claim = {"by": "p2", "claim": {"won": {"2": 23}}}
    ruled, disputed = at_once(
        app,
        lambda client: decide(client, filed, decision="accept", by="floor"),
        lambda client: client.post(f"/v1/hands/{kings}/disputes", json=claim),
    )
    assert ruled.status_code == 200
    revision = ruled.json["decision"]["revision"]
    assert client.get(f"/v1/hands/{revision}").json["revises"] == kings
    if disputed.status_code == 201:
        assert client.get(f"/v1/disputes/{disputed.json['id']}").json["superseded_by"] == revision
    else:
        assert kind_of(disputed) == (409, "hand-revised")
        assert disputed.json["hand"] == f"/v1/hands/{revision}"
        assert client.post(f"{disputed.json['hand']}/disputes", json=claim).json["ruling"]["result"] == "denied"
    listed = [row["id"] for row in client.get("/v1/disputes?player=p2").json["disputes"]]
    assert len(listed) == 2


def test_two_facts_accepted_at_once_make_one_revision_and_the_other_stays_open(
    app: Flask, client: FlaskClient, kings: str
) -> None:
    disputes = [file(client, kings, "p3", fact=NINE), file(client, kings, "p2", fact=KING)]
    answers = at_once(
        app, *[lambda client, filed=filed: decide(client, filed, decision="accept", by="floor") for filed in disputes]
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    for filed, answer in zip(disputes, answers, strict=True):
        if answer.status_code == 409:
            assert answer.json["type"].rpartition("/")[2] in ("hand-revised", "conflict")
            left = client.get(f"/v1/disputes/{filed.json['id']}")
            assert (left.json["state"], left.json["decision"]) == ("open", None)
            current = client.get(f"/v1/hands/{kings}").json["superseded_by"]
            assert decide(client, left, decision="accept", by="floor", revises=current).status_code == 200
    [row] = client.get("/v1/hands").json["hands"]
    cards = [seat["down"][-1] for seat in client.get(f"/v1/hands/{row['id']}").json["verdict"]["seats"][1:]]
    assert cards == ["Kd", "9c"]


def test_the_same_dispute_filed_twice_at_once_is_one(app: Flask, client: FlaskClient, kings: str) -> None:
    posted = {"by": "p3", "fact": NINE}
    answers = at_once(app, *[lambda client: client.post(f"/v1/hands/{kings}/disputes", json=posted)] * 3)
    assert sorted(answer.status_code for answer in answers) == [200, 200, 201]
    assert len({answer.json["id"] for answer in answers}) == 1
