"""The page of a hand, as it is sent: the table, the log with its rulings, the settlement, whose eyes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from studbook.record import record_from_dict
from studbook.referee import replay
from tests.pages.conftest import RECORDS

Find = Callable[[str], str]
TAGS = re.compile(r"<[^>]+>")


def text_of(html: str) -> str:
    """What a person reads of some markup."""
    return re.sub(r"\s+", " ", TAGS.sub(" ", html))


@pytest.mark.parametrize("name", RECORDS)
def test_a_step_of_a_sample_shows_the_table_and_names_an_article(
    name: str, client: FlaskClient, sample_id: Find
) -> None:
    hand = sample_id(name)
    last = len(RECORDS[name].get("events", ()))
    for step in {*range(0, last, 5), last}:  # a browser walks through all of them
        answer = client.get(f"/hands/{hand}/stage?step={step}")
        assert answer.status_code == 200
        assert f'data-step="{step}" data-steps="{last}"' in answer.text
        if step:
            assert re.search(r'href="/games/[a-z0-9-]+#[a-z0-9-]+/[a-z0-9-]+"', answer.text)


@pytest.mark.parametrize("name", RECORDS)
def test_the_settlement_shows_every_share_with_its_article(name: str, client: FlaskClient, sample_id: Find) -> None:
    verdict = replay(record_from_dict(RECORDS[name])).to_dict()
    html = client.get(f"/hands/{sample_id(name)}").text
    settlement = html[html.index("The settlement") : html.index("The seats")]
    game = RECORDS[name]["game"]
    for pot in verdict["pots"]:
        for award in pot["awards"]:
            assert f'href="/games/{game}#{award["article"]}"' in settlement
            assert f">{award['amount']:,}<" in settlement
    odd = [award for pot in verdict["pots"] for award in pot["awards"] if award["odd_chips"]]
    assert settlement.count("of it odd</span>") == len(odd)


@pytest.mark.parametrize("name", RECORDS)
def test_every_article_that_a_hand_links_to_stands_in_its_games_sheet(
    name: str, client: FlaskClient, sample_id: Find
) -> None:
    html = client.get(f"/hands/{sample_id(name)}?hinges=true").text
    links = set(re.findall(r'href="(/games/[^"#]+)#([^"]+)"', html))
    assert links
    for sheet in {path for path, _ in links}:
        anchors = set(re.findall(r' id="([^"]+)"', client.get(sheet).text))
        assert {anchor for path, anchor in links if path == sheet} <= anchors


def test_the_row_shows_its_prices_and_its_empty_places(client: FlaskClient, sample_id: Find) -> None:
    # The unit is 2: the four places cost 2, 4, 6 and 8. Ann has just bought the king of spades from the third.
    html = client.get(f"/hands/{sample_id('C19-wall-street-refill-price-nobody-low')}/stage?step=11").text
    assert re.findall(r'class="centred small price">(\d+)<', html)[:4] == ["2", "4", "6", "8"]
    assert html.count('class="empty"') == 2  # once in each of the two drawings
    assert "buys" in html
    assert "in place 3 for 6" in text_of(html)


def test_in_no_peek_cards_lie_face_down_until_they_are_flipped(client: FlaskClient, sample_id: Find) -> None:
    hand = sample_id("C24-no-peek-high-low-75-25")
    dealt = client.get(f"/hands/{hand}/stage?step=4").text
    assert dealt.count('href="#back"') == 2 * 4 * 7
    flipped = client.get(f"/hands/{hand}/stage?step=6").text
    assert flipped.count('href="#back"') == 2 * (4 * 7 - 1)
    assert "to beat" in client.get(f"/hands/{hand}/stage?step=5").text


def test_side_pots_are_shown_one_by_one_once_somebody_is_all_in(client: FlaskClient, sample_id: Find) -> None:
    html = client.get(f"/hands/{sample_id('C08-hilo8-three-side-pots')}").text
    for title, amount in (("Main pot", 55), ("Side pot 1", 80), ("Side pot 2", 120), ("Side pot 3", 80)):
        assert re.search(rf'{title} <span class="figure">{amount}<', html)


def test_the_publics_eyes_see_no_card_that_folded_face_down(client: FlaskClient, sample_id: Find) -> None:
    # Everybody folds to seat 3: no down card was ever shown.
    record = RECORDS["C01-stud-bring-in-suit-tie"]
    hand = sample_id("C01-stud-bring-in-suit-tie")
    down = {card for event in record["events"] for card in event.get("down", ())}
    whole = client.get(f"/hands/{hand}").text
    public = client.get(f"/hands/{hand}?viewer=public").text
    assert "ace of hearts" in whole
    words = {"Ah": "ace of hearts", "9c": "nine of clubs", "Kd": "king of diamonds", "7s": "seven of spades"}
    assert set(words) < down
    for name in words.values():
        assert name not in public
    own = client.get(f"/hands/{hand}?viewer=bob").text
    assert "king of diamonds" in own
    assert "ace of hearts" not in own


def test_down_cards_that_were_shown_at_the_end_are_hidden_from_others_before(
    client: FlaskClient, sample_id: Find
) -> None:
    hand = sample_id("C06-stud-odd-chip-equal-hands")
    last = len(RECORDS["C06-stud-odd-chip-equal-hands"]["events"])
    assert 'href="#back"' in client.get(f"/hands/{hand}/stage?viewer=public&step={last - 1}").text
    live = [seat for seat in client.get(f"/v1/hands/{hand}.json").json["verdict"]["seats"] if seat["outcome"] == "won"]
    assert len(live) > 1
    at_the_end = client.get(f"/hands/{hand}/stage?viewer=public&step={last}").text
    for seat in live:
        assert all(card != "??" for card in seat["down"])
    assert at_the_end.count('href="#back"') < client.get(
        f"/hands/{hand}/stage?viewer=public&step={last - 1}"
    ).text.count('href="#back"')


def test_money_is_written_in_its_currency(client: FlaskClient, post_hand: Callable[[dict[str, Any]], str]) -> None:
    record = {**RECORDS["C01-stud-bring-in-suit-tie"], "ref": "money", "currency": "USD", "decimals": 2}
    html = client.get(f"/hands/{post_hand(record)}").text
    assert "fixed limit $0.10/$0.20, ante $0.01, bring-in $0.03" in html
    assert "completes to $0.10" in text_of(html)


def test_the_readings_that_would_change_the_hand_are_listed_when_asked_for(
    client: FlaskClient, sample_id: Find
) -> None:
    html = client.get(f"/hands/{sample_id('C13-declare-both-tie-loses')}?hinges=true").text
    row = text_of(html[html.index("#both_tie", html.index('id="hinges"')) :])
    # With both_tie read as wins Ann, who declared both and ties one half, takes three quarters of 56.
    assert "Both tie wins +28 0 \N{MINUS SIGN}14 \N{MINUS SIGN}14" in row


def test_a_browser_that_asks_the_api_for_a_hand_is_led_to_its_page(client: FlaskClient, sample_id: Find) -> None:
    hand = sample_id("C11-five-card-stud")
    answer = client.get(f"/v1/hands/{hand}?viewer=ann")
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/hands/{hand}?viewer=ann"


def test_a_hand_that_is_not_there_is_a_page_that_says_so(client: FlaskClient) -> None:
    answer = client.get("/hands/00000000-0000-7000-8000-000000000000")
    assert answer.status_code == 404
    assert answer.mimetype == "text/html"
    assert "No hand 00000000-0000-7000-8000-000000000000 is stored." in answer.text


@pytest.mark.parametrize("step", ["-1", "x", "99999", "1e3", ""])
def test_a_step_that_is_none_shows_the_end_or_the_nearest(step: str, client: FlaskClient, sample_id: Find) -> None:
    answer = client.get(f"/hands/{sample_id('C11-five-card-stud')}?step={step}")
    assert answer.status_code == 200
    assert 'data-step="22"' in answer.text


def test_a_table_of_ten_hands_fits(client: FlaskClient, post_hand: Callable[[dict[str, Any]], str]) -> None:
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    deals = [
        {"type": "deal", "seat": seat, "down": [deck.pop()], "up": [deck.pop(0)]} for seat in range(1, 11)
    ]  # fmt: skip
    record = {
        "game": "five-card-stud",
        "ref": "ten",
        "stakes": {"structure": "fixed-limit", "small_bet": 10, "big_bet": 20, "ante": 1, "bring_in": 3},
        "seats": [{"seat": seat, "player": f"p{seat}"} for seat in range(1, 11)],
        "events": [
            *deals,
            {"type": "bring-in", "seat": 1, "to": 3},
            *({"type": "fold", "seat": seat} for seat in range(2, 11)),
        ],
    }
    html = client.get(f"/hands/{post_hand(record)}?step=10").text
    assert html.count('class="name"') == 2 * 10
