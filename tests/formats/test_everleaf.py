"""The Everleaf network, on hands made up for these tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from studbook.formats.common import Read, Result, Skipped, Unread

Ruling = Callable[[dict[str, Any]], dict[str, Any]]

# No cards are printed but those shown; "al: bets" is a name, and "al" another.
HAND = """\
Everleaf Gaming Game #300400500
***** Hand history for game #300400500 *****
€0.50/€1.00 7 Card Stud - 2009/10/11 - 12:13:14
Table Low Harbour 3
Total number of players: 4
Seat 1: al (  € 9.00 EUR )
Seat 2: al: bets (  € 2.05 EUR )
Seat 4: cy (  € 30.00 EUR new player)
Seat 5: dot (  € 5.00 EUR )
al: posts ante [€ 0.05 EUR]
al: bets: posts ante [€ 0.05 EUR]
cy: posts ante [€ 0.05 EUR]
dot: is sitting out
** Dealing down cards **
al posts bring-in €0.25.
al: bets completes to €0.50.
cy: raises [€ 1.00 EUR]
al folds
al: bets calls [€ 0.50 EUR]
**** dealing 4th street ****
cy: bets [€ 0.50 EUR]
al: bets calls [€ 0.50 EUR]
**** dealing 5th street ****
cy: bets [€ 1.00 EUR]
al: bets calls [€ 0.50 EUR]
**** dealing 6th street ****
**** dealing river ****
al: bets shows [ 5d, 8d, Kd, 7d, 9d, Jh, Qc ] a flush, king high
cy does not show cards
al: bets wins € 4.20 EUR from main pot with a flush, king high [ Kd, 9d, 8d, 7d, 5d ]
"""


def test_a_win_over_a_hand_not_seen_is_taken_as_given(read_hand: Callable[[str], Read], ruling: Ruling) -> None:
    read = read_hand(HAND)
    assert not read.doubts
    assert read.document["rake"] == [20]
    verdict = ruling(read.document)
    assert verdict["status"] == "settled", verdict["violations"]
    assert verdict["returned"] == {"4": 50}
    assert {seat["seat"]: seat["won"] for seat in verdict["seats"]} == {1: 0, 2: 420, 4: 0}
    assert "taken-as-given" in {warning["code"] for warning in verdict["warnings"]}


def test_what_the_reader_worked_out_is_named(read_hand: Callable[[str], Read]) -> None:
    read = read_hand(HAND)
    assert read.document["meta"]["inferred"] == ["played_at", "seats", "rake"]
    assert read.document["currency"] == "EUR"
    assert read.document["played_at"] == "2009-10-11T12:13:14+00:00"


def test_a_completion_states_the_total_and_a_raise_what_is_added(read_hand: Callable[[str], Read]) -> None:
    events = read_hand(HAND).document["events"]
    assert [(event["type"], event["seat"], event["to"]) for event in events if "to" in event] == [
        ("bring-in", 1, 25), ("complete", 2, 50), ("raise", 4, 100), ("call", 2, 100),
        ("bet", 4, 50), ("call", 2, 50), ("bet", 4, 100), ("call", 2, 50),
    ]  # fmt: skip


def test_names_with_a_colon_and_a_verb_are_told_apart(read_hand: Callable[[str], Read]) -> None:
    document = read_hand(HAND).document
    assert [seat["player"] for seat in document["seats"]] == ["al", "al: bets", "cy"]
    assert [event for event in document["events"] if event["type"] == "fold"] == [{"type": "fold", "seat": 1}]


def test_unseen_cards_are_dealt_to_every_live_seat(read_hand: Callable[[str], Read]) -> None:
    deals = [event for event in read_hand(HAND).document["events"] if event["type"] == "deal"]
    assert [deal["seat"] for deal in deals] == [1, 2, 4, 2, 4, 2, 4, 2, 4, 2, 4]
    assert deals[-1] == {"type": "deal", "seat": 4, "down": ["??"]}


def test_cards_that_are_printed_are_dealt(read_hand: Callable[[str], Read], ruling: Ruling) -> None:
    text = HAND.replace(
        "** Dealing down cards **\n",
        "** Dealing down cards **\nDealt to al: bets [ 5d, 8d, Kd ]\nDealt to al [ 3c ]\nDealt to cy [ -, -, Ah ]\n",
    ).replace("4th street ****\n", "4th street ****\nDealt to al: bets [ 7d ]\nDealt to cy [ Ac ]\n")
    document = read_hand(text).document
    deals = [event for event in document["events"] if event["type"] == "deal"]
    assert deals[:3] == [
        {"type": "deal", "seat": 1, "down": ["??", "??"], "up": ["3c"]},
        {"type": "deal", "seat": 2, "down": ["5d", "8d"], "up": ["Kd"]},
        {"type": "deal", "seat": 4, "down": ["??", "??"], "up": ["Ah"]},
    ]
    assert ruling(document)["status"] == "settled"


def test_the_line_of_a_deal_may_end_in_a_full_stop(read_hand: Callable[[str], Read]) -> None:
    dealt = "** Dealing down cards **\nDealt to al: bets [ 5d, 8d, Kd ]{}\nDealt to al [ 3c ]{}\n"
    with_stop, without = (HAND.replace("** Dealing down cards **\n", dealt.replace("{}", end)) for end in (".", ""))
    assert read_hand(with_stop).document == read_hand(without).document
    assert {"type": "deal", "seat": 1, "down": ["??", "??"], "up": ["3c"]} in read_hand(with_stop).document["events"]


def test_a_last_bet_that_nobody_called_is_not_in_the_win(read_hand: Callable[[str], Read], ruling: Ruling) -> None:
    text = HAND[: HAND.index("al: bets calls [€ 0.50 EUR]\n**** dealing 4th")]
    text += "al: bets folds\ncy does not show cards\ncy wins € 1.35 EUR from main pot\n"
    document = read_hand(text).document
    assert document["outcome"] == {"won": {"4": 140 - 5}}
    assert ruling(document)["returned"] == {"4": 50}


@pytest.mark.parametrize(
    "words", ["wins (  € 4.20 EUR ) high", "wins high (€ 4.20 EUR)", "wins € 4.20 EUR from main pot", "wins  €4.20"]
)
def test_the_wordings_of_a_win(read_hand: Callable[[str], Read], words: str) -> None:
    text = HAND[: HAND.index("al: bets wins")] + f"al: bets {words}\n"
    assert read_hand(text).document["outcome"] == {"won": {"2": 420}}


def test_other_games_are_skipped_by_name(results: Callable[[str], list[Result]]) -> None:
    other = (
        "Everleaf Gaming Game #1\n***** Hand history for game #1 *****\n"
        "Blinds $0.50/$1 PL Omaha - 2008/12/07 - 21:59:48\nTable Elm\n\n\n\n"
    )
    found = results(other + HAND + "\n\n" + other.replace("#1", "#2"))
    assert [type(result) for result in found] == [Skipped, Read, Skipped]
    assert isinstance(found[0], Skipped)
    assert (found[0].game, found[0].hand_no) == ("Omaha", "1")


def test_talk_is_passed_over_and_unknown_acts_are_not(
    read_hand: Callable[[str], Read], unread_hand: Callable[[str], Unread]
) -> None:
    assert read_hand(HAND.replace("al folds\n", "cy: good luck\nal folds\n")).document == read_hand(HAND).document
    failure = unread_hand(HAND.replace("cy: raises [€ 1.00 EUR]", "cy: straddles [€ 1.00 EUR]"))
    assert failure.reason == 'the line "cy: straddles [€ 1.00 EUR]" is not understood'
    assert failure.line == 17


def test_a_hand_cut_off_does_not_count_the_pot_as_rake(unread_hand: Callable[[str], Unread]) -> None:
    assert unread_hand(HAND[: HAND.index("al: bets wins")]).reason == "the text does not say who won"
