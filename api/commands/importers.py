"""Importing files, in this process or in several. Each has its own connection; what one has stored stays stored,
whatever becomes of the others."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import BinaryIO

from api.commands.patience import Patience
from api.importing import CHUNK, Imported, import_chunk
from db.errors import LedgerError
from db.pool import connect
from studbook.formats.common import Result, Unread
from studbook.formats.registry import read_stream


@dataclass(frozen=True, slots=True)
class Plan:
    """How to import. ``conninfo`` None: there is no ledger to look into; ``keep`` false: store nothing."""

    conninfo: str | None
    app_id: int
    keep: bool = True
    format_name: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A piece of the work that is done: these results, so many bytes read, so many files ended."""

    results: Sequence[Imported]
    read: int = 0
    files: int = 0


Report = Callable[[Step], None]
Batch = tuple[Path, ...]
# A batch is some seconds of work, so that all processes end at about the same time.
BATCH_BYTES = 1 << 20
BATCH_FILES = 500


class Stopped(Exception):
    """The import cannot go on; the message says why. What was reported is stored."""


def import_here(plan: Plan, paths: Sequence[Path], stdin: BinaryIO, patience: Patience, report: Report) -> None:
    """Import the files one after another; ``-`` is ``stdin``. Raises KeyboardInterrupt with nothing half done, and
    `Stopped`."""
    try:
        with connect(plan.conninfo) if plan.conninfo else nullcontext() as ledger:
            for chunk, read, ended in _chunks(paths, stdin, plan.format_name):
                with patience.finishing():
                    report(Step(import_chunk(ledger, plan.app_id, chunk, keep=plan.keep), read, ended))
    except LedgerError as error:
        raise Stopped(str(error)) from error


def _chunks(
    paths: Sequence[Path], stdin: BinaryIO | None, format_name: str | None
) -> Iterator[tuple[list[Result], int, int]]:
    """The hands of the files, some at a time, with the bytes that reading them took and the files that ended."""
    chunk: list[Result] = []
    read = ended = 0
    for path in paths:
        try:
            with nullcontext(stdin) if stdin is not None and str(path) == "-" else open(path, "rb") as binary:
                before = 0
                for result in read_stream(binary, str(path), format_name):
                    chunk.append(result)
                    if len(chunk) == CHUNK:
                        here = before if binary is stdin else binary.tell()
                        yield chunk, read + here - before, ended
                        chunk, read, ended, before = [], 0, 0, here
                read += 0 if binary is stdin else binary.tell() - before
        except OSError as error:
            chunk.append(Unread(str(path), 1, error.strerror or str(error)))
        ended += 1
    if chunk or ended:
        yield chunk, read, ended


def _batches(paths: Sequence[Path]) -> Iterator[Batch]:
    """The files as they are given out: a large one alone, small ones together."""
    batch: list[Path] = []
    size = 0
    for path in paths:
        with suppress(OSError):
            size += path.stat().st_size
        batch.append(path)
        if size >= BATCH_BYTES or len(batch) == BATCH_FILES:
            yield tuple(batch)
            batch, size = [], 0
    if batch:
        yield tuple(batch)


def import_apart(plan: Plan, paths: Sequence[Path], jobs: int, patience: Patience, report: Report) -> None:
    """Import the files in up to ``jobs`` processes, each file in one of them. Raises KeyboardInterrupt, when all have
    finished what they had in hand and reported it, and `Stopped`."""
    waiting = deque(_batches(paths))
    workers = _start(plan, min(jobs, len(waiting)))
    try:
        _share_out(workers, waiting, patience, report)
    except BaseException:
        # An interruption, or one of them cannot go on: the others finish the step that they are at.
        waiting.clear()
        for connection in workers:
            _tell(connection, None)
        _share_out(workers, waiting, patience, report, ending=True)
        raise
    finally:
        for connection, process in workers.items():
            connection.close()
            process.join(timeout=10)
            process.kill()


def _start(plan: Plan, jobs: int) -> dict[Connection, SpawnProcess]:
    context = get_context("spawn")
    workers: dict[Connection, SpawnProcess] = {}
    # Ctrl-C reaches every process of a terminal. These inherit that they do not hear it; we tell them when to end.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs, plan), daemon=True)
            process.start()
            theirs.close()  # so that we see when the process, which has the other copy, ends
            workers[ours] = process
    finally:
        signal.signal(signal.SIGINT, before)
    return workers


def _share_out(
    workers: Iterable[Connection], waiting: deque[Batch], patience: Patience, report: Report, *, ending: bool = False
) -> None:
    """Give each process files when it asks for some, and report what they send, until all have ended."""
    running = set(workers)
    dismissed: set[Connection] = set()
    while running:
        for connection in wait(list(running)):
            assert isinstance(connection, Connection)
            with patience.finishing():
                try:
                    message = connection.recv()
                except (EOFError, OSError):
                    running.remove(connection)
                    if connection not in dismissed and not ending:
                        raise Stopped("A process of the import ended unexpectedly.") from None
                    continue
                if isinstance(message, Step):
                    report(message)
                elif message is None:
                    if not waiting:
                        dismissed.add(connection)
                    _tell(connection, waiting.popleft() if waiting else None)
                elif not ending:
                    raise Stopped(message)


def _tell(connection: Connection, message: Batch | None) -> None:
    """Send; that a process has ended is noticed where it is read from."""
    with suppress(OSError):
        connection.send(message)


def _work(connection: Connection, plan: Plan) -> None:
    """One process: it asks for files (None), imports them step by step (`Step`), and ends when it is told None."""
    # Whoever asked may be gone; then there is nobody to tell.
    with closing(connection), suppress(EOFError, OSError):
        try:
            with connect(plan.conninfo) if plan.conninfo else nullcontext() as ledger:
                connection.send(None)
                while (batch := connection.recv()) is not None:
                    for chunk, read, ended in _chunks(batch, None, plan.format_name):
                        connection.send(Step(import_chunk(ledger, plan.app_id, chunk, keep=plan.keep), read, ended))
                        if connection.poll():  # None, out of turn
                            return
                    connection.send(None)
        except LedgerError as error:
            connection.send(str(error))
