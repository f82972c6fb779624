"""Winamax texts, written for these tests in the room's wording."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from studbook.formats.common import Read, Result, Skipped, Unread

HAND = """\
Winamax Poker - CashGame - HandId: #31-41-59 - Razz fixed limit (1€/5€/10€) - 2018/03/14 15:09:26 UTC
Table: 'Tours (nord)' 6-max (real money)
Seat 1: l'été 2. (47€)
Seat 3: raises 5€ to (102.50€)
Seat 6: Hero (200€)
*** ANTE/BLINDS ***
l'été 2. posts ante 1€
raises 5€ to posts ante 1€
Hero posts ante 1€
*** 3rd STREET ***
Dealt to l'été 2. [X X Kd]
Dealt to raises 5€ to [X X 4c]
Dealt to Hero [9s Td Jh]
l'été 2. brings in 2€
raises 5€ to raises 5€ to 5€
Hero folds
l'été 2. raises 5€ to 10€
raises 5€ to calls 5€
*** 4th STREET ***
Dealt to raises 5€ to [X X 4c] [6h]
Dealt to l'été 2. [X X Kd] [2s]
raises 5€ to bets 5€
l'été 2. calls 5€
*** 5th STREET ***
Dealt to raises 5€ to [X X 4c 6h] [7d]
Dealt to l'été 2. [X X Kd 2s] [9c]
raises 5€ to bets 10€
l'été 2. folds
raises 5€ to collected 42€ from pot
*** SUMMARY ***
Total pot 42€ | Rake 1€
Seat 3: raises 5€ to won 42€
"""

ALL_IN = """\
Winamax Poker - CashGame - HandId: #31-41-60 - 7-Card Stud fixed limit (1€/5€/10€) - 2018/03/14 15:10:26 UTC
Table: 'Tours' 6-max (real money)
Seat 1: short (9€)
Seat 3: long (102.50€)
*** ANTE/BLINDS ***
short posts ante 1€
long posts ante 1€
*** 3rd STREET ***
Dealt to short [X X 3d]
Dealt to long [X X Kc]
short brings in 2€
long raises 5€ to 5€
short raises 1€ to 6€ and is all-in
long calls 3€
*** 4th STREET ***
Dealt to long [X X Kc] [6d]
Dealt to short [X X 3d] [5c]
*** 5th STREET ***
Dealt to long [X X Kc 6d] [7d]
Dealt to short [X X 3d 5c] [Js]
*** 6th STREET ***
Dealt to long [X X Kc 6d 7d] [2d]
Dealt to short [X X 3d 5c Js] [Ad]
*** 7th STREET ***
Dealt to long [X X Kc 6d 7d 2d] [X]
Dealt to short [X X 3d 5c Js Ad] [X]
*** SHOW DOWN ***
long shows [Jh 6h Kc 6d 7d 2d 9s] (One pair : 6)
short shows [4d Ac 3d 5c Js Ad Ts] (One pair : Aces)
short collected 17.50€ from pot
*** SUMMARY ***
Total pot 17.50€ | Rake 0.50€
Seat 1: short showed [4d Ac 3d 5c Js Ad Ts] and won 17.50€ with One pair : Aces
Seat 3: long showed [Jh 6h Kc 6d 7d 2d 9s] and lost with One pair : 6
"""

NO_CARDS = """\
Winamax Poker - CashGame - HandId: #31-41-61 - 7stud fixed limit (0.01/0.05/0.10) - 2018/03/14 15:11:26 UTC
Table: 'Play' 6-max (play money) Seat #4 is the button
Seat 2: two (2.05)
Seat 4: four (3.15)
Seat 5: five (1.48)
*** ANTE/BLINDS ***
two posts ante 0.01
four posts ante 0.01
five posts ante 0.01
*** THIRD ***
four bring-in 0.02
five calls 0.02
two folds
*** FOURTH ***
five bets 0.05
four folds
five collected 0.12 from pot
*** SUMMARY ***
Total pot 0.12 | No rake
Seat 5: five won 0.12
"""

ReadHand = Callable[[str], Read]
UnreadHand = Callable[[str], Unread]
Ruling = Callable[[dict[str, Any]], dict[str, Any]]


def test_a_hand_becomes_a_record_in_cents(read_hand: ReadHand) -> None:
    document = read_hand(HAND).document
    assert document["game"] == "razz"
    assert document["ref"] == "winamax:31-41-59"
    assert document["played_at"] == "2018-03-14T15:09:26+00:00"
    assert (document["currency"], document["table"]) == ("EUR", "Tours (nord)")
    assert document["stakes"] == {
        "structure": "fixed-limit", "small_bet": 500, "big_bet": 1000, "bring_in": 200, "ante": 100
    }  # fmt: skip
    assert [seat["player"] for seat in document["seats"]] == ["l'été 2.", "raises 5€ to", "Hero"]


def test_what_was_collected_includes_the_uncalled_bet(read_hand: ReadHand, ruling: Ruling) -> None:
    document = read_hand(HAND).document
    assert document["outcome"] == {"won": {"3": 3200}}
    verdict = ruling(document)
    assert verdict["status"] == "settled", verdict["violations"]
    assert verdict["returned"] == {"3": 1000}
    assert {seat["seat"]: seat["won"] for seat in verdict["seats"]} == {1: 0, 3: 3200, 6: 0}


def test_the_deal_of_later_streets_is_put_in_turn(read_hand: ReadHand) -> None:
    deals = [event["seat"] for event in read_hand(HAND).document["events"] if event["type"] == "deal"]
    assert deals == [1, 3, 6, 1, 3, 1, 3]


def test_a_raise_that_makes_a_full_bet_is_a_total(read_hand: ReadHand) -> None:
    events = read_hand(HAND).document["events"]
    assert {"type": "raise", "seat": 1, "to": 1000} in events


def test_an_all_in_raise_of_the_bring_in_seat_is_what_it_added(read_hand: ReadHand, ruling: Ruling) -> None:
    document = read_hand(ALL_IN).document
    assert {"type": "raise", "seat": 1, "to": 800} in document["events"]
    verdict = ruling(document)
    assert verdict["status"] == "settled", verdict["violations"]
    assert {seat["seat"]: seat["net"] for seat in verdict["seats"]} == {1: 850, 3: -900}


def test_a_text_without_cards_is_dealt_unseen_ones_from_the_button(read_hand: ReadHand, ruling: Ruling) -> None:
    document = read_hand(NO_CARDS).document
    assert [seat["seat"] for seat in document["seats"]] == [5, 2, 4]
    assert document["events"][0] == {"type": "deal", "seat": 5, "down": ["??", "??"], "up": ["??"]}
    assert (document["currency"], document["decimals"]) == ("chips", 2)
    verdict = ruling(document)
    assert verdict["status"] == "settled", verdict["violations"]
    assert {seat["seat"]: seat["net"] for seat in verdict["seats"]} == {5: 4, 2: -1, 4: -3}


def test_tournaments_count_thousands_with_a_letter(read_hand: ReadHand) -> None:
    text = NO_CARDS.replace(
        "CashGame - HandId: #31-41-61 - 7stud fixed limit (0.01/0.05/0.10)",
        'Tournament "Mixed (one)" buyIn: 5€ + 0.50€ level: 9 - HandId: #31-41-62 - 7stud fixed limit (0.01/0.05/0.10)',
    ).replace("Seat 2: two (2.05)", "Seat 2: two (2k)")
    document = read_hand(text).document
    assert document["seats"][1] == {"seat": 2, "player": "two", "stack": 200_000}
    assert document["meta"]["tournament"].startswith('Tournament "Mixed (one)"')


def test_hands_of_other_games_are_skipped_and_named(results: Callable[[str], list[Result]]) -> None:
    other = HAND.replace("Razz fixed limit (1€/5€/10€)", "Holdem no limit (0.50€)/(1€)")
    found = results(f"{other}\n\n{HAND}")
    assert [type(result) for result in found] == [Skipped, Read]
    assert isinstance(found[0], Skipped)
    assert found[0].game == "Holdem"


def test_an_unknown_line_is_reported(unread_hand: UnreadHand) -> None:
    failure = unread_hand(HAND.replace("Hero folds\n", "Hero hesitates\n"))
    assert (failure.line, failure.reason) == (16, 'the line "Hero hesitates" is not understood')


def test_a_total_that_was_not_collected_is_doubted(read_hand: ReadHand) -> None:
    assert read_hand(HAND.replace("Total pot 42€", "Total pot 43€")).doubts == (
        "the total pot is said to be 43, 42 were collected",
    )
