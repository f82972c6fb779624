"""`studbook import`: hand histories into the ledger."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from api.commands.histories import files, format_option
from api.commands.importers import Plan, Step, Stopped, import_apart, import_here
from api.commands.ledger import app_id_of, app_option, in_one_line, is_there, ledger
from api.commands.patience import Patience
from api.importing import FAILURES, STATUSES, Imported
from api.text import json_text
from db.apps import DEFAULT_APP
from db.pool import connect

INTERRUPTED = 130  # the exit code that shells know for Ctrl-C
MOST_TOLD = 20
WORDS = {"new": "would be stored", "known": "known already", "skipped": "other games", "differs": "ref used otherwise"}


@click.command(name="import")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, allow_dash=True, path_type=Path))
@format_option
@app_option
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes; each takes a file.")
@click.option("--dry-run", is_flag=True, help="Store nothing; say what would become of each hand.")
@click.option(
    "--failures",
    type=click.File("w", encoding="utf-8", lazy=False),
    help="Write a line of JSON for each hand that was not stored or is in doubt.",
)
@in_one_line
def command(
    paths: tuple[Path, ...],
    format_name: str | None,
    app: str,
    jobs: int,
    dry_run: bool,
    failures: IO[str] | None,
) -> None:
    """Judge the hands of PATHS (files, folders, - for standard input) and store them in the ledger.

    The ledger is that of DATABASE_URL, else the embedded one, also while the service runs. A hand whose ref is stored
    already is passed over, so the same command goes on where an earlier one ended. Ctrl-C keeps what is done.

    A summary on a terminal; into a pipe, a line of JSON for each hand, and the summary to standard error. The exit code
    is 1 where a hand was not stored that is no hand of another game.
    """
    piped = not sys.stdout.isatty()
    summary = Summary(failures, sys.stdout if piped else None)
    found = files(paths)
    code = 0
    console = Console(stderr=True, highlight=False)
    with ExitStack() as stack:
        conninfo = stack.enter_context(ledger()) if not dry_run or is_there() else None
        plan = Plan(conninfo, _app_id(conninfo, app), keep=not dry_run, format_name=format_name)
        patience = stack.enter_context(Patience())
        try:
            with _progress(found, summary, console) as report:
                if jobs > 1 and len(found) > 1 and Path("-") not in found:
                    import_apart(plan, found, jobs, patience, report)
                else:
                    import_here(plan, found, sys.stdin.buffer, patience, report)
        except KeyboardInterrupt:
            code = INTERRUPTED
        except Stopped as stopped:
            console.print(Text("Stopped:", style="bold red"), Text(str(stopped)), soft_wrap=True)
            code = 1
        summary.show(console if piped else Console(highlight=False), whole=code == 0)
    if code or summary.failed:
        sys.exit(code or 1)


def _app_id(conninfo: str | None, app: str) -> int:
    if conninfo is None:
        return DEFAULT_APP
    with connect(conninfo) as connection:
        return app_id_of(connection, app)


class Summary:
    """What has become of the hands so far; each goes on to the pipe and to the file of failures at once."""

    def __init__(self, failures: IO[str] | None, pipe: IO[str] | None) -> None:
        self.counts: dict[str, Counter[str]] = {}
        self.hands = self.files = self.failed = self.remarkable = 0
        self.given = self.undecided = 0
        self.inferred: Counter[str] = Counter()
        self.told: list[Imported] = []
        self._failures, self._pipe = failures, pipe
        self._began: float | None = None

    def begin(self) -> None:
        """The work begins now; the rate counts from here."""
        self._began = time.monotonic()

    def add(self, step: Step) -> None:
        """Take in what became of some hands."""
        self.files += step.files
        for result in step.results:
            self._add(result)
        for stream in (self._pipe, self._failures):
            if stream is not None and step.results:
                stream.flush()

    def _add(self, result: Imported) -> None:
        self.hands += 1
        game = "(not read)" if result.game is None else result.game
        self.counts.setdefault(game, Counter())[result.status] += 1
        self.given += "taken-as-given" in result.warnings
        self.undecided += result.verdict == "undecided"
        self.inferred.update(result.inferred)
        remarkable = result.status in FAILURES or bool(result.doubts)
        self.failed += result.status in FAILURES
        self.remarkable += remarkable
        if remarkable and len(self.told) < MOST_TOLD:
            self.told.append(result)
        streams = (self._pipe, self._failures if remarkable else None)
        line = json_text(result.document()) + "\n" if any(streams) else ""
        for stream in streams:
            if stream is not None:
                stream.write(line)

    @property
    def rate(self) -> float:
        """Hands a second since the beginning."""
        return 0.0 if self._began is None else self.hands / max(time.monotonic() - self._began, 1e-9)

    def show(self, console: Console, *, whole: bool) -> None:
        """Print the summary. ``whole``: the import came to its end."""
        used = [status for status in STATUSES if any(counts[status] for counts in self.counts.values())]
        table = Table(box=None, pad_edge=False, header_style="dim", show_footer=len(self.counts) > 1)
        table.add_column("game", footer="all")
        for status in used:
            total = sum(counts[status] for counts in self.counts.values())
            table.add_column(WORDS.get(status, status), justify="right", footer=_figure(status, total))
        for game, counts in sorted(self.counts.items(), key=lambda item: -item[1].total()):
            table.add_row(Text(game), *(_figure(status, counts[status]) for status in used))
        if used:
            console.print(table)
        for result in self.told:
            hand = f"hand {result.hand_no}: " if result.hand_no else ""
            told = result.problem["detail"] if result.problem else result.doubts[0]
            line = f"{result.file}:{result.line}: {hand}{result.status}: {told}"
            console.print(line, markup=False, soft_wrap=True)
        if (more := self.remarkable - len(self.told)) > 0:
            console.print(f"... and {more:,} more; --failures FILE takes them all.")
        for said in self._remarks():
            console.print(said, soft_wrap=True)
        end = "" if whole else "Interrupted; what is stored stays, and the same command goes on from here. "
        console.print(
            f"{end}Hands {self.hands:,}, files {self.files:,}, {self.rate:,.0f} hands a second.", soft_wrap=True
        )

    def _remarks(self) -> Iterator[str]:
        if self.given:
            yield f"Taken as the source gives it, since a hand that decides was never seen: {self.given:,}."
        if self.undecided:
            yield f"Undecided, since a hand that decides was never seen: {self.undecided:,}."
        if self.inferred:
            told = ", ".join(f"{name} {count:,}" for name, count in self.inferred.most_common())
            yield f"Worked out where the text does not say, in so many hands: {told}."


def _figure(status: str, count: int) -> Text:
    return Text(f"{count:,}", style="bold red" if count and status in FAILURES else "dim" if not count else "")


@contextmanager
def _progress(paths: list[Path], summary: Summary, console: Console) -> Iterator[Callable[[Step], None]]:
    """A bar on a terminal, by the bytes read, while steps are reported to what this yields."""
    sizes = [_size(path) for path in paths]
    total = None if None in sizes else sum(size or 0 for size in sizes)
    columns = (
        BarColumn(),
        TextColumn("{task.fields[hands]:,} hands"),
        TextColumn("{task.fields[files]:,}/{task.fields[of]:,} files"),
        TextColumn("{task.fields[rate]:,.0f} hands/s"),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        summary.begin()
        task = progress.add_task("", total=total, hands=0, files=0, of=len(paths), rate=0.0)

        def report(step: Step) -> None:
            summary.add(step)
            progress.update(task, advance=step.read, hands=summary.hands, files=summary.files, rate=summary.rate)

        yield report


def _size(path: Path) -> int | None:
    """The bytes of a file; None for standard input."""
    if str(path) == "-":
        return None
    try:
        return path.stat().st_size
    except OSError:
        return 0
