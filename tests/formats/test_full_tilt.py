"""Full Tilt texts, written for these tests in the room's wording."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from studbook.formats.common import Read, Result, Skipped, Unread

HAND = """\
Full Tilt Poker Game #2001: Table Old Mill - East (8 max) - $2/$4 Ante $0.40 - Limit Stud H/L - 21:05:06 CET - 2010/08/09 [15:05:06 ET - 2010/08/09]
Seat 1: checks ($12.40)
Seat 2: Mr. (B) folds ($40), is sitting out
Seat 4: 4th of July ($52.55)
Seat 7: Ann: Lee ($8.10)
Ann: Lee antes $0.40
checks antes $0.40
4th of July antes $0.40
*** 3RD STREET ***
Dealt to 4th of July [Ks Kd] [7h]
Dealt to Ann: Lee [3c]
Dealt to checks [Ah]
Ann: Lee is low with [3c]
Ann: Lee brings in for $0.50
checks calls $0.50
4th of July completes it to $2
Ann: Lee calls $1.50
Ann: Lee: why not
checks has 15 seconds left to act
checks folds
*** 4TH STREET ***
Dealt to 4th of July [Ks Kd 7h] [2h]
Dealt to Ann: Lee [3c] [5d]
4th of July bets $2
New Face sits down
New Face adds $80
New Face: hello all
Ann: Lee raises to $4
4th of July calls $2
*** 5TH STREET ***
Dealt to 4th of July [Ks Kd 7h 2h] [Kh]
Dealt to Ann: Lee [3c 5d] [6s]
4th of July bets $4
Ann: Lee calls $1.70, and is all in
Uncalled bet of $2.30 returned to 4th of July
4th of July shows [Ks Kd 7h 2h Kh]
Ann: Lee shows [As 2d 3c 5d 6s]
*** 6TH STREET ***
Dealt to 4th of July [Ks Kd 7h 2h Kh] [9c]
Dealt to Ann: Lee [As 2d 3c 5d 6s] [Qc]
*** 7TH STREET ***
Dealt to 4th of July [Ks Kd 7h 2h Kh 9c] [Jd]
Dealt to Ann: Lee [As 2d 3c 5d 6s Qc] [Tc]
4th of July shows [Ks Kd 7h 2h Kh 9c Jd] three of a kind, Kings, for high
Ann: Lee shows [As 2d 3c 5d 6s Qc Tc] Ace Queen high, for high and 6,5,3,2,A, for low
4th of July wins the high pot ($8.05) with three of a kind, Kings
Ann: Lee wins the low pot ($8.05) with 6,5,3,2,A
*** SUMMARY ***
Total pot $17.10 | Rake $1
Seat 1: checks folded on 3rd St.
Seat 2: Mr. (B) folds is sitting out
Seat 4: 4th of July showed [Ks Kd 7h 2h Kh 9c Jd] and won ($8.05) with HI: three of a kind, Kings
Seat 7: Ann: Lee showed [As 2d 3c 5d 6s Qc Tc] and won ($8.05) with LO: 6,5,3,2,A
"""  # noqa: E501

FIVE_CARD = """\
FullTiltPoker Game #2002: Small Sunday (42), Table 7 - 100/200 Ante 10 - Limit 5 Card Stud - 11:12:13 ET - 2009/02/03
Seat 2: west (1,500)
Seat 3: east (1,205)
west antes 10
east antes 10
*** 2ND STREET *** (Total Pot: 20, 2 Players)
Dealt to west [4c]
Dealt to east [Td] [9d]
west is low with [4c]
west brings in for 30
east completes it to 100
west folds
Uncalled bet of 70 returned to east
east mucks
east wins the pot (80)
*** SUMMARY ***
Duration 12s
Total pot 80 | Rake 0
Seat 2: west folded on 2nd St.
Seat 3: east collected (80), mucked
"""

ReadHand = Callable[[str], Read]
UnreadHand = Callable[[str], Unread]
Ruling = Callable[[dict[str, Any]], dict[str, Any]]


def test_a_hand_becomes_a_record_in_cents(read_hand: ReadHand) -> None:
    document = read_hand(HAND).document
    assert document["game"] == "stud-hi-lo-8"
    assert document["ref"] == "full_tilt:2001"
    assert document["table"] == "Old Mill - East"
    assert document["played_at"] == "2010-08-09T21:05:06+02:00"
    assert document["stakes"] == {
        "structure": "fixed-limit", "small_bet": 200, "big_bet": 400, "bring_in": 50, "ante": 40
    }  # fmt: skip
    assert document["rake"] == [100]
    assert document["outcome"] == {"won": {"4": 805, "7": 805}}


@pytest.mark.parametrize(
    ("stakes", "game"),
    [
        ("$2/$4 Ante $0.40", "Limit Stud H/L"),
        ("$2/$4 Ante $0.40", "No Limit Stud H/L"),
        ("$2/$4 Ante $0.40, $60 Cap", "Cap Pot Limit Stud H/L"),
    ],
)
def test_the_game_may_stand_before_the_stakes(read_hand: ReadHand, stakes: str, game: str) -> None:
    before, after = (
        read_hand(HAND.replace("$2/$4 Ante $0.40 - Limit Stud H/L", words)).document
        for words in (f"{game} - {stakes}", f"{stakes} - {game}")
    )
    assert before == after
    assert before["table"] == "Old Mill - East"
    assert before["stakes"]["ante"] == 40


@pytest.mark.parametrize(
    ("time", "played_at", "inferred"),
    [
        ("15:05 ET - Wed, July 21, 2010", "2010-07-21T15:05:00-04:00", ("played_at",)),
        ("9:05 ET - Wed, December 1, 2010", "2010-12-01T09:05:00-05:00", ("played_at",)),
        ("21:05 CET - Wed, July 21, 2010 [15:05 ET - Wed, July 21, 2010]", "2010-07-21T21:05:00+02:00", ("played_at",)),
        ("15:05:06 ET - 2010/07/21", "2010-07-21T15:05:06-04:00", ()),
        ("15:05 ET - Wed, Brumaire 21, 2010", None, ()),
    ],
)
def test_the_time_may_be_told_in_words_and_without_seconds(
    read_hand: ReadHand, time: str, played_at: str | None, inferred: tuple[str, ...]
) -> None:
    read = read_hand(HAND.replace("21:05:06 CET - 2010/08/09 [15:05:06 ET - 2010/08/09]", time))
    assert read.document.get("played_at") == played_at
    assert read.inferred == inferred


def test_the_deal_begins_left_of_the_dealer_and_names_are_kept_whole(read_hand: ReadHand) -> None:
    seats = read_hand(HAND).document["seats"]
    assert [(seat["seat"], seat["player"]) for seat in seats] == [(4, "4th of July"), (7, "Ann: Lee"), (1, "checks")]


def test_the_referee_pays_what_the_room_paid(read_hand: ReadHand, ruling: Ruling) -> None:
    verdict = ruling(read_hand(HAND).document)
    assert verdict["status"] == "settled", verdict["violations"]
    assert verdict["returned"] == {"4": 230}
    assert {seat["seat"]: seat["won"] for seat in verdict["seats"]} == {4: 805, 7: 805, 1: 0}


def test_talk_of_players_and_newcomers_is_passed_over(read_hand: ReadHand) -> None:
    silent = "".join(
        line + "\n"
        for line in HAND.splitlines()
        if not line.startswith(("New Face", "Ann: Lee: ")) and "15 seconds" not in line
    )
    assert read_hand(silent).document == read_hand(HAND).document


@pytest.mark.parametrize("known_by", ["sits down", "adds $80", "rebuys for $80", "reloads $80"])
def test_who_takes_a_seat_or_buys_chips_may_speak(known_by: str, read_hand: ReadHand) -> None:
    text = HAND.replace("New Face sits down\nNew Face adds $80\n", f"New Face {known_by}\n")
    assert read_hand(text).document == read_hand(HAND).document


def test_a_stranger_who_only_speaks_is_not_known(unread_hand: UnreadHand) -> None:
    failure = unread_hand(HAND.replace("New Face sits down\nNew Face adds $80\n", ""))
    assert failure.reason == 'the line "New Face: hello all" is not understood'
    assert failure.line == 25


@pytest.mark.parametrize(
    "line",
    [
        "Some One (Observer): checks folds",
        "checks has been disconnected",
        "checks has reconnected",
        "checks has timed out",
        "checks has requested TIME",
        "checks is feeling angry",
        "checks has 5 seconds left to act",
        "5 seconds left to act",
        "1 second left to act",
        "Mr. (B) folds stands up",
        "Mr. (B) folds has returned",
        "checks is sitting out",
        "No low hand qualified",
    ],
)
def test_who_comes_and_goes_is_passed_over_by_knowing_it(line: str, read_hand: ReadHand) -> None:
    with_line = HAND.replace("checks folds\n", f"{line}\nchecks folds\n", 1)
    assert read_hand(with_line).document == read_hand(HAND).document


def test_five_card_stud_starts_on_second_street(read_hand: ReadHand, ruling: Ruling) -> None:
    document = read_hand(FIVE_CARD).document
    assert (document["game"], document["currency"], document["decimals"]) == ("five-card-stud", "chips", 0)
    assert document["seats"][0] == {"seat": 2, "player": "west", "stack": 1500}
    assert document["meta"]["tournament"] == "42"
    verdict = ruling(document)
    assert (verdict["status"], verdict["openers"]) == ("settled", {"2": 2})
    assert {seat["seat"]: seat["net"] for seat in verdict["seats"]} == {2: -40, 3: 40}


def test_the_last_player_mucks_nothing_when_nobody_called(read_hand: ReadHand) -> None:
    assert [event["type"] for event in read_hand(FIVE_CARD).document["events"]] == [
        "deal", "deal", "bring-in", "complete", "fold"
    ]  # fmt: skip


def test_a_bring_in_that_nobody_posted_whole_is_assumed_and_named(read_hand: ReadHand) -> None:
    read = read_hand(FIVE_CARD.replace("west brings in for 30", "west completes it to 100").replace(
        "east completes it to 100\nwest folds\nUncalled bet of 70 returned to east\n",
        "east raises to 200\nwest folds\nUncalled bet of 100 returned to east\n",
    ).replace("pot (80)", "pot (220)").replace("Total pot 80", "Total pot 220"))  # fmt: skip
    assert read.document["stakes"]["bring_in"] == 30
    assert read.inferred == ("stakes.bring_in",)
    assert read.doubts == ()


def test_an_all_in_bring_in_that_others_called_as_it_was_is_a_house_rule(read_hand: ReadHand, ruling: Ruling) -> None:
    text = """\
Full Tilt Poker Game #2003: Heads Up (43), Table 1 - 100/200 Ante 10 - Limit Razz - 11:12:13 ET - 2009/02/03
Seat 1: little (22)
Seat 2: large (1,978)
little antes 10
large antes 10
*** 3RD STREET ***
Dealt to little [Kc]
Dealt to large [5d 6s] [2s]
little is high with [Kc]
little brings in for 12, and is all in
large calls 12
little shows [As 7c Kc]
large shows [5d 6s 2s]
*** 4TH STREET ***
Dealt to little [As 7c Kc] [Js]
Dealt to large [5d 6s 2s] [Td]
*** 5TH STREET ***
Dealt to little [As 7c Kc Js] [4s]
Dealt to large [5d 6s 2s Td] [Jh]
*** 6TH STREET ***
Dealt to little [As 7c Kc Js 4s] [7d]
Dealt to large [5d 6s 2s Td Jh] [2h]
*** 7TH STREET ***
Dealt to little [As 7c Kc Js 4s 7d] [2c]
Dealt to large [5d 6s 2s Td Jh 2h] [3c]
little shows [As 7c Kc Js 4s 7d 2c] J,7,4,2,A
large shows [5d 6s 2s Td Jh 2h 3c] T,6,5,3,2
large wins the pot (44) with T,6,5,3,2
*** SUMMARY ***
Total pot 44 | Rake 0
Seat 1: little showed [As 7c Kc Js 4s 7d 2c] and lost with J,7,4,2,A
Seat 2: large showed [5d 6s 2s Td Jh 2h 3c] and won (44) with T,6,5,3,2
"""
    document = read_hand(text).document
    assert document["rules"] == {"short_bring_in": "short_amount_to_call"}
    assert document["stakes"]["bring_in"] == 30
    verdict = ruling(document)
    assert verdict["status"] == "settled", verdict["violations"]
    assert {seat["seat"]: seat["net"] for seat in verdict["seats"]} == {1: -22, 2: 22}


def test_hands_of_other_games_and_partial_ones(results: Callable[[str], list[Result]]) -> None:
    other = FIVE_CARD.replace("Limit 5 Card Stud", "No Limit Hold'em")
    partial = FIVE_CARD.replace("#2002:", "#2002 (partial):")
    found = results(f"******************** # 1 *****\n\n{other}\n\n{partial}\n\n{HAND}")
    assert [type(result) for result in found] == [Skipped, Unread, Read]
    assert isinstance(found[1], Unread)
    assert found[1].reason == "the source calls this hand partial"


def test_a_hand_cut_in_the_middle_is_no_hand(unread_hand: UnreadHand) -> None:
    assert "ends before the total" in unread_hand(HAND[: HAND.index("*** SUMMARY")]).reason


def test_in_pot_and_no_limit_the_bring_in_is_the_smallest_bet(read_hand: ReadHand, ruling: Ruling) -> None:
    for words, structure in (("Pot Limit", "pot-limit"), ("No Limit", "no-limit")):
        text = FIVE_CARD.replace("Limit 5 Card", f"{words} 5 Card").replace(
            "east completes it to 100\nwest folds\nUncalled bet of 70 returned to east\n",
            "east raises to 110\nwest folds\nUncalled bet of 80 returned to east\n",
        )
        document = read_hand(text).document
        assert document["stakes"] == {"structure": structure, "bring_in": 30, "ante": 10}
        assert [event["type"] for event in document["events"]] == ["deal", "deal", "bring-in", "raise", "fold"]
        verdict = ruling(document)
        assert verdict["status"] == "settled", verdict["violations"]
        assert verdict["returned"] == {"3": 80}
