"""An article of the rule book, as a value."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Article:
    """One article: ``id`` is ``family/topic``, ``text`` one sentence, ``source`` the document or book it comes from.

    ``needs`` names what a game must have for the article to concern it: a house rule that it knows, or ``high`` or
    ``low`` for a pot that is played for that alone; one of them is enough, and empty means every game. ``judged`` is
    False for what is done at the table only: the text stands in the book, and no event is refused over it."""

    id: str
    text: str
    source: str
    needs: tuple[str, ...] = ()
    judged: bool = True

    @property
    def family(self) -> str:
        return self.id.partition("/")[0]

    @property
    def topic(self) -> str:
        return self.id.partition("/")[2]
