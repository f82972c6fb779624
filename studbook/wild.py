"""Hands with wild cards: a wild card is whatever serves the hand best, in the low as well.

Their strengths stand in the same scales as those of natural hands, and equal hands are equal, wild or not. A flush
holds no rank twice; a wild card in a low never takes a rank already in that low. Under five cards wild cards make
groups of ranks. Where no card of the hand is wild, the strengths are those of `studbook.strength`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from itertools import combinations

from studbook.scales import HIGH, Scale, scale_named
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
    ace_first,
    code,
    counts_of,
    low_code,
    pattern_of,
)

# The house rule five_of_a_kind: its readings and the category each gives.
FIVE_OF_A_KIND = {"above_straight_flush": FIVE_ABOVE, "below_straight_flush": FIVE_BELOW, "not_played": None}


def strength(
    scale: Scale | str,
    cards: Sequence[int],
    wild: Collection[int] = (),
    five_of_a_kind: str = "above_straight_flush",
) -> int:
    """The strength of these known cards in this scale, those of ``wild`` that are among them being wild.

    ``five_of_a_kind`` is the house rule of that name; it has no bearing on the low scales.
    """
    scale = scale_named(scale)
    if not wild:
        return scale.strength(cards)
    natural = [card for card in cards if card not in wild]
    wilds = len(cards) - len(natural)
    if not wilds:
        return scale.strength(cards)
    if scale.low:
        return LOW_TOP - _low(scale, natural, wilds)
    counts = counts_of(pattern_of(natural))
    best = _groups(counts, wilds, FIVE_OF_A_KIND[five_of_a_kind])
    if scale.five_card_hands and len(cards) >= 5:
        best = max(best, _straight(counts, wilds), *_flushes(natural, wilds))
    return best


def high_wild(cards: Sequence[int], wild: Collection[int], five_of_a_kind: str = "above_straight_flush") -> int:
    """The strength of the best high hand of cards some of which are wild, see `strength`."""
    return strength(HIGH, cards, wild, five_of_a_kind)


def low_wild(cards: Sequence[int], wild: Collection[int], scale: Scale | str = "ace_to_five") -> int:
    """The strength of the best low of cards some of which are wild, see `strength`."""
    return strength(scale, cards, wild)


def _groups(counts: Sequence[int], wilds: int, five: int | None) -> int:
    """The best code that groups of ranks make: all wild cards join the largest group, the highest of equal ones."""
    size = min(5, sum(counts) + wilds)
    limit = 4 if five is None else 5
    together, rank = max((min(limit, count + wilds), rank) for rank, count in enumerate(counts))
    others = [other for other in range(12, -1, -1) if counts[other] and other != rank]
    if wilds > together - counts[rank]:
        # More wild cards than the group can take: the next one is the best kicker there is.
        others.insert(0, 12 if rank != 12 else 11)
    kickers = [other + 1 for other in others[: size - together]]
    if together == 5 and five is not None:
        return code(five, rank + 1)
    if together == 4:
        return code(QUADS, rank + 1, *kickers)
    if together == 3:
        pair = next((other for other in others if counts[other] > 1), None)
        if pair is not None:
            return code(FULL_HOUSE, rank + 1, pair + 1)
        return code(TRIPS, rank + 1, *kickers)
    return code(PAIR if together == 2 else HIGH_CARD, rank + 1, *kickers)


def _straight(counts: Sequence[int], wilds: int) -> int:
    """The code of the best straight that wild cards complete, 0 if there is none."""
    for top in range(12, 2, -1):
        if sum(not counts[rank] for rank in range(top - 4, top + 1)) <= wilds:  # rank -1 is the ace below the deuce
            return code(STRAIGHT, top + 1)
    return 0


def _flushes(natural: Sequence[int], wilds: int) -> list[int]:
    """The codes of the best flush or straight flush that wild cards complete in each suit."""
    codes = []
    for suit in range(4):
        held = {card >> 2 for card in natural if card & 3 == suit}
        if len(held) + wilds < 5:
            continue
        straight = _straight([rank in held for rank in range(13)], wilds)
        if straight:
            codes.append(code(STRAIGHT_FLUSH, straight >> 16 & 0xF))
        else:
            filled = held.union([rank for rank in range(12, -1, -1) if rank not in held][:wilds])
            codes.append(code(FLUSH, *[rank + 1 for rank in sorted(filled, reverse=True)[:5]]))
    return codes


def _low(scale: Scale, natural: Sequence[int], wilds: int) -> int:
    """The lowest code of natural cards and at least one wild card: it takes the lowest rank that is not there."""
    counts = counts_of(pattern_of(natural))
    if scale.ace_low:
        counts = ace_first(counts)
    missing = [index for index in range(13) if not counts[index]]
    if scale.five_card_hands and 13 - len(missing) + wilds >= 5:
        # The suit of a wild card is free and it may stand in for a natural one: no flush is forced on the hand.
        return next(
            code(HIGH_CARD, *[index + 1 for index in five])
            for five in _unpaired_lows()
            if sum(not counts[index] for index in five) <= wilds
        )
    for index in missing[:wilds]:
        counts[index] = 1
    return low_code(counts)


@cache
def _unpaired_lows() -> tuple[tuple[int, ...], ...]:
    """The deuce-to-seven lows without pair or straight, each from the top down, the best first."""
    fives = sorted(combinations(range(12, -1, -1), 5))
    return tuple([five for five in fives if five[0] - five[4] > 4])
