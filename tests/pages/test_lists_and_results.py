"""Search, players, tables and nights: the same hands and the same figures as the API's."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.pages.words import Money
from tests.pages.conftest import RECORDS


def ids_in(html: str) -> list[str]:
    return re.findall(r'class="which" href="/hands/([0-9a-f-]{36})"', html)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "player=ann",
        "player=ann&player=hal",
        "game=razz",
        "table=the+porch",
        "tag=friday&pot_from=100",
        "player=bob&net_to=-1",
        "player=ann&declared=both",
        "hand_no=7",
        "since=2026-11-07T00:00:00Z&until=2026-11-14T00:00:00Z",
        "tag=sample&showdown=false",
    ],
)
def test_a_search_finds_what_the_api_finds_newest_first(query: str, client: FlaskClient) -> None:
    found = [hand["id"] for hand in client.get(f"/v1/hands?{query}", headers={"Accept": "*/*"}).json["hands"]]
    assert ids_in(client.get(f"/hands?{query}").text) == found
    assert found


def test_fields_that_were_left_empty_do_not_narrow(client: FlaskClient) -> None:
    empty = "&".join(f"{name}=" for name in ("player", "game", "table", "tag", "since", "until", "pot_from", "status"))
    assert ids_in(client.get(f"/hands?{empty}").text) == ids_in(client.get("/hands").text)


def test_a_day_begins_at_midnight_utc(client: FlaskClient) -> None:
    assert ids_in(client.get("/hands?since=2026-11-13&until=2026-11-14").text) == ids_in(
        client.get("/hands?since=2026-11-13T00:00:00Z&until=2026-11-14T00:00:00Z").text
    )


def test_pages_lead_to_the_oldest_hand(client: FlaskClient, post_hand: Callable[[dict[str, Any]], str]) -> None:
    record = RECORDS["C01-stud-bring-in-suit-tie"]
    made = [post_hand({**record, "ref": f"many:{n}", "table": "long", "hand_no": str(n)}) for n in range(35)]
    first = client.get("/hands?table=long").text
    assert len(ids_in(first)) == 30
    (older,) = re.findall(r'rel="next" href="([^"]+)"', first)
    last = client.get(older.replace("&amp;", "&")).text
    assert sorted(ids_in(first) + ids_in(last)) == sorted(made)
    assert 'rel="next"' not in last
    assert "That was the oldest." in last


def test_a_search_without_a_hit_says_so_and_leads_on(client: FlaskClient) -> None:
    html = client.get("/hands?player=nobody").text
    assert "No hand is like that." in html
    assert 'href="/hands">Look at all hands' in html


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("pot_from=100", "only narrows a list"),
        ("player=ann&net_from=x", "must be a whole number"),
        ("cursor=AAAA&game=razz", "The cursor is not one that this list gave."),
        ("colour=red", "colour"),
    ],
)
def test_a_filter_that_cannot_be_is_explained_beside_the_form(query: str, said: str, client: FlaskClient) -> None:
    answer = client.get(f"/hands?{query}")
    assert answer.status_code == 400
    assert said in answer.text
    assert 'role="search"' in answer.text


def test_a_players_figures_are_the_apis(client: FlaskClient) -> None:
    rows = client.get("/v1/results?player=ann", headers={"Accept": "*/*"}).json["results"]
    html = client.get("/players?player=ann").text
    money = Money()
    total = sum(row["net"] for row in rows)
    assert f'<dd class="gain">{money.signed(total)}</dd>' in html
    for game in {row["game"] for row in rows}:
        net = sum(row["net"] for row in rows if row["game"] == game)
        line = html[html.index(f'href="/games/{game}">') :]
        assert f'<td class="num">{money.signed(net)}</td>' in line[: line.index("</tr>")]
    # The line over time ends where the sum is.
    assert f"It ends at {money.signed(total)} after {sum(row['hands'] for row in rows)} hands." in html


@pytest.mark.parametrize("query", ["tag=friday", "table=the+kitchen"])
def test_a_nights_figures_are_the_apis_and_biggest_first(query: str, client: FlaskClient) -> None:
    rows = client.get(f"/v1/results?{query}", headers={"Accept": "*/*"}).json["results"]
    html = client.get(f"/results?{query}").text
    shown = re.findall(r'<td class="num"><b>([^<]+)</b></td>', html)
    assert shown == [Money().signed(row["net"]) for row in rows]
    # Everybody's line ends at that figure too.
    ends = re.search(r'aria-label="The result of everybody over time: ([^"]+)"', html)
    assert ends is not None
    for row in rows:
        if row["net"]:
            assert f"{row['name'] or row['player']} {Money().signed(row['net'])}" in ends[1]


def test_amounts_of_two_currencies_are_not_added_up(
    client: FlaskClient, post_hand: Callable[[dict[str, Any]], str]
) -> None:
    record = {**RECORDS["C01-stud-bring-in-suit-tie"], "tags": ["mixed"]}
    post_hand({**record, "ref": "mixed:1"})
    post_hand({**record, "ref": "mixed:2", "currency": "EUR"})
    html = client.get("/results?tag=mixed").text
    assert html.count('class="result"') == 2
    assert "<b>+6</b>" in html
    assert "<b>+€0.06</b>" in html


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/players?player=zed", "No hand of a player with this id is stored."),
        ("/results?table=zed", "No hand at a table of this name is stored."),
        ("/results?tag=zed", "No hand with this tag is stored."),
        ("/players", "Whose night was it?"),
        ("/results", "Whose night was it?"),
    ],
)
def test_nobody_found_is_no_error(path: str, said: str, client: FlaskClient) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert said in answer.text
