"""`studbook verify`: hand histories judged, and the verdict compared with the outcome that the source records."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from api.commands.histories import files, read
from api.text import json_text
from schemas.errors import Invalid
from schemas.record import load_record
from studbook.formats.common import Read, Result, Skipped, Unread
from studbook.referee import replay

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
    """One hand: where it stands, what became of it, and why."""

    file: str
    line: int
    hand_no: str | None
    result: str
    detail: str | None = None


@click.command(name="verify")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, allow_dash=True, path_type=Path))
def command(paths: tuple[Path, ...]) -> None:
    """Judge the hands of PATHS (files, folders, - for standard input) against their own recorded outcome.

    A table on a terminal; into a pipe, a line of JSON for each hand, and the table to standard error. The exit code
    is 1 where a hand could not be read, was judged illegal, or comes to something else than its source says.
    """
    console = Console(stderr=True, highlight=False)
    piped = not sys.stdout.isatty()
    counts: dict[str, Counter[str]] = {}
    misses: list[Found] = []
    for found in _with_progress(files(paths), console):
        counts.setdefault(found.file, Counter())[found.result] += 1
        if found.result in (DIFFERS, UNREAD):
            misses.append(found)
        if piped:
            line = {name: getattr(found, name) for name in ("file", "line", "hand_no", "result", "detail")}
            sys.stdout.buffer.write(json_text(line).encode() + b"\n")
    sys.stdout.flush()
    shown = console if piped else Console(highlight=False)
    shown.print(_table(counts))
    for miss in misses:
        hand = f"hand {miss.hand_no}: " if miss.hand_no else ""
        shown.print(f"{miss.file}:{miss.line}: {hand}{miss.result}: {miss.detail}", markup=False, soft_wrap=True)
    if misses:
        sys.exit(1)


def _with_progress(paths: list[Path], console: Console) -> Iterator[Found]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("files", total=len(paths))
        for path in paths:
            yield from map(verified, read(path))
            progress.advance(task)


def verified(result: Result) -> Found:
    """What becomes of one hand that a reader found."""
    if isinstance(result, Skipped):
        return Found(result.file, result.line, result.hand_no, SKIPPED, result.game)
    if isinstance(result, Unread):
        return Found(result.file, result.line, result.hand_no, UNREAD, result.reason)
    outcome, detail = _judged(result)
    return Found(result.file, result.line, result.document.get("hand_no"), outcome, detail)


def _judged(hand: Read) -> tuple[str, str | None]:
    try:
        record = load_record(hand.document)
    except Invalid as error:
        return UNREAD, f"the record that was read is not of the schema: {error}"
    verdict = replay(record).to_dict()
    if verdict["status"] == "illegal":
        violation = verdict["violations"][0]
        return DIFFERS, f"illegal, {violation['code']} at {violation['pointer']}: {violation['message']}"
    if verdict["status"] != "settled":
        return DIFFERS, f"{verdict['status']}: {(verdict['next'] or {}).get('what', 'nothing')} is due"
    warned = {warning["code"]: warning["message"] for warning in verdict["warnings"]}
    if "outcome-differs" in warned:
        return DIFFERS, warned["outcome-differs"]
    if record.outcome is None:
        return UNTOLD, None
    return (GIVEN, warned["taken-as-given"]) if "taken-as-given" in warned else (AGREES, None)


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
