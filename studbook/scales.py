"""The scales by which hands are ranked, by name, and what the codes behind their strengths say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from studbook.hand_names import high_name, low_name
from studbook.strength import (
    FIVE_ABOVE,
    FIVE_BELOW,
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    LOW_TOP,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    ace_to_five,
    ace_to_five_of,
    deuce_to_seven,
    deuce_to_seven_groups,
    deuce_to_seven_groups_of,
    deuce_to_seven_of,
    high,
    high_groups,
    high_groups_of,
    high_of,
)


@dataclass(frozen=True, slots=True, eq=False)
class Scale:
    """A way to rank hands. ``strength`` takes known cards and returns an int, larger is better."""

    name: str
    strength: Callable[[Sequence[int]], int]
    # The strength that the ranks alone make, by their pattern; flushes left aside.
    by_ranks: Mapping[int, int] = field(repr=False)
    low: bool = False
    ace_low: bool = False
    # Whether straights and flushes are something in this scale (for or against the hand).
    five_card_hands: bool = True

    def code(self, strength: int) -> int:
        """The code behind a strength of this scale (see `studbook.strength`)."""
        return LOW_TOP - strength if self.low else strength

    def words(self, strength: int) -> str:
        """The name in words of a hand of this strength."""
        return low_name(LOW_TOP - strength, ace_low=self.ace_low) if self.low else high_name(strength)

    def rank(self, value: int) -> int:
        """The rank (0 a deuce, 12 an ace) of a value in this scale's codes."""
        return (value - 2) % 13 if self.ace_low else value - 1


HIGH = Scale("high", high, high_of)
HIGH_GROUPS = Scale("high_groups", high_groups, high_groups_of, five_card_hands=False)
ACE_TO_FIVE = Scale("ace_to_five", ace_to_five, ace_to_five_of, low=True, ace_low=True, five_card_hands=False)
DEUCE_TO_SEVEN = Scale("deuce_to_seven", deuce_to_seven, deuce_to_seven_of, low=True)
DEUCE_TO_SEVEN_GROUPS = Scale(
    "deuce_to_seven_groups", deuce_to_seven_groups, deuce_to_seven_groups_of, low=True, five_card_hands=False
)

SCALES: dict[str, Scale] = {
    spelling: scale
    for scale in (HIGH, HIGH_GROUPS, ACE_TO_FIVE, DEUCE_TO_SEVEN, DEUCE_TO_SEVEN_GROUPS)
    for spelling in (scale.name, scale.name.replace("_", "-"))
}

# How many cards of each value of a code the hand holds; straights are spelt out from their top card.
_SHAPES = {
    HIGH_CARD: (1, 1, 1, 1, 1),
    PAIR: (2, 1, 1, 1),
    TWO_PAIR: (2, 2, 1),
    TRIPS: (3, 1, 1),
    FLUSH: (1, 1, 1, 1, 1),
    FULL_HOUSE: (3, 2),
    QUADS: (4, 1),
    FIVE_BELOW: (5,),
    FIVE_ABOVE: (5,),
}


def scale_named(scale: Scale | str) -> Scale:
    """The scale itself, or the one of that name."""
    return SCALES[scale] if isinstance(scale, str) else scale


@lru_cache(10_000)
def ranks_of(scale: Scale, number: int) -> tuple[tuple[int, int], ...]:
    """What a code says of the hand: (rank, how many cards of it), in the order in which a person reads it."""
    category = number >> 20
    if category in (STRAIGHT, STRAIGHT_FLUSH):
        top = (number >> 16 & 0xF) - 1
        return tuple([((top - step) % 13, 1) for step in range(5)])
    values = [number >> shift & 0xF for shift in (16, 12, 8, 4, 0)]
    return tuple([(scale.rank(value), size) for value, size in zip(values, _SHAPES[category], strict=False) if value])
