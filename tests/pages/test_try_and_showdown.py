"""Trying a hand, and settling a showdown from a form."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.pages.reading import read
from tests.pages.conftest import RECORDS

PAIR = "C02-stud-open-pair-sizes"
# Written for this test: seat 2's bet on fourth street is of no size that the limit knows.
POKERSTARS = """\
PokerStars Hand #7: 7 Card Stud Limit ($10/$20 USD) - 2026/11/28 21:00:00 ET
Table 'Porch' 8-max
Seat 1: ann ($200 in chips)
Seat 2: bob ($200 in chips)
ann: posts the ante $1
bob: posts the ante $1
*** 3rd STREET ***
Dealt to ann [2c]
Dealt to bob [Ks]
ann: brings in for $3
bob: calls $3
*** 4th STREET ***
Dealt to ann [2c] [9d]
Dealt to bob [Ks] [Qh]
bob: bets $15
ann: folds
Uncalled bet ($15) returned to bob
bob collected $8 from pot
bob: doesn't show hand
*** SUMMARY ***
Total pot $8 | Rake $0
Seat 1: ann folded on the 4th Street
Seat 2: bob collected ($8)
"""


def broken() -> dict[str, Any]:
    """A sample in which bob bets 15 where 10 or 20 were legal."""
    record: dict[str, Any] = json.loads(json.dumps(RECORDS[PAIR]))
    record["events"][12]["to"] = 15
    return record


def test_a_broken_record_is_marked_at_its_event_with_what_was_legal(client: FlaskClient) -> None:
    html = client.post("/try", data={"text": json.dumps(broken())}).text
    assert "Against the rules" in html
    (marked,) = re.findall(r'<li class="marked" id="violation">(.*?)</li>', html, re.DOTALL)
    assert "&#34;bet&#34;" in marked
    assert "15 is no legal total" in marked
    legal = re.sub(r"<[^>]+>", "", html[html.index("Legal was:") :])
    assert legal.startswith("Legal was: Bob may check or bet 10 or 20.")
    assert 'href="/games/seven-card-stud#stud/bet-size"' in html


def test_a_broken_hand_history_is_marked_at_its_line(client: FlaskClient) -> None:
    html = client.post("/try", data={"text": POKERSTARS}).text
    (marked,) = re.findall(r'<li class="marked" id="violation">(.*?)</li>', html, re.DOTALL)
    assert '<span class="no">15</span>' in marked
    assert "bob: bets $15" in marked
    assert "$15.00 is no legal total" in marked


def test_a_good_hand_is_settled_at_once(client: FlaskClient) -> None:
    html = client.post("/try", data={"text": POKERSTARS.replace("15", "10").replace("#7", "#8")}).text
    assert '<h2 id="verdict-title">Settled</h2>' in html
    assert 'class="marked"' not in html
    assert '<b class="figure gain">+$4.00</b>' in html


def test_every_sample_can_be_tried_and_shows_what_it_hangs_on(client: FlaskClient) -> None:
    for name in RECORDS:
        html = client.get(f"/try?sample={name}").text
        assert '<h2 id="verdict-title">Settled</h2>' in html
        assert "What the ruling hangs on" in html


def test_of_many_hands_the_first_that_breaks_a_rule_is_shown_and_each_can_be(client: FlaskClient) -> None:
    text = "\n".join(json.dumps(record) for record in (RECORDS[PAIR], broken(), RECORDS["C11-five-card-stud"]))
    html = client.post("/try", data={"text": text}).text
    assert "Against the rules" in html
    assert len(re.findall(r'name="hand" value="\d"', html)) == 3
    third = client.post("/try", data={"text": text, "hand": "2"}).text
    assert "Five-card stud" in third
    assert '<h2 id="verdict-title">Settled</h2>' in third


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"game": "razz",}', "this is no JSON"),
        ('{"game": "razz", "seats": [{"seat": 1}]}', "player"),
        ("nothing that anybody knows", "of no known format"),
        (POKERSTARS.replace("ann: folds", "ann: dances"), "is not understood"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(text: str, said: str, client: FlaskClient) -> None:
    html = client.post("/try", data={"text": text}).text
    assert '<h2 id="verdict-title">Not read</h2>' in html
    assert said in html


def test_an_empty_field_is_no_hand(client: FlaskClient) -> None:
    assert "There was nothing in the field." in client.post("/try", data={"text": " \n "}).text


def test_a_text_that_is_too_long_is_refused_with_a_page(client: FlaskClient) -> None:
    answer = client.post("/try", data="text=" + "x" * 1_100_000, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 413
    assert "The body is too large" in answer.text


def test_lines_of_a_record_know_what_they_hold() -> None:
    (hand,) = read(json.dumps(RECORDS[PAIR], indent=1))
    at = hand.marked("/events/12/to")
    assert at is not None
    assert hand.lines[at].pointer == "/events/12"
    assert hand.marked("/stakes/chip") == hand.marked("/stakes")


def test_nothing_that_is_tried_is_stored(client: FlaskClient) -> None:
    client.post("/try", data={"text": json.dumps({**RECORDS[PAIR], "ref": "only tried"})})
    assert client.get("/v1/hands?ref=only+tried", headers={"Accept": "*/*"}).json["hands"] == []


# Ann declares both and ties low: under both_tie loses she gets nothing, and bob takes the whole pot of 33.
DECLARED = {
    "game": "stud-hi-lo-declare", "rows": "4", "key": "0123456789ab",
    "name_1": "ann", "cards_1": "2s 3d 4c 6h 8s 8d 8h", "put_in_1": "14", "declared_1": "both",
    "name_2": "bob", "cards_2": "2d,3c,4♠ 6d 8c kh QS", "put_in_2": "14", "declared_2": "low",
    "name_3": "cy", "put_in_3": "5", "out_3": "folded",
}  # fmt: skip


def ruled(client: FlaskClient, form: dict[str, str]) -> dict[str, Any]:
    """The stored hand that a form ended in."""
    answer = client.post("/showdown", data=form)
    assert answer.status_code == 303, re.findall(r'class="broken"[^>]*>(.*?)<', answer.text)
    hand: dict[str, Any] = client.get(f"/v1{answer.headers['Location']}.json").json
    return hand


def test_a_showdown_typed_in_ends_in_a_ruling_that_is_kept(client: FlaskClient) -> None:
    hand = ruled(client, DECLARED)
    assert [(seat["player"], seat["won"]) for seat in hand["verdict"]["seats"]] == [("ann", 0), ("bob", 33), ("cy", 0)]
    assert hand["record"]["showdown"]["hands"][1]["cards"] == ["2d", "3c", "4s", "6d", "8c", "Kh", "Qs"]


def test_the_same_form_sent_twice_is_one_hand_and_a_changed_one_another(client: FlaskClient) -> None:
    first, again = ruled(client, DECLARED), ruled(client, DECLARED)
    assert first["id"] == again["id"]
    assert ruled(client, {**DECLARED, "put_in_3": "6"})["id"] != first["id"]


def test_a_house_rule_is_posted_only_where_it_is_another(client: FlaskClient) -> None:
    assert "rules" not in ruled(client, {**DECLARED, "rule_both_tie": "loses"})["record"]
    hand = ruled(client, {**DECLARED, "rule_both_tie": "wins", "rule_low_qualifier": "8"})
    assert hand["record"]["rules"] == {"both_tie": "wins", "low_qualifier": 8}
    # Ann ties low: the half of 16 is shared, the odd chip of 33 went to high.
    assert {seat["player"]: seat["won"] for seat in hand["verdict"]["seats"]} == {"ann": 25, "bob": 8, "cy": 0}


@pytest.mark.parametrize(
    ("changed", "field", "said"),
    [
        ({"cards_1": "2s 3d 4x"}, "cards_1", "is no card"),
        ({"cards_2": "2s 3c 4s 6d 8c"}, "cards_2", "comes twice"),
        ({"put_in_2": ""}, "put_in_2", "is missing"),
        ({"put_in_2": "lots"}, "put_in_2", "a whole number"),
        ({"declared_2": ""}, "declared_2", "did not declare"),
        ({"name_2": "ann"}, "name_2", "a name of their own"),
        ({"cards_1": ""}, "cards_1", "cards are missing"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    changed: dict[str, str], field: str, said: str, client: FlaskClient
) -> None:
    answer = client.post("/showdown", data={**DECLARED, **changed})
    assert answer.status_code == 422
    wrong = re.search(rf'id="wrong-{field}">([^<]+)<', answer.text)
    assert wrong is not None
    assert said in wrong[1]
    assert re.search(rf'id="{field}"[^>]* aria-invalid="true" aria-describedby="wrong-{field}"', answer.text)


def test_more_hands_and_another_game_keep_what_was_typed(client: FlaskClient) -> None:
    more = client.post("/showdown", data={**DECLARED, "more": "1"}).text
    assert 'id="cards_6"' in more
    assert 'value="2s 3d 4c 6h 8s 8d 8h"' in more
    other = client.post("/showdown", data={**DECLARED, "game": "razz", "other": "1"}).text
    assert 'name="declared_1"' not in other
    assert 'value="2s 3d 4c 6h 8s 8d 8h"' in other


def test_cards_speak_asks_for_no_declaration(client: FlaskClient) -> None:
    form = {name: text for name, text in DECLARED.items() if not name.startswith("declared")}
    hand = ruled(client, {**form, "rule_declare": "cards_speak"})
    assert hand["record"]["rules"] == {"declare": "cards_speak"}
    assert all(seat["declared"] is None for seat in hand["verdict"]["seats"])
