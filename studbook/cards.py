"""Cards: small integers, so that a hand is a tuple of ints and comparing by suit is comparing numbers.

A card is ``rank * 4 + suit``: rank 0 is the deuce and 12 the ace, suits run clubs, diamonds, hearts, spades
(article ``stud/suits``). The larger number is therefore the higher card *by suit*, ace high. `UNKNOWN` is a card
whose face the record does not know, written ``??``.
"""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "cdhs"
UNKNOWN = -1
ACE = 12

CARD_TEXT: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
CARD_OF: dict[str, int] = {text: card for card, text in enumerate(CARD_TEXT)} | {"??": UNKNOWN}
# UNKNOWN, as an index, is the last.
_TEXT = (*CARD_TEXT, "??")
DECK = frozenset(range(52))

RANK_WORDS = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")


def ace_low(card: int) -> int:
    """A sort key by rank and suit in which the ace is the lowest rank; the suits keep their order."""
    return card - 52 if card >= ACE * 4 else card


def text(card: int) -> str:
    """``As`` for the ace of spades, ``??`` for a card that is not known."""
    return _TEXT[card]


def texts(cards: Iterable[int]) -> list[str]:
    """The cards as a list of two-letter texts, in the order given."""
    return [_TEXT[card] for card in cards]


def parse(texts: str) -> tuple[int, ...]:
    """Cards from a text like ``"As Td 2c ??"``. Raises KeyError, with the offending word, on anything else."""
    return tuple(CARD_OF[word] for word in texts.split())


def in_words(card: int) -> str:
    """``the ace of spades``; ``an unseen card`` where the face is not known."""
    if card < 0:
        return "an unseen card"
    return f"the {RANK_WORDS[card >> 2]} of {SUIT_WORDS[card & 3]}"
