"""The rule book: articles with an id, one sentence of our own, and the source. Every ruling cites one.

An article's id is ``family/topic``. The family ``stud`` holds what is common to all games; a game whose rule differs
has an article of its own on the same topic, under its name or the name of its family, and that one goes before.
"""

from __future__ import annotations

from collections.abc import Sequence

from studbook import articles_betting, articles_deal, articles_home, articles_irregular, articles_pots
from studbook import articles_variants as variants
from studbook.article import Article

# The book in its order: each game's own articles, then what is common to all, chapter by chapter.
CHAPTERS: tuple[tuple[str, tuple[Article, ...]], ...] = (
    ("Razz", variants.RAZZ),
    ("Deuce-to-seven razz", variants.DEUCE_TO_SEVEN_RAZZ),
    ("Five-card stud", variants.FIVE_CARD_STUD),
    ("High-low stud", variants.STUD_HI_LO),
    ("The Hungarian form", variants.HUNGARIAN),
    ("High-low with a declaration", variants.STUD_HI_LO_DECLARE),
    ("New York New York", articles_home.NEW_YORK_NEW_YORK),
    ("Wall Street", articles_home.WALL_STREET),
    ("No Peek High-Low", articles_home.NO_PEEK_HI_LO),
    ("No Peek", articles_home.NO_PEEK),
    ("The pack, the seats, the stakes", articles_deal.SETTING),
    ("Cards", articles_deal.CARDS),
    ("The opening", articles_betting.OPENING),
    ("Betting", articles_betting.BETTING),
    ("Pots", articles_pots.POTS),
    ("The showdown", articles_pots.SHOWDOWN),
    ("High and low", articles_pots.HIGH_AND_LOW),
    ("The declaration", articles_pots.DECLARATION),
    ("Irregularities", articles_irregular.IRREGULAR),
    ("At the table", articles_irregular.AT_THE_TABLE),
)

ARTICLES: dict[str, Article] = {article.id: article for _, articles in CHAPTERS for article in articles}


def article_id(families: Sequence[str], topic: str) -> str:
    """The id of the article on a topic that applies to a game: the first of its families that has one of its own."""
    for family in families:
        name = f"{family}/{topic}"
        if name in ARTICLES:
            return name
    return f"stud/{topic}"


__all__ = ["ARTICLES", "CHAPTERS", "Article", "article_id"]
