"""Hands in words: "kings full of fives", "8-6-4-2-A", "royal flush"."""

from __future__ import annotations

from functools import lru_cache

from studbook.cards import RANK_WORDS, RANKS
from studbook.strength import (
    ACE_VALUE,
    FIVE_ABOVE,
    FIVE_BELOW,
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
)

ACE_LOW_RANKS = "A" + RANKS[:12]
ACE_LOW_WORDS = (RANK_WORDS[12], *RANK_WORDS[:12])

_MADE_HANDS = {
    PAIR: "pair of {tops}",
    TWO_PAIR: "{tops} and {seconds}",
    TRIPS: "three {tops}",
    STRAIGHT: "straight, {top} high",
    FLUSH: "flush, {top} high",
    FULL_HOUSE: "{tops} full of {seconds}",
    QUADS: "four {tops}",
    STRAIGHT_FLUSH: "straight flush, {top} high",
    FIVE_BELOW: "five {tops}",
    FIVE_ABOVE: "five {tops}",
}


def values_of(code: int) -> list[int]:
    """The values of the ranks in a code, those that are missing left out."""
    return [value for shift in range(16, -1, -4) if (value := code >> shift & 0xF)]


@lru_cache(10_000)
def high_name(code: int) -> str:
    """A high hand in words: the category and the ranks of its groups, or its top card; the kickers are not named."""
    if not code:
        return "no cards"
    category = code >> 20
    values = values_of(code)
    if category == STRAIGHT_FLUSH and values[0] == ACE_VALUE:
        return "royal flush"
    top = RANK_WORDS[values[0] - 1]
    if category == HIGH_CARD:
        return f"{top} high"
    return _made_hand(category, values, RANK_WORDS)


@lru_cache(10_000)
def low_name(code: int, *, ace_low: bool) -> str:
    """A low hand in words: its ranks from the top down, after the name of its pair or worse if it has one."""
    if not code:
        return "no cards"
    category = code >> 20
    values = values_of(code)
    letters = ACE_LOW_RANKS if ace_low else RANKS
    words = ACE_LOW_WORDS if ace_low else RANK_WORDS
    if category == HIGH_CARD:
        return "-".join(letters[value - 1] for value in values)
    made = _made_hand(category, values, words)
    named = 2 if category in (TWO_PAIR, FULL_HOUSE) else 1
    kickers = "" if category in (STRAIGHT, FLUSH, STRAIGHT_FLUSH) else "-".join(letters[v - 1] for v in values[named:])
    return f"{made}, {kickers}" if kickers else made


def _made_hand(category: int, values: list[int], words: tuple[str, ...]) -> str:
    top = words[values[0] - 1]
    second = words[values[1] - 1] if len(values) > 1 else ""
    return _MADE_HANDS[category].format(top=top, tops=_plural(top), seconds=_plural(second))


def _plural(word: str) -> str:
    return word + ("es" if word == "six" else "s")
