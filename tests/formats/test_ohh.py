"""Open Hand History: hands of stud made by ourselves from the specification (no room writes stud in it yet)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from studbook.formats import ohh_writer
from studbook.formats.common import Read, Result, Skipped, Unread
from studbook.formats.extension import CannotWrite

Ruling = Callable[[dict[str, Any]], dict[str, Any]]
ReadHand = Callable[[str], Read]
Results = Callable[[str], list[Result]]
Hand = dict[str, Any]


def actions(*given: tuple[Any, ...], first: int = 1) -> list[Hand]:
    """Actions numbered from ``first``: (player, action, amount or cards)."""
    made = []
    for number, (player, action, *more) in enumerate(given, start=first):
        entry: Hand = {"action_number": number, "player_id": player, "action": action}
        if more:
            entry["cards" if isinstance(more[0], list) else "amount"] = more[0]
        made.append(entry)
    return made


def hand() -> Hand:
    """Two players, dollars: 2 brings it in for 0.25, 1 completes to 1, 2 calls and gives up on fourth street."""
    third = actions(
        (1, "Post Ante", 0.1), (2, "Post Ante", 0.1),
        (1, "Dealt Cards", ["Ac"]), (2, "Dealt Cards", ["7s", "7d", "2h"]),
        (2, "Post Extra Blind", 0.25), (1, "Raise", 1.00), (2, "Call", 0.75),
    )  # fmt: skip
    fourth = actions((1, "Dealt Cards", ["Kd"]), (2, "Dealt Cards", ["9s"]), (1, "Bet", 1), (2, "Fold"), first=8)
    return {
        "ohh": {
            "spec_version": "1.4.7",
            "site_name": "Some Room",
            "network_name": "Some Network",
            "internal_version": "1.0",
            "game_number": "12-34",
            "start_date_utc": "2024-05-01T20:15:00",
            "table_name": "Six",
            "game_type": "Stud",
            "bet_limit": {"bet_type": "FL", "bet_cap": 0},
            "table_size": 8,
            "currency": "USD",
            "dealer_seat": 7,
            "small_blind_amount": None,
            "big_blind_amount": None,
            "ante_amount": 0.1,
            "hero_player_id": 2,
            "players": [
                {"id": 1, "seat": 3, "name": "ann", "starting_stack": 20},
                {"id": 2, "seat": 7, "name": "bob", "starting_stack": 18.5, "display": "Bob B."},
                {"id": 3, "seat": 8, "name": "cy", "starting_stack": 5, "is_sitting_out": True},
            ],
            "rounds": [
                {"id": 0, "street": "Preflop", "cards": "", "actions": third},
                {"id": 1, "street": "Flop", "actions": fourth},
            ],
            "pots": [{"number": 0, "amount": 2.2, "rake": 0.1, "player_wins": [{"player_id": 1, "win_amount": 2.1}]}],
        }
    }


def text(*hands: Hand) -> str:
    return "\n\n".join(json.dumps(found, indent=2) for found in hands) + "\n"


def test_a_hand_becomes_a_record(read_hand: ReadHand, ruling: Ruling) -> None:
    read = read_hand(text(hand()))
    document = read.document
    assert (document["game"], document["ref"], document["hand_no"]) == ("seven-card-stud", "some-room:12-34", "12-34")
    assert document["played_at"] == "2024-05-01T20:15:00+00:00"
    assert (document["currency"], document["decimals"]) == ("USD", 2)
    assert [(s["seat"], s["player"], s.get("name"), s["stack"]) for s in document["seats"]] == [
        (3, "ann", None, 2000), (7, "bob", "Bob B.", 1850),
    ]  # fmt: skip
    assert document["events"] == [
        {"type": "deal", "seat": 3, "down": ["??", "??"], "up": ["Ac"]},
        {"type": "deal", "seat": 7, "down": ["7s", "7d"], "up": ["2h"]},
        {"type": "bring-in", "seat": 7, "to": 25},
        {"type": "complete", "seat": 3, "to": 100},
        {"type": "call", "seat": 7, "to": 100},
        {"type": "deal", "seat": 3, "up": ["Kd"]},
        {"type": "deal", "seat": 7, "up": ["9s"]},
        {"type": "bet", "seat": 3, "to": 100},
        {"type": "fold", "seat": 7},
    ]
    assert document["outcome"] == {"won": {"3": 210}}
    assert document["rake"] == [10]


def test_the_bets_are_told_from_the_wagers_where_the_format_has_no_word(read_hand: ReadHand) -> None:
    read = read_hand(text(hand()))
    assert read.document["stakes"] == {
        "structure": "fixed-limit", "ante": 10, "small_bet": 100, "big_bet": 200, "bring_in": 25,
    }  # fmt: skip
    assert read.inferred == ("stakes.small_bet", "stakes.big_bet")


def test_pots_that_hold_the_uncalled_bet_are_read_without_it(read_hand: ReadHand) -> None:
    found = hand()
    found["ohh"]["pots"] = [
        {"number": 0, "amount": 3.2, "rake": 0.1, "player_wins": [{"player_id": 1, "win_amount": 3.1}]}
    ]
    read = read_hand(text(found))
    assert read.document["outcome"] == {"won": {"3": 210}}
    assert read.doubts == ()


def test_pots_that_do_not_fit_are_doubted(read_hand: ReadHand) -> None:
    found = hand()
    found["ohh"]["pots"][0]["amount"] = 2.3
    assert read_hand(text(found)).doubts == ("the pots are said to hold 230, the chips put in make 220",)


def test_a_rake_that_is_not_stated_is_what_is_missing(read_hand: ReadHand) -> None:
    found = hand()
    del found["ohh"]["pots"][0]["rake"]
    read = read_hand(text(found))
    assert read.document["rake"] == [10]
    assert "rake" in read.inferred


def test_a_jackpot_drop_counts_as_rake(read_hand: ReadHand) -> None:
    found = hand()
    found["ohh"]["pots"][0] |= {"rake": 0.06, "jackpot": 0.04}
    assert read_hand(text(found)).document["rake"] == [10]


def test_hands_are_separated_by_blank_lines_or_not_at_all(results: Results) -> None:
    flat = json.dumps(hand()) + "\n" + json.dumps(hand()) + "\n\n" + json.dumps(hand(), indent=1)
    found = results(flat)
    assert [type(result) for result in found] == [Read, Read, Read]
    assert [result.line for result in found] == [1, 2, 4]


def test_a_hand_that_does_not_end_costs_one_hand(results: Results) -> None:
    cut = "\n".join(text(hand()).splitlines()[:20])
    found = results(cut + "\n\n" + text(hand()))
    assert [type(result) for result in found] == [Unread, Read]


def test_a_brace_too_many_is_reported_once(results: Results) -> None:
    found = results(text(hand()) + "}\n]\n}\n\n" + text(hand()))
    assert [(type(result), result.line) for result in found][:2] == [(Read, 1), (Unread, text(hand()).count("\n") + 1)]
    assert [type(result) for result in found] == [Read, Unread, Read]


@pytest.mark.parametrize("game", ["Holdem", "OmahaHiLo", "Draw"])
def test_a_hand_of_another_game_is_skipped_by_name(results: Results, game: str) -> None:
    found = hand()
    found["ohh"]["game_type"] = game
    assert results(text(found)) == [Skipped("test.txt", 1, game, "12-34")]


@pytest.mark.parametrize(("kind", "game"), [("StudHiLo", "stud-hi-lo-8"), ("Razz", "razz"), ("razz", "razz")])
def test_games_bear_the_names_of_the_specification_or_the_projects_own(
    read_hand: ReadHand, kind: str, game: str
) -> None:
    found = hand()
    found["ohh"]["game_type"] = kind
    assert read_hand(text(found)).document["game"] == game


def damaged(change: Callable[[Hand], Any]) -> str:
    found = hand()
    change(found["ohh"])
    return text(found)


def act(ohh: Hand, number: int) -> Hand:
    found: Hand = next(a for entry in ohh["rounds"] for a in entry["actions"] if a["action_number"] == number)
    return found


@pytest.mark.parametrize(
    ("change", "reason", "at"),
    [
        (lambda o: o.update(colour="red"), "the key 'colour' of ohh", 1),
        (lambda o: act(o, 7).update(hurry=True), "the key 'hurry' of actions", 1),
        (lambda o: act(o, 7).update(action="Calls"), "action 7: the action 'Calls' is not understood", "act"),
        (lambda o: act(o, 7).update(action="Post SB"), "'Post SB' has no place in a hand of stud", "act"),
        (lambda o: act(o, 7).update(player_id=9), "player_id 9 is not in the list", "act"),
        (lambda o: act(o, 7).update(amount=0), "has the amount 0", "act"),
        (lambda o: act(o, 7).update(amount=None), "has the amount None", "act"),
        (lambda o: act(o, 7).update(action_number=9), "action_number 9 does not follow 6", 1),
        (lambda o: act(o, 3).update(cards=["Ac", "Kc"]), "2 of 3 cards are given", "act3"),
        (lambda o: act(o, 3).update(cards=["1c"]), "is no card", "act3"),
        (lambda o: act(o, 1).update(player_id=2), "posts the ante twice", 1),
        (lambda o: o["rounds"][1].update(id=3), "round 3 where round 1", 1),
        (lambda o: o["pots"][0].update(number=1), "pot 1 where pot 0", 1),
        (lambda o: o["players"][1].update(seat=3), "the same seat", 1),
        (lambda o: o["players"][1].update(starting_stack=-1), "starting_stack of 'bob'", 1),
        (lambda o: o["bet_limit"].update(bet_type="XL"), "bet_type 'XL'", 1),
        (lambda o: o.update(rounds=None), "rounds of ohh is no list", 1),
        (lambda o: o.update(start_date_utc="yesterday"), "is no time", 1),
        (lambda o: o.update(_studbook={"seats": [{"stack": 5}, {}]}), "other seats or stacks", 1),
        (lambda o: o.update(_studbook={"stakes": {"ante": 20}}), "another ante", 1),
        (lambda o: o.update(_studbook={"game": "razz"}), "another game", 1),
        (lambda o: o.update(_studbook={"order": [3, 8]}), "order of the extension", 1),
        (lambda o: o.update(_studbook=[]), "is no object", 1),
        (lambda o: act(o, 6).update(_studbook={"to": 200}), "is not what the action says", 1),
        (lambda o: o["rounds"][1].update(_events=[{"before": 9, "event": {}}]), "_events of round 1", 1),
        (lambda o: o["rounds"][1].update(_events=[{"before": 0, "event": {"type": "x"}}]), "is no event", 1),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_and_named(
    results: Results, change: Callable[[Hand], Any], reason: str, at: int | str
) -> None:
    given = damaged(change)
    found = results(given)
    assert [type(result) for result in found] == [Unread]
    assert isinstance(found[0], Unread)
    assert reason in found[0].reason
    if isinstance(at, str):
        mark = f'"action_number": {at[3:] or 7}'
        at = next(n for n, line in enumerate(given.splitlines(), start=1) if mark in line)
        assert found[0].line == at


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"dealer_seat": 7', '"dealer_seat": 7, "dealer_seat": 7', "given twice"),
        ('"dealer_seat": 7', '"dealer_seat": ', "this is no JSON"),
        ('"ante_amount": 0.1', '"ante_amount": NaN', "NaN is no number"),
        ('"ante_amount": 0.1', '"ante_amount": 1e99999999', "out of bounds"),
        ('"ante_amount": 0.1', '"ante_amount": 0.00001', "decimal places"),
        ('"ohh"', '"hho"', "known format"),
    ],
)
def test_bad_json_is_refused_with_its_line(results: Results, old: str, new: str, reason: str) -> None:
    found = results(text(hand()).replace(old, new))
    assert isinstance(found[0], Unread)
    assert reason in found[0].reason


def test_a_record_of_only_a_showdown_cannot_be_written() -> None:
    with pytest.raises(CannotWrite, match="only a showdown"):
        ohh_writer.write({"game": "razz", "seats": [], "showdown": {"hands": []}})


def test_every_word_that_is_written_is_the_specifications_own(read_hand: ReadHand) -> None:
    document = read_hand(text(hand())).document
    written = json.loads(ohh_writer.write(document))["ohh"]
    words = {action["action"] for entry in written["rounds"] for action in entry["actions"]}
    assert words == {"Post Ante", "Dealt Cards", "Post Extra Blind", "Raise", "Call", "Bet", "Fold"}
    assert [entry["street"] for entry in written["rounds"]] == ["Preflop", "Flop"]
    assert written["pots"] == [
        {"number": 0, "amount": 2.2, "rake": 0.1, "player_wins": [{"player_id": 3, "win_amount": 2.1}]}
    ]
    assert read_hand(ohh_writer.write(document)).document == document
