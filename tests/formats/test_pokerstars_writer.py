"""Hands written as PokerStars text: what a line says, what is left out, what cannot be written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from studbook.formats.common import Read
from studbook.formats.extension import CannotWrite
from studbook.formats.pokerstars_writer import left_out, write

ReadHand = Callable[[str], Read]
Document = dict[str, Any]


def document(**changed: Any) -> Document:
    """Hi-lo for dollars: ann has the high hand, bob the only low and is all-in, cy folds on third street."""
    made: Document = {
        "format": 1,
        "game": "stud-hi-lo-8",
        "ref": "pokerstars:12",
        "hand_no": "12",
        "played_at": "2024-01-31T20:15:00+01:00",
        "table": "It's",
        "currency": "USD",
        "decimals": 2,
        "stakes": {"structure": "fixed-limit", "small_bet": 100, "big_bet": 200, "ante": 10, "bring_in": 50},
        "seats": [
            {"seat": 2, "player": "ann: folds", "stack": 2000},
            {"seat": 5, "player": "bob", "stack": 160},
            {"seat": 6, "player": "cy [x]", "stack": 2000},
        ],
        "events": [
            {"type": "deal", "seat": 2, "down": ["Kc", "Kd"], "up": ["Kh"]},
            {"type": "deal", "seat": 5, "down": ["??", "??"], "up": ["2c"]},
            {"type": "deal", "seat": 6, "down": ["??", "??"], "up": ["Jh"]},
            {"type": "bring-in", "seat": 5, "to": 50},
            {"type": "fold", "seat": 6},
            {"type": "complete", "seat": 2, "to": 100},
            {"type": "call", "seat": 5, "to": 100},
            {"type": "deal", "seat": 2, "up": ["Ks"]},
            {"type": "deal", "seat": 5, "up": ["3d"]},
            {"type": "bet", "seat": 2, "to": 100},
            {"type": "call", "seat": 5, "to": 50},
            {"type": "deal", "seat": 2, "up": ["9c"]},
            {"type": "deal", "seat": 5, "up": ["4c"]},
            {"type": "deal", "seat": 2, "up": ["9d"]},
            {"type": "deal", "seat": 5, "up": ["5d"]},
            {"type": "deal", "seat": 2, "down": ["Qs"]},
            {"type": "deal", "seat": 5, "down": ["??"]},
            {"type": "show", "seat": 2, "cards": ["Kc", "Kd", "Kh", "Ks", "9c", "9d", "Qs"]},
            {"type": "show", "seat": 5, "cards": ["7s", "Js", "2c", "3d", "4c", "5d", "Td"]},
        ],
        "rake": [11],
        "outcome": {"won": {"2": 160, "5": 159}},
    }
    return made | changed


TEXT = """\
PokerStars Hand #12: 7 Card Stud Hi/Lo Limit ($1/$2 USD) - 2024/01/31 20:15:00 CET [2024/01/31 14:15:00 ET]
Table 'It's' 8-max
Seat 2: ann: folds ($20 in chips)
Seat 5: bob ($1.60 in chips)
Seat 6: cy [x] ($20 in chips)
ann: folds: posts the ante $0.10
bob: posts the ante $0.10
cy [x]: posts the ante $0.10
*** 3rd STREET ***
Dealt to ann: folds [Kc Kd Kh]
Dealt to bob [2c]
Dealt to cy [x] [Jh]
bob: brings in for $0.50
cy [x]: folds
ann: folds: raises $0.50 to $1
bob: calls $0.50
*** 4th STREET ***
Dealt to ann: folds [Kc Kd Kh] [Ks]
Dealt to bob [2c] [3d]
ann: folds: bets $1
bob: calls $0.50 and is all-in
*** 5th STREET ***
Dealt to ann: folds [Kc Kd Kh Ks] [9c]
Dealt to bob [2c 3d] [4c]
*** 6th STREET ***
Dealt to ann: folds [Kc Kd Kh Ks 9c] [9d]
Dealt to bob [2c 3d 4c] [5d]
*** RIVER ***
Dealt to ann: folds [Kc Kd Kh Ks 9c 9d] [Qs]
*** SHOW DOWN ***
ann: folds: shows [Kc Kd Kh Ks 9c 9d Qs] (four kings)
bob: shows [7s Js 2c 3d 4c 5d Td] (HI: jack high; LO: 7-5-4-3-2)
Uncalled bet ($0.50) returned to ann: folds
ann: folds collected $1.60 from pot
bob collected $1.59 from pot
*** SUMMARY ***
Total pot $3.30 | Rake $0.11
Seat 2: ann: folds showed [Kc Kd Kh Ks 9c 9d Qs] and won ($1.60) with four kings
Seat 5: bob showed [7s Js 2c 3d 4c 5d Td] and won ($1.59) with HI: jack high; LO: 7-5-4-3-2
Seat 6: cy [x] folded on the 3rd Street (didn't bet)


"""


def test_a_hand_is_written_in_the_rooms_words() -> None:
    assert write(document()).splitlines() == TEXT.splitlines()


def test_what_is_written_is_read_back_equal(read_hand: ReadHand) -> None:
    read = read_hand(write(document()))
    assert {key: value for key, value in read.document.items() if key != "meta"} == document()
    assert read.doubts == ()
    assert left_out(document()) == []


@pytest.mark.parametrize(
    ("played_at", "when"),
    [
        ("2024-07-01T10:00:00-04:00", "2024/07/01 10:00:00 ET"),
        ("2024-01-01T10:00:00-05:00", "2024/01/01 10:00:00 ET"),
        ("2024-01-01T10:00:00+00:00", "2024/01/01 10:00:00 UTC"),
        ("2024-01-01T10:00:00Z", "2024/01/01 10:00:00 UTC"),
        ("2024-07-01T10:00:00+05:45", "2024/07/01 10:00:00 LT [2024/07/01 0:15:00 ET]".replace(" 0:", " 00:")),
        ("2024-07-01T10:00:00-05:00", "2024/07/01 10:00:00 EST [2024/07/01 11:00:00 ET]"),
    ],
)
def test_the_time_of_new_york_tells_the_offset(read_hand: ReadHand, played_at: str, when: str) -> None:
    text = write(document(played_at=played_at))
    assert text.splitlines()[0].endswith(when)
    assert read_hand(text).document["played_at"] == played_at.replace("Z", "+00:00")


def test_a_hand_without_a_time_comes_back_without_one(read_hand: ReadHand) -> None:
    made = document()
    del made["played_at"]
    assert "played_at" not in read_hand(write(made)).document


def three_handed() -> Document:
    """Stud: bob is all-in on fourth street, ann and cy bet on beside him; ann's kings beat both."""
    made = document(game="seven-card-stud", rake=[], outcome={"won": {"2": 980}})
    events = [*made["events"][:3], {"type": "bring-in", "seat": 5, "to": 50}, {"type": "call", "seat": 6, "to": 50}]
    events[2] = {"type": "deal", "seat": 6, "down": ["8c", "8d"], "up": ["Jh"]}
    events += [{"type": "complete", "seat": 2, "to": 100}]
    events += [{"type": "call", "seat": seat, "to": 100} for seat in (5, 6)]
    events += [{"type": "deal", "seat": 2, "up": ["Ks"]}, {"type": "deal", "seat": 5, "up": ["3d"]}]
    events += [{"type": "deal", "seat": 6, "up": ["4h"]}, {"type": "bet", "seat": 2, "to": 100}]
    events += [{"type": "call", "seat": 5, "to": 50}, {"type": "call", "seat": 6, "to": 100}]
    for street in (("9c", "4c", "5s"), ("9d", "5d", "Jc")):
        events += [{"type": "deal", "seat": seat, "up": [card]} for seat, card in zip((2, 5, 6), street, strict=True)]
        events += [{"type": "check", "seat": 2}, {"type": "check", "seat": 6}]
    last = (("Qs", 2), ("??", 5), ("Qd", 6))
    events += [{"type": "deal", "seat": seat, "down": [card]} for card, seat in last]
    events += [{"type": "bet", "seat": 2, "to": 200}, {"type": "call", "seat": 6, "to": 200}]
    events += [
        {"type": "show", "seat": 2, "cards": ["Kc", "Kd", "Kh", "Ks", "9c", "9d", "Qs"]},
        {"type": "show", "seat": 5, "cards": ["7s", "Js", "2c", "3d", "4c", "5d", "Td"]},
        {"type": "muck", "seat": 6},
    ]
    # Three antes of 10, three times 150: the main pot; 50 and 200 each of ann and cy beside it.
    return made | {"events": events}


def test_side_pots_are_named_and_the_mucked_hand_stands_in_the_summary(read_hand: ReadHand) -> None:
    made = three_handed()
    text = write(made)
    assert "Total pot $9.80 Main pot $4.80. Side pot $5. | Rake $0" in text
    assert "ann: folds collected $4.80 from main pot" in text
    assert "ann: folds collected $5 from side pot" in text
    assert "Seat 6: cy [x] mucked [8c 8d Jh 4h 5s Jc Qd]" in text
    read = read_hand(text).document
    assert (read["events"], read["outcome"]) == (made["events"], made["outcome"])


def test_chips_have_no_sign(read_hand: ReadHand) -> None:
    made = document(currency="chips", decimals=0)
    text = write(made)
    assert "(100/200)" in text
    assert "bob: calls 50 and is all-in" in text
    assert {key: value for key, value in read_hand(text).document.items() if key != "meta"} == made


def test_what_the_text_cannot_carry_is_listed() -> None:
    made = document(tags=["x"], rules={"raise_cap": 4}, claim={"won": {}}, hand_no="12-34")
    made["seats"][0]["name"] = "Ann"
    made["stakes"]["chip"] = 1
    made["events"][0] |= {"note": "a note", "at": "2024-01-31T20:15:00+01:00"}
    made["events"].insert(7, {"type": "burn"})
    assert left_out(made) == [
        "claim", "events.at", "events.burn", "events.note", "hand_no", "rules", "seats.name", "stakes.chip", "tags",
    ]  # fmt: skip
    write(made)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda d: d.update(game="wall-street"), "no game wall-street"),
        (lambda d: d["stakes"].update(structure="spread-limit"), "no spread-limit stud"),
        (lambda d: d["stakes"].update(bring_in=0), "always brought in"),
        (lambda d: d["seats"][0].pop("stack"), "seat 2 is not tracked"),
        (lambda d: d["seats"][0].update(player="two\nlines"), "cannot stand in a line"),
        (lambda d: d["events"].append({"type": "declare", "seat": 2, "way": "high"}), "no words for the event declare"),
        (lambda d: d.update(events=d["events"][:6]), "this one is in-progress"),
        (lambda d: d["events"].pop(3), "this one is illegal"),
        (lambda d: (d.pop("events"), d.update(showdown={"hands": []})), "only a showdown"),
    ],
)
def test_what_the_room_has_no_hands_of_is_refused(change: Callable[[Document], Any], reason: str) -> None:
    made = document()
    change(made)
    if reason.startswith("this one"):
        del made["outcome"]
    with pytest.raises(CannotWrite, match=reason):
        write(made)
