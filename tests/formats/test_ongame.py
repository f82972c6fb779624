"""The OnGame network, on hands made up for these tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from studbook.formats.common import Read, Result, Skipped, Unread

Ruling = Callable[[dict[str, Any]], dict[str, Any]]

# "al" is all-in on fourth street; "bo ($5), al" is a name.
HAND = """\
***** History for hand R5-111222333-44 *****
Start hand: Tue Jan 4 15:16:17 CET 2011
Table: Old Mill [111222333] (LIMIT SEVEN_CARD_STUD_HI_LO €1/€2, ante: €0.10, Real money)
User: al
Players in round: 4 (8)
Seat 2: al (€2.60)
Seat 5: bo (€5), al (€40)
Seat 9: cy (€31.05)
Seat 10: dot (€12)
dot sits out
bo (€5), al posts ante €0.10
al posts ante €0.10
cy posts ante €0.10
---
Dealing pocket cards
Dealing to al: [Kc, Kd, 2s]
Dealing to bo (€5), al: [-, -, 4c]
Dealing to cy: [-, -, Jh]
al small bring in €0.50
bo (€5), al folds
cy bets €1
al raises €1.50 to €2
cy calls €1
---
Dealing 4th street
Dealing to al: [3h]
Dealing to cy: [Qh]
cy bets €1
al calls €0.50 [all in]
---
Dealing 5th street
Dealing to al: [9c]
Dealing to cy: [4d]
---
Dealing 6th street
Dealing to al: [9d]
Dealing to cy: [6c]
---
Dealing river
Dealing to al: [2h]
---
Summary:
Main pot: €5.30 won by al (€5.03)
Rake taken: €0.27
Seat 2: al (€5.03), net: +€2.43, [Kc, Kd, 2s, 3h, 9c, 9d, 2h] (TWO_PAIR KING, NINE)
Seat 5: bo (€5), al (€39.90), net: -€0.10
Seat 9: cy (€28.45), net: -€2.60, [8s, 8d, Jh, Qh, 4d, 6c, 7s] (PAIR EIGHT)
***** End of hand R5-111222333-44 *****
"""


def test_pots_rake_and_nets_agree_to_the_cent(read_hand: Callable[[str], Read], ruling: Ruling) -> None:
    read = read_hand(HAND)
    assert not read.doubts
    assert read.document["currency"] == "EUR"
    assert read.document["rake"] == [27]
    verdict = ruling(read.document)
    assert verdict["status"] == "settled", verdict["violations"]
    assert verdict["returned"] == {"9": 50}
    assert {seat["seat"]: seat["net"] for seat in verdict["seats"]} == {2: 243, 5: -10, 9: -260}


def test_of_a_raise_only_the_chips_added_are_used(read_hand: Callable[[str], Read]) -> None:
    for words in ("raises €1.50 to €2", "raises €1.50 to €7.77", "raises €1.50"):
        document = read_hand(HAND.replace("raises €1.50 to €2", words)).document
        assert [event["to"] for event in document["events"] if "to" in event] == [50, 100, 200, 200, 100, 50]


def test_the_big_bring_in_opens_for_the_small_bet(read_hand: Callable[[str], Read]) -> None:
    text = HAND.replace("al small bring in €0.50", "al big bring in €1").replace(
        "cy bets €1\nal raises €1.50 to €2\ncy calls €1\n", "cy raises €2 to €2\nal calls €1\n"
    )
    document = read_hand(text).document
    assert {"type": "complete", "seat": 2, "to": 100} in document["events"]
    assert "stakes.bring_in" in document["meta"]["inferred"]


def test_an_uncalled_bet_counted_in_the_pot_is_taken_out(read_hand: Callable[[str], Read]) -> None:
    text = HAND.replace("Main pot: €5.30", "Side pot 1: €0.50 won by cy (€0.50)\nMain pot: €5.30")
    read = read_hand(text)
    assert not read.doubts
    assert read.document["outcome"] == {"won": {"2": 503}}


def test_winners_are_cut_at_names_that_are_listed(read_hand: Callable[[str], Read]) -> None:
    text = HAND.replace("won by al (€5.03)", "won by bo (€5), al (€2.52 High), al (€2.51 Low)")
    assert read_hand(text).document["outcome"] == {"won": {"5": 252, "2": 251}}


def test_a_net_that_the_acts_do_not_make_is_doubted(read_hand: Callable[[str], Read]) -> None:
    (doubt,) = read_hand(HAND.replace("(€28.45), net: -€2.60", "(€28.35), net: -€2.70")).doubts
    assert doubt.startswith("cy is said to be at 28.35 after a net of -2.70")


def test_a_seat_that_neither_won_nor_lost_has_no_net(read_hand: Callable[[str], Read]) -> None:
    read = read_hand(HAND.replace("***** End", "Seat 10: dot (€12)\n***** End"))
    assert not read.doubts
    assert read.document == read_hand(HAND).document


def test_a_net_that_is_left_out_is_none_won_or_lost(read_hand: Callable[[str], Read]) -> None:
    (doubt,) = read_hand(HAND.replace("(€28.45), net: -€2.60", "(€28.45)")).doubts
    assert doubt.startswith("cy is said to be at 28.45 after a net of 0, its acts make -2.60")


def test_a_loser_whose_cards_were_not_seen_is_taken_as_given(read_hand: Callable[[str], Read], ruling: Ruling) -> None:
    text = HAND.replace(", [8s, 8d, Jh, Qh, 4d, 6c, 7s] (PAIR EIGHT)", "")
    verdict = ruling(read_hand(text).document)
    assert verdict["status"] == "settled"
    assert "taken-as-given" in {warning["code"] for warning in verdict["warnings"]}


def test_hands_are_laid_down_from_the_last_bet_of_the_last_round(read_hand: Callable[[str], Read]) -> None:
    text = HAND.replace("al (€2.60)", "al (€20)").replace("al calls €0.50 [all in]", "al calls €1")
    text = text.replace("Dealing to al: [2h]", "Dealing to al: [2h]\nal checks\ncy bets €2\nal calls €2")
    shows = [event["seat"] for event in read_hand(text).document["events"] if event["type"] == "show"]
    assert shows == [9, 2]  # the summary lists seat 2 first


def test_a_hand_that_ends_as_another_costs_the_hand(unread_hand: Callable[[str], Unread]) -> None:
    failure = unread_hand(HAND.replace("End of hand R5-111222333-44", "End of hand R5-111222333-45"))
    assert failure.reason == "hand R5-111222333-44 ends as hand R5-111222333-45"


@pytest.mark.parametrize(
    ("zone", "offset"),
    [("CET", "+01:00"), ("GMT+0100", "+01:00"), ("GMT-0330", "-03:30"), ("EDT", "-04:00"), ("CCT", "+08:00")],
)
def test_the_time_keeps_its_offset(read_hand: Callable[[str], Read], zone: str, offset: str) -> None:
    document = read_hand(HAND.replace("CET 2011", f"{zone} 2011")).document
    assert document["played_at"] == f"2011-01-04T15:16:17{offset}"


def test_tournaments_are_counted_in_chips(read_hand: Callable[[str], Read]) -> None:
    text = HAND.replace("€", "").replace("Real money", "TC").replace(
        "History for hand R5-111222333-44",
        'History for hand R5-111222333-44 (TOURNAMENT: "Late Owl", S-9-8, buy-in: €5)',
    )  # fmt: skip
    document = read_hand(text).document
    assert document["currency"] == "chips"
    assert document["meta"]["tournament"].startswith('"Late Owl"')


def test_other_games_are_skipped_by_name(results: Callable[[str], list[Result]]) -> None:
    other = HAND.replace("LIMIT SEVEN_CARD_STUD_HI_LO", "POT_LIMIT OMAHA_HI")
    found = results(other + "\n\n" + HAND)
    assert [type(result) for result in found] == [Skipped, Read]
    assert isinstance(found[0], Skipped)
    assert (found[0].game, found[0].hand_no) == ("OMAHA_HI", "R5-111222333-44")
