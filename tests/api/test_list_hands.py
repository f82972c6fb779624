from __future__ import annotations

import base64
import copy
import re
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient


@pytest.fixture
def stored(client: FlaskClient, steal: dict[str, Any]) -> list[str]:
    """Seven hands, an hour apart; the ids, newest first."""
    ids = []
    for at in range(7):
        hand = copy.deepcopy(steal)
        hand |= {"ref": f"kitchen:{at}", "hand_no": str(at), "played_at": f"2026-11-28T{10 + at}:00:00Z"}
        hand["table"] = "the kitchen" if at % 2 else "the porch"
        hand["tags"] = ["friday", "late"] if at > 4 else ["friday"]
        if at == 3:
            hand["seats"][0]["player"] = "dee"
        posted = client.post("/v1/hands", json=hand)
        assert posted.status_code == 201
        ids.append(posted.json["id"])
    return ids[::-1]


def listed(client: FlaskClient, query: str) -> list[str]:
    answer = client.get(f"/v1/hands?{query}")
    assert answer.status_code == 200, answer.text
    return [hand["id"] for hand in answer.json["hands"]]


def test_the_newest_hand_comes_first(client: FlaskClient, stored: list[str]) -> None:
    assert listed(client, "") == stored


def test_a_summary_tells_who_won_what(client: FlaskClient, stored: list[str]) -> None:
    summary = client.get("/v1/hands?limit=1").json["hands"][0]
    assert summary["id"] == stored[0]
    del summary["id"], summary["stored_at"]
    assert summary == {
        "ref": "kitchen:6",
        "game": "seven-card-stud",
        "status": "settled",
        "played_at": "2026-11-28T16:00:00+00:00",
        "hand_no": "6",
        "table": "the porch",
        "tags": ["friday", "late"],
        "currency": "chips",
        "decimals": 0,
        "pot": 9,
        "showdown": False,
        "revises": None,
        "seats": [
            {"seat": 1, "player": "ann", "name": "Ann", "put_in": 1, "net": -1, "outcome": "folded", "declared": None},
            {"seat": 2, "player": "bob", "name": None, "put_in": 4, "net": -4, "outcome": "folded", "declared": None},
            {"seat": 3, "player": "cy", "name": None, "put_in": 11, "net": 5, "outcome": "won", "declared": None},
        ],
    }


@pytest.mark.parametrize(
    ("query", "which"),
    [
        ("ref=kitchen:2", [4]),
        ("ref=nobody", []),
        ("hand_no=5", [1]),
        ("game=seven-card-stud", [0, 1, 2, 3, 4, 5, 6]),
        ("game=razz", []),
        ("player=dee", [3]),
        ("player=ann&player=cy", [0, 1, 2, 4, 5, 6]),
        ("player=ann&player=dee", []),
        ("table=the+porch", [0, 2, 4, 6]),
        ("tag=late", [0, 1]),
        ("tag=late&table=the+kitchen", [1]),
        ("since=2026-11-28T14:00:00Z", [0, 1, 2]),
        ("until=2026-11-28T14:00:00Z", [3, 4, 5, 6]),
        ("since=2026-11-28T15:00:00%2B01:00&until=2026-11-28T16:00:00%2B01:00", [2]),
        ("since=2026-11-28T15:00:00+01:00", [0, 1, 2]),
        ("player=cy&net_from=5", [0, 1, 2, 3, 4, 5, 6]),
        ("player=cy&net_to=4", []),
        ("table=the+porch&pot_from=9&pot_to=9", [0, 2, 4, 6]),
        ("table=the+porch&pot_from=10", []),
        ("player=ann&status=undecided", []),
        ("player=ann&showdown=false&limit=2", [0, 1]),
        ("player=ann&showdown=true", []),
        ("player=ann&declared=high", []),
    ],
)
def test_filters_find_the_hands_they_name(client: FlaskClient, stored: list[str], query: str, which: list[int]) -> None:
    assert listed(client, query) == [stored[at] for at in which]


def test_pages_follow_each_other_without_gap_or_overlap(client: FlaskClient, stored: list[str]) -> None:
    seen: list[str] = []
    address = "/v1/hands?table=the+porch&limit=2"
    for _ in range(2):
        answer = client.get(address)
        seen += [hand["id"] for hand in answer.json["hands"]]
        if answer.json["next"] is None:
            break
        link = re.fullmatch(r'<(.+)>; rel="next"', answer.headers["Link"])
        assert link is not None
        assert f"cursor={quote(answer.json['next'], safe='')}" in link[1]
        address = link[1]
    assert seen == [stored[at] for at in (0, 2, 4, 6)]
    assert answer.json["next"] is None
    assert "Link" not in answer.headers


def test_a_cursor_goes_on_with_another_page_size(client: FlaskClient, stored: list[str]) -> None:
    cursor = client.get("/v1/hands?limit=2").json["next"]
    assert listed(client, f"limit=100&cursor={cursor}") == stored[2:]
    assert listed(client, f"include=verdict&limit=3&cursor={cursor}") == stored[2:5]


def test_a_cursor_of_another_filter_is_400(client: FlaskClient, stored: list[str]) -> None:
    cursor = client.get("/v1/hands?table=the+porch&limit=2").json["next"]
    for query in ("", "table=the+kitchen&", "table=the+porch&game=razz&"):
        answer = client.get(f"/v1/hands?{query}cursor={cursor}")
        assert answer.status_code == 400
        assert answer.json["type"] == "/docs/problems/bad-cursor"


def test_a_forged_cursor_is_400(client: FlaskClient, stored: list[str]) -> None:
    cursor = client.get("/v1/hands?limit=2").json["next"]
    whole = base64.urlsafe_b64decode(cursor)
    forged = [
        base64.urlsafe_b64encode(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]).decode() for at in (0, 9, 30)
    ]
    for text in [*forged, "x", "AAAA", cursor[:-4], cursor + "AAAA", "é", "%00", "=" * 8]:
        answer = client.get("/v1/hands", query_string={"cursor": text})
        assert answer.status_code == 400, text


def test_included_documents_are_those_of_the_hand(client: FlaskClient, stored: list[str]) -> None:
    whole = client.get(f"/v1/hands/{stored[0]}").json
    for include, keys in (("record", {"record"}), ("verdict", {"verdict"}), ("verdict,record", {"record", "verdict"})):
        hand = client.get(f"/v1/hands?limit=1&include={include}").json["hands"][0]
        assert {"record", "verdict"} & set(hand) == keys
        assert all(hand[key] == whole[key] for key in keys)


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("limit=0", "/limit"),
        ("limit=201", "/limit"),
        ("limit=1e1", "/limit"),
        ("include=record&limit=21", "/limit"),
        ("include=record,cards", "/include"),
        ("since=yesterday", "/since"),
        ("until=2026-11-28T14:00:00", "/until"),
        ("playr=ann", "/playr"),
        ("ref=", "/ref"),
        ("ref=" + "x" * 201, "/ref"),
        ("tag=%00", "/tag"),
        ("pot_from=-1&game=razz", "/pot_from"),
        ("pot_from=9007199254740992&game=razz", "/pot_from"),
        ("net_from=1&game=razz", "/net_from"),
        ("status=illegal&game=razz", "/status"),
        ("showdown=1&game=razz", "/showdown"),
        ("declared=up&game=razz", "/declared"),
        ("player=a&player=b&player=c&player=d&player=e&player=f&player=g&player=h&player=i", "/player"),
    ],
)
def test_a_filter_that_is_none_is_refused_by_name(client: FlaskClient, query: str, named: str) -> None:
    answer = client.get(f"/v1/hands?{query}")
    assert answer.status_code == 400
    assert answer.json["type"] == "/docs/problems/bad-query"
    assert [error["pointer"] for error in answer.json["errors"]] == [named]


@pytest.mark.parametrize("query", ["pot_from=1", "status=settled", "showdown=true&declared=high"])
def test_what_only_narrows_a_list_needs_a_filter_that_leads(client: FlaskClient, query: str) -> None:
    answer = client.get(f"/v1/hands?{query}")
    assert answer.status_code == 400
    assert "name also a ref" in answer.json["detail"]


def test_a_filter_given_twice_is_refused(client: FlaskClient) -> None:
    answer = client.get("/v1/hands?game=razz&game=razz")
    assert answer.status_code == 400
    assert "game stands 2 times" in answer.json["detail"]
