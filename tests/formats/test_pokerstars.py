"""PokerStars texts, written for these tests in the room's wording."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from studbook.formats.common import Read, Result, Skipped, Unread

# Names that try to be lines: a colon and a verb, brackets, a leading digit, a verb at the end.
HAND = """\
PokerStars Hand #1001:  7 Card Stud Limit ($1/$2 USD) - 2024/03/05 21:15:00 CET [2024/03/05 15:15:00 ET]
Table 'The Test's Own' 8-max
Seat 1: Al ($50 in chips)
Seat 2: Al: folds ($40.10 in chips)
Seat 5: 7. [of 9] ($3.30 in chips)
Seat 8: Eve shows ($120 in chips) is sitting out
Al: posts the ante $0.10
Al: folds: posts the ante $0.10
7. [of 9]: posts the ante $0.10
*** 3rd STREET ***
Dealt to Al [Kh]
Dealt to Al: folds [2c]
Dealt to 7. [of 9] [9c 9s 9d]
Al: folds: brings in for $0.50
7. [of 9]: raises $0.50 to $1
Al: calls $1
Al: folds: folds
*** 4th STREET ***
Dealt to Al [Kh] [Qd]
Dealt to 7. [of 9] [9c 9s 9d] [2h]
Al: checks
7. [of 9]: bets $1
Al said, "7. [of 9]: folds"
Al: raises $1 to $2
7. [of 9]: calls $1
*** 5th STREET ***
Dealt to Al [Kh Qd] [Kd]
Dealt to 7. [of 9] [9c 9s 9d 2h] [5c]
Somebody Else joins the table at seat #4
Al: bets $2
7. [of 9]: calls $0.20 and is all-in
Uncalled bet ($1.80) returned to Al
*** 6th STREET ***
Dealt to Al [Kh Qd Kd] [4s]
Dealt to 7. [of 9] [9c 9s 9d 2h 5c] [7d]
*** RIVER ***
Dealt to 7. [of 9] [9c 9s 9d 2h 5c 7d] [3s]
*** SHOW DOWN ***
Al: shows [Jc Tc Kh Qd Kd 4s 8h] (a pair of Kings)
7. [of 9]: shows [9c 9s 9d 2h 5c 7d 3s] (three of a kind, Nines)
7. [of 9] collected $6.90 from pot
*** SUMMARY ***
Total pot $7.20 | Rake $0.30
Seat 1: Al showed [Jc Tc Kh Qd Kd 4s 8h] and lost with a pair of Kings
Seat 2: Al: folds folded on the 3rd Street
Seat 5: 7. [of 9] showed [9c 9s 9d 2h 5c 7d 3s] and won ($6.90) with three of a kind, Nines
"""

TOURNAMENT = """\
PokerStars Hand #1002: Tournament #77, $5.00+$0.50 USD HORSE (Razz Limit) - Level IV (40/80) - 2019/07/04 1:02:03 ET
Table '77 3' 8-max
Seat 3: north (900 in chips)
Seat 6: south (1100 in chips)
north: posts the ante 8
south: posts the ante 8
*** 3rd STREET ***
Dealt to north [5d]
Dealt to south [2c 3c Qh]
south: brings in for 12
north: folds
Uncalled bet (12) returned to south
south collected 16 from pot
south: doesn't show hand
*** SUMMARY ***
Total pot 16 | Rake 0
Seat 3: north folded on the 3rd Street (didn't bet)
Seat 6: south collected (16)
"""

ReadHand = Callable[[str], Read]
UnreadHand = Callable[[str], Unread]
Ruling = Callable[[dict[str, Any]], dict[str, Any]]


def test_a_hand_becomes_a_record_in_cents(read_hand: ReadHand) -> None:
    document = read_hand(HAND).document
    assert document["game"] == "seven-card-stud"
    assert document["ref"] == "pokerstars:1001"
    assert document["table"] == "The Test's Own"
    assert document["played_at"] == "2024-03-05T21:15:00+01:00"
    assert (document["currency"], document["decimals"]) == ("USD", 2)
    assert document["stakes"] == {
        "structure": "fixed-limit", "small_bet": 100, "big_bet": 200, "bring_in": 50, "ante": 10
    }  # fmt: skip
    assert document["rake"] == [30]
    assert document["outcome"] == {"won": {"5": 690}}


def test_names_that_look_like_lines_are_kept_whole(read_hand: ReadHand) -> None:
    seats = read_hand(HAND).document["seats"]
    assert [(seat["seat"], seat["player"], seat["stack"]) for seat in seats] == [
        (1, "Al", 5000), (2, "Al: folds", 4010), (5, "7. [of 9]", 330)
    ]  # fmt: skip


def test_calls_are_chips_added_and_raises_are_totals(read_hand: ReadHand) -> None:
    events = read_hand(HAND).document["events"]
    acts = [(event["type"], event["seat"], event.get("to")) for event in events if event["type"] != "deal"]
    assert acts == [
        ("bring-in", 2, 50), ("complete", 5, 100), ("call", 1, 100), ("fold", 2, None),
        ("check", 1, None), ("bet", 5, 100), ("raise", 1, 200), ("call", 5, 200),
        ("bet", 1, 200), ("call", 5, 20),
        ("show", 1, None), ("show", 5, None),
    ]  # fmt: skip


def test_the_deal_holds_what_the_text_deals_and_the_rest_is_unseen(read_hand: ReadHand) -> None:
    deals = [event for event in read_hand(HAND).document["events"] if event["type"] == "deal"]
    assert deals[0] == {"type": "deal", "seat": 1, "down": ["??", "??"], "up": ["Kh"]}
    assert deals[2] == {"type": "deal", "seat": 5, "down": ["9c", "9s"], "up": ["9d"]}
    assert deals[-2:] == [{"type": "deal", "seat": 1, "down": ["??"]}, {"type": "deal", "seat": 5, "down": ["3s"]}]


def test_the_referee_pays_what_the_room_paid(read_hand: ReadHand, ruling: Ruling) -> None:
    verdict = ruling(read_hand(HAND).document)
    assert verdict["status"] == "settled"
    assert {seat["player"]: seat["net"] for seat in verdict["seats"]} == {
        "Al": -330,
        "Al: folds": -60,
        "7. [of 9]": 360,
    }


def test_a_tournament_counts_chips_and_keeps_its_number(read_hand: ReadHand, ruling: Ruling) -> None:
    document = read_hand(TOURNAMENT).document
    assert (document["game"], document["currency"], document["decimals"]) == ("razz", "chips", 0)
    assert document["meta"]["tournament"] == "77"
    assert document["played_at"] == "2019-07-04T01:02:03-04:00"
    verdict = ruling(document)
    assert verdict["returned"] == {"6": 12}
    assert [award["amount"] for award in verdict["pots"][0]["awards"]] == [16]


def test_a_header_in_capitals_is_the_same_hand(read_hand: ReadHand) -> None:
    first, _, rest = TOURNAMENT.partition("\n")
    first = first.upper().replace("POKERSTARS HAND", "PokerStars Game")
    document = read_hand(f"{first}\n{rest}").document
    assert (document["game"], document["stakes"]["small_bet"]) == ("razz", 40)


@pytest.mark.parametrize(
    ("title", "game", "currency"),
    [
        ("Game #9:  Razz Limit ($1/$2) - 2008/01/02 - 10:11:12 (ET)", "razz", "USD"),
        ("Hand #9:  HORSE (7 Card Stud Hi/Lo Limit, €1/€2 EUR) - 2012/01/02 10:11:12 ET", "stud-hi-lo-8", "EUR"),
        ("Home Game Hand #9: {7 Card Stud Limit Club} Razz Limit (1/2) - 2012/01/02 10:11:12 ET", "razz", "chips"),
        ("Zoom Hand #9:  7 Card Stud Limit (£1/£2 GBP) - 2012/01/02 10:11:12 ET", "seven-card-stud", "GBP"),
    ],
)
def test_headers_of_cash_home_and_mixed_games(title: str, game: str, currency: str, read_hand: ReadHand) -> None:
    _, _, rest = HAND.partition("\n")
    document = read_hand(f"PokerStars {title}\n{rest}").document
    assert (document["game"], document["currency"]) == (game, currency)
    assert document["played_at"]


def test_hands_of_other_games_are_skipped_and_named(results: Callable[[str], list[Result]]) -> None:
    other = HAND.replace("7 Card Stud Limit", "Hold'em No Limit").replace("#1001", "#1003")
    mixed = TOURNAMENT.replace("HORSE (Razz Limit)", "8-Game (Omaha Hi/Lo Limit)")
    found = results(f"{other}\n\n{HAND}\n\n{mixed}\n")
    assert [type(result) for result in found] == [Skipped, Read, Skipped]
    assert [result.game for result in found if isinstance(result, Skipped)] == ["Hold'em", "Omaha Hi/Lo"]


def test_an_unknown_line_costs_its_hand_and_is_quoted(results: Callable[[str], list[Result]]) -> None:
    broken = HAND.replace("Al: checks\n", "Al: checks\nAl: juggles\n")
    found = results(f"{broken}\n\n\n{TOURNAMENT}")
    assert isinstance(found[0], Unread)
    assert (found[0].line, found[0].hand_no) == (22, "1001")
    assert '"Al: juggles" is not understood' in found[0].reason
    assert isinstance(found[1], Read)
    assert found[1].line == HAND.count("\n") + 5


@pytest.mark.parametrize(
    "line",
    [
        "Al has timed out",
        "Al has timed out while disconnected",
        "Somebody Else leaves the table",
        "Al is disconnected",
        "Al is connected",
        "Al has returned",
        "Al: is sitting out",
        "Al will be allowed to play after the button",
        "Somebody Else was removed from the table for failing to post",
        'Somebody Else said, "he said, "Al: folds""',
        "Betting is capped",
        "Pair on board - a double bet is allowed",
        "north finished the tournament in 12th place and received $3.50.",
        "Al wins the $2 bounty for eliminating Somebody Else",
        "Somebody Else re-buys and receives 1500 chips for $5",
    ],
)
def test_who_comes_and_goes_is_passed_over_by_knowing_it(line: str, read_hand: ReadHand) -> None:
    with_line = HAND.replace("Al: checks\n", f"Al: checks\n{line}\n")
    assert read_hand(with_line).document == read_hand(HAND).document


def test_a_hand_cut_in_the_middle_is_no_hand(unread_hand: UnreadHand) -> None:
    cut = HAND[: HAND.index("*** SHOW DOWN")]
    assert "ends before the total" in unread_hand(cut).reason


def test_a_street_that_is_missing_is_missed(unread_hand: UnreadHand) -> None:
    failure = unread_hand(HAND.replace("*** 5th STREET ***\n", ""))
    assert "follows where street 5 was due" in failure.reason or "not understood" in failure.reason


def test_cards_that_change_between_two_streets_are_refused(unread_hand: UnreadHand) -> None:
    failure = unread_hand(HAND.replace("Dealt to Al [Kh Qd Kd] [4s]", "Dealt to Al [Kh Qs Kd] [4s]"))
    assert "'Al' is listed with Kh Qs Kd; known before were Kd Kh Qd" in failure.reason


def test_a_cancelled_hand_says_so(unread_hand: UnreadHand) -> None:
    cancelled = HAND[: HAND.index("*** 3rd")] + "Hand cancelled\n*** SUMMARY ***\nSeat 1: Al collected ($0)\n"
    assert unread_hand(cancelled).reason == "the room cancelled the hand"


def test_figures_that_do_not_add_up_are_said(read_hand: ReadHand) -> None:
    read = read_hand(HAND.replace("Total pot $7.20", "Total pot $7.30"))
    assert read.doubts == ("the total pot is said to be 7.30, the chips put in make 7.20",)


def test_a_mucked_hand_gives_up_its_claim_though_the_summary_knows_its_cards(
    read_hand: ReadHand, ruling: Ruling
) -> None:
    text = HAND.replace("Al: shows [Jc Tc Kh Qd Kd 4s 8h] (a pair of Kings)", "Al: mucks hand").replace(
        "Al showed [Jc Tc Kh Qd Kd 4s 8h] and lost with a pair of Kings", "Al mucked [Jc Tc Kh Qd Kd 4s 8h]"
    )
    document = read_hand(text).document
    assert {"type": "muck", "seat": 1} in document["events"]
    assert {"type": "deal", "seat": 1, "down": ["Jc", "Tc"], "up": ["Kh"]} in document["events"]
    assert {seat["seat"]: seat["outcome"] for seat in ruling(document)["seats"]} == {1: "mucked", 2: "folded", 5: "won"}


def test_the_room_names_side_pots_and_the_rake_is_told_from_them(read_hand: ReadHand, ruling: Ruling) -> None:
    text = """\
PokerStars Game #1004:  7 Card Stud Limit (10/20) - 2015/10/11 12:13:14 ET
Table 'Alcor' 8-max (Play Money)
Seat 1: one (21 in chips)
Seat 2: two (200 in chips)
Seat 3: three (200 in chips)
one: posts the ante 1
two: posts the ante 1
three: posts the ante 1
*** 3rd STREET ***
Dealt to one [2s]
Dealt to two [Ah]
Dealt to three [Jd]
one: brings in for 5
two: raises 5 to 10
three: calls 10
one: calls 5
*** 4th STREET ***
Dealt to one [2s] [2d]
Dealt to two [Ah] [Kc]
Dealt to three [Jd] [8d]
one: bets 10 and is all-in
two: calls 10
three: calls 10
*** 5th STREET ***
Dealt to one [2s 2d] [7c]
Dealt to two [Ah Kc] [Ad]
Dealt to three [Jd 8d] [4d]
two: bets 20
three: calls 20
*** 6th STREET ***
Dealt to one [2s 2d 7c] [9c]
Dealt to two [Ah Kc Ad] [3h]
Dealt to three [Jd 8d 4d] [6h]
two: checks
three: checks
*** RIVER ***
two: checks
three: checks
*** SHOW DOWN ***
two: shows [Qc Tc Ah Kc Ad 3h 5s] (a pair of Aces)
three: mucks hand
two collected 39 from side pot
one: shows [2h 9s 2s 2d 7c 9c 3c] (a full house, Deuces full of Nines)
one collected 61 from main pot
*** SUMMARY ***
Total pot 103 Main pot 61. Side pot 39. | Rake 3
Seat 1: one showed [2h 9s 2s 2d 7c 9c 3c] and won (61) with a full house, Deuces full of Nines
Seat 2: two showed [Qc Tc Ah Kc Ad 3h 5s] and won (39) with a pair of Aces
Seat 3: three mucked [5h 5d Jd 8d 4d 6h Td]
"""
    document = read_hand(text).document
    assert document["rake"] == [2, 1]
    verdict = ruling(document)
    assert verdict["status"] == "settled", verdict["violations"]
    assert [pot["amount"] for pot in verdict["pots"]] == [63, 40]
    assert {seat["seat"]: seat["won"] for seat in verdict["seats"]} == {1: 61, 2: 39, 3: 0}


def test_a_common_card_stands_behind_the_river(read_hand: ReadHand) -> None:
    text = HAND.replace("*** RIVER ***\nDealt to 7. [of 9] [9c 9s 9d 2h 5c 7d] [3s]\n", "*** RIVER *** [3s]\n").replace(
        "Total pot $7.20 | Rake $0.30\n", "Total pot $7.20 | Rake $0.30\nBoard [3s]\n"
    )
    events = read_hand(text).document["events"]
    assert {"type": "community", "card": "3s"} in events
    assert sum(1 for event in events if event["type"] == "deal") == 9


def test_counters_of_a_mailed_archive_stand_between_hands(results: Callable[[str], list[Result]]) -> None:
    found = results(f"*********** # 1 **************\n{HAND}\n\n*********** # 2 **************\n{TOURNAMENT}")
    assert [type(result) for result in found] == [Read, Read]
