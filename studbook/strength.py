"""How strong a hand is: one comparable int for a hand of any size, larger is better, in each of the three scales.

Behind every strength stands a *code*, ``category << 20 | a << 16 | b << 12 | c << 8 | d << 4 | e``: the category and
the values of the ranks that decide inside it, the groups before the kickers, 0 for a card that is missing. A high
hand's strength is its code; a low hand's is `LOW_TOP` minus its code, so that the better low has the larger int.

Values of ranks: high and deuce-to-seven 1 for a deuce to 13 for an ace; ace-to-five 1 for an ace to 13 for a king.

Hands of unequal length compare inside one scale as well. High: a missing card loses to any card (article: partial
hands). Low: a missing card is *lower* than any card, which is the reading ``compare_as_shown``: a lone deuce beats
5-4-3-2-A. Whoever plays ``five_cards_needed`` counts the cards first.

Straights and flushes need five cards. The hot path adds up one int per card and looks the pattern of ranks up in a
memo; no table is built at import.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS = range(8)
# Five of a kind stands above or below the straight flush (house rule five_of_a_kind); both places are kept free.
FIVE_BELOW, STRAIGHT_FLUSH, FIVE_ABOVE = 8, 9, 10

LOW_TOP = 11 << 20
ACE_VALUE = 13
WHEEL_TOP = 4

# Low 16 bits: four counters of suits, four bits each. Above them thirteen counters of ranks, three bits each.
_RANKS_AT = 16
_KEYS = [(1 << (_RANKS_AT + 3 * (card >> 2))) | (1 << (4 * (card & 3))) for card in range(52)]
# Adding three to each counter of suits sets its top bit when there are five or more of that suit.
_FIVE_SUITED, _FLUSH_BITS = 0x3333, 0x8888
# A table of strangers would fill the memo without end: all seven-card patterns of ranks are 49,205.
_MEMO_LIMIT = 60_000


class Memo(dict[int, int]):
    """Strengths by the pattern of ranks (thirteen counters of three bits), worked out when first asked for."""

    def __init__(self, work_out: Callable[[int], int]) -> None:
        super().__init__()
        self.work_out = work_out

    def __missing__(self, pattern: int) -> int:
        if len(self) >= _MEMO_LIMIT:
            self.clear()
        strength = self[pattern] = self.work_out(pattern)
        return strength


def code(category: int, *values: int) -> int:
    """Category and up to five values of ranks as one int."""
    number = category
    for value in values:
        number = number << 4 | value
    return number << 4 * (5 - len(values))


def straight_top(mask: int) -> int:
    """The value of the top card of the best straight in a mask of ranks (bit 0 the deuce); 0 if there is none.

    The ace is above the king and below the deuce; a straight does not go round the corner.
    """
    with_low_ace = mask << 1 | mask >> 12
    run = with_low_ace & with_low_ace >> 1
    run &= run >> 2
    run &= with_low_ace >> 4
    return run.bit_length() + 3 if run else 0


def flush_code(cards: Sequence[int]) -> int:
    """The high code of five or more cards of one suit: a straight flush or the five highest."""
    downward = sorted(cards, reverse=True)
    mask = 0
    for card in downward:
        mask |= 1 << (card >> 2)
    if top := straight_top(mask):
        return code(STRAIGHT_FLUSH, top)
    return code(FLUSH, *[(card >> 2) + 1 for card in downward[:5]])


def five_suited(cards: Sequence[int]) -> list[list[int]]:
    """The cards of each suit of which there are five or more."""
    by_suit: tuple[list[int], ...] = ([], [], [], [])
    for card in cards:
        by_suit[card & 3].append(card)
    return [suited for suited in by_suit if len(suited) >= 5]


# High


def high_code(counts: Sequence[int], *, straights: bool) -> int:
    """The best high code, flushes left aside, of the cards whose ranks are counted (thirteen counts, deuce first)."""
    by_count: tuple[list[int], ...] = ([], [], [], [], [])
    mask = 0
    for rank in range(12, -1, -1):
        if count := counts[rank]:
            by_count[count].append(rank + 1)
            mask |= 1 << rank
    _, singles, pairs, trips, quads = by_count
    if quads:
        first = quads[0]
        return code(QUADS, first, max([*quads[1:], *trips, *pairs, *singles], default=0))
    if trips and (pairs or len(trips) > 1):
        return code(FULL_HOUSE, trips[0], max([*trips[1:2], *pairs[:1]]))
    if straights and (top := straight_top(mask)):
        return code(STRAIGHT, top)
    if trips:
        return code(TRIPS, trips[0], *singles[:2])
    if len(pairs) > 1:
        return code(TWO_PAIR, pairs[0], pairs[1], max([*pairs[2:3], *singles[:1]], default=0))
    if pairs:
        return code(PAIR, pairs[0], *singles[:3])
    return code(HIGH_CARD, *singles[:5])


def pattern_of(cards: Sequence[int]) -> int:
    """The pattern of ranks of these cards. The three busiest functions spell it out: a call costs as much again."""
    key = 0
    for card in cards:
        key += _KEYS[card]
    return key >> _RANKS_AT


def counts_of(pattern: int) -> list[int]:
    """The thirteen counters of a pattern, deuce first."""
    return [pattern >> shift & 7 for shift in range(0, 39, 3)]


high_of = Memo(lambda pattern: high_code(counts_of(pattern), straights=True))
high_groups_of = Memo(lambda pattern: high_code(counts_of(pattern), straights=False))


def high(cards: Sequence[int]) -> int:
    """The strength of the best high hand of up to ten known cards; partial hands (under five) are groups of ranks."""
    key = 0
    for card in cards:
        key += _KEYS[card]
    if key + _FIVE_SUITED & _FLUSH_BITS:
        return max(high_of[key >> _RANKS_AT], *map(flush_code, five_suited(cards)))
    return high_of[key >> _RANKS_AT]


def high_groups(cards: Sequence[int]) -> int:
    """As `high`, but straights and flushes never count (house rule ``five_upcard_boards: rank_groups_only``)."""
    return high_groups_of[pattern_of(cards)]


# Low


def low_code(counts: Sequence[int]) -> int:
    """The lowest code, straights and flushes left aside, of thirteen counts of ranks in the order of the scale.

    Fewer duplicates first: no pair, pair, two pair, three, full house, four; then the paired ranks, then the others
    from the top down. Five cards must be used where there are five, all of them where there are fewer.
    """
    values = [index + 1 for index in range(13) if counts[index]]
    size = min(5, sum(counts))
    spare = size - len(values)
    if spare <= 0:
        return code(HIGH_CARD, *values[size - 1 :: -1]) if size else 0
    paired = [value for value in values if counts[value - 1] > 1]
    if spare == 1:
        return code(PAIR, paired[0], *_others(values, paired[0]))
    if spare == 2:
        if len(paired) > 1:
            low, high = paired[:2]
            return code(TWO_PAIR, high, low, *_others(values, high, low))
        return code(TRIPS, paired[0], *_others(values, paired[0]))
    for value in paired:
        if counts[value - 1] > 2 and len(paired) > 1:
            return code(FULL_HOUSE, value, *_others(paired, value))
    return code(QUADS, paired[0], *_others(values, paired[0]))


def _others(values: Sequence[int], *taken: int) -> list[int]:
    return [value for value in reversed(values) if value not in taken]


def ace_first(counts: Sequence[int]) -> list[int]:
    """Counts of ranks in the order of ace-to-five."""
    return [counts[12], *counts[:12]]


def deuce_to_seven_code(counts: Sequence[int]) -> int:
    """The lowest code in deuce-to-seven, flushes left aside: a straight counts against, the ace is always high."""
    lowest = low_code(counts)
    if lowest >> 20 != HIGH_CARD or not lowest & 0xF or not is_straight(lowest):
        return lowest
    values = [index + 1 for index in range(13) if counts[index]]
    if len(values) > 5:
        # Leaving out the top of the run and taking the next rank up instead never makes another straight.
        return code(HIGH_CARD, values[5], *values[3::-1])
    for value in values:
        if counts[value - 1] > 1:
            return code(PAIR, value, *_others(values, value)[-3:])
    return code(STRAIGHT, values[4])


def is_straight(number: int) -> bool:
    """Whether the five different values of a code follow one another (the ace high)."""
    return (number >> 16 & 0xF) - (number & 0xF) == 4


ace_to_five_of = Memo(lambda pattern: LOW_TOP - low_code(ace_first(counts_of(pattern))))
deuce_to_seven_of = Memo(lambda pattern: LOW_TOP - deuce_to_seven_code(counts_of(pattern)))
deuce_to_seven_groups_of = Memo(lambda pattern: LOW_TOP - low_code(counts_of(pattern)))


def ace_to_five(cards: Sequence[int]) -> int:
    """The strength of the best ace-to-five low of up to ten known cards: ace low, straights and flushes ignored."""
    key = 0
    for card in cards:
        key += _KEYS[card]
    return ace_to_five_of[key >> _RANKS_AT]


def deuce_to_seven(cards: Sequence[int]) -> int:
    """The strength of the best deuce-to-seven low: the lowest high hand, ace always high, 7-5-4-3-2 the best.

    With five cards straights and flushes count against the hand; A-5-4-3-2 is no straight. Under five cards only
    groups of ranks are compared.
    """
    key = 0
    for card in cards:
        key += _KEYS[card]
    strength = deuce_to_seven_of[key >> _RANKS_AT]
    if key + _FIVE_SUITED & _FLUSH_BITS:
        return _mind_the_flush(cards, strength)
    return strength


def deuce_to_seven_groups(cards: Sequence[int]) -> int:
    """As `deuce_to_seven`, but straights and flushes never count."""
    return deuce_to_seven_groups_of[pattern_of(cards)]


def _mind_the_flush(cards: Sequence[int], strength: int) -> int:
    """The deuce-to-seven strength of cards five or more of which are of one suit; ``strength`` leaves suits aside."""
    lowest = LOW_TOP - strength
    if lowest >> 20 not in (HIGH_CARD, STRAIGHT):
        return strength
    if len(cards) == 5:
        category = STRAIGHT_FLUSH if lowest >> 20 == STRAIGHT else FLUSH
        return LOW_TOP - (category << 20 | lowest & 0xFFFFF)
    ranks = {(lowest >> shift & 0xF) - 1 for shift in range(0, 20, 4)}
    if len({card & 3 for card in cards if card >> 2 in ranks}) > 1:
        return strength
    return max(map(deuce_to_seven, combinations(cards, 5)))
