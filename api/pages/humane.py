"""The engine's sentences for people: seats by their players' names, cards as cards, chips as money.

The engine speaks of seats and of chips in the smallest unit, which is all that it knows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from markupsafe import Markup, escape

from api.pages.words import Money, card, person

# Sentences on these topics hold amounts of chips; the numbers of all others count cards, places or raises.
AMOUNTS = frozenset((
    "ante", "larger-ante", "bring-in", "bring-in-amount", "completion", "bet-size", "limits", "spread-limit",
    "least-raise", "pot-limit", "purchase", "side-pot", "shares", "odd-chip", "odd-chip-halves", "uncalled-bet",
    "high", "low", "high-half", "low-half", "last-hand", "no-low", "scoop", "quartering", "nobody-one-way",
    "failed-both", "only-failed-both", "nobody-can-win", "rake", "outcome", "claim", "all-in", "short-bring-in",
    "short-all-in", "shorts-add-up", "short-made-whole", "open-pair", "open-pair-raise", "table-stakes", "prices",
))  # fmt: skip
_TOKENS = re.compile(
    r"(?P<seats>\b[Ss]eats? (?P<numbers>\d+(?:(?:, | and )\d+)*))"
    r"|(?P<pot>\bPot \d+(?= of))|(?P<place>\b(?:place|street|step) \d+)"
    r"|(?P<card>\b[2-9TJQKA][cdhs]\b)|(?P<number>(?<![\w-])\d+(?![\w-]))"
)


def humane(text: str, names: Mapping[int, str], money: Money, topic: str = "") -> Markup:
    """A sentence of the engine as markup. ``topic`` is that of its article; it says whether numbers are chips."""
    parts: list[Markup] = []
    at = 0
    for match in _TOKENS.finditer(text):
        parts.append(escape(text[at : match.start()]))
        parts.append(_token(match, text, names, money, topic))
        at = match.end()
    return Markup("").join([*parts, escape(text[at:])])


def _token(match: re.Match[str], text: str, names: Mapping[int, str], money: Money, topic: str) -> Markup:
    if match["seats"]:
        numbers = [int(number) for number in re.findall(r"\d+", match["numbers"])]
        if all(number in names for number in numbers):
            return Markup(", ").join(person(names[number]) for number in numbers)
    elif match["pot"]:
        number = int(match["pot"].split()[1])
        return escape(f"Side pot {number}" if number else "The main pot")
    elif match["card"]:
        # "As" may also be the word.
        if match["card"] != "As" or not re.match(r" (?!in |is |and |for |of |was |comes )[a-z]", text[match.end() :]):
            return card(match["card"])
    elif match["number"] and topic in AMOUNTS:
        return escape(money(int(match["number"])))
    return escape(match[0])
