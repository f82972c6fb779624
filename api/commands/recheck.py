"""`studbook recheck`: stored records judged by the rules as they are read today."""

from __future__ import annotations

import signal
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from typing import Any

import click
import psycopg
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from api.commands.export import INTERRUPTED, Stored, chosen_filters, filter_options
from api.commands.ledger import app_id_of, app_option, in_one_line, ledger
from api.commands.patience import Patience
from api.rechecking import KINDS, WORDS, Difference, rechecked
from api.text import json_text
from db.errors import TooSlow
from db.find import count
from db.hands import documents
from db.pool import connect
from db.rows import HandSummary

Texts = list[tuple[str, str]]
Judge = Callable[[Texts], list[Difference | None]]
Row = tuple[HandSummary, Difference]
MOST_ROWS = 200  # of the table, on a terminal


@click.command(name="recheck")
@filter_options
@app_option
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that judge.")
@click.option("--words", is_flag=True, help="List also hands whose verdict differs in words only.")
@in_one_line
def command(app: str, jobs: int, words: bool, **filters: Any) -> None:
    """Judge the stored records that the filters let through anew, and list those whose verdict differs.

    Nothing is changed: a hand that was judged wrongly is put right by a dispute. Revised hands are left out. A table on
    a terminal; into a pipe, a line of JSON for each hand that differs, and the count to standard error. The exit code
    is 1 where one differs in more than words.
    """
    chosen = chosen_filters(filters)
    piped = not sys.stdout.isatty()
    console = Console(stderr=True, highlight=False)
    report = Report(piped, words)
    with ExitStack() as stack:
        connection = stack.enter_context(connect(stack.enter_context(ledger())))
        stored = Stored(connection, app_id_of(connection, app), chosen)
        stack.enter_context(Patience())
        whole = True
        try:
            with _progress(_how_many(stored), console) as advance, _judges(jobs) as judge:
                for hands, found in _compared(connection, stored, judge, jobs):
                    report.add(hands, found)
                    advance(len(hands))
        except KeyboardInterrupt:
            whole = False
    report.show(console if piped else Console(highlight=False), whole=whole)
    if not whole:
        sys.exit(INTERRUPTED)
    if any(report.counts[kind] for kind in KINDS if kind != WORDS):
        sys.exit(1)


class Report:
    """What was found so far. Into a pipe each hand goes at once; a table keeps some of them."""

    def __init__(self, piped: bool, words: bool) -> None:
        self.counts: Counter[str] = Counter()
        self.hands = 0
        self.rows: list[Row] = []
        self._piped, self._words = piped, words

    def add(self, hands: Sequence[HandSummary], found: Sequence[Difference | None]) -> None:
        """Take in a page of hands and how each differs."""
        self.hands += len(hands)
        for hand, difference in zip(hands, found, strict=True):
            if difference is None:
                continue
            self.counts[difference.kind] += 1
            if difference.kind == WORDS and not self._words:
                continue
            if self._piped:
                line = {"id": str(hand.id), "ref": hand.ref, "game": hand.game, "played_at": hand.played_at.isoformat()}
                click.echo(json_text(line | {"differs": difference.kind, "text": difference.text}))
            elif len(self.rows) < MOST_ROWS:
                self.rows.append((hand, difference))

    def show(self, console: Console, *, whole: bool) -> None:
        """Print the table, and the count."""
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column("hand", overflow="fold", min_width=36)
        table.add_column("differs", overflow="fold")
        for hand, difference in self.rows:
            style = "" if difference.kind == WORDS else "bold red"
            told = Text(difference.kind, style=style).append(f"\n{difference.text}", style="not bold default")
            table.add_row(Text(f"{hand.id}\n{hand.game} {hand.ref or ''}"), told)
        if self.rows:
            console.print(table)
        differing = self.counts.total()
        kinds = ", ".join(f"{self.counts[kind]:,} in {kind}" for kind in KINDS if self.counts[kind])
        end = "" if whole else "Interrupted. "
        what = f"{differing:,} with another verdict ({kinds})" if differing else "each to the stored verdict"
        console.print(f"{end}Judged {self.hands:,} hands again: {what}.", soft_wrap=True)
        if self.counts[WORDS] and not self._words:
            console.print("--words lists those that differ in words only.")


def _how_many(stored: Stored) -> int | None:
    try:
        return count(stored.connection, stored.app_id, stored.filters)
    except TooSlow:
        return None  # then the bar has no end


def _compared(
    connection: psycopg.Connection, stored: Stored, judge: Callable[[Texts], Future[list[Difference | None]]], jobs: int
) -> Iterator[tuple[list[HandSummary], list[Difference | None]]]:
    """The hands page by page, and how each differs. Some pages are read ahead, so that all processes have work."""
    ahead: deque[tuple[list[HandSummary], Future[list[Difference | None]]]] = deque()
    for page in stored.pages(None):
        texts = documents(connection, stored.app_id, [hand.id for hand in page])
        hands = [hand for hand in page if hand.id in texts]
        ahead.append((hands, judge([texts[hand.id] for hand in hands])))
        while len(ahead) > 2 * jobs:
            done, future = ahead.popleft()
            yield done, future.result()
    for done, future in ahead:
        yield done, future.result()


@contextmanager
def _judges(jobs: int) -> Iterator[Callable[[Texts], Future[list[Difference | None]]]]:
    """Judges pages: in processes of their own, or here."""
    if jobs == 1:
        yield _here
        return
    executor: Executor = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_deaf)
    try:
        yield lambda texts: executor.submit(_judged, texts)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _deaf() -> None:
    """Ctrl-C reaches every process of a terminal; the one that gave out the work tells these when to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _here(texts: Texts) -> Future[list[Difference | None]]:
    done: Future[list[Difference | None]] = Future()
    done.set_result(_judged(texts))
    return done


def _judged(texts: Texts) -> list[Difference | None]:
    return [rechecked(record, verdict) for record, verdict in texts]


@contextmanager
def _progress(total: int | None, console: Console) -> Iterator[Callable[[int], None]]:
    columns = (TextColumn("judging"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total)
        yield lambda hands: progress.advance(task, hands)
