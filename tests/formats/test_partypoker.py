"""PartyPoker, on hands made up for these tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from studbook.formats.common import Read, Result, Skipped, Unread

Ruling = Callable[[dict[str, Any]], dict[str, Any]]

# "al raises" is all-in on fourth street; what "bo." put in on fifth was never called.
HAND = """\
#Game No : 7001002003
***** Hand History for Game 7001002003 *****
$1/$2 USD FL 7 Card Stud - Saturday, July 05, 21:22:23 CEST 2008
Table Table  99887 (No DP) (Real Money)
Seat 4 is the button
Total number of players : 5/8
Seat 6: bo. ( $40 USD )
Seat 2: al raises ( $3.10 USD )
Seat 4: cy ( $1,031.05 USD )
Seat 8: dot ( $12 USD )
Seat 1: eve ( $7 USD )
dot is sitting out
bo. posts ante [$0.10 USD]
al raises posts ante [$0.10 USD]
cy posts ante [$0.10 USD]
** Dealing **
Dealt to bo. [  As Ad Jh ]
al raises opens
al raises bring-ins [$0.50 USD]
cy folds
bo. completes [$1 USD]
eve has left the table.
al raises raises [$1.50 USD]
bo. will be using their time bank for this hand.
bo. calls [$1 USD]
** Dealing Fourth street **
Dealt to bo. [  5h ]
bo. opens
cy: folds [sigh]
bo. bets [$1 USD]
al raises is all-In  [$1 USD]
** Dealing Fifth street **
Dealt to bo. [  4s ]
** Dealing Sixth street **
Dealt to bo. [  6d ]
** Dealing River **
Dealt to bo. [  Kd ]
al raises shows [ 2c, 2d, 8c, 2h, 9s, Tc, Jc ]three of a kind, Twos.
bo. doesn't show [ As, Ad, Jh, 5h, 4s, 6d, Kd ]a pair of Aces.
al raises wins $5.90 USD from the main pot with three of a kind, Twos.
frank has joined the table.
"""
NO_LOW = "There was no qualifying low hand"


def test_the_pot_less_the_win_is_the_rake(read_hand: Callable[[str], Read], ruling: Ruling) -> None:
    read = read_hand(HAND)
    assert not read.doubts
    assert read.document["rake"] == [40]
    assert "rake" in read.inferred
    verdict = ruling(read.document)
    assert verdict["status"] == "settled", verdict["violations"]
    assert {seat["seat"]: seat["won"] for seat in verdict["seats"]} == {6: 0, 2: 590, 4: 0}


def test_completions_and_raises_are_chips_added(read_hand: Callable[[str], Read]) -> None:
    assert [event["to"] for event in read_hand(HAND).document["events"] if "to" in event] == [
        50, 100, 200, 200, 100, 100
    ]  # fmt: skip


def test_who_posted_no_ante_was_not_dealt_in_and_the_button_tells_the_order(read_hand: Callable[[str], Read]) -> None:
    document = read_hand(HAND).document
    assert [(seat["seat"], seat["player"], seat["stack"]) for seat in document["seats"]] == [
        (6, "bo.", 4000), (2, "al raises", 310), (4, "cy", 103105)
    ]  # fmt: skip


def test_only_the_heros_cards_are_known_before_the_showdown(read_hand: Callable[[str], Read]) -> None:
    events = read_hand(HAND).document["events"]
    assert events[:3] == [
        {"type": "deal", "seat": 6, "down": ["As", "Ad"], "up": ["Jh"]},
        {"type": "deal", "seat": 2, "down": ["??", "??"], "up": ["??"]},
        {"type": "deal", "seat": 4, "down": ["??", "??"], "up": ["??"]},
    ]
    assert {"type": "muck", "seat": 6} in events


def test_a_win_holds_the_uncalled_bet(read_hand: Callable[[str], Read], ruling: Ruling) -> None:
    # Against a player who is all-in for less the rest is a pot of its own, won by nobody but its owner.
    text = HAND.replace("bo. bets [$1 USD]", "bo. bets [$2 USD]")
    text = text.replace("bo. doesn't", "bo. wins $1 USD from the side pot 1 with a pair of Aces.\nbo. doesn't")
    document = read_hand(text).document
    assert document["outcome"] == {"won": {"2": 590}}
    assert document["rake"] == [40]


def test_a_pot_that_nobody_contested_is_won_with_the_last_bet(read_hand: Callable[[str], Read], ruling: Ruling) -> None:
    text = HAND[: HAND.index("al raises raises")] + "al raises folds\nbo. does not show cards.\nbo. wins $1.80 USD\n"
    document = read_hand(text).document
    assert document["outcome"] == {"won": {"6": 130}}
    assert "rake" not in document
    assert ruling(document)["returned"] == {"6": 50}


def test_high_and_low_are_won_apart(read_hand: Callable[[str], Read]) -> None:
    text = HAND.replace("7 Card Stud", "7 Card Stud Hi-Lo").replace(
        "al raises wins $5.90 USD from the main pot with three of a kind, Twos.",
        "bo. shows7,6,5,4,A  for low.\nal raises wins $2.95 USD from the main pot with three of a kind, Twos.\n"
        "bo. wins Lo ($2.95 USD) from the main pot with 7,6,5,4,A.",
    )
    document = read_hand(text).document
    assert document["game"] == "stud-hi-lo-8"
    assert document["outcome"] == {"won": {"6": 295, "2": 295}}


@pytest.mark.parametrize("end", ["", "."])
def test_a_pot_without_a_low_goes_whole_to_the_high(read_hand: Callable[[str], Read], ruling: Ruling, end: str) -> None:
    text = HAND.replace("7 Card Stud", "7 Card Stud Hi-Lo")
    text = text.replace("5h", "Qh").replace("4s", "Qs").replace("Twos.\nfrank", f"Twos.\n{NO_LOW}{end}\nfrank")
    assert NO_LOW in text
    verdict = ruling(read_hand(text).document)
    assert verdict["status"] == "settled", verdict["violations"]
    assert {seat["seat"]: seat["won"] for seat in verdict["seats"]} == {6: 0, 2: 590, 4: 0}


def test_a_tournament_states_its_level_inside_the_hand(read_hand: Callable[[str], Read]) -> None:
    text = HAND.replace(" USD", "").replace("$", "").replace(
        "1/2 FL 7 Card Stud - ", "FL 7 Card Stud $5 USD Buy-in Trny:4455 Level:3 Stakes(1/2 -0.10) - "
    )  # fmt: skip
    document = read_hand(text).document
    assert document["currency"] == "chips"
    assert document["meta"]["tournament"] == "4455"
    assert "rake" not in document["meta"].get("inferred", [])


def test_hands_parted_by_nul_and_what_stands_between(results: Callable[[str], list[Result]]) -> None:
    other = (
        "#Game No : 8\n***** Hand History for Game 8 *****\n"
        "$50 USD NL Texas Hold'em - Monday, June 01, 10:00:00 EDT 2009\nTable Elm (Real Money)\n"
    )
    found = results("Game #8 starts.\n\n" + other + "\0\n\n" + HAND + " \0\0\nGame #9 starts.\n\n" + HAND)
    assert [type(result) for result in found] == [Skipped, Read, Read]
    assert isinstance(found[0], Skipped)
    assert found[0].game == "Texas Hold'em"


@pytest.mark.parametrize(
    "line",
    [
        "al raises is disconnected. We will wait for al raises to reconnect for a maximum of 14 seconds.",
        "al raises has been reconnected and has 20 seconds to act.", "bo. could not respond in time.(disconnected)",
        "bo. did not respond in time.", "Your time bank will be activated in 6 secs. If you do not want it, act now.",
        "watcher: nice hand", "bo.: cy folds", ">You have options at Table 99887 Table!.",
    ],
)  # fmt: skip
def test_talk_and_lost_connections_are_passed_over(read_hand: Callable[[str], Read], line: str) -> None:
    text = HAND.replace("bo. calls [$1 USD]", f"{line}\nbo. calls [$1 USD]")
    assert read_hand(text).document == read_hand(HAND).document


def test_a_hand_that_is_broken_off_cannot_be_read(unread_hand: Callable[[str], Unread]) -> None:
    text = HAND[: HAND.index("** Dealing Fifth")] + "Connection Lost due to some reason\n"
    assert unread_hand(text).reason == 'the hand was broken off: "Connection Lost due to some reason"'
    assert unread_hand(HAND[: HAND.index("al raises shows")]).reason == "the text does not say who won"


def test_an_unknown_line_is_reported(unread_hand: Callable[[str], Unread]) -> None:
    failure = unread_hand(HAND.replace("bo. calls [$1 USD]", "bo. sneezes [$1 USD]"))
    assert failure.reason == 'the line "bo. sneezes [$1 USD]" is not understood'
    assert failure.line == 25
