"""What hangs on a card that nobody saw, and what does not: one unseen card is tried in all ways."""

from __future__ import annotations

from typing import Any

import pytest

from studbook.record import record_from_dict
from studbook.referee import replay
from tests.engine.rulebook_hands import Document, eight_to_the_end, ended, hand, rule

STUD, HI_LO, DECLARE = "seven-card-stud", "stud-hi-lo-8", "stud-hi-lo-declare"
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def with_face(document: Document, face: str) -> Document:
    """The same end of a hand, its one unseen card seen."""
    hands = [
        row | {"cards": [face if card == "??" else card for card in row["cards"]]}
        for row in document["showdown"]["hands"]
    ]
    return document | {"showdown": document["showdown"] | {"hands": hands}}


def faces(document: Document) -> list[str]:
    seen = {card for row in document["showdown"]["hands"] for card in row["cards"]}
    return [card for card in DECK if card not in seen]


SCOOP = ended(HI_LO, "??Jh2c5s3cJd8h", "As9s8dQd6s4d4h", put_in=15)
FAILED = ended(
    DECLARE, "KcKdKsQdQc9s?? both", "AhAdAcJhJd9c8c high", "8s7c6d4d2c2hJs low", put_in=11, rules={"both_tie": "loses"}
)
OPEN = ended(STUD, "AsAhKsKd2c3d??", "QsQhQd9c8d2h4s", put_in=15)
HALF = ended(DECLARE, "KcKd9h9s2c4d?? high", "KsKhJcJdQs4c2d high", "8s7c6d5d2s3hJs low", put_in=11)


@pytest.mark.parametrize(
    ("document", "won"), [(SCOOP, {1: 30}), (FAILED, {2: 17, 3: 16})], ids=["either a scoop or both halves", "failed"]
)
def test_a_pot_is_divided_where_every_face_of_the_card_divides_it_so(document: Document, won: dict[int, int]) -> None:
    assert {tuple(rule(with_face(document, face)).won.items()) for face in faces(document)} == {tuple(won.items())}
    ruling = rule(document)
    assert (ruling.status, ruling.won) == ("settled", won)


def test_a_pot_that_one_face_would_give_to_somebody_else_stays_open() -> None:
    assert len({tuple(rule(with_face(OPEN, face)).won.items()) for face in faces(OPEN)}) == 2
    ruling = rule(OPEN)
    assert (ruling.status, ruling.won, ruling.verdict["pots"][0]["open"]) == ("undecided", {}, 30)


def test_the_half_that_is_certain_is_awarded_and_the_other_stays_open() -> None:
    ruling = rule(HALF)
    assert (ruling.status, ruling.won) == ("undecided", {3: 16})
    assert ruling.verdict["pots"][0]["open"] == 17


def test_what_is_given_of_a_pot_whose_low_is_awarded_is_its_high() -> None:
    document = ended(HI_LO, "As2s3d4d8cKcKd", "QsJh9d7d??ThJs", "QcQd8d7cTs5cJd", put_in=10)
    assert (rule(document).status, rule(document).won) == ("undecided", {1: 15})
    ruling = rule(document | {"outcome": {"won": {"1": 15, "2": 15}}})
    assert ruling.awards == [[(1, 15, "low", "stud/low-half"), (2, 15, "high", "stud/outcome")]]


@pytest.mark.parametrize(("won", "given"), [({"1": 15, "2": 15}, True), ({"1": 30}, True), ({"2": 30}, False)])
def test_figures_that_no_face_allows_are_not_taken_as_given(won: dict[str, int], given: bool) -> None:
    # Aces full against a hand that can win low at the most.
    document = ended(HI_LO, "AsAhAdKsKc9h9d", "2c3d4h7sTcJd??", put_in=15)
    ruling = rule(document | {"outcome": {"won": won}})
    assert ruling.status == ("settled" if given else "undecided")
    assert ruling.won == ({int(seat): chips for seat, chips in won.items()} if given else {})


@pytest.mark.parametrize(("folded", "won"), [(2, {1: 11, 2: 11, 3: 10}), (1, {})])
def test_a_side_is_awarded_whole_or_not_at_all(folded: int, won: dict[int, int]) -> None:
    # Three straights to the ace. Two odd chips go to seats 1 and 2 in either order; a single one to seat 2 for its ace
    # of hearts, unless seat 1 holds the ace of spades: then not even seat 3's part is told.
    hands = ("TsJhQdKcAd2c??", "TcJdQhKsAh2d3s", "TdJsQcKhAc3c4d", f"- {folded} folded")
    ruling = rule(ended(STUD, *hands))
    assert ruling.won == won
    assert ruling.status == ("settled" if won else "undecided")


# -- who opens -------------------------------------------------------------------------------------------------------

EIGHT = eight_to_the_end(0)
SEEN = "d 1 ????/2c 2 ????/3c 3 ????/Jh; bring-in 1 3; around; street 5d ?? 9h"
LATER = "check 3 1 2; street 6d 7d 8d; check 2 3 1; street 4d 7s 8h; check 2 3 1; street ?? ?? ??"


@pytest.mark.parametrize("common", ["community ??", None])
def test_an_unseen_common_card_leaves_the_opener_open(common: str | None) -> None:
    document = hand(STUD, 8, EIGHT if common is None else f"{EIGHT}; {common}")
    if common is None:  # as `next` offers it: no face at all
        document["events"].append({"type": "community"})
    following: Any = replay(record_from_dict(document)).next()
    seats = set(following["seats"])
    dealt = {card for event in document["events"] for card in (*event.get("up", ()), *event.get("down", ()))}
    found = {
        seat for face in DECK if face not in dealt for seat in rule(hand(STUD, 8, f"{EIGHT}; community {face}")).due[0]
    }
    assert seats == found


def test_on_the_last_street_the_boards_are_unchanged_and_so_is_the_opener() -> None:
    ruling = rule(hand(STUD, 3, f"{SEEN}; {LATER}"))
    assert ruling.openers[6] == 2
    assert ruling.due == ([2], "act")


def test_an_unseen_card_makes_an_open_pair_only_where_a_card_of_the_rank_is_left() -> None:
    play = "d 1 ????/2c 2 ????/3c 3 ????/{}; bring-in 1 3; around; street 5d ?? 9h"
    assert rule(hand(STUD, 3, play.format("Jh"))).offer("bet") == {"exactly": [10, 20]}
    gone = play.replace("????/2c", "3d3h/2c").format("Jh").replace("3 ????", "3 3s??")
    assert rule(hand(STUD, 3, gone)).offer("bet") == {"exactly": [10]}
