"""KingsClub texts, written for these tests in the room's wording."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from studbook.formats.common import Read, Result, Skipped, Unread

HAND = """\
#5001: Limit Seven Card Stud Hi-Lo - 40/80
2022-05-06 07:08:09
Table 'Tuesday Mix'
Seat 2: bets 40 (1,250)
Seat 3: J. (jr) (96.50)
Seat 8: Hero (5,000.25)
bets 40: posts ante 10
J. (jr): posts ante 10
Hero: posts ante 10
Dealt to bets 40: [X X Qd]
Dealt to J. (jr): [X X 2h]
Dealt to Hero: [As 4d 6c]
J. (jr) brings in for 15
Hero calls 15
bets 40 folds
*** 3RD STREET ***
Dealt to J. (jr): [3s]
Dealt to Hero: [7d]
Hero bets 40
J. (jr) calls 40
*** 4TH STREET ***
Dealt to J. (jr): [2c]
Dealt to Hero: [Jh]
J. (jr) bets 31.50, and is all in
Hero calls 31.50
J. (jr) shows [Kh Kc 2h 3s 2c]
Hero shows [As 4d 6c 7d Jh]
*** 5TH STREET ***
Dealt to J. (jr): [9d]
Dealt to Hero: [3c]
*** 6TH STREET ***
Dealt to J. (jr): [X]
Dealt to Hero: [5c]
J. (jr) shows [Kh Kc 2h 3s 2c 9d Td]
*** SUMMARY ***
Seat 2: bets 40 (1,240) -10
Seat 3: J. (jr) (0) -96.50
Seat 8: Hero (5,101.75) +101.50
Rake 5
Hero wins (198) from pot
"""

ReadHand = Callable[[str], Read]
UnreadHand = Callable[[str], Unread]
Ruling = Callable[[dict[str, Any]], dict[str, Any]]


def test_street_labels_are_one_behind_and_amounts_are_totals(read_hand: ReadHand) -> None:
    document = read_hand(HAND).document
    assert document["game"] == "stud-hi-lo-8"
    assert document["ref"] == "kingsclub:5001"
    assert document["played_at"] == "2022-05-06T07:08:09+00:00"
    assert document["stakes"] == {
        "structure": "fixed-limit", "small_bet": 4000, "big_bet": 8000, "bring_in": 1500, "ante": 1000
    }  # fmt: skip
    assert document["rules"] == {"raise_over_bring_in": "adds_a_bet"}
    acts = [(e["type"], e["seat"], e.get("to")) for e in document["events"] if e["type"] not in ("deal", "show")]
    assert acts == [
        ("bring-in", 3, 1500), ("call", 8, 1500), ("fold", 2, None),
        ("bet", 8, 4000), ("call", 3, 4000), ("bet", 3, 3150), ("call", 8, 3150),
    ]  # fmt: skip


def test_what_the_text_does_not_say_is_named(read_hand: ReadHand) -> None:
    assert read_hand(HAND).inferred == ("played_at", "currency")


def test_the_referee_pays_what_the_room_paid(read_hand: ReadHand, ruling: Ruling) -> None:
    verdict = ruling(read_hand(HAND).document)
    assert verdict["status"] == "settled", verdict["violations"]
    assert {seat["player"]: seat["net"] for seat in verdict["seats"]} == {
        "bets 40": -1000, "J. (jr)": -9650, "Hero": 10150
    }  # fmt: skip


def test_a_seat_line_that_does_not_add_up_is_doubted(read_hand: ReadHand) -> None:
    read = read_hand(HAND.replace("(5,101.75) +101.50", "(5,101.75) +111.50"))
    assert read.doubts == ("Hero is listed with 111.50, by the chips it is 101.50",)


@pytest.mark.parametrize("cut", ["*** 4TH", "*** SUMMARY", "Hero wins"])
def test_a_hand_cut_before_anybody_wins_is_no_hand(cut: str, unread_hand: UnreadHand) -> None:
    assert unread_hand(HAND[: HAND.index(cut)]).reason == "the hand ends before anybody wins"


def test_a_street_out_of_turn_is_refused(unread_hand: UnreadHand) -> None:
    failure = unread_hand(HAND.replace("*** 4TH STREET ***", "*** 5TH STREET ***", 1))
    assert failure.reason == "*** 5TH STREET *** follows where 4 was due"


def test_hands_of_other_games_are_skipped_and_named(results: Callable[[str], list[Result]]) -> None:
    found = results(HAND.replace("Seven Card Stud Hi-Lo", "Badacey") + "\n\n" + HAND)
    assert [type(result) for result in found] == [Skipped, Read]
    assert isinstance(found[0], Skipped)
    assert found[0].game == "Badacey"
