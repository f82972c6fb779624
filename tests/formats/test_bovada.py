"""Bovada and its sister rooms, on hands made up for these tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from studbook.formats.common import Read, Result, Skipped, Unread

Ruling = Callable[[dict[str, Any]], dict[str, Any]]

OLD = """\
Bovada Hand #100200300: 7CARD Tournament #55 TBL#2, Fixed Limit- Level 3 (0/0) - 2012-05-06 07:08:09
Seat+1: 1,000 in chips
Seat+3 [ME]: 900 in chips
Seat+6: 800 in chips
Seat+6 : Table enter user
Seat+1 : Ante chip 4
Seat+3 [ME] : Ante chip 4
Seat+6 : Ante chip 4
*** HOLE CARDS ***
Seat+1 : Card dealt to a spot [7c 8d 2c]
Seat+3 [ME] : Card dealt to a spot [Kh Qd 9s]
Seat+6 : Card dealt to a spot [As Ad Jh]
Seat+1 : Big blind/Bring in(timeout) 10
Seat+3 [ME] : Folds(timeout)
Seat+3 [ME] : Sit out
Seat+6 : Raises 20
Seat+1 : Call 10
Seat+1 : Card dealt to a spot [2d]
Seat+6 : Card dealt to a spot [5h]
Seat+1 : Checks
Seat+6 : Bets 20
Seat+1 : Call 20
Seat+1 : Card dealt to a spot [9c]
Seat+6 : Card dealt to a spot [4s]
Seat+1 : Checks(auth)
Seat+6 : Bets 40
Seat+1 : Raises 80
Seat+6 : Call 40
Seat+1 : Card dealt to a spot [Td]
Seat+6 : Card dealt to a spot [6d]
Seat+1 : Bets 40
Seat+3 : Re-join
Seat+6 : Folds
Seat+1 : Return uncalled portion of bet 40
Seat+1 : Does not show [7c 8d 2c 2d 9c Td] (One pair)
Seat+1 : Hand Result 252
*** SUMMARY ***
Total Pot(252)
Seat 1:  252 [Does not show]
Seat 3:  Folded on the 3rd STREET
Seat 6:  Folded on the 6TH STREET
"""

CASH = """\
Ignition Hand #777: TBL#4242 7CARD HiLo Fixed Limit - 2016-01-02 03:04:05
Seat+1: $20 in chips
Seat+2 [ME]: $3.25 in chips
Seat+5: $30.50 in chips
Table deposit $5
Seat+1 : Ante chip $0.25
Seat+2 [ME] : Ante chip $0.25
Seat+5 : Ante chip $0.25
*** 3RD STREET ***
Seat+1 : Card dealt to a spot [Ac 3d 4c]
Seat+2 [ME] : Card dealt to a spot [Kc Kd 2s]
Seat+5 : Card dealt to a spot [Qh Qd Jh]
Seat+2 [ME] : Bring_in chip $0.50
Seat+5 : Raises $1 to $1
Seat+1 : Raises $2 to $2
Seat+2 [ME] : Calls $1.50
Seat+5 : Calls $1
*** 4TH STREET ***
Seat+1 : Card dealt to a spot [5d]
Seat+2 [ME] : Card dealt to a spot [3h]
Seat+5 : Card dealt to a spot [Jc]
Seat+5 : Bets $1
Seat+1 : Calls $1
Seat+2 [ME] : All-in $1
*** 5TH STREET ***
Seat+1 : Card dealt to a spot [7s]
Seat+2 [ME] : Card dealt to a spot [9c]
Seat+5 : Card dealt to a spot [4d]
Seat+5 : Bets $2
Seat+1 : Calls $2
*** 6TH STREET ***
Seat+1 : Card dealt to a spot [8h]
Seat+2 [ME] : Card dealt to a spot [9d]
Seat+5 : Card dealt to a spot [6c]
Seat+5 : Checks
Seat+1 : Checks
*** 7TH STREET ***
Seat+1 : Card dealt to a spot [Th]
Seat+2 [ME] : Card dealt to a spot [2h]
Seat+5 : Card dealt to a spot [8c]
Seat+5 : Checks
Seat+1 : Checks
Seat+5 : Showdown [Qh Qd Jh Jc 8c] (Two pair)
Seat+1 : Showdown [Ac 8h 7s 5d 3d 4c] (High Card)
Seat+2 [ME] : Showdown [Kc Kd 9c 9d 3h] (Two pair)
Seat+2 [ME] : Hand result $4.60
Seat+1 : Hand result $4.60
Seat+5 : Hand result-Side pot $2
Seat+1 : Hand result-Side pot $2
Seat+1 : Leave(Auto)
*** SUMMARY ***
Total Pot($13.75) | Rake ($0.55)
Seat+1: LO $6.60 [Ac 3d 4c 5d 7s 8h Th-7s 5d 4c 3d Ac]
Seat+2: HI $4.60  with Two pair [Kc Kd 2s 3h 9c 9d 2h-Kc Kd 9c 9d 3h]
Seat+5: HI $2  with Two pair [Qh Qd Jh Jc 4d 6c 8c-Qh Qd Jh Jc 8c]
"""


def test_a_street_begins_with_the_next_card_of_a_seat(read_hand: Callable[[str], Read], ruling: Ruling) -> None:
    document = read_hand(OLD).document
    verdict = ruling(document)
    assert verdict["status"] == "settled"
    assert verdict["returned"] == {"1": 40}
    assert {seat["seat"]: seat["won"] for seat in verdict["seats"]} == {1: 252, 3: 0, 6: 0}
    assert [event["to"] for event in document["events"] if "to" in event] == [10, 20, 20, 20, 20, 40, 80, 80, 40]


def test_players_are_their_seats_and_stakes_are_told_from_the_bets(read_hand: Callable[[str], Read]) -> None:
    read = read_hand(OLD)
    assert read.document["stakes"] == {
        "structure": "fixed-limit", "ante": 4, "bring_in": 10, "small_bet": 20, "big_bet": 40
    }  # fmt: skip
    assert [seat["player"] for seat in read.document["seats"]] == ["Seat+1", "Seat+3", "Seat+6"]
    assert read.document["currency"] == "chips"
    assert read.document["ref"] == "bovada:100200300"
    assert "stakes.small_bet" in read.inferred
    assert not read.doubts


def test_the_time_bears_no_zone_and_is_said_to_be_inferred(read_hand: Callable[[str], Read]) -> None:
    read = read_hand(OLD)
    assert read.document["played_at"] == "2012-05-06T07:08:09+00:00"
    assert "played_at" in read.inferred


def test_every_card_of_every_seat_is_dealt_open(read_hand: Callable[[str], Read]) -> None:
    deals = [event for event in read_hand(OLD).document["events"] if event["type"] == "deal"]
    assert deals[0] == {"type": "deal", "seat": 1, "down": ["7c", "8d"], "up": ["2c"]}
    assert deals[3] == {"type": "deal", "seat": 1, "up": ["2d"]}


def test_side_pots_halves_and_rake_come_out_to_the_cent(read_hand: Callable[[str], Read], ruling: Ruling) -> None:
    read = read_hand(CASH)
    assert not read.doubts
    assert read.document["rake"] == [55, 0]
    verdict = ruling(read.document)
    assert verdict["status"] == "settled"
    assert [(pot["amount"], pot["rake"]) for pot in verdict["pots"]] == [(975, 55), (400, 0)]
    assert {seat["seat"]: seat["won"] for seat in verdict["seats"]} == {1: 660, 2: 460, 5: 200}


@pytest.mark.parametrize("words", ["Double bets", "Double bet", "D bets"])
def test_a_double_bet_tells_the_small_bet(read_hand: Callable[[str], Read], words: str) -> None:
    text = OLD.replace("Seat+6 : Raises 20\nSeat+1 : Call 10\n", "Seat+6 : Call 10\n").replace(
        "Seat+1 : Checks\nSeat+6 : Bets 20\nSeat+1 : Call 20\n", f"Seat+1 : {words} 40\nSeat+6 : Folds\n"
    )
    text = text[: text.index("Seat+1 : Card dealt to a spot [9c]")] + "Seat+1 : Hand Result 32\n"
    stakes = read_hand(text).document["stakes"]
    assert (stakes["small_bet"], stakes["big_bet"]) == (20, 40)


def test_an_all_in_raise_states_the_total_or_the_chips_added(read_hand: Callable[[str], Read]) -> None:
    for words in ("All-in(raise) 100", "All-in(raise) 80", "All-in(raise) 80 to 100", "All-in(raise-timeout) 100"):
        text = OLD.replace("Seat+6: 800 in chips", "Seat+6: 144 in chips").replace(
            "Seat+1 : Raises 80\nSeat+6 : Call 40", f"Seat+1 : Raises 80\nSeat+6 : {words}\nSeat+1 : Call 20"
        )
        text = text.replace("Bets 40\nSeat+1 : Raises 80", "Bets 20\nSeat+1 : Raises 80")
        events = read_hand(text).document["events"]
        assert [event for event in events if event["type"] == "raise"][-1] == {"type": "raise", "seat": 6, "to": 100}


def test_an_all_in_for_another_figure_than_the_stack_is_refused(unread_hand: Callable[[str], Unread]) -> None:
    failure = unread_hand(CASH.replace("All-in $1\n", "All-in $0.75\n"))
    assert "Seat+2" in failure.reason
    assert failure.line == 24
    assert failure.hand_no == "777"


def test_lines_that_stand_twice_are_read_once_and_named(read_hand: Callable[[str], Read]) -> None:
    twice = "".join(line + "\n" for line in CASH.splitlines() for _ in range(1 if "Hand #" in line else 2))
    read = read_hand(twice)
    assert read.document["outcome"] == read_hand(CASH).document["outcome"]
    assert any("stand twice" in doubt for doubt in read.doubts)


def test_a_hand_that_mucks_gives_up_its_claim(read_hand: Callable[[str], Read], ruling: Ruling) -> None:
    text = CASH.replace("Seat+5 : Showdown [Qh Qd Jh Jc 8c]", "Seat+5 : Mucks [Qh Qd Jh Jc 4d 6c 8c]")
    document = read_hand(text).document
    assert {"type": "muck", "seat": 5} in document["events"]
    verdict = ruling(document)
    assert verdict["seats"][2]["outcome"] == "mucked"
    assert "outcome-differs" in {warning["code"] for warning in verdict["warnings"]}


def test_a_summary_that_pays_otherwise_than_the_results_is_doubted(read_hand: Callable[[str], Read]) -> None:
    read = read_hand(OLD.replace("Seat 1:  252", "Seat 1:  225"))
    assert read.doubts == ("the summary gives Seat+1 225, its results 252",)


def test_a_card_shown_that_was_not_dealt_costs_the_hand(unread_hand: Callable[[str], Unread]) -> None:
    failure = unread_hand(CASH.replace("Showdown [Kc Kd 9c 9d 3h]", "Showdown [Kc Ks 9c 9d 3h]"))
    assert failure.reason == "Seat+2 shows Ks, which it was not dealt"


def test_an_unknown_line_is_reported_with_its_number(unread_hand: Callable[[str], Unread]) -> None:
    failure = unread_hand(OLD.replace("Seat+6 : Table enter user", "Seat+6 : Juggles three chips"))
    assert failure.line == 5
    assert "Juggles three chips" in failure.reason


def test_other_games_are_skipped_by_the_rooms_own_name(results: Callable[[str], list[Result]]) -> None:
    other = "Bodog.com Hand #5: TBL#1 OMAHA HiLo Pot Limit - 2014-01-01 00:00:00\nSeat 1: Dealer ($5 in chips)\n\n\n"
    zone = "Bovada Hand #6 Zone Poker ID#9 HOLDEMZonePoker No Limit - 2014-01-01 00:00:00\nTable enter user\n"
    found = results(other + OLD + "\n\n" + zone)
    assert [type(result) for result in found] == [Skipped, Read, Skipped]
    assert [result.game for result in found if isinstance(result, Skipped)] == ["OMAHA HiLo", "HOLDEMZonePoker"]


def test_a_broken_hand_costs_one_hand(results: Callable[[str], list[Result]]) -> None:
    found = results(OLD.split("Seat+1 : Hand Result")[0] + "\n" + CASH)
    assert [type(result) for result in found] == [Unread, Read]
    assert isinstance(found[0], Unread)
    assert found[0].reason == "the text does not say who won"


def test_a_common_river_card_is_no_seats_card(read_hand: Callable[[str], Read]) -> None:
    head, _, tail = CASH.partition("*** 7TH STREET ***\n")
    acts = tail[tail.index("Seat+5 : Checks") :].replace("[Qh Qd Jh Jc 8c]", "[Qh Qd Jh Jc Th]")
    document = read_hand(head + "*** RIVER *** [Th]\n" + acts).document
    assert {"type": "community", "card": "Th"} in document["events"]
    assert sum(event["type"] == "deal" for event in document["events"]) == 12
