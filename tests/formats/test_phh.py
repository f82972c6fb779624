"""Poker Hand History: what is read, what is refused with its line, and that nothing is repaired."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from studbook.formats.common import Read, Result, Skipped, Unread

HAND = """\
# Three players, the middle one brings it in.
variant = 'F7S'
ante_trimming_status = false
antes = [10, 10, 10]
bring_in = 20
small_bet = 100
big_bet = 200
starting_stacks = [1000, 1000, 1000]
actions = [
  'd dh p1 AhKh9h',
  'd dh p2 7s8d2c',
  'd dh p3 QdQs4s',
  'p2 pb',
  'p3 cc',
  'p1 cbr 100 # An ace could be good.',
  'p2 f',
  'p3 f',
]
event = 'A test of the format'
hand = 7
players = ['Ann', 'Bob', '']
finishing_stacks = [1060, 970, 970]
"""

Ruling = Callable[[dict[str, Any]], dict[str, Any]]
ReadHand = Callable[[str], Read]
UnreadHand = Callable[[str], Unread]
Results = Callable[[str], list[Result]]


def test_a_hand_becomes_a_record(read_hand: ReadHand) -> None:
    document = read_hand(HAND).document
    assert document["game"] == "seven-card-stud"
    assert document["ref"] == "phh:A test of the format:7"
    assert document["hand_no"] == "7"
    assert document["stakes"] == {
        "structure": "fixed-limit", "ante": 10, "bring_in": 20, "small_bet": 100, "big_bet": 200,
    }  # fmt: skip
    assert [(seat["seat"], seat["player"], seat["stack"]) for seat in document["seats"]] == [
        (1, "Ann", 1000), (2, "Bob", 1000), (3, "p3", 1000),
    ]  # fmt: skip
    assert document["events"][0] == {"type": "deal", "seat": 1, "down": ["Ah", "Kh"], "up": ["9h"]}
    assert document["events"][3:] == [
        {"type": "bring-in", "seat": 2, "to": 20},
        {"type": "call", "seat": 3, "to": 20},
        {"type": "complete", "seat": 1, "to": 100, "note": "An ace could be good."},
        {"type": "fold", "seat": 2},
        {"type": "fold", "seat": 3},
    ]


def test_the_first_line_of_a_hand_is_its_first_field(read_hand: ReadHand) -> None:
    assert read_hand(HAND).line == 2


def test_what_a_seat_won_is_paid_from_the_pots_without_the_uncalled_bet(read_hand: ReadHand, ruling: Ruling) -> None:
    document = read_hand(HAND).document
    # Ann put in 110, of which nobody called 80; three antes of 10 and three bets of 20 are in the pot.
    assert document["outcome"] == {"won": {"1": 90}}
    verdict = ruling(document)
    assert verdict["status"] == "settled"
    assert verdict["returned"] == {"1": 80}
    assert [seat["won"] for seat in verdict["seats"]] == [90, 0, 0]
    assert [seat["stack"] for seat in verdict["seats"]] == [1060, 970, 970]


def test_a_rake_is_what_was_put_in_less_what_was_paid(read_hand: ReadHand) -> None:
    read = read_hand(HAND.replace("[1060,", "[1056,"))
    assert read.document["rake"] == [4]
    assert read.document["outcome"] == {"won": {"1": 86}}
    assert read.inferred == ("rake",)
    assert read.document["meta"]["inferred"] == ["rake"]


def test_a_pot_that_goes_mostly_to_nobody_is_doubted(read_hand: ReadHand) -> None:
    assert read_hand(HAND.replace("[1060,", "[1030,")).doubts == ("30 of 90 in the pots were paid to nobody",)


def test_more_paid_out_than_put_in_is_doubted(read_hand: ReadHand, ruling: Ruling) -> None:
    read = read_hand(HAND.replace("[1060,", "[1070,"))
    assert read.doubts == ("10 more were paid out than were put in",)
    assert "outcome-differs" in {warning["code"] for warning in ruling(read.document)["warnings"]}


def test_the_stacks_of_a_hand_that_is_not_over_are_no_outcome(read_hand: ReadHand, ruling: Ruling) -> None:
    partial = HAND.replace("  'p2 f',\n  'p3 f',\n", "").replace("[1060, 970, 970]", "[890, 970, 970]")
    document = read_hand(partial).document
    assert "outcome" not in document
    verdict = ruling(document)
    assert verdict["status"] == "in-progress"
    assert verdict["next"]["seats"] == [2]


def test_the_split_pot_of_finishing_stacks_in_halves_of_a_chip(read_hand: ReadHand, ruling: Ruling) -> None:
    hand = """\
variant = "F7S/8"
antes = [1, 1]
bring_in = 1
small_bet = 2
big_bet = 4
starting_stacks = [2, 3]
actions = ["d dh p1 KcKdKh", "d dh p2 2c3d4h", "p2 pb", "p1 cc", "p1 sm -", "p2 sm -", "d dh p1 Ks", "d dh p2 5c",
  "d dh p1 9s", "d dh p2 7s", "d dh p1 9d", "d dh p2 Js", "d dh p1 9h", "d dh p2 Qs", "p1 sm -", "p2 sm -"]
finishing_stacks = [2.0, 3.0]
"""
    verdict = ruling(read_hand(hand).document)
    assert [(award["seat"], award["amount"], award["for"]) for award in verdict["pots"][0]["awards"]] == [
        (1, 2, "high"), (2, 2, "low"),
    ]  # fmt: skip


def test_amounts_with_decimals_are_cents(read_hand: ReadHand) -> None:
    hand = (
        HAND.replace("[10, 10, 10]", "[0.1, 0.10, 0.1]").replace("bring_in = 20", "bring_in = 0.2")
        .replace("small_bet = 100", "small_bet = 1").replace("big_bet = 200", "big_bet = 2.0")
        .replace("[1000, 1000, 1000]", "[10, 10, 10.00]").replace("cbr 100", "cbr 1.00")
        .replace("[1060, 970, 970]", "[10.6, 9.7, 9.7]") + "currency = 'USD'\n"
    )  # fmt: skip
    document = read_hand(hand).document
    assert (document["currency"], document["decimals"]) == ("USD", 2)
    assert document["stakes"]["bring_in"] == 20
    assert document["events"][5]["to"] == 100
    assert document["outcome"] == {"won": {"1": 90}}


def test_an_amount_finer_than_a_record_has_is_refused(unread_hand: UnreadHand) -> None:
    assert "5 decimal places" in unread_hand(HAND.replace("bring_in = 20", "bring_in = 0.00001")).reason


def test_a_stack_that_is_not_known_is_not_tracked(read_hand: ReadHand) -> None:
    hand = HAND.replace("[1000, 1000, 1000]", "[inf, 1000, inf]").replace("finishing_stacks", "winnings")
    document = read_hand(hand.replace("[1060, 970, 970]", "[90, 0, 0]")).document
    assert [seat.get("stack") for seat in document["seats"]] == [None, 1000, None]
    assert document["outcome"] == {"won": {"1": 90}}


def test_antes_that_differ_are_the_seats_own(read_hand: ReadHand) -> None:
    document = read_hand(HAND.replace("[10, 10, 10]", "[10, 0, 10]").replace("[1060, 970,", "[1050, 980,")).document
    assert document["stakes"]["ante"] == 10
    assert [seat.get("ante") for seat in document["seats"]] == [None, 0, None]


def test_time_and_zone_make_the_moment(read_hand: ReadHand) -> None:
    clock = "year = 2023\nmonth = 6\nday = 20\ntime = 21:30:00\n"
    assert read_hand(HAND + clock).document["played_at"] == "2023-06-20T21:30:00+00:00"
    assert read_hand(HAND + clock + "time_zone_abbreviation = 'EDT'\n").document["played_at"] == (
        "2023-06-20T21:30:00-04:00"
    )
    # In a place whose zone the file does not name, the moment is not known.
    assert "played_at" not in read_hand(HAND + clock + "city = 'X'\nregion = 'Y'\ncountry = 'Z'\n").document


def test_descriptions_are_kept_and_ones_own_fields_are_passed_over(read_hand: ReadHand) -> None:
    document = read_hand(HAND + "venue = 'The back room'\nlevel = 3\n_sponsors = ['', 'X', '']\n").document
    assert document["meta"]["phh"] == {
        "event": "A test of the format", "venue": "The back room", "level": 3, "ante_trimming_status": False,
    }  # fmt: skip


def test_without_an_event_the_name_of_the_hand_is_its_digest(read_hand: ReadHand) -> None:
    document = read_hand(HAND.replace("event = 'A test of the format'\n", "")).document
    assert document["ref"].startswith("phh:")
    assert len(document["ref"]) == len("phh:") + 64


def test_a_long_event_is_cut_so_that_the_hand_still_fits(read_hand: ReadHand) -> None:
    document = read_hand(HAND.replace("A test of the format", "x" * 300)).document
    assert document["ref"] == "phh:" + "x" * 194 + ":7"
    assert len(document["ref"]) == 200


@pytest.mark.parametrize(("code", "game"), [("FR", "razz"), ("F7S/8", "stud-hi-lo-8"), ("razz", "razz")])
def test_games_bear_the_names_of_phh_or_the_projects_own(read_hand: ReadHand, code: str, game: str) -> None:
    assert read_hand(HAND.replace("F7S", code)).document["game"] == game


def test_five_card_stud_deals_one_card_down(read_hand: ReadHand) -> None:
    hand = HAND.replace("F7S", "five-card-stud").replace("AhKh9h", "Ah9h")
    hand = hand.replace("7s8d2c", "7s2c").replace("QdQs4s", "Qd4s")
    assert read_hand(hand).document["events"][0] == {"type": "deal", "seat": 1, "down": ["Ah"], "up": ["9h"]}


def test_a_hand_of_another_game_is_skipped_by_name(results: Results) -> None:
    holdem = HAND.replace("F7S", "NT").replace("bring_in = 20", "blinds_or_straddles = [1, 2, 0]")
    assert results(holdem) == [Skipped("test.txt", 2, "NT", "7")]


def test_an_all_in_call_is_for_what_is_left(read_hand: ReadHand, ruling: Ruling) -> None:
    hand = HAND.replace("[1000, 1000, 1000]", "[1000, 1000, 25]").replace("  'p3 f',\n", "")
    document = read_hand(hand.replace("finishing_stacks", "_finishing_stacks")).document
    assert document["events"][4] == {"type": "call", "seat": 3, "to": 15}
    assert ruling(document)["status"] == "in-progress"


def test_a_call_of_a_short_bring_in_is_for_the_largest_bet_there_is(read_hand: ReadHand, ruling: Ruling) -> None:
    hand = HAND.replace("[1000, 1000, 1000]", "[1000, 15, 1000]").replace("'p2 f',\n  'p3 f',", "'p3 f',")
    document = read_hand(hand.replace("finishing_stacks", "_finishing_stacks")).document
    assert document["events"][3:5] == [
        {"type": "bring-in", "seat": 2, "to": 5},
        {"type": "call", "seat": 3, "to": 5},
    ]
    assert document["rules"] == {"short_bring_in": "short_amount_to_call"}
    assert ruling(document)["status"] == "in-progress"


def test_nothing_is_repaired(read_hand: ReadHand, ruling: Ruling) -> None:
    text = HAND.replace("  'p2 pb',\n", "").replace("finishing_stacks", "_finishing_stacks")
    document = read_hand(text).document
    assert document["events"][3] == {"type": "check", "seat": 3}
    verdict = ruling(document)
    assert (verdict["status"], verdict["violations"][0]["code"]) == ("illegal", "out-of-turn")


def line_of(text: str, word: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), start=1) if word in line)


@pytest.mark.parametrize(
    ("old", "new", "at", "reason"),
    [
        ("'p3 cc',", "'p3 calls',", "p3 calls", "is no action"),
        ("'p3 cc',", "'p9 cc',", "p9 cc", "none of the players p1 to p3"),
        ("'p3 cc',", "'p3 cbr many',", "cbr many", "is no amount"),
        ("'p3 cc',", "'p3 sd 4s',", "sd 4s", "nobody draws in stud"),
        ("'p3 cc',", "'d db 4c5c6c',", "d db", "3 board cards"),
        ("QdQs4s", "QdQs4", "QdQs4'", "is no card"),
        ("'p3 cc',", "'p3 cbr 100 # studbook {\"to\":30}',", "studbook", "not what the action says"),
        ("bring_in = 20", "bring_in = -20", "bring_in", "is no amount"),
        ("bring_in = 20", "brings_in = 20", "brings_in", "no such field"),
        ("antes = [10, 10, 10]", "antes = [10, 10]", "antes", "a list of 3"),
        ("'Bob'", "'public'", "players =", "reserved"),
        ("[1060, 970, 970]", "[1060, 970, 900]", "finishing_stacks", "p3 has less"),
        ("hand = 7", "hand = [7]", "hand =", "neither a name nor a number"),
        ("hand = 7", "hand = 7\nseats = [1, 2, 300]", "seats", "no whole number from 1 to 99"),
        ("hand = 7", "hand = ", "hand =", "this is no TOML"),
        ("hand = 7", "hand = 7\n_studbook = '[]'", "_studbook", "a JSON object was expected"),
        ("hand = 7", "hand = 7\n_studbook = '{\"seats\":[{\"stack\":7},{},{}]}'", "_studbook", "another starting_st"),
        ("hand = 7", "hand = 7\n_studbook = '{\"colour\":\"red\"}'", "_studbook", "'colour' is not known"),
        ("hand = 7", "hand = 7\n_studbook = '{\"game\":\"razz\"}'", "_studbook", "another game"),
        ("hand = 7", "hand = 7\n_studbook = '{\"events\":[]}'", None, "may not carry events"),
        ("small_bet = 100\n", "small_bet = 100\nmin_bet = 5\n", "min_bet", "has no min_bet"),
        ("small_bet = 100\n", "small_bet = nan\n", "small_bet", "'nan' is no amount"),
        ("small_bet = 100\n", "small_bet = 1e999999\n", "small_bet", "out of bounds"),
        ("hand = 7", "hand = 7\nyear = 2023\nmonth = 13\nday = 1\ntime = 1:00", "time", "this is no TOML"),
        ("hand = 7", "hand = 7\nyear = 2023\nmonth = 13\nday = 1\ntime = 01:00:00", "day =", "month must be in 1..12"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_its_line(
    unread_hand: UnreadHand, old: str, new: str, at: str | None, reason: str
) -> None:
    text = HAND.replace(old, new)
    found = unread_hand(text)
    assert reason in found.reason
    assert found.line == (line_of(text, at) if at else 2)


@pytest.mark.parametrize("field", ["antes", "starting_stacks", "actions", "bring_in", "small_bet", "big_bet"])
def test_a_required_field_that_is_missing_is_named(unread_hand: UnreadHand, field: str) -> None:
    assert unread_hand(HAND.replace(f"\n{field} =", f"\n_{field} =")).reason.startswith(f"{field}: missing")


def test_many_hands_are_numbered_tables(results: Results) -> None:
    text = f"[1]\n{HAND}\n[2]\n{HAND.replace('hand = 7', 'hand = 8')}"
    found = results(text)
    assert [result.document["hand_no"] for result in found if isinstance(result, Read)] == ["7", "8"]


def test_a_broken_table_costs_one_hand(results: Results) -> None:
    broken = HAND.replace("actions = [", "actions = [[[").replace("hand = 7", "hand = 8")
    text = f"[1]\n{HAND}\n[2]\n{broken}\n[3]\n{HAND.replace('hand = 7', 'hand = 9')}"
    assert [type(result) for result in results(text)] == [Read, Unread, Read]


def test_a_table_nested_without_end_is_refused(unread_hand: UnreadHand) -> None:
    assert "TOML" in unread_hand(HAND + "_deep = " + "[" * 10_000 + "]" * 10_000 + "\n").reason


def test_a_table_without_a_hand_is_reported(results: Results) -> None:
    found = results(f"[1]\n{HAND}\n[2]\n\n[3]\n{HAND}")
    assert [type(result) for result in found] == [Read, Unread, Read]
