"""How weak and how strong a hand can be of which some cards were never seen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from studbook.scales import DEUCE_TO_SEVEN, Scale, scale_named
from studbook.strength import (
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
    ace_first,
    code,
    counts_of,
    low_code,
    pattern_of,
)

# More unseen cards than this are bounded without trying the patterns of ranks one by one.
_TRIED = 3


def bounds(scale: Scale | str, known: Sequence[int], missing: int, unseen: Sequence[int]) -> tuple[int, int]:
    """The worst and the best strength of the ``known`` cards and ``missing`` more drawn from ``unseen``.

    One missing card is tried in all ways: exact. With more, no completion lies outside the bounds. They are then
    exact for the best high hand, and up to three missing cards for ace-to-five and the scales of groups alone; the
    worst high hand and deuce-to-seven leave aside that a flush may be forced (or say so at its worst). With four and
    more the worst low is not looked for: it is as bad as a low can be, unless five cards are known.
    Raises ValueError if there are fewer unseen cards than missing ones.
    """
    scale = scale_named(scale)
    if missing > len(unseen):
        raise ValueError(f"{missing} cards are missing but only {len(unseen)} are unseen")
    if missing == 0:
        strength = scale.strength(known)
        return strength, strength
    if missing == 1:
        strengths = [scale.strength([*known, card]) for card in unseen]
        return min(strengths), max(strengths)
    if scale.low:
        return _low_bounds(scale, known, missing, unseen)
    # Cards beyond those tried, and flushes, could only make the hand better.
    worst = min(_tried(scale, known, min(missing, _TRIED), unseen))
    return max(worst, scale.strength(known)), _best_high(scale, known, missing, unseen)


def _tried(scale: Scale, known: Sequence[int], missing: int, unseen: Sequence[int]) -> list[int]:
    """The strengths, flushes left aside, of all patterns of ranks that ``missing`` unseen cards can make."""
    left = counts_of(pattern_of(unseen))
    start = pattern_of(known)
    return [
        scale.by_ranks[start + sum([1 << 3 * rank for rank in ranks])]
        for ranks in combinations_with_replacement([rank for rank in range(13) if left[rank]], missing)
        if all(ranks.count(rank) <= left[rank] for rank in ranks)
    ]


# High


def _best_high(scale: Scale, known: Sequence[int], missing: int, unseen: Sequence[int]) -> int:
    """The best high code that can be reached, category by category from the top."""
    size = min(5, len(known) + missing)
    held, left = _masks(known), _masks(unseen)
    held_counts, left_counts = counts_of(pattern_of(known)), counts_of(pattern_of(unseen))
    runs = scale.five_card_hands and size == 5

    def groups(category: int, *shape: int) -> int:
        if sum(shape) > size:
            return 0
        shape += (1,) * (size - sum(shape))
        ranks = _assign(shape, held_counts, left_counts, missing, ())
        return code(category, *[rank + 1 for rank in ranks]) if ranks else 0

    return (
        (runs and max(_straight(STRAIGHT_FLUSH, held[suit], left[suit], missing) for suit in range(4)))
        or groups(QUADS, 4)
        or groups(FULL_HOUSE, 3, 2)
        or (runs and max(_flush(held[suit], left[suit], missing) for suit in range(4)))
        or (runs and _straight(STRAIGHT, _union(held), _union(left), missing))
        or groups(TRIPS, 3)
        or groups(TWO_PAIR, 2, 2)
        or groups(PAIR, 2)
        or groups(HIGH_CARD)
    )


def _masks(cards: Sequence[int]) -> list[int]:
    """A mask of ranks for each suit."""
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    return masks


def _union(masks: Sequence[int]) -> int:
    return masks[0] | masks[1] | masks[2] | masks[3]


def _straight(category: int, held: int, left: int, missing: int) -> int:
    """The code of the best run of five ranks that can be held, 0 if none can."""
    for top in range(12, 2, -1):
        run = 0b11111 << (top - 4) if top > 3 else 1 << 12 | 0b1111
        need = run & ~held
        if not need & ~left and need.bit_count() <= missing:
            return code(category, top + 1)
    return 0


def _flush(held: int, left: int, missing: int) -> int:
    """The code of the best flush that can be held in one suit, 0 if none can."""
    if held.bit_count() + min(missing, left.bit_count()) < 5:
        return 0
    values: list[int] = []
    for rank in range(12, -1, -1):
        if held >> rank & 1:
            values.append(rank + 1)
        elif left >> rank & 1 and missing:
            values.append(rank + 1)
            missing -= 1
    return code(FLUSH, *values[:5])


def _assign(
    shape: tuple[int, ...], held: Sequence[int], left: Sequence[int], missing: int, ranks: tuple[int, ...]
) -> tuple[int, ...]:
    """The highest ranks, group by group, that can be held in this shape; empty if none can."""
    if len(ranks) == len(shape):
        return ranks
    size = shape[len(ranks)]
    # Groups of one size are told apart by rank only: downward.
    top = ranks[-1] - 1 if ranks and shape[len(ranks) - 1] == size else 12
    for rank in range(top, -1, -1):
        need = max(0, size - held[rank])
        if rank not in ranks and need <= missing and need <= left[rank]:
            found = _assign(shape, held, left, missing - need, (*ranks, rank))
            if found:
                return found
    return ()


# Low


def _low_bounds(scale: Scale, known: Sequence[int], missing: int, unseen: Sequence[int]) -> tuple[int, int]:
    if missing <= _TRIED:
        tried = _tried(scale, known, missing, unseen)
        worst, best = min(tried), max(tried)
        if scale is DEUCE_TO_SEVEN:
            worst = min(worst, _worst_flush(known, missing, unseen))
    else:
        worst = LOW_TOP - code(STRAIGHT_FLUSH if scale.five_card_hands else QUADS, 13, 13)
        best = _best_low(scale, known, missing, unseen)
    if len(known) >= 5:
        worst = max(worst, scale.strength(known))
    return worst, best


def _best_low(scale: Scale, known: Sequence[int], missing: int, unseen: Sequence[int]) -> int:
    """A strength that no low can exceed: the missing cards are the lowest ranks not there yet, straights left aside."""
    counts, left = counts_of(pattern_of(known)), counts_of(pattern_of(unseen))
    if scale.ace_low:
        counts, left = ace_first(counts), ace_first(left)
    new = [index for index in range(13) if not counts[index] and left[index]]
    if len(new) < missing:
        # Too few ranks to draw from: as if every rank were there.
        new = [index for index in range(13) if not counts[index]]
    for index in new[:missing]:
        counts[index] = 1
    best = LOW_TOP - low_code(counts)
    if scale is DEUCE_TO_SEVEN and len(known) + missing >= 5:
        return min(best, LOW_TOP - code(HIGH_CARD, 6, 4, 3, 2, 1))
    return best


def _worst_flush(known: Sequence[int], missing: int, unseen: Sequence[int]) -> int:
    """What a flush may cost at worst in deuce-to-seven, `LOW_TOP` where none can come about."""
    held, left = _masks(known), _masks(unseen)
    if all(h.bit_count() + min(missing, u.bit_count()) < 5 for h, u in zip(held, left, strict=True)):
        return LOW_TOP
    if len(known) + missing == 5:
        return LOW_TOP - code(STRAIGHT_FLUSH, 13)
    return LOW_TOP - code(FLUSH, 13, 12, 11, 10, 8)
