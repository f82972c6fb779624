"""Poker Hand History: cards dealt one at a time, and wagers that end at the effective stack."""

from __future__ import annotations

import pytest

from studbook.formats.phh_writer import write
from tests.formats.test_phh import HAND, ReadHand, Ruling, UnreadHand

WHOLE = "  'd dh p1 AhKh9h',\n  'd dh p2 7s8d2c',\n  'd dh p3 QdQs4s',\n"
SINGLE = """\
  'd dh p1 Ah', 'd dh p2 7s', 'd dh p3 Qd',
  'd dh p1 Kh', 'd dh p2 8d', 'd dh p3 Qs',
  'd dh p1 9h', 'd dh p2 2c', 'd dh p3 4s',
"""


def test_a_first_street_dealt_one_card_at_a_time_is_one_deal_a_seat(read_hand: ReadHand) -> None:
    assert read_hand(HAND.replace(WHOLE, SINGLE)).document == read_hand(HAND).document
    razz = HAND.replace("F7S", "FR")
    assert read_hand(razz.replace(WHOLE, SINGLE)).document == read_hand(razz).document


def test_two_rounds_are_gathered_in_five_card_stud(read_hand: ReadHand) -> None:
    single = "".join(SINGLE.splitlines(keepends=True)[:2])
    document = read_hand(HAND.replace("F7S", "five-card-stud").replace(WHOLE, single)).document
    assert document["events"][:3] == [
        {"type": "deal", "seat": 1, "down": ["Ah"], "up": ["Kh"]},
        {"type": "deal", "seat": 2, "down": ["7s"], "up": ["8d"]},
        {"type": "deal", "seat": 3, "down": ["Qd"], "up": ["Qs"]},
    ]


def test_the_later_streets_of_seats_all_in_for_the_ante_are_not_gathered(read_hand: ReadHand, ruling: Ruling) -> None:
    fourth = "  'd dh p1 3c', 'd dh p2 5c', 'd dh p3 6c',\n"
    text = HAND.replace("[1000, 1000, 1000]", "[10, 10, 10]").replace("finishing_stacks", "_finishing_stacks")
    text = text[: text.index("  'p2 pb'")].replace(WHOLE, SINGLE + fourth) + text[text.index("]\nevent") :]
    document = read_hand(text).document
    assert [len(event.get("down", ())) + len(event["up"]) for event in document["events"]] == [3, 3, 3, 1, 1, 1]
    assert ruling(document)["status"] == "in-progress"


def test_what_was_said_of_single_cards_stays_with_the_deal(read_hand: ReadHand) -> None:
    single = SINGLE.replace("p1 Kh'", "p1 Kh # A king.'").replace("p1 9h'", "p1 9h # And the nine.'")
    assert read_hand(HAND.replace(WHOLE, single)).document["events"][0]["note"] == "A king. And the nine."


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("'d dh p1 Kh', 'd dh p2 8d'", "'d dh p2 8d', 'd dh p1 Kh'"),
        ("  'd dh p1 9h', 'd dh p2 2c', 'd dh p3 4s',\n", ""),
        ("'d dh p2 2c', ", ""),
    ],
)
def test_single_cards_that_go_round_otherwise_are_the_referees(
    read_hand: ReadHand, ruling: Ruling, old: str, new: str
) -> None:
    text = HAND.replace(WHOLE, SINGLE.replace(old, new)).replace("finishing_stacks", "_finishing_stacks")
    verdict = ruling(read_hand(text).document)
    assert (verdict["status"], verdict["violations"][0]["code"]) == ("illegal", "wrong-card-count")


def test_a_bad_card_among_single_ones_is_named_at_its_place(unread_hand: UnreadHand) -> None:
    found = unread_hand(HAND.replace(WHOLE, SINGLE.replace("p2 8d", "p2 8x")))
    assert found.reason.startswith("actions[4]")


def test_a_wrong_deal_of_single_cards_is_written_so_that_it_is_read_as_one(read_hand: ReadHand) -> None:
    document = read_hand(HAND).document
    faces = ["Ah", "7s", "Qd", "Kh", "8d", "Qs", "9h", "2c", "4s"]
    document["events"] = [
        {"type": "deal", "seat": at % 3 + 1, "down" if at < 6 else "up": [face], "stands": True}
        for at, face in enumerate(faces)
    ] + document["events"][3:]
    assert read_hand(write(document)).document == document
    for event in document["events"][:9]:
        del event["stands"]
    assert read_hand(write(document)).document == document


# Razz heads-up: what p1 can still reach is less than a full wager of p2, who covers.
COVERED = """\
variant = 'FR'
antes = [10, 10]
bring_in = 20
small_bet = 100
big_bet = 200
starting_stacks = [STACK, 1000]
actions = [
  'd dh p1 8c2hP1', 'd dh p2 5h3dP2',
  THIRD,
]
"""
TO_FIFTH = """\
'p2 pb', 'p1 cbr 100', 'p2 cc', 'd dh p1 Ad', 'd dh p2 2s', 'p1 cbr 100', 'p2 cc', 'd dh p1 Qd', 'd dh p2 Td',
"""


def covered(stack: int, actions: str, doors: tuple[str, str] = ("4c", "7d")) -> str:
    text = COVERED.replace("STACK", str(stack)).replace("THIRD", actions)
    return text.replace("P1", doors[0]).replace("P2", doors[1])


@pytest.mark.parametrize(
    ("text", "to"),
    [
        (covered(460, TO_FIFTH + "'p2 cc', 'p1 cbr 200', 'p2 cbr 250'"), 250),  # a raise of 50 where 200 are full
        (covered(390, TO_FIFTH + "'p2 cbr 180'"), 180),  # a bet of 180 where 200 are full
        (covered(70, "'p1 pb', 'p2 cbr 60'", ("7d", "4c")), 60),  # a completion to 60 where 100 are full
    ],
)
def test_a_covering_wager_at_the_effective_stack_stands_with_a_warning(
    read_hand: ReadHand, ruling: Ruling, text: str, to: int
) -> None:
    document = read_hand(text).document
    last = document["events"][-1]
    assert (last["to"], last["stands"]) == (to, True)
    assert not any("stands" in event for event in document["events"][:-1])
    verdict = ruling(document)
    assert (verdict["status"], verdict["next"]["seats"]) == ("in-progress", [1])
    assert [warning["event"] for warning in verdict["warnings"] if warning["code"] == "bet-size"] == [
        len(document["events"]) - 1
    ]
    assert read_hand(write(document)).document == document


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (covered(460, TO_FIFTH + "'p2 cc', 'p1 cbr 200', 'p2 cbr 240'"), "bet-size"),  # p1 has 10 more
        (covered(460, TO_FIFTH + "'p2 cc', 'p1 cbr 200', 'p2 cbr 260'"), "bet-size"),  # p1 has only 250
        (covered(600, TO_FIFTH + "'p2 cc', 'p1 cbr 250'"), "bet-size"),  # p1's own wager, and p2 can reach 790
        (covered(390, TO_FIFTH + "'p2 cc', 'p1 cbr 170'"), "bet-size"),  # p1 bets all but 10
    ],
)
def test_any_other_wager_of_a_wrong_size_is_the_referees(
    read_hand: ReadHand, ruling: Ruling, text: str, code: str
) -> None:
    document = read_hand(text).document
    assert "stands" not in document["events"][-1]
    verdict = ruling(document)
    assert (verdict["status"], verdict["violations"][0]["code"]) == ("illegal", code)


def test_a_full_wager_and_an_all_in_one_need_no_excuse(read_hand: ReadHand, ruling: Ruling) -> None:
    for stack, last in (
        (610, "'p2 cbr 200', 'p1 cbr 400'"),
        (410, "'p2 cbr 200'"),
        (460, "'p2 cbr 200', 'p1 cbr 250'"),
    ):
        document = read_hand(covered(stack, TO_FIFTH + last)).document
        assert not any("stands" in event for event in document["events"])
        assert ruling(document)["status"] == "in-progress"


def test_a_record_that_excuses_nothing_is_written_and_read_without_an_excuse(read_hand: ReadHand) -> None:
    document = read_hand(covered(460, TO_FIFTH + "'p2 cc', 'p1 cbr 200', 'p2 cbr 250'")).document
    del document["events"][-1]["stands"]
    assert read_hand(write(document)).document == document
