"""A hand for reading on a terminal: what happened in words, cards in the colours of their suits, and the verdict."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from api.commands.reading import SUIT_STYLE, cards, show_verdict
from api.pages.hand import Scene, scene_of, stakes_words
from api.pages.story import Entry
from api.pages.words import game_title, rule_name, rule_value, when


def show_hand(
    console: Console,
    document: Mapping[str, Any],
    verdict: dict[str, Any] | None = None,
    *,
    explain: bool = False,
    note: str = "",
) -> None:
    """Print a record and its verdict (the referee's, where none is stored). ``note`` says where it is from."""
    scene = scene_of(document, verdict, None)
    _show_head(console, scene, document, note)
    for chapter in scene.story.chapters:
        if chapter.title:
            console.print(Text(chapter.title, style="bold"))
        for entry in chapter.entries:
            console.print(Padding(_entry(entry, explain), (0, 0, 0, 2)))
    console.print()
    show_verdict(console, {name: value for name, value in scene.verdict.items() if name != "rulings"})


def _show_head(console: Console, scene: Scene, document: Mapping[str, Any], note: str) -> None:
    parts = [f"hand {document['hand_no']}" if document.get("hand_no") else ""]
    parts += [f"at {document['table']}" if document.get("table") else ""]
    parts += [in_text(when(document["played_at"])).plain if "played_at" in document else ""]
    console.print(Text(game_title(scene.record.game), style="bold"), Text(", ".join(filter(None, parts))))
    console.print(Text(stakes_words(scene)))
    for name, value in scene.record.rules.items():
        console.print(Text(f"{rule_name(name)}: {rule_value(value)}", style="dim"))
    named = [text for text in (f"ref {scene.record.ref}" if scene.record.ref else "", note) if text]
    if named:
        console.print(Text(", ".join(named), style="dim"), soft_wrap=True)
    console.print(_stacks(scene))
    console.print()


def _stacks(scene: Scene) -> Text:
    told = []
    for seat in scene.record.seats:
        stack = "" if seat.stack is None else f" {scene.money(seat.stack)}"
        told.append(Text.assemble((f"{seat.seat} ", "dim"), scene.names[seat.seat], stack))
    return Text(", ").join(told)


def _entry(entry: Entry, explain: bool) -> Group:
    """What stands on one line of the log, the cards of a round one below the other."""
    rows: list[RenderableType] = []
    if entry.deal:
        dealt = Table.grid(padding=(0, 2))
        for _, name, faces in entry.deal:
            dealt.add_row(Text(name), cards(faces))
        rows.append(dealt)
    else:
        rows += [in_text(line.words) for line in entry.lines]
    rulings = entry.rulings if explain else ()
    rows += [Text("  ").append_text(in_text(ruling.text)).append(f"  {ruling.article}", "dim") for ruling in rulings]
    rows += [Text("  ", style="yellow").append_text(in_text(warning)) for warning in entry.warnings]
    return Group(*rows)


class _Words(HTMLParser):
    """Markup of the pages' sentences as text for a terminal: names, cards, and what is marked."""

    def __init__(self) -> None:
        super().__init__()
        self.text = Text()
        self._styles: list[str] = []
        self._suit = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = (dict(attrs).get("class") or "").split()
        self._suit = next((name for name in classes if name in SUIT_STYLE), "") if "pc" in classes else ""
        if "back" in classes:
            self.text.append("??", style="dim")
        self._styles.append("yellow" if "tag" in classes else "bold" if "who" in classes else "")

    def handle_endtag(self, tag: str) -> None:
        self._styles.pop()
        self._suit = ""

    def handle_data(self, data: str) -> None:
        if self._suit:
            rank = "T" if data.startswith("10") else data[:1]
            self.text.append(rank + self._suit, style=SUIT_STYLE[self._suit])
        else:
            self.text.append(data, style=self._styles[-1] if self._styles else "")


def in_text(markup: str) -> Text:
    """A sentence of the pages (`api.pages.words`) as text with styles."""
    words = _Words()
    words.feed(str(markup))
    words.close()
    return words.text


def as_line(document: Mapping[str, Any], verdict: Mapping[str, Any]) -> str:
    """The same for a pipe: one line of JSON with both."""
    return json.dumps({"record": document, "verdict": verdict}, ensure_ascii=False, separators=(",", ":"))
