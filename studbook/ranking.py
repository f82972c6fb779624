"""The rank of a hand, for whoever compares hands: the scales, the five cards used, the name in words, the qualifier.

`high`, `ace_to_five` and `deuce_to_seven` (and the two of them that leave straights and flushes aside) give one
comparable int for zero to ten known cards; larger is better in every scale, the low ones too. `SCALES` holds the
same functions by name, as house rules name them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

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
    code,
    deuce_to_seven,
    deuce_to_seven_groups,
    five_suited,
    flush_code,
    high,
    high_groups,
)

__all__ = [
    "SCALES",
    "Scale",
    "ace_to_five",
    "best_five",
    "deuce_to_seven",
    "deuce_to_seven_groups",
    "high",
    "high_groups",
    "name",
    "qualifies",
    "qualifying_strength",
]


@dataclass(frozen=True, slots=True, eq=False)
class Scale:
    """A way to rank hands. ``strength`` takes known cards and returns an int, larger is better."""

    name: str
    strength: Callable[[Sequence[int]], int]
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


HIGH = Scale("high", high)
HIGH_GROUPS = Scale("high_groups", high_groups, five_card_hands=False)
ACE_TO_FIVE = Scale("ace_to_five", ace_to_five, low=True, ace_low=True, five_card_hands=False)
DEUCE_TO_SEVEN = Scale("deuce_to_seven", deuce_to_seven, low=True)
DEUCE_TO_SEVEN_GROUPS = Scale("deuce_to_seven_groups", deuce_to_seven_groups, low=True, five_card_hands=False)

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


def best_five(scale: Scale | str, cards: Sequence[int]) -> tuple[int, ...]:
    """The five cards that make the best hand in this scale (all of them where there are fewer than five).

    In reading order: groups before kickers, straights and lows from the top down. Where several equal fives could
    be taken, it is the one with the highest top card by suit, then the next.
    """
    scale = scale_named(scale)
    strength = scale.strength(cards)
    number = scale.code(strength)
    category = number >> 20
    downward = sorted(cards, reverse=True)
    if scale is DEUCE_TO_SEVEN and five_suited(cards):
        # Counted downward, the first five of that strength is the one with the highest cards.
        downward = next(list(five) for five in combinations(downward, 5) if scale.strength(five) == strength)
    elif category in (FLUSH, STRAIGHT_FLUSH) and not scale.low:
        downward = max(five_suited(downward), key=lambda suited: (flush_code(suited), suited))
    ranks = ranks_of(scale, number)
    held: dict[int, list[int]] = {rank: [] for rank, _ in ranks}
    for card in downward:
        if card >> 2 in held:
            held[card >> 2].append(card)
    return tuple([card for rank, size in ranks for card in held[rank][:size]])


def name(scale: Scale | str, cards: Sequence[int]) -> str:
    """The best hand in this scale in words: "kings full of fives", "king high", "8-6-4-2-A", "pair of fours, 8-7-2"."""
    scale = scale_named(scale)
    return scale.words(scale.strength(cards))


def qualifying_strength(qualifier: int, scale: Scale | str = ACE_TO_FIVE) -> int:
    """The strength that five cards need to qualify: five different ranks, none above ``qualifier`` (8 for an eight).

    A complete hand of five or more cards qualifies exactly when its strength is at least this. In ace-to-five the
    ace counts as low; in deuce-to-seven it is high (14), and a straight or a flush does not qualify.
    """
    scale = scale_named(scale)
    top = qualifier if scale.ace_low else qualifier - 1
    values = [top - step for step in range(5)]
    if scale.five_card_hands:
        values[-1] = top - 5  # five in a row would be a straight
    if values[-1] < 1:
        return LOW_TOP + 1
    return LOW_TOP - code(HIGH_CARD, *values)


def qualifies(cards: Sequence[int], qualifier: int, scale: Scale | str = ACE_TO_FIVE) -> bool:
    """Whether these cards hold a low that qualifies, see `qualifying_strength`. Under five cards never do."""
    scale = scale_named(scale)
    return len(cards) >= 5 and scale.strength(cards) >= qualifying_strength(qualifier, scale)
