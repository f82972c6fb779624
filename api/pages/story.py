"""A hand as a story: who did what, street by street, with the ruling on each step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from api.pages.humane import humane
from api.pages.words import TOPICS, Money, event_words, street_name
from studbook import faults
from studbook.dues import Due
from studbook.record import Record
from studbook.referee import replay
from studbook.rulebook import ARTICLES
from studbook.table import Table
from studbook.verdict import Verdict

# Rulings whose words the event's own sentence says already: only their article is named.
SAID = frozenset(("ante", "bring-in", "completion", "purchase", "row", "refill", "choosing", "flipping", "declare"))


@dataclass(frozen=True, slots=True)
class Ruling:
    """An article, and what it says about this hand; the text is empty where the event's own words say it."""

    article: str
    text: Markup


@dataclass(frozen=True, slots=True)
class Line:
    """One step: how many events have happened then, the sentence, the rulings, what was let pass."""

    step: int
    words: Markup
    rulings: tuple[Ruling, ...]
    warnings: tuple[Markup, ...] = ()


@dataclass(slots=True)
class Entry:
    """What stands on one line of the log: a step, or a whole round of cards, each card a step of its own."""

    lines: list[Line] = field(default_factory=list)
    deal: list[tuple[int, str, tuple[str, ...]]] = field(default_factory=list)

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings of all its steps, each once."""
        return tuple(dict.fromkeys(ruling for line in self.lines for ruling in line.rulings))

    @property
    def warnings(self) -> tuple[Markup, ...]:
        """What was let pass in any of its steps."""
        return tuple(warning for line in self.lines for warning in line.warnings)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A street with its entries; the title is empty where the game has no streets."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """The verdict with its explanation, every step, the same in chapters, and the rulings of the settlement."""

    verdict: Verdict
    lines: tuple[Line, ...]
    chapters: tuple[Chapter, ...]
    settlement: tuple[Ruling, ...]


def tell(
    record: Record,
    shown: Mapping[str, Any],
    names: Mapping[int, str],
    money: Money,
    warnings: Sequence[Mapping[str, Any]] | None = None,
) -> Story:
    """The story of a record. ``shown`` is its document as the viewer may see it; ``warnings`` are those of a verdict
    that is stored already."""
    streets: list[int] = []
    told: list[int] = []

    def watch(table: Table, due: Due) -> None:
        streets.append(table.street)
        told.append(len(table.notes))

    verdict = replay(record, explain=True, watch=watch)
    table = verdict.table
    if table is None:
        return Story(verdict, (), (), ())

    def ruling(topic: str, text: str) -> Ruling:
        if topic == "bet-size":
            # "Seat 1 bets 5, the small bet": what stands before the comma says no more than the event.
            text = text.partition(", ")[2].capitalize()
        said = topic in SAID or not text
        return Ruling(table.game.article(topic), Markup("") if said else humane(text, names, money, topic))

    until = told[-1] if told else 0
    by_event: dict[int, list[Ruling]] = {}
    for at, topic, text in table.notes[:until]:
        by_event.setdefault(-1 if at is None else at, []).append(ruling(topic, text))
    passed: dict[int, list[Markup]] = {}
    for warning in faults.warnings(verdict) if warnings is None else warnings:
        if warning["event"] is not None:
            topic = warning["article"].partition("/")[2]
            passed.setdefault(warning["event"], []).append(humane(warning["message"], names, money, topic))
    events: Sequence[Mapping[str, Any]] = (shown.get("events") or ())[: len(streets) - 1 if streets else 0]
    lines = [Line(0, _begins(record, money), tuple(by_event.get(-1, ())))]
    for at, event in enumerate(events):
        own = by_event.get(at) or [Ruling(_usual(table, event["type"]), Markup(""))]
        lines.append(Line(at + 1, event_words(event, names, money), tuple(own), tuple(passed.get(at, ()))))
    chapters = _chapters(lines, events, streets, names, record.game)
    last = tuple(ruling(topic, text) for _, topic, text in table.notes[until:])
    return Story(verdict, tuple(lines), chapters, last)


def _usual(table: Table, kind: str) -> str:
    """The article on a kind of event, where no ruling was given."""
    articles = [table.game.article(topic) for topic in TOPICS[kind].split()]
    return next((article for article in articles if article in ARTICLES), articles[0])


def _begins(record: Record, money: Money) -> Markup:
    ante = (record.stakes or {}).get("ante")
    if record.showdown is not None:
        return Markup("The showdown")
    return Markup("Every seat antes {}").format(money(int(ante))) if ante else Markup("The hand begins")


def _chapters(
    lines: Sequence[Line],
    events: Sequence[Mapping[str, Any]],
    streets: Sequence[int],
    names: Mapping[int, str],
    game: str,
) -> tuple[Chapter, ...]:
    chapters: list[tuple[str, list[Entry]]] = [("", [Entry([lines[0]])])]
    for at, event in enumerate(events):
        line = lines[at + 1]
        # The street on which the event came, not the one that it led to.
        title = street_name(streets[at], game)
        if title != chapters[-1][0]:
            chapters.append((title, []))
        entries = chapters[-1][1]
        if event["type"] == "deal" and not event.get("stands"):
            if not (entries and entries[-1].deal):
                entries.append(Entry())
            dealt = (*event.get("down", ()), *event.get("up", ()))
            entries[-1].deal.append((line.step, names.get(event["seat"], str(event["seat"])), dealt))
            entries[-1].lines.append(line)
        else:
            entries.append(Entry([line]))
    return tuple(Chapter(title, tuple(entries)) for title, entries in chapters if entries)


__all__ = ["Chapter", "Entry", "Line", "Ruling", "Story", "tell"]
