"""Absolute Poker and UltimateBet, on hands made up for these tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from studbook.formats.common import Read, Result, Skipped, Unread

Ruling = Callable[[dict[str, Any]], dict[str, Any]]

# Three players, one of them all-in on fourth street; the names hold what lines are made of.
HAND = """\
Stage #C2000111222: Seven Card Stud  Normal $1/$2 - 2010-02-03 04:05:06 (ET)
Table: BRASS HAT (Real Money) Seat #6 is the dealer
Seat 1 - ann - Folds ($20 in chips)
Seat 3 - 7.30: [bo] shows ($2.60 in chips)
Seat 6 - ann ($41.25 in chips)
Seat 8 - late ($9 in chips)
late - sitout (wait for bb)
ann - Ante $0.10
ann - Folds - Ante $0.10
7.30: [bo] shows - Ante $0.10
*** 3rd STREET ***
ann - Folds - Pocket [7c 8d 2c]
7.30: [bo] shows - Pocket [H H 9s]
ann - Pocket [H H Jh]
ann - Folds - Bring-In $0.50
7.30: [bo] shows - Raises $1 to $1
ann - Raises $2 to $2
ann - Folds - Calls $1.50
7.30: [bo] shows - Calls $1
*** 4TH STREET ***
ann - Folds - Pocket [7c 8d 2c 10d]
7.30: [bo] shows - Pocket [H H 9s 10s]
ann - Pocket [H H Jh 5h]
ann - Bets $1
ann - Folds - Calls $1
7.30: [bo] shows - All-In $0.50
*** 5TH STREET ***
ann - Folds - Pocket [7c 8d 2c 10d 9c]
7.30: [bo] shows - Pocket [H H 9s 10s Qs]
ann - Pocket [H H Jh 5h 4s]
ann - Bets $2
ann - Folds - Folds
ann - returned ($2) : not called
*** 6TH STREET ***
ann - Folds - Pocket [7c 8d 2c 10d 9c]
7.30: [bo] shows - Pocket [H H 9s 10s Qs 2h]
ann - Pocket [H H Jh 5h 4s 6d]
*** RIVER ***
ann - Folds - Pocket [7c 8d 2c 10d 9c]
7.30: [bo] shows - Pocket [H H 9s 10s Qs 2h H]
ann - Pocket [H H Jh 5h 4s 6d H]
*** SHOW DOWN ***
ann - Shows [As Ad Jh 5h 4s 6d Kd] (One pair, aces)
7.30: [bo] shows - Shows [8s Js 9s 10s Qs 2h 3d] (Straight Flush, queen high)
ann Collects $1 from side pot-1
7.30: [bo] shows Collects $7.40 from main pot
*** SUMMARY ***
Total Pot($8.80) | Rake ($0.40)
Seat 1: ann - Folds Folded on the 5TH STREET
Seat 3: 7.30: [bo] shows won Total ($7.40) HI:($7.40) with Straight Flush, queen high [8s Js 9s 10s Qs 2h 3d]
Seat 6: ann won Total ($1) HI:($1) with One pair, aces [As Ad Jh 5h 4s 6d Kd]
"""


def test_pots_rake_and_the_returned_bet_come_out_to_the_cent(read_hand: Callable[[str], Read], ruling: Ruling) -> None:
    read = read_hand(HAND)
    assert not read.doubts
    assert read.document["rake"] == [40, 0]
    verdict = ruling(read.document)
    assert verdict["status"] == "settled"
    assert [(pot["amount"], pot["eligible"]) for pot in verdict["pots"]] == [(780, [3, 6]), (100, [6])]
    assert verdict["returned"] == {"6": 200}
    assert {seat["seat"]: seat["won"] for seat in verdict["seats"]} == {1: 0, 3: 740, 6: 100}


def test_names_may_hold_the_words_and_signs_of_lines(read_hand: Callable[[str], Read]) -> None:
    document = read_hand(HAND).document
    assert {seat["seat"]: seat["player"] for seat in document["seats"]} == {
        1: "ann - Folds", 3: "7.30: [bo] shows", 6: "ann"
    }  # fmt: skip
    assert [event for event in document["events"] if event["type"] == "fold"] == [{"type": "fold", "seat": 1}]


def test_a_seat_that_was_not_dealt_in_is_left_out(read_hand: Callable[[str], Read]) -> None:
    assert 8 not in [seat["seat"] for seat in read_hand(HAND).document["seats"]]


def test_only_the_cards_that_are_new_on_a_street_are_dealt(read_hand: Callable[[str], Read]) -> None:
    deals = [event for event in read_hand(HAND).document["events"] if event["type"] == "deal"]
    assert deals[:5] == [
        {"type": "deal", "seat": 1, "down": ["7c", "8d"], "up": ["2c"]},
        {"type": "deal", "seat": 3, "down": ["??", "??"], "up": ["9s"]},
        {"type": "deal", "seat": 6, "down": ["??", "??"], "up": ["Jh"]},
        {"type": "deal", "seat": 1, "up": ["Td"]},
        {"type": "deal", "seat": 3, "up": ["Ts"]},
    ]
    assert len(deals) == 3 + 3 + 3 + 2 + 2


def test_the_time_of_new_york_keeps_its_offset(read_hand: Callable[[str], Read]) -> None:
    document = read_hand(HAND).document
    assert document["played_at"] == "2010-02-03T04:05:06-05:00"
    assert document["table"] == "BRASS HAT"
    assert document["hand_no"] == "C2000111222"


def test_a_raise_without_a_total_is_chips_added(read_hand: Callable[[str], Read]) -> None:
    events = read_hand(HAND.replace("ann - Raises $2 to $2", "ann - Raises $2")).document["events"]
    assert {"type": "raise", "seat": 6, "to": 200} in events


def test_an_all_in_raise_is_a_raise(read_hand: Callable[[str], Read]) -> None:
    text = HAND.replace("7.30: [bo] shows - All-In $0.50", "7.30: [bo] shows - All-In(Raise) $1.75 to $1.75")
    text = text.replace("($2.60 in chips)", "($3.85 in chips)")
    assert {"type": "raise", "seat": 3, "to": 175} in read_hand(text).document["events"]


def test_all_in_by_disconnection_cannot_be_read(unread_hand: Callable[[str], Unread]) -> None:
    failure = unread_hand(HAND.replace("7.30: [bo] shows - All-In $0.50", "7.30: [bo] shows - All-In"))
    assert "disconnection" in failure.reason
    assert failure.line == 26


def test_a_card_that_changes_its_face_costs_the_hand(unread_hand: Callable[[str], Unread]) -> None:
    failure = unread_hand(HAND.replace("ann - Pocket [H H Jh 5h 4s]", "ann - Pocket [H H Jc 5h 4s]"))
    assert failure.reason == "'ann' had Jh and now has Jc in its place"


@pytest.mark.parametrize(
    ("words", "game"),
    [
        ("Seven Card Hi/Lo  Normal", "stud-hi-lo-8"), ("7 Card Stud Hi/Lo Normal", "stud-hi-lo-8"),
        ("Seven Card  (1 on 1) Normal", "seven-card-stud"), ("SEVEN CARD STUD NORMAL", "seven-card-stud"),
        ("Razz Normal", "razz"),
    ],
)  # fmt: skip
def test_the_games_by_the_rooms_names(read_hand: Callable[[str], Read], words: str, game: str) -> None:
    assert read_hand(HAND.replace("Seven Card Stud  Normal", words)).document["game"] == game


def test_a_mix_tells_its_game_on_the_next_line(results: Callable[[str], list[Result]]) -> None:
    horse = HAND.replace("Seven Card Stud  Normal", "HORSE Normal").replace(
        "Table:", "Game Type: Limit Razz\nTable:", 1
    )
    (found,) = results(horse)
    assert isinstance(found, Read)
    assert found.document["game"] == "razz"
    (other,) = results(horse.replace("Limit Razz", "Limit Holdem"))
    assert isinstance(other, Skipped)
    assert other.game == "Holdem"


def test_other_games_are_skipped_by_name(results: Callable[[str], list[Result]]) -> None:
    (found,) = results(
        "Stage #1: Tourney ID 12 Holdem  Single Tournament No Limit 1,500/3,000, 150 ante Turbo - "
        "2009-01-01 01:01:01.001 (ET)\nSeat 1 - x (1,500 in chips)\n"
    )
    assert isinstance(found, Skipped)
    assert (found.game, found.hand_no) == ("Holdem", "1")


def test_a_win_that_holds_the_uncalled_bet_is_put_right(read_hand: Callable[[str], Read]) -> None:
    text = HAND[: HAND.index("*** 4TH STREET ***")].replace(
        "ann - Folds - Calls $1.50\n7.30: [bo] shows - Calls $1\n", "ann - Folds - Folds\n7.30: [bo] shows - Folds\n"
    )
    # 0.30 of antes, 0.50, 1 and 2 went in; 1 of it was never called.
    text += "ann Collects $3.80 from main pot\n*** SUMMARY ***\nTotal Pot($2.80) | Rake ($0)\n"
    document = read_hand(text).document
    assert document["outcome"] == {"won": {"6": 280}}
    assert "rake" not in document


def test_a_card_that_is_none_is_told_with_its_line_and_the_number_of_the_hand(
    unread_hand: Callable[[str], Unread],
) -> None:
    unread = unread_hand(HAND.replace("Pocket [H H Jh 5h]", "Pocket [H H Jh 5x]"))
    assert (unread.line, unread.hand_no) == (23, "C2000111222")
    assert unread.reason.startswith("'5x' is no card")
