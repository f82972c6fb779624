"""Merge network files in XML, both versions: small files of our own making, and what is refused in one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from studbook.formats.common import Read, Result, Skipped, Unread

DESCRIPTION = '<description type="7-Stud H/L8" stakes="Limit $1/$2"/>\n'
GAME = """\
<game id="9-1" starttime="20200102030405" numholecards="7" gametype="43" realmoney="true" data="20200102|Test %281%29|9|9-1|false">
  <players dealer="7">
    <player seat="0" nickname="ann" balance="$20.00" dealtin="true"/>
    <player seat="3" nickname="bob" balance="$2.30" dealtin="true"/>
    <player seat="5" nickname="cy" balance="$9" dealtin="false"/>
  </players>
  <round id="BLINDS" sequence="1">
    <event sequence="1" type="ANTE" timestamp="1577955845000" player="0" amount="0.10"/>
    <event sequence="2" type="ANTE" timestamp="1577955845000" player="3" amount="0.10"/>
  </round>
  <round id="BRING_IN" sequence="2">
    <event sequence="3" type="BRING_IN" timestamp="1577955846000" player="3" amount="0.50"/>
    <cards type="HOLE" cards="As,2d,9c" player="0" hand="Ace High"/>
    <cards type="DRAW_DRAWN_CARDS" cards="null,null,4h" player="3"/>
  </round>
  <round id="THIRD_STREET" sequence="3">
    <event sequence="4" type="COMPLETE" timestamp="1577955847000" player="0" amount="1.00"/>
    <event sequence="5" type="CALL" timestamp="1577955848000" player="3" amount="0.50"/>
  </round>
  <round id="FOURTH_STREET" sequence="4">
    <event sequence="6" type="BET" timestamp="1577955849000" player="0" amount="1.00"/>
    <event sequence="7" type="RAISE" timestamp="1577955849000" player="3" amount="1.20"/>
    <event sequence="8" type="CALL" timestamp="1577955849000" player="0" amount="0.20"/>
    <event sequence="9" type="SHOW" timestamp="1577955850000" player="0"/>
    <event sequence="10" type="SHOW" timestamp="1577955850000" player="3"/>
    <cards type="HOLE" cards="As,2d,9c,9d" player="0" hand="Pair of Nines"/>
    <cards type="DRAW_DRAWN_CARDS" cards="null,null,4h,5h" player="3"/>
    <cards type="SHOWN" cards="As,2d,9c,9d" player="0"/>
    <cards type="SHOWN" cards="3h,8h,4h,5h" player="3"/>
  </round>
  <round id="FIFTH_STREET" sequence="5">
    <cards type="HOLE" cards="As,2d,9c,9d,Ks" player="0" hand=""/>
    <cards type="DRAW_DRAWN_CARDS" cards="3h,8h,4h,5h,Kd" player="3"/>
  </round>
  <round id="SIXTH_STREET" sequence="6">
    <cards type="HOLE" cards="As,2d,9c,9d,Ks,Jc" player="0" hand=""/>
    <cards type="DRAW_DRAWN_CARDS" cards="3h,8h,4h,5h,Kd,Ac" player="3"/>
  </round>
  <round id="SEVENTH_STREET" sequence="7">
    <cards type="HOLE" cards="As,2d,9c,9d,Ks,Jc,Qc" player="0" hand=""/>
    <cards type="DRAW_DRAWN_CARDS" cards="3h,8h,4h,5h,Kd,Ac,null" player="3"/>
  </round>
  <round id="SHOWDOWN" sequence="8">
    <event sequence="11" type="SHOW" timestamp="1577955851000" player="3"/>
    <cards type="SHOWN" cards="3h,8h,4h,5h,Kd,Ac,Th" player="3"/>
  </round>
  <round id="END_OF_GAME" sequence="9">
    <winner amount="2.20" uncalled="false" potnumber="1" player="3" hand="Flush" pottype="h"/>
    <winner amount="2.20" uncalled="false" potnumber="1" player="3" hand="8-5-4-3-A" pottype="l"/>
  </round>
</game>
"""  # noqa: E501
FILE = DESCRIPTION + GAME
TALK = '    <event sequence="{}" type="CHAT" timestamp="1577955847000" player="a passer-by" text="nh &amp; gg"/>\n'

ReadHand = Callable[[str], Read]
UnreadHand = Callable[[str], Unread]
Results = Callable[[str], list[Result]]
Ruling = Callable[[dict[str, Any]], dict[str, Any]]


def test_totals_and_chips_added_both_become_totals(read_hand: ReadHand) -> None:
    events = read_hand(FILE).document["events"]
    assert [(e["type"], e["seat"], e.get("to")) for e in events if e["type"] not in ("deal", "show")] == [
        ("bring-in", 4, 50), ("complete", 1, 100), ("call", 4, 100), ("bet", 1, 100), ("raise", 4, 120),
        ("call", 1, 120),
    ]  # fmt: skip


def test_seats_count_from_one_and_those_not_dealt_in_are_left_out(read_hand: ReadHand) -> None:
    assert [(s["seat"], s["player"], s["stack"]) for s in read_hand(FILE).document["seats"]] == [
        (1, "ann", 2000), (4, "bob", 230),
    ]  # fmt: skip


def test_cards_are_the_difference_of_cumulative_lists(read_hand: ReadHand) -> None:
    deals = [event for event in read_hand(FILE).document["events"] if event["type"] == "deal" and event["seat"] == 4]
    assert [(deal.get("down"), deal.get("up")) for deal in deals] == [
        (["??", "??"], ["4h"]), (None, ["5h"]), (None, ["Kd"]), (None, ["Ac"]), (["??"], None),
    ]  # fmt: skip


def test_an_empty_word_is_a_hidden_card_as_null_is(read_hand: ReadHand) -> None:
    assert read_hand(FILE.replace("null", "")).document == read_hand(FILE).document


def test_talk_is_passed_over_and_not_counted(read_hand: ReadHand) -> None:
    # It is signed with the nickname, not with the seat, and repeats the number of the event before it.
    text = FILE.replace('amount="0.50"/>\n', 'amount="0.50"/>\n' + TALK.format(3), 1)
    text = text.replace("  </round>\n", TALK.format(2) + "  </round>\n", 1)
    assert text.count("CHAT") == 2
    assert read_hand(text).document == read_hand(FILE).document


def test_a_scoop_is_settled_with_the_rake_that_is_missing(read_hand: ReadHand, ruling: Ruling) -> None:
    read = read_hand(FILE)
    assert read.document["outcome"] == {"won": {"4": 440}}
    assert (read.document["rake"], read.inferred) == ([20], ("rake",))
    verdict = ruling(read.document)
    assert verdict["status"] == "settled"
    assert [(a["seat"], a["amount"], a["for"]) for a in verdict["pots"][0]["awards"]] == [
        (4, 220, "high"), (4, 220, "low"),
    ]  # fmt: skip


def test_the_clock_of_the_first_event_tells_the_offset_of_the_local_time(read_hand: ReadHand) -> None:
    document = read_hand(FILE).document
    assert document["played_at"] == "2020-01-02T03:04:05-06:00"
    assert document["table"] == "Test (1)"


def folded(uncalled_apart: bool) -> str:
    """A hand that ends by a fold on fourth street, as either version prints it."""
    head = GAME.partition('    <event sequence="7"')[0]
    cards = '    <cards type="HOLE" cards="As,2d,9c,9d" player="0"/>\n'
    cards += '    <cards type="DRAW_DRAWN_CARDS" cards="null,null,4h,5h" player="3"/>\n'
    pot = '<winner amount="3.20" uncalled="false" potnumber="1" player="0" pottype="n"/>'
    if uncalled_apart:
        pot = '<winner amount="2.20" uncalled="false" potnumber="1" player="0" pottype="n"/>'
        pot += '<winner amount="1.00" uncalled="true" potnumber="2" player="0" pottype="n"/>'
    end = '    <event sequence="7" type="FOLD" timestamp="1" player="3"/>\n' + cards + "  </round>\n"
    end += '  <round id="END_OF_FOLDED_GAME" sequence="5">\n<event sequence="8" type="MUCK" timestamp="1" player="0"/>'
    return head + end + pot + '</round>\n  <round id="END_OF_GAME" sequence="6">\n  </round>\n</game>\n'


@pytest.mark.parametrize("apart", [False, True])
def test_an_uncalled_bet_is_won_in_the_first_version_and_apart_in_the_second(
    read_hand: ReadHand, ruling: Ruling, apart: bool
) -> None:
    read = read_hand(DESCRIPTION + folded(apart))
    assert read.document["outcome"] == {"won": {"1": 220}}
    assert read.doubts == ()
    assert "muck" not in {event["type"] for event in read.document["events"]}
    verdict = ruling(read.document)
    assert (verdict["status"], verdict["returned"]) == ("settled", {"1": 100})


TOURNAMENT = (
    FILE.replace("|false", "|true")
    .replace('amount="2.20"', 'amount="2.30"')
    .replace('type="7-Stud H/L8" stakes="Limit $1/$2"', 'type="7-Stud H/L8 Tournament" stakes="Limit"')
)


def test_tournament_balances_are_after_the_ante(read_hand: ReadHand) -> None:
    read = read_hand(TOURNAMENT.replace('balance="$2.30"', 'balance="$2.20"'))
    assert read.document["currency"] == "chips"
    assert [seat["stack"] for seat in read.document["seats"]] == [201, 23]
    assert "rake" not in read.document
    assert read.document["stakes"]["small_bet"] == 10
    assert read.document["decimals"] == 1  # no amount of this hand needs a second place


ALL_IN = ('"RAISE" timestamp="1577955849000" player="3"', '"ALL_IN" timestamp="1577955849000" player="3"')
NEWEST = ('|true">', '|true" version="2.1">')


@pytest.mark.parametrize(
    ("balance", "changes", "stacks"),
    [
        # bob puts in 2.30 with the ante. Who put in more than his balance had it after the ante, in any version.
        ("2.20", [], [201, 23]),
        ("2.20", [NEWEST], [201, 23]),
        ("2.20", [NEWEST, ALL_IN], [201, 23]),
        # Who is all-in for just his balance had it before the ante, in any version.
        ("2.30", [ALL_IN], [200, 23]),
        ("2.30", [ALL_IN, NEWEST], [200, 23]),
        # Where the hand shows neither, the version decides.
        ("5.00", [], [201, 51]),
        ("5.00", [NEWEST], [200, 50]),
    ],
)
def test_the_chips_put_in_tell_whether_balances_are_before_the_ante(
    read_hand: ReadHand, balance: str, changes: list[tuple[str, str]], stacks: list[int]
) -> None:
    text = TOURNAMENT.replace('balance="$2.30"', f'balance="${balance}"')
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    assert [seat["stack"] for seat in read_hand(text).document["seats"]] == stacks


def test_balances_before_and_after_the_ante_in_one_hand_are_refused(unread_hand: UnreadHand) -> None:
    text = TOURNAMENT.replace(*ALL_IN).replace('balance="$20.00"', 'balance="$2.20"')
    assert "some balances are before the ante and some after it" in unread_hand(text).reason


def test_what_a_tournament_says_of_itself_is_known(read_hand: ReadHand) -> None:
    of_itself = (
        ' stakes="Limit Level 3" buyIn="10.00" seatsPerTable="8" tableCount="5" startingStack="50.00" rebuy="1.00"'
        ' rebuyStack="5.00" addon="1.00" addonStack="5.00" bounty="0.00">'
    )
    text = TOURNAMENT.replace('balance="$2.30"', 'balance="$2.20"')
    new = text.replace('|true">', '|true"' + of_itself).replace('stakes="Limit"', 'stakes="Limit Level 3"')
    assert read_hand(new).document == read_hand(text).document


@pytest.mark.parametrize(
    ("number", "game"), [("41", "seven-card-stud"), ("43", "stud-hi-lo-8"), ("45", "stud-hi-lo-8"), ("49", "razz")]
)
def test_a_mix_names_the_game_of_each_hand_by_number(read_hand: ReadHand, number: str, game: str) -> None:
    text = FILE.replace("7-Stud H/L8", "HORSE").replace('gametype="43"', f'gametype="75" multigametype="{number}"')
    if game != "stud-hi-lo-8":
        text = text.replace('pottype="h"', 'pottype="n"').replace('pottype="l"', 'pottype="n"')
    assert read_hand(text).document["game"] == game


def test_the_holdem_of_a_mix_is_skipped_by_name(results: Results) -> None:
    text = FILE.replace("7-Stud H/L8", "HORSE").replace('gametype="43"', 'gametype="75" multigametype="2"')
    assert results(text) == [Skipped("test.txt", 2, "Hold'em", "9-1")]


def test_a_description_counts_for_the_hands_after_it(results: Results) -> None:
    again = '<description type="Razz" stakes="Limit $1/$2"/>\n' + GAME.replace('id="9-1"', 'id="9-2"')
    assert [r.document["game"] for r in results(FILE + again) if isinstance(r, Read)] == ["stud-hi-lo-8", "razz"]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('type="COMPLETE"', 'type="COMPLETES"', "COMPLETES in the round THIRD_STREET"),
        ('sequence="4" type', 'sequence="5" type', "event 5 where event 4"),
        ('<event sequence="5"', "<!--", "this is no XML"),
        ('id="SIXTH_STREET"', 'id="SEVENTH_STREET"', "SEVENTH_STREET where SIXTH_STREET"),
        ('id="END_OF_GAME"', 'id="EIGHTH_STREET"', "EIGHTH_STREET"),
        ('cards="As,2d,9c,9d,Ks"', 'cards="As,3d,9c,9d,Ks"', "not the cards listed before"),
        ('cards="As,2d,9c,9d,Ks"', 'cards="As,2d,9c,9d"', "0 new cards"),
        ('cards="As,2d,9c,9d,Ks"', 'cards="As,2d,9c,9d,1s"', "is no card"),
        ('cards="3h,8h,4h,5h,Kd,Ac,Th"', 'cards="3h,8h,4h,5h,Kd,Ac"', "not the cards listed before"),
        ('dealtin="false"', 'dealtin="true"', "not by both"),
        ('amount="0.50"/>\n    <cards', 'amount="fifty"/>\n    <cards', "is no amount"),
        ('type="SHOWN" cards="As', 'type="SEEN" cards="As', "SEEN are not understood"),
        ('cards="null,null,4h"', 'cards=""', "empty"),
        ('cards="null,null,4h"', 'cards=",4h"', "2 new cards"),
        ('type="COMPLETE"', 'type="COMPLETE" text="nh"', "COMPLETE with a text"),
        ('pottype="h"', 'pottype="x"', "pottype"),
        ('player="3" hand="Flush"', 'player="6" hand="Flush"', "player 6"),
        ('numholecards="7"', 'numholecards="7" jackpot="1"', "jackpot"),
        ("|9-1|false", "|9-1", "data="),
    ],
)
def test_what_is_not_understood_costs_the_hand_and_is_named(results: Results, old: str, new: str, reason: str) -> None:
    assert old in GAME
    found = results(DESCRIPTION + GAME.replace(old, new, 1) + GAME.replace('id="9-1"', 'id="9-2"'))
    assert [type(result) for result in found] == [Unread, Read]
    assert isinstance(found[0], Unread)
    assert reason in found[0].reason


@pytest.mark.parametrize(("words", "structure"), [("No Limit", "no-limit"), ("Pot Limit", "pot-limit")])
def test_without_a_limit_the_stakes_are_ante_bring_in_and_bet(
    read_hand: ReadHand, ruling: Ruling, words: str, structure: str
) -> None:
    text = FILE.replace("Limit $1/$2", f"{words} ($0.10/$0.50/$1.00)")
    # ann makes it 1.10 in all on third street: no limit bounds that, but the pot.
    text = text.replace('"COMPLETE"', '"RAISE"').replace('amount="1.00"', 'amount="1.10"', 1)
    text = text.replace('player="3" amount="0.50"/>\n  </round>', 'player="3" amount="0.60"/>\n  </round>')
    text = text.replace('player="3" amount="1.20"', 'player="3" amount="1.10"')
    text = text.replace('player="0" amount="0.20"', 'player="0" amount="0.10"')
    read = read_hand(text)
    assert read.document["stakes"] == {"structure": structure, "ante": 10, "bring_in": 50}
    assert [(e["type"], e["to"]) for e in read.document["events"] if "to" in e] == [
        ("bring-in", 50), ("raise", 110), ("call", 110), ("bet", 100), ("raise", 110), ("call", 110),
    ]  # fmt: skip
    assert read.inferred == ("rake",)
    assert ruling(read.document)["status"] == "settled"


@pytest.mark.parametrize("stakes", ["Pot Limit $1/$2", "No Limit", "No Limit ($0.10/$0.50)", "Spread $1/$2"])
def test_other_stakes_are_not_understood(results: Results, stakes: str) -> None:
    found = results(FILE.replace("Limit $1/$2", stakes))
    assert isinstance(found[0], Unread)
    assert f"stud-hi-lo-8 at '{stakes}': fixed limit, or an ante, a bring-in and a bet" in found[0].reason


def test_a_hand_without_a_description_names_what_is_missing(results: Results) -> None:
    found = results(GAME)
    assert isinstance(found[0], Unread)
    assert "no <description> says which game it is" in found[0].reason


def test_a_doctype_ends_the_reading(results: Results) -> None:
    found = results(FILE + "<!DOCTYPE x [<!ENTITY y 'z'>]>\n" + GAME)
    assert [type(result) for result in found] == [Read, Unread]
