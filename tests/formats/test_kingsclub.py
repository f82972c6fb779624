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

# Of the other seats all that are left fold to the last wager.
RAISES = """\
#5002: Limit Razz - 40/80
2022-05-06 07:08:09
Table 'Tuesday Mix'
Seat 1: ann (500)
Seat 2: bob (500)
Seat 3: cy ({stack})
ann: posts ante 5
bob: posts ante 5
cy: posts ante 5
Dealt to ann: [X X Kd]
Dealt to bob: [X X 2h]
Dealt to cy: [X X 4d]
ann brings in for 10
{acts}
*** SUMMARY ***
{winner} wins pot ({pot})
"""

# cy is all-in on third street; ann has won the side pot, of which no line says so.
SIDE_POT = """\
#5003: Limit Razz - 40/80
2022-05-06 07:08:09
Table 'Tuesday Mix'
Seat 1: ann (500)
Seat 2: bob (500)
Seat 3: cy (35)
ann: posts ante 5
bob: posts ante 5
cy: posts ante 5
Dealt to ann: [X X Kd]
Dealt to bob: [X X 2h]
Dealt to cy: [X X 4d]
ann brings in for 10
bob bets 40
cy calls 30, and is all in
ann calls 40
*** 3RD STREET ***
Dealt to ann: [3c]
Dealt to bob: [Qh]
Dealt to cy: [5d]
ann bets 40
bob calls 40
*** 4TH STREET ***
Dealt to ann: [6c]
Dealt to bob: [Qs]
Dealt to cy: [7d]
ann bets 80
bob folds
Uncalled bet (80) returned to ann
ann shows [Kh Kc Kd 3c 6c]
cy shows [As 2c 4d 5d 7d]
*** 5TH STREET ***
Dealt to ann: [8c]
Dealt to cy: [Jd]
*** 6TH STREET ***
Dealt to ann: [X]
Dealt to cy: [X]
*** SUMMARY ***
Seat 1: ann (515) +15
Seat 2: bob (415) -85
Seat 3: cy (105) +70
cy wins pot (105)
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
    acts = [(e["type"], e["seat"], e.get("to")) for e in document["events"] if e["type"] not in ("deal", "show")]
    assert acts == [
        ("bring-in", 3, 1500), ("call", 8, 1500), ("fold", 2, None),
        ("bet", 8, 4000), ("call", 3, 4000), ("bet", 3, 3150), ("call", 8, 3150),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("acts", "stack", "pot", "adds"),
    [
        (["bob raises to 50", "cy raises to 90", "ann folds", "bob folds"], 500, 125, True),  # 10 + 40, 10 + 80
        (["bob bets 40", "cy raises to 50", "ann folds", "bob folds"], 500, 105, True),
        (["bob bets 40", "cy raises to 80", "ann folds", "bob folds"], 500, 105, False),
        (["bob bets 40", "cy raises to 80", "ann raises to 120", "bob folds", "cy folds"], 500, 215, False),
        (["bob bets 40", "cy folds", "ann folds"], 500, 35, False),  # nothing tells
        (["bob folds", "cy raises to 47, and is all in", "ann folds"], 52, 35, True),  # over 40
        (["bob bets 40", "cy raises to 66, and is all in", "ann folds", "bob folds"], 71, 105, False),  # over 10 + 40
        (["bob bets 40", "cy raises to 45, and is all in", "ann folds", "bob folds"], 50, 105, False),  # nothing tells
    ],
)
def test_the_wagers_of_third_street_tell_what_raises_count_from(
    acts: list[str], stack: int, pot: int, adds: bool, read_hand: ReadHand, ruling: Ruling
) -> None:
    winner = next(act.split()[0] for act in reversed(acts) if "folds" not in act)
    text = RAISES.format(stack=stack, acts="\n".join(acts), winner=winner, pot=pot)
    document = read_hand(text).document
    assert document.get("rules", {}) == ({"raise_over_bring_in": "adds_a_bet"} if adds else {})
    verdict = ruling(document)
    assert verdict["status"] == "settled", verdict["violations"]
    assert {seat["player"]: seat["won"] for seat in verdict["seats"] if seat["won"]} == {winner: 100 * pot}


def test_a_pot_that_no_line_says_who_won_is_told_by_the_nets(read_hand: ReadHand, ruling: Ruling) -> None:
    read = read_hand(SIDE_POT)
    assert (read.doubts, "outcome" in read.inferred) == ((), True)
    assert read.document["outcome"] == {"won": {"1": 10000, "3": 10500}}
    verdict = ruling(read.document)
    assert verdict["status"] == "settled", verdict["violations"]
    assert {seat["seat"]: seat["net"] for seat in verdict["seats"]} == {1: 1500, 2: -8500, 3: 7000}
    assert "rake" not in read.document


def test_what_is_missing_beside_a_stated_rake_is_told_by_the_nets(read_hand: ReadHand) -> None:
    text = SIDE_POT.replace("(515) +15", "(511) +11").replace("cy wins", "Rake 4\ncy wins")
    assert read_hand(text).document["outcome"] == {"won": {"1": 9600, "3": 10500}}


def test_what_is_missing_is_told_only_by_nets_that_add_up(read_hand: ReadHand) -> None:
    for seat_line in ("ann (515) +25", "ann (525) +15", "ann (525) +25"):
        read = read_hand(SIDE_POT.replace("ann (515) +15", seat_line))
        assert read.document["outcome"] == {"won": {"3": 10500}}
        assert "outcome" not in read.inferred
        assert any("are said to be paid out" in doubt for doubt in read.doubts)


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
