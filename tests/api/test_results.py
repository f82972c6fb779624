from __future__ import annotations

import copy
from typing import Any

import pytest
from flask.testing import FlaskClient


@pytest.fixture
def night(client: FlaskClient, steal: dict[str, Any]) -> None:
    """Four hands that cy steals, each for 5: two in November and one in December, and one in dollars."""
    for at, (day, more) in enumerate(
        [("2026-11-28", {}), ("2026-11-29", {}), ("2026-12-01", {}), ("2026-12-02", {"currency": "USD", "table": "x"})]
    ):
        hand = copy.deepcopy(steal) | {"ref": f"k:{at}", "played_at": f"{day}T20:00:00Z"} | more
        assert client.post("/v1/hands", json=hand).status_code == 201


def test_a_players_results_stand_by_game_month_and_currency(client: FlaskClient, night: None) -> None:
    answer = client.get("/v1/results?player=cy").json
    assert answer["player"] == "cy"
    assert [
        (row["month"], row["game"], row["currency"], row["decimals"], row["hands"], row["net"])
        for row in answer["results"]
    ] == [
        ("2026-12", "seven-card-stud", "USD", 2, 1, 5),
        ("2026-12", "seven-card-stud", "chips", 0, 1, 5),
        ("2026-11", "seven-card-stud", "chips", 0, 2, 10),
    ]
    assert {row["showdowns"] for row in answer["results"]} == {0}


def test_a_time_narrows_the_results(client: FlaskClient, night: None) -> None:
    answer = client.get("/v1/results?player=bob&since=2026-11-29T00:00:00Z&until=2026-12-01T00:00:00Z").json
    assert [(row["hands"], row["net"]) for row in answer["results"]] == [(1, -4)]


@pytest.mark.parametrize("query", ["table=the+kitchen", "tag=friday&until=2026-12-02T00:00:00Z"])
def test_a_night_says_whose_it_was(client: FlaskClient, night: None, query: str) -> None:
    answer = client.get(f"/v1/results?{query}").json
    rows = [(row["player"], row["name"], row["hands"], row["net"]) for row in answer["results"]]
    assert rows == [("cy", None, 3, 15), ("ann", "Ann", 3, -3), ("bob", None, 3, -12)]
    assert client.get(f"/v1/results?{query}&limit=1").json["results"] == answer["results"][:1]


def test_nobody_known_has_no_results(client: FlaskClient, night: None) -> None:
    assert client.get("/v1/results?player=zed").json == {"player": "zed", "results": []}


@pytest.mark.parametrize("query", ["", "player=a&table=b", "since=2026-11-29T00:00:00Z", "player=", "limit=0&player=a"])
def test_results_are_of_one_player_table_or_tag(client: FlaskClient, query: str) -> None:
    answer = client.get(f"/v1/results?{query}")
    assert answer.status_code == 400
    assert answer.json["type"] == "/docs/problems/bad-query"
