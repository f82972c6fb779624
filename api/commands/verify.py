"""`studbook verify`: hand histories judged, and the verdict compared with the outcome that the source records."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from api.commands.histories import files, format_option, read
from api.text import json_text
from schemas.errors import Invalid
from schemas.record import load_record
from studbook.formats.common import Read, Result, Skipped, Unread
from studbook.referee import replay as judge

# What became of a hand. The last two are misses.
AGREES, GIVEN, UNTOLD, SKIPPED, DIFFERS, UNREAD = "agrees", "taken-as-given", "untold", "skipped", "differs", "unread"
COLUMNS = {
    AGREES: "agree",
    GIVEN: "taken as given",
    UNTOLD: "outcome untold",
    SKIPPED: "other games",
    DIFFERS: "differ",
    UNREAD: "unread",
}
MOST_ROWS = 40


@dataclass(frozen=True, slots=True)
class Found:
    """One hand: where it stands, what became of it, and why.

    ``unseen``: something hung on cards that nobody saw, and could be checked in part only; ``inferred``: what the text
    does not state and was worked out; ``doubts``: sentences about figures of the text that do not agree.
    """

    file: str
    line: int
    hand_no: str | None
    result: str
    detail: str | None = None
    unseen: bool = False
    inferred: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


@click.command(name="verify")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, allow_dash=True, path_type=Path))
@format_option
def command(paths: tuple[Path, ...], format_name: str | None) -> None:
    """Judge the hands of PATHS (files, folders, - for standard input) against their own recorded outcome.

    A table on a terminal; into a pipe, a line of JSON for each hand, and the table to standard error. What had to be
    taken as the source gives it, and figures that do not agree, are named hand by hand. The exit code is 1 where a hand
    could not be read, was judged illegal, or comes to something else than its source says.
    """
    console = Console(stderr=True, highlight=False)
    piped = not sys.stdout.isatty()
    tally = Tally()
    for found in _with_progress(files(paths), format_name, console):
        tally.add(found)
        if piped:
            sys.stdout.buffer.write(json_text(_line(found)).encode() + b"\n")
    sys.stdout.flush()
    tally.show(console if piped else Console(highlight=False))
    if tally.told[DIFFERS] or tally.told[UNREAD]:
        sys.exit(1)


def _line(found: Found) -> dict[str, Any]:
    line = {name: getattr(found, name) for name in ("file", "line", "hand_no", "result", "detail")}
    return line | {name: list(value) for name in ("inferred", "doubts") if (value := getattr(found, name))}


class Tally:
    """What has become of the hands, by file; the remarkable ones are kept to be named."""

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = {}
        self.told: dict[str, list[Found]] = {GIVEN: [], DIFFERS: [], UNREAD: []}
        self.doubtful: list[Found] = []
        self.inferred: Counter[str] = Counter()
        self.unseen = 0

    def add(self, found: Found) -> None:
        """Take in one hand."""
        self.counts.setdefault(found.file, Counter())[found.result] += 1
        self.inferred.update(found.inferred)
        self.unseen += found.unseen
        if found.result in self.told:
            self.told[found.result].append(found)
        if found.doubts:
            self.doubtful.append(found)

    def show(self, console: Console) -> None:
        """Print the table, and what there is to say."""
        console.print(_table(self.counts))
        if self.unseen:
            console.print(f"With cards that nobody saw, checked as far as they do not decide: {self.unseen:,}.")
        if self.inferred:
            told = ", ".join(f"{name} {count:,}" for name, count in self.inferred.most_common())
            console.print(f"Worked out where the text does not say, in so many hands: {told}.", soft_wrap=True)
        _name(console, "Taken as the source gives it:", self.told[GIVEN], lambda found: found.detail or "")
        _name(console, "In doubt:", self.doubtful, lambda found: " ".join(found.doubts))
        for result in (DIFFERS, UNREAD):
            _name(
                console,
                f"[bold red]{COLUMNS[result].capitalize()}[/]:",
                self.told[result],
                lambda found: found.detail or "",
            )


def _name(console: Console, head: str, hands: list[Found], said: Callable[[Found], str]) -> None:
    if hands:
        console.print(f"\n{head}")
    for found in hands:
        hand = f"hand {found.hand_no}: " if found.hand_no else ""
        console.print(f"{found.file}:{found.line}: {hand}{said(found)}", markup=False, soft_wrap=True)


def _with_progress(paths: list[Path], format_name: str | None, console: Console) -> Iterator[Found]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("files", total=len(paths))
        for path in paths:
            yield from map(verified, read(path, format_name))
            progress.advance(task)


def verified(result: Result) -> Found:
    """What becomes of one hand that a reader found."""
    if isinstance(result, Skipped):
        return Found(result.file, result.line, result.hand_no, SKIPPED, result.game)
    if isinstance(result, Unread):
        return Found(result.file, result.line, result.hand_no, UNREAD, result.reason)
    return _judged(result)


def _judged(hand: Read) -> Found:
    found = Found(hand.file, hand.line, hand.document.get("hand_no"), AGREES, None, False, hand.inferred, hand.doubts)
    try:
        record = load_record(hand.document)
    except Invalid as error:
        return replace(found, result=UNREAD, detail=f"the record that was read is not of the schema: {error}")
    verdict = judge(record).to_dict()
    if verdict["status"] == "illegal":
        violation = verdict["violations"][0]
        told = f"illegal, {violation['code']} at {violation['pointer']}: {violation['message']}"
        return replace(found, result=DIFFERS, detail=told)
    if verdict["status"] != "settled":
        due = (verdict["next"] or {}).get("what", "nothing")
        return replace(found, result=DIFFERS, detail=f"{verdict['status']}: {due} is due")
    warned = {warning["code"]: warning["message"] for warning in verdict["warnings"]}
    found = replace(found, unseen="not-checked" in warned or "taken-as-given" in warned)
    if "outcome-differs" in warned:
        return replace(found, result=DIFFERS, detail=warned["outcome-differs"])
    if record.outcome is None:
        return replace(found, result=UNTOLD)
    if "taken-as-given" in warned:
        return replace(found, result=GIVEN, detail=_given(verdict))
    return found


def _given(verdict: Mapping[str, Any]) -> str:
    """Which shares stand on the source's word: ``of the pot of 225, 225 to seat 3``."""
    told = []
    for pot in verdict["pots"]:
        names = {"whole": "", "high": " for high", "low": " for low"}
        shares = [
            f"{award['amount']:,} to seat {award['seat']}{names[award['for']]}"
            for award in pot["awards"]
            if award["basis"] == "given"
        ]
        if shares:
            told.append(f"of the pot of {pot['amount']:,}, {' and '.join(shares)}")
    return "a hand that decides was never seen: " + "; ".join(told)


def _table(counts: dict[str, Counter[str]]) -> Table:
    """A row a file; where there are many files, a row a folder."""
    if len(counts) > MOST_ROWS:
        folders: dict[str, Counter[str]] = {}
        for file, of_file in counts.items():
            folders.setdefault(str(Path(file).parent), Counter()).update(of_file)
        counts = folders
    total: Counter[str] = sum(counts.values(), Counter())
    used = [result for result in COLUMNS if total[result] or result in (AGREES, DIFFERS)]
    table = Table(box=None, pad_edge=False, header_style="dim", show_footer=len(counts) > 1)
    table.add_column("hands of", footer="all", overflow="fold")
    for result in used:
        table.add_column(COLUMNS[result], justify="right", footer=_figure(result, total))
    for name, of_name in counts.items():
        table.add_row(name, *(_figure(result, of_name) for result in used))
    return table


def _figure(result: str, counts: Counter[str]) -> str:
    figure = f"{counts[result]:,}"
    return f"[bold red]{figure}[/]" if result in (DIFFERS, UNREAD) and counts[result] else figure
