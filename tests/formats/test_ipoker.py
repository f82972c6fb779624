"""iPoker sessions in XML: a small session of our own making, and what is refused in one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from studbook.formats import ipoker
from studbook.formats.common import Read, Result, Skipped, Unread

HEAD = """\
<?xml version="1.0" encoding="utf-8"?>
<session sessioncode="1">
  <general>
    <mode>real</mode><gametype>7 Card Stud L €0.10/€0.20</gametype><tablename>Test, 1</tablename>
    <tablecurrency>EUR</tablecurrency><startdate>2020-01-02 03:04:05</startdate><nickname>ann</nickname>
  </general>
"""
GAME = """\
<game gamecode="100">
  <general>
    <startdate>2020-01-02 03:04:05</startdate>
    <players>
      <player seat="2" name="ann" chips="€5" dealer="1" win="€0.60" bet="€0.27" rebuy="0" addon="0"/>
      <player seat="4" name="bob &amp; co" chips="€5" dealer="0" win="€0" bet="€0.17" rebuy="0" addon="0"/>
      <player seat="9" name="cy" chips="€0.37" dealer="0" win="€0" bet="€0.17" rebuy="0" addon="0"/>
    </players>
  </general>
  <round no="0">
    <action no="1" player="ann" type="15" sum="€0.02" cards="[cards]"/>
    <action no="2" player="bob &amp; co" type="15" sum="€0.02" cards="[cards]"/>
    <action no="3" player="cy" type="15" sum="€0.02" cards="[cards]"/>
  </round>
  <round no="1">
  </round>
  <round no="2">
    <cards type="Third Street" player="ann">SA C10 HK</cards><action no="6" player="ann" type="5" sum="€0.10" cards=""/>
    <cards type="Third Street" player="bob &amp; co">X X C2</cards><action no="4" player="bob &amp; co" type="16" sum="€0.05" cards=""/><action no="7" player="bob &amp; co" type="3" sum="€0.05" cards=""/>
    <cards type="Third Street" player="cy">X X D9</cards><action no="5" player="cy" type="3" sum="€0.05" cards=""/><action no="8" player="cy" type="23" sum="€0.20" cards=""/>
    <action no="9" player="ann" type="3" sum="€0.10" cards=""/><action no="10" player="bob &amp; co" type="0" sum="€0" cards=""/>
  </round>
  <round no="3">
    <cards type="Fourth Street" player="ann">H4</cards><action no="11" player="ann" type="5" sum="€0.10" cards=""/>
    <cards type="Fourth Street" player="cy">S5</cards><action no="12" player="cy" type="0" sum="€0" cards=""/>
  </round>
</game>
"""  # noqa: E501
SESSION = HEAD + GAME + "</session>\n"

ReadHand = Callable[[str], Read]
UnreadHand = Callable[[str], Unread]
Results = Callable[[str], list[Result]]
Ruling = Callable[[dict[str, Any]], dict[str, Any]]


def test_actions_are_taken_in_the_order_of_their_numbers(read_hand: ReadHand) -> None:
    events = read_hand(SESSION).document["events"]
    assert events[:3] == [
        {"type": "deal", "seat": 2, "down": ["As", "Tc"], "up": ["Kh"]},
        {"type": "deal", "seat": 4, "down": ["??", "??"], "up": ["2c"]},
        {"type": "deal", "seat": 9, "down": ["??", "??"], "up": ["9d"]},
    ]
    assert [(event["type"], event["seat"], event.get("to")) for event in events[3:10]] == [
        ("bring-in", 4, 5), ("call", 9, 5), ("complete", 2, 10), ("call", 4, 10), ("raise", 9, 20), ("call", 2, 20),
        ("fold", 4, None),
    ]  # fmt: skip


def test_the_win_counts_the_uncalled_bet_and_the_rest_is_rake(read_hand: ReadHand, ruling: Ruling) -> None:
    read = read_hand(SESSION)
    # In the pot 3 x 2 + 2 x 20 + 10 = 56; ann won 60, of which 10 nobody called.
    assert read.document["outcome"] == {"won": {"2": 50}}
    assert read.document["rake"] == [6]
    assert "rake" in read.inferred
    verdict = ruling(read.document)
    assert verdict["status"] == "settled"
    assert verdict["returned"] == {"2": 10}
    assert verdict["seats"][0]["won"] == 50


def test_amounts_are_cents_of_the_tables_currency(read_hand: ReadHand) -> None:
    document = read_hand(SESSION).document
    assert (document["currency"], document["decimals"], document["table"]) == ("EUR", 2, "Test, 1")
    assert document["stakes"] == {
        "structure": "fixed-limit", "small_bet": 10, "big_bet": 20, "ante": 2, "bring_in": 5,
    }  # fmt: skip
    assert document["ref"] == "ipoker:100"


EMPTY = '      <player seat="3" name="" chips="€0" dealer="0" win="€0" bet="€0"/>\n'


def test_a_chair_without_a_name_is_empty(read_hand: ReadHand) -> None:
    text = SESSION.replace("    </players>", EMPTY + EMPTY.replace('seat="3"', 'seat="8"') + "    </players>")
    assert read_hand(text).document == read_hand(SESSION).document


@pytest.mark.parametrize("attribute", ["chips", "win", "bet"])
def test_nobody_holds_no_chips(unread_hand: UnreadHand, attribute: str) -> None:
    entry = EMPTY.replace(f'{attribute}="€0"', f'{attribute}="€1"')
    assert "no name, but chips" in unread_hand(SESSION.replace("    </players>", entry + "    </players>")).reason


def test_nobody_does_not_act(unread_hand: UnreadHand) -> None:
    text = SESSION.replace("    </players>", EMPTY + "    </players>").replace(
        'player="cy" type="3"', 'player="" type="3"'
    )
    assert "'' is not in the list of players" in unread_hand(text).reason


def numbered_on(text: str, after: int) -> str:
    """The text with the numbers of the actions after one of them moved on by one."""
    return re.sub(r'no="(\d+)" player', lambda no: f'no="{int(no[1]) + (int(no[1]) > after)}" player', text)


def test_who_joins_the_table_is_no_part_of_the_hand(read_hand: ReadHand) -> None:
    joins = '    <action no="4" player="dan" type="8" sum="€0" cards="[cards]"/>\n  </round>\n'
    text = numbered_on(SESSION, 3).replace("  </round>\n", joins, 1)
    dan = '<player seat="6" name="dan" chips="€5" dealer="0" win="€0" bet="€0"/>\n    </players>'
    assert read_hand(text.replace("</players>", dan)).document == read_hand(SESSION).document


# bob has brought it in and folds to the raise at number 10.
BOB_FOLDS = 'no="10" player="bob &amp; co" type="0"'


def test_who_sits_out_folds_at_his_turn(read_hand: ReadHand) -> None:
    assert BOB_FOLDS in SESSION
    text = SESSION.replace(BOB_FOLDS, BOB_FOLDS.replace('"0"', '"9"'))
    assert read_hand(text).document == read_hand(SESSION).document


def test_who_sits_out_after_his_ante_has_a_hand_that_nobody_sees(read_hand: ReadHand, ruling: Ruling) -> None:
    dan = '<player seat="7" name="dan" chips="€5" dealer="0" win="€0" bet="€0.02"/>\n    </players>'
    ante = '    <action no="4" player="dan" type="15" sum="€0.02" cards="[cards]"/>\n  </round>\n'
    out = '    <action no="6" player="dan" type="9" sum="€0" cards=""/>\n  </round>\n  <round no="3">'
    text = numbered_on(SESSION, 3).replace("  </round>\n", ante, 1).replace("</players>", dan)
    # He sits between bob, who brings it in, and cy.
    text = numbered_on(text, 5).replace('  </round>\n  <round no="3">', out)
    document = read_hand(text).document
    assert [event for event in document["events"] if event["seat"] == 7] == [
        {"type": "deal", "seat": 7, "down": ["??", "??"], "up": ["??"]}, {"type": "fold", "seat": 7},
    ]  # fmt: skip
    verdict = ruling(document)
    assert verdict["status"] == "settled"
    assert [seat["put_in"] for seat in verdict["seats"] if seat["seat"] == 7] == [2]
    assert document["rake"] == [8]  # his ante is in the pot, and bob's win stays as it was


def test_a_time_without_a_zone_is_taken_for_utc_and_named(read_hand: ReadHand) -> None:
    read = read_hand(
        SESSION.replace(
            "2020-01-02 03:04:05</startdate>\n    <players>", "02.01.2020 03:04:05</startdate>\n    <players>"
        )
    )
    assert read.document["played_at"] == "2020-01-02T03:04:05+00:00"
    assert "played_at" in read.inferred


def test_a_tournament_plays_for_chips_and_states_no_bets(read_hand: ReadHand) -> None:
    text = (
        SESSION.replace("7 Card Stud L €0.10/€0.20", "7 Card Stud L")
        .replace("€", "")
        .replace("<mode>real</mode>", "<mode>real</mode><tournamentname>T</tournamentname>")
    )
    for cents in ("0.02", "0.05", "0.10", "0.20", "0.60", "0.37"):
        text = text.replace(f'"{cents}"', f'"{round(float(cents) * 100)}"')
    read = read_hand(text.replace('win="60"', 'win="66"').replace('chips="5"', 'chips="1,500"'))
    assert read.document["currency"] == "chips"
    assert read.document["seats"][0]["stack"] == 1500
    assert (read.document["stakes"]["small_bet"], read.document["stakes"]["big_bet"]) == (10, 20)
    assert {"stakes.small_bet", "stakes.big_bet"} <= set(read.inferred)
    assert "rake" not in read.document
    assert read.doubts == ()


@pytest.mark.parametrize(("gametype", "game"), [("7 Card Stud Hi-Lo L €0.10/€0.20", "stud-hi-lo-8")])
def test_the_session_names_the_game(read_hand: ReadHand, gametype: str, game: str) -> None:
    assert read_hand(SESSION.replace("7 Card Stud L €0.10/€0.20", gametype)).document["game"] == game


def test_a_session_of_another_game_is_skipped_by_its_name(results: Results) -> None:
    text = SESSION.replace("7 Card Stud L €0.10/€0.20", "Holdem NL €0.05/€0.10")
    assert results(text) == [Skipped("test.txt", 7, "Holdem NL €0.05/€0.10", "100")]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('no="5" player="cy" type="3"', 'no="5" player="cy" type="17"', "type 17"),
        ('no="5" player="cy"', 'no="6" player="cy"', "action 6 where action 5"),
        ('no="5" player="cy"', 'no="5" player="dan"', "'dan' is not in the list of players"),
        ('<round no="3">', '<round no="4">', "round 4 where round 3"),
        ('type="16" sum="€0.05"', 'type="16" sum="€0,0,5"', "is no amount"),
        ('type="16" sum="€0.05"', 'type="16" sum="€0.05" odds="3"', "the attribute odds"),
        ("HK</cards>", "1K</cards>", "is no card"),
        ("C10 HK</cards>", "HK</cards>", "is dealt"),
        ('<round no="1">\n', '<round no="1">\n<bonus/>', "<bonus> in <round>"),
        ('player="cy" type="0" sum="€0"', 'player="cy" type="0" sum="€1"', "type 0 with the sum"),
        ('player="cy" type="0" sum="€0"', 'player="cy" type="9" sum="€1"', "type 9 with the sum"),
        ('player="cy" type="15" sum="€0.02"', 'player="cy" type="9" sum="€0"', "sits out before the cards"),
        ('player="cy" type="15" sum="€0.02"', 'player="cy" type="8" sum="€0.02"', "type 8 with the sum"),
        ("</players>", "</playerz>", "this is no XML"),
        ('win="€0.60"', 'win="€9"', "more were paid out"),
        ('win="€0.60"', 'win="€0"', "does not say who won"),
    ],
)
def test_what_is_not_understood_costs_the_hand_and_is_named(results: Results, old: str, new: str, reason: str) -> None:
    other = GAME.replace('gamecode="100"', 'gamecode="101"')
    assert old in GAME
    found = results(HEAD + GAME.replace(old, new) + other + "</session>")
    assert [type(result) for result in found] == [Unread, Read]
    assert isinstance(found[0], Unread)
    assert reason in found[0].reason
    assert 7 <= found[0].line <= 40


def test_a_doctype_is_refused_before_anything_is_parsed(results: Results) -> None:
    bomb = '<?xml version="1.0"?>\n<!DOCTYPE session [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n'
    found = results(bomb + SESSION)
    assert [type(result) for result in found] == [Unread]
    assert isinstance(found[0], Unread)
    assert (found[0].line, "DOCTYPE" in found[0].reason) == (2, True)


def test_a_doctype_inside_a_hand_ends_the_reading(results: Results) -> None:
    found = results(HEAD + GAME.replace("<players>", '<!ENTITY x "y"><players>'))
    assert [type(result) for result in found] == [Unread]


def test_text_between_the_hands_is_reported_and_costs_no_hand(results: Results) -> None:
    found = results(HEAD + "what is this\n" + GAME + "</session>")
    assert [type(result) for result in found] == [Unread, Read]
    assert isinstance(found[0], Unread)
    assert (found[0].line, "what is this" in found[0].reason) == (7, True)


def test_an_unknown_element_of_the_session_is_reported_and_costs_no_hand(results: Results) -> None:
    found = results(HEAD.replace("<mode>", "<mood>grey</mood><mode>") + GAME + "</session>")
    assert [type(result) for result in found] == [Unread, Read]


def test_a_hand_without_an_end_is_given_up_where_the_next_begins(results: Results) -> None:
    cut = GAME.replace("</game>\n", "")
    found = results(HEAD + cut + GAME.replace('"100"', '"101"') + "</session>")
    assert [type(result) for result in found] == [Unread, Read]


def test_hands_on_one_line_are_cut_apart(results: Results) -> None:
    line = GAME.replace("\n", " ")
    found = results(HEAD + line + line.replace('"100"', '"101"') + "</session>")
    assert [result.document["hand_no"] for result in found if isinstance(result, Read)] == ["100", "101"]


def test_memory_does_not_grow_with_the_file() -> None:
    def lines() -> Any:
        for number, line in enumerate([*HEAD.splitlines(), "<game gamecode='1'>"], start=1):
            yield number, line
        for number in range(20, 200_000):
            yield number, "<!-- x -->"

    found = list(ipoker.read(lines(), "endless"))
    assert [type(result) for result in found] == [Unread]
