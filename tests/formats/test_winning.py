"""The Winning network in both shapes of its files, on hands made up for these tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from studbook.formats.common import Read, Result, Skipped, Unread

Ruling = Callable[[dict[str, Any]], dict[str, Any]]

OLD = """\
Game started at: 2015/3/4 5:6:7
Game ID: 900100200 0.50/1 (JP) Opal (B) - 3 (Seven Cards Stud HiLow) 8-max
Seat 2: ann (nine) (30).
Seat 3: bo wait BB (4.20).
Seat 7: cy (1,250.50).
Seat 8: dot (5).
Player dot sitting out
Player ann (nine) ante (0.10)
Player bo wait BB posts ante (0.10)
Player cy ante (0.10)
Player ann (nine) received card: [Ac]
Player ann (nine) received card: [3d]
Player bo wait BB received a card.
Player bo wait BB received a card.
Player cy received a card.
Player cy received a card.
Player ann (nine) received card: [4c]
Player bo wait BB received card: [2s]
Player cy received card: [10h]
Player bo wait BB bring in (0.25)
Player cy raises (0.50)
Player ann (nine) raises (1)
Player bo wait BB is timed out.
Player bo wait BB calls (0.75)
Player cy calls (0.50)
*** Third street ***
Player ann (nine) received card: [5d]
Player bo wait BB received card: [3h]
Player cy received card: [Jc]
Player cy bets (0.50)
Player ann (nine) calls (0.50)
Player bo wait BB calls (0.50)
*** Fourth street ***
Player ann (nine) received card: [7s]
Player bo wait BB received card: [9c]
Player cy received card: [4d]
Player cy bets (1)
Player ann (nine) calls (1)
Player bo wait BB raises (2)
Player cy calls (1)
Player ann (nine) calls (1)
*** Fifth street ***
Player ann (nine) received card: [8h]
Player bo wait BB received card: [9d]
Player cy received card: [6c]
Player bo wait BB allin (0.60)
Player cy calls (0.60)
Player ann (nine) calls (0.60)
*** Sixth street ***
Player ann (nine) received card: [Kd]
Player bo wait BB received a card.
Player cy received a card.
Player cy bets (1)
Player ann (nine) calls (1)
Player cy mucks cards
------ Summary ------
Pot: 13.70. Rake 0.70. JP fee 0.20
*Player ann (nine) shows: High card A [Ac 3d 4c 5d 7s 8h Kd] Low hand (A 3 4 5 7 ).Bets: 5.20. \
Collects: 7.85. Wins: 2.65.
*Player bo wait BB shows: Two pairs. Ks and 9s [Kc Ks 2s 3h 9c 9d 2h]. Bets: 4.20. Collects: 5.85. Wins: 1.65.
Player cy mucks (does not show cards). Bets: 5.20. Collects: 0. Loses: 5.20.
Game ended at: 2015/3/4 5:8:9
"""

# The halves of what is paid out are a cent apart.
HALVES = """\
Game started at: 2015/3/4 5:6:7
Game ID: 900100201 1/2 Opal - 3 (Seven Cards Stud HiLow)
Seat 2: ann (30).
Seat 3: bob (30).
Seat 7: cy (30).
Player ann ante (0.17)
Player bob ante (0.17)
Player cy ante (0.17)
Player ann received card: [Ac]
Player ann received card: [3d]
Player bob received a card.
Player bob received a card.
Player cy received a card.
Player cy received a card.
Player ann received card: [4c]
Player bob received card: [2s]
Player cy received card: [10h]
Player bob bring in (0.40)
Player cy folds
Player ann calls (0.40)
*** Third street ***
Player ann received card: [5d]
Player bob received card: [9h]
Player bob checks
Player ann checks
*** Fourth street ***
Player ann received card: [7s]
Player bob received card: [9c]
Player bob bets (2)
Player ann calls (2)
*** Fifth street ***
Player ann received card: [8h]
Player bob received card: [9d]
Player bob checks
Player ann checks
*** Sixth street ***
Player ann received card: [Kd]
Player bob received a card.
Player bob checks
Player ann checks
------ Summary ------
Pot: 5.21. Rake 0.10
*Player ann shows: High card A [Ac 3d 4c 5d 7s 8h Kd] Low hand (A 3 4 5 7 ).Bets: 2.57. Collects: {low}. Wins: {ann}.
*Player bob shows: Three of a kind. 9s [Kc Ks 2s 9h 9c 9d 2h]. Bets: 2.57. Collects: {high}. Wins: {bob}.
Player cy does not show cards.Bets: 0.17. Collects: 0. Loses: 0.17.
Game ended at: 2015/3/4 5:8:9
"""

NEW = """\
Hand #500600700 - 7Stud(Fixed Limit) - $2.00/$4.00 - 2021/06/07 08:09:10 UTC
Two Rivers 8-max
Seat 1: ann ($40.00)
Seat 2: ann folds ($9.50)
Seat 4: 4th: [x] ($55.25)
Seat 5: elsewhere will be allowed to play after the button
Seat 6: out ($10.00) is sitting out
ann folds posts ante $0.50
4th: [x] posts ante $0.50
ann posts ante $0.50
*** 3rd STREET ***
Main pot $1.50 | Rake $0.00
Dealt to ann [3c]
Dealt to 4th: [x] [Kd]
Dealt to ann folds [As Ad Jh]
ann brings in $1.00
ann folds raises $2.00 to $2.00
4th: [x] has timed out
4th: [x] calls $2.00
ann calls $1.00
*** 4th STREET ***
Main pot $7.50 | Rake $0.30
Dealt to ann [3c] [3d]
Dealt to 4th: [x] [Kd] [5h]
Dealt to ann folds [As Ad Jh] [Jc]
ann folds bets $4.00
4th: [x] calls $4.00
ann raises $8.00 to $8.00
ann folds calls $3.00 and is all-in
4th: [x] said, "ann folds bets $9"
4th: [x] calls $4.00
*** 5th STREET ***
Main pot $27.35 | Rake $1.15
Side pot(1) $2.00 | Rake $0.10
Dealt to ann [3c 3d] [9h]
Dealt to 4th: [x] [Kd 5h] [Qs]
Dealt to ann folds [As Ad Jh Jc] [4s]
4th: [x] bets $4.00
ann folds
Uncalled bet ($4.00) returned to 4th: [x]
*** 6th STREET ***
Dealt to 4th: [x] [Kd 5h Qs] [2c]
Dealt to ann folds [As Ad Jh Jc 4s] [6d]
*** 7th STREET ***
Dealt to ann folds [As Ad Jh Jc 4s 6d] [7h]
*** SHOW DOWN ***
Main pot $27.55 | Rake $0.95
Side pot(1) $1.90 | Rake $0.10
4th: [x] shows [8c 8s Kd 5h Qs 2c 8h] (three of a kind, Set of Eights [8s 8h 8c Kd Qs])
ann folds mucks hand
4th: [x] collected $1.90 from side pot-1
4th: [x] collected $27.55 from main pot
*** SUMMARY ***
Total pot $29.45 | Rake $0.85 | JP Fee $0.20
Seat 1: ann folded on the 5th Street
Seat 2: ann folds mucked [As Ad Jh Jc 4s 6d 7h]
Seat 4: 4th: [x] showed [8c 8s Kd 5h Qs 2c 8h] and won $29.45 with three of a kind, Set of Eights [8s 8h 8c Kd Qs]
"""


def test_the_old_shape_settles_with_side_pot_and_fee(read_hand: Callable[[str], Read], ruling: Ruling) -> None:
    read = read_hand(OLD)
    assert not read.doubts
    verdict = ruling(read.document)
    assert verdict["status"] == "settled", verdict["violations"]
    assert [pot["amount"] for pot in verdict["pots"]] == [1260, 200]
    assert sum(read.document["rake"]) == 90
    assert {seat["seat"]: seat["won"] for seat in verdict["seats"]} == {2: 785, 3: 585, 7: 0}


def test_street_names_of_the_old_shape_are_one_behind(read_hand: Callable[[str], Read]) -> None:
    deals = [event for event in read_hand(OLD).document["events"] if event["type"] == "deal"]
    assert deals[0] == {"type": "deal", "seat": 2, "down": ["Ac", "3d"], "up": ["4c"]}
    assert deals[2] == {"type": "deal", "seat": 7, "down": ["??", "??"], "up": ["Th"]}
    assert deals[-1] == {"type": "deal", "seat": 7, "down": ["??"]}
    assert len(deals) == 15


def test_figures_of_the_old_shape_are_chips_added(read_hand: Callable[[str], Read]) -> None:
    totals = [event["to"] for event in read_hand(OLD).document["events"] if "to" in event]
    assert totals == [25, 50, 100, 100, 100, 50, 50, 50, 100, 100, 200, 200, 200, 60, 60, 60, 100, 100]


def test_names_of_the_old_shape_may_hold_its_words(read_hand: Callable[[str], Read]) -> None:
    document = read_hand(OLD).document
    assert [seat["player"] for seat in document["seats"]] == ["ann (nine)", "bo wait BB", "cy"]
    assert document["seats"][2]["stack"] == 125050
    assert document["table"] == "(JP) Opal (B) - 3"
    assert document["played_at"] == "2015-03-04T05:06:07+00:00"


def test_the_jackpot_fee_is_kept_beside_the_rake(read_hand: Callable[[str], Read]) -> None:
    assert read_hand(OLD).document["meta"]["fees"] == {"JP fee": "0.20"}
    assert read_hand(NEW).document["meta"]["fees"] == {"JP Fee": "0.20"}


@pytest.mark.parametrize(
    ("figures", "rules", "won"),
    [
        ({"low": "2.61", "ann": "0.04", "high": "2.60", "bob": "0.03"}, {"odd_chip_between_halves": "low"}, (261, 260)),
        ({"low": "2.60", "ann": "0.03", "high": "2.61", "bob": "0.04"}, {}, (260, 261)),
    ],
)
def test_the_odd_cent_goes_to_the_half_that_the_list_at_the_end_gives_it(
    read_hand: Callable[[str], Read],
    ruling: Ruling,
    figures: dict[str, str],
    rules: dict[str, str],
    won: tuple[int, int],
) -> None:
    read = read_hand(HALVES.format(**figures))
    assert not read.doubts
    assert read.document.get("rules", {}) == rules
    verdict = ruling(read.document)
    assert verdict["status"] == "settled", verdict["violations"]
    assert {seat["seat"]: seat["won"] for seat in verdict["seats"]} == {2: won[0], 3: won[1], 7: 0}


def test_halves_further_apart_than_a_cent_are_no_house_rule(read_hand: Callable[[str], Read], ruling: Ruling) -> None:
    document = read_hand(HALVES.format(low="2.62", ann="0.05", high="2.59", bob="0.02")).document
    assert "rules" not in document
    assert "outcome-differs" in {warning["code"] for warning in ruling(document)["warnings"]}


def test_a_bet_that_the_list_at_the_end_tells_otherwise_is_doubted(read_hand: Callable[[str], Read]) -> None:
    text = OLD.replace("Bets: 4.20. Collects: 5.85. Wins: 1.65", "Bets: 4.10. Collects: 5.85. Wins: 1.75")
    assert read_hand(text).doubts == ("bo wait BB is said to have bet 4.10, its acts make 4.20",)


def test_a_disconnected_all_in_is_for_all_that_the_seat_has(read_hand: Callable[[str], Read]) -> None:
    assert read_hand(OLD.replace("allin (0.60)", "allin")).document["events"] == read_hand(OLD).document["events"]


def test_tournaments_and_play_money_are_counted_in_chips(read_hand: Callable[[str], Read]) -> None:
    for table in ("$2.20 Turbo Heads-up, Table 7", "PM Wichita"):
        document = read_hand(OLD.replace("(JP) Opal (B) - 3", table)).document
        assert document["currency"] == "chips"


def test_the_new_shape_settles_with_a_rake_for_each_pot(read_hand: Callable[[str], Read], ruling: Ruling) -> None:
    read = read_hand(NEW)
    assert not read.doubts
    assert read.document["rake"] == [95, 10]
    verdict = ruling(read.document)
    assert verdict["status"] == "settled", verdict["violations"]
    assert [(pot["amount"], pot["rake"]) for pot in verdict["pots"]] == [(2850, 95), (200, 10)]
    assert {seat["seat"]: seat["won"] for seat in verdict["seats"]} == {1: 0, 2: 0, 4: 2945}
    assert verdict["returned"] == {"4": 400}


def test_raises_of_the_new_shape_state_the_total_and_calls_what_is_added(read_hand: Callable[[str], Read]) -> None:
    events = read_hand(NEW).document["events"]
    assert [event["to"] for event in events if "to" in event] == [100, 200, 200, 200, 400, 400, 800, 700, 800, 400]


def test_cards_that_the_new_shape_does_not_print_are_unseen(read_hand: Callable[[str], Read]) -> None:
    deals = [event for event in read_hand(NEW).document["events"] if event["type"] == "deal"]
    assert deals[0] == {"type": "deal", "seat": 1, "down": ["??", "??"], "up": ["3c"]}
    assert deals[-2:] == [
        {"type": "deal", "seat": 2, "down": ["7h"]}, {"type": "deal", "seat": 4, "down": ["??"]}
    ]  # fmt: skip


def test_a_pot_without_showdown_may_be_told_by_the_summary_alone(read_hand: Callable[[str], Read]) -> None:
    head = NEW[: NEW.index("ann folds raises")]
    read = read_hand(
        head + "ann folds folds\n4th: [x] folds\nann does not show\n*** SUMMARY ***\nTotal pot $1.50\n"
        "Seat 1: ann did not show and won $1.50\nSeat 2: ann folds folded on the 3rd Street and did not bet\n"
    )
    assert read.document["outcome"] == {"won": {"1": 150}}


def test_the_hand_number_of_a_tournament(read_hand: Callable[[str], Read]) -> None:
    text = NEW.replace("$", "").replace(
        "Hand #500600700 - 7Stud(Fixed Limit) - 2.00/4.00 - ",
        "Game Hand #500600701 - Tournament #77 - 7Stud(Fixed Limit) - Level 3 (2.00/4.00)- ",
    ).replace("Two Rivers 8-max", "Table '4' 8-max Seat #4 is the button")  # fmt: skip
    document = read_hand(text).document
    assert document["meta"]["tournament"] == "77"
    assert document["currency"] == "chips"
    assert document["table"] == "4"
    assert [seat["seat"] for seat in document["seats"]] == [1, 2, 4]


def test_other_games_of_both_shapes_are_skipped_by_name(results: Callable[[str], list[Result]]) -> None:
    old = "Game started at: 2014/3/8 22:1:43\nGame ID: 1 2/4 Gabilite (JP) - CAP (Hold'em)\nSeat 4 is the button\n\n"
    new = "Hand #2 - Omaha H/L(Pot Limit) - $0.10/$0.25 - 2020/01/01 00:00:00 UTC\nElsewhere 6-max\n\n"
    found = results(old + NEW + "\n" + new + OLD)
    assert [type(result) for result in found] == [Skipped, Read, Skipped, Read]
    assert [result.game for result in found if isinstance(result, Skipped)] == ["Hold'em", "Omaha H/L"]


def test_unknown_lines_are_reported(unread_hand: Callable[[str], Unread]) -> None:
    failure = unread_hand(NEW.replace("ann folds\n", "ann ponders\n"))
    assert failure.reason == 'the line "ann ponders" is not understood'
    assert unread_hand(OLD.replace("Player bo wait BB is timed out.", "Player bo wait BB is dancing.")).line == 23
