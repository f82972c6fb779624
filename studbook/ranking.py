"""The rank of a hand, for whoever compares hands: strengths, the five cards used, the name in words, the qualifier.

`high`, `ace_to_five` and `deuce_to_seven` (and the two of them that leave straights and flushes aside) give one
comparable int for zero to ten known cards; larger is better in every scale, the low ones too. `SCALES` holds the
same functions by name, as the house rule ``low_rank`` names them. `strength` knows wild cards, `bounds` unseen ones.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from studbook.bounds import bounds
from studbook.scales import (
    ACE_TO_FIVE,
    DEUCE_TO_SEVEN,
    DEUCE_TO_SEVEN_GROUPS,
    HIGH,
    HIGH_GROUPS,
    SCALES,
    Scale,
    ranks_of,
    scale_named,
)
from studbook.strength import (
    FLUSH,
    HIGH_CARD,
    LOW_TOP,
    STRAIGHT_FLUSH,
    ace_to_five,
    code,
    deuce_to_seven,
    deuce_to_seven_groups,
    five_suited,
    flush_code,
    high,
    high_groups,
)
from studbook.wild import high_wild, low_wild, strength

__all__ = [
    "ACE_TO_FIVE",
    "DEUCE_TO_SEVEN",
    "DEUCE_TO_SEVEN_GROUPS",
    "HIGH",
    "HIGH_GROUPS",
    "SCALES",
    "Scale",
    "ace_to_five",
    "best_five",
    "bounds",
    "deuce_to_seven",
    "deuce_to_seven_groups",
    "high",
    "high_groups",
    "high_wild",
    "low_wild",
    "name",
    "qualifies",
    "qualifying_strength",
    "strength",
]


def best_five(
    scale: Scale | str,
    cards: Sequence[int],
    wild: Collection[int] = (),
    five_of_a_kind: str = "above_straight_flush",
) -> tuple[int, ...]:
    """The five cards that make the best hand in this scale (all of them where there are fewer than five).

    In reading order: groups before kickers, straights and lows from the top down, a wild card where it serves. Where
    several equal fives could be taken, it is the one with the highest top card by suit, then the next.
    """
    scale = scale_named(scale)
    if wild and not set(wild).isdisjoint(cards):
        return _best_five_wild(scale, cards, wild, five_of_a_kind)
    made = scale.strength(cards)
    number = scale.code(made)
    category = number >> 20
    downward = sorted(cards, reverse=True)
    if scale is DEUCE_TO_SEVEN and five_suited(cards):
        # Counted downward, the first five of that strength is the one with the highest cards.
        downward = next(list(five) for five in combinations(downward, 5) if deuce_to_seven(five) == made)
    elif category in (FLUSH, STRAIGHT_FLUSH) and not scale.low:
        downward = max(five_suited(downward), key=lambda suited: (flush_code(suited), suited))
    ranks = ranks_of(scale, number)
    held: dict[int, list[int]] = {rank: [] for rank, _ in ranks}
    for card in downward:
        if card >> 2 in held:
            held[card >> 2].append(card)
    return tuple([card for rank, size in ranks for card in held[rank][:size]])


def _best_five_wild(scale: Scale, cards: Sequence[int], wild: Collection[int], five_of_a_kind: str) -> tuple[int, ...]:
    made = strength(scale, cards, wild, five_of_a_kind)
    downward = sorted(cards, reverse=True)
    # Counted downward, the first five of that strength is the one with the highest cards.
    used = next(
        five
        for five in combinations(downward, min(5, len(cards)))
        if strength(scale, five, wild, five_of_a_kind) == made
    )
    places = [rank for rank, size in ranks_of(scale, scale.code(made)) for _ in range(size)]
    natural, wilds = [card for card in used if card not in wild], [card for card in used if card in wild]
    laid: dict[int, int] = {}
    for cards_left in natural, wilds:  # a wild card lies in the place of its own rank where that is wanted
        for place, rank in enumerate(places):
            card = next((card for card in cards_left if card >> 2 == rank), None)
            if place not in laid and card is not None:
                laid[place] = card
                cards_left.remove(card)
    return tuple([laid[place] if place in laid else wilds.pop(0) for place in range(len(places))])


def name(
    scale: Scale | str,
    cards: Sequence[int],
    wild: Collection[int] = (),
    five_of_a_kind: str = "above_straight_flush",
) -> str:
    """The best hand in this scale in words: "kings full of fives", "king high", "8-6-4-2-A", "pair of fours, 8-7-2"."""
    scale = scale_named(scale)
    return scale.words(strength(scale, cards, wild, five_of_a_kind))


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


def qualifies(
    cards: Sequence[int], qualifier: int, scale: Scale | str = ACE_TO_FIVE, wild: Collection[int] = ()
) -> bool:
    """Whether these cards hold a low that qualifies, see `qualifying_strength`. Under five cards never do."""
    return len(cards) >= 5 and strength(scale, cards, wild) >= qualifying_strength(qualifier, scale)
