"""The rule book: articles with an id, one sentence of our own, and the source. Every ruling cites one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Article:
    """One article: ``id`` is ``family/topic``, ``text`` one sentence, ``source`` the document or book it comes from."""

    id: str
    text: str
    source: str


ARTICLES: dict[str, Article] = {}


def article_id(families: Sequence[str], topic: str) -> str:
    """The id of the article on a topic that applies to a game: the first of its families that has one of its own."""
    for family in families:
        name = f"{family}/{topic}"
        if name in ARTICLES:
            return name
    return f"stud/{topic}"
