"""How fast hand histories come in: a folder of made-up hands through `studbook import`, and the same folder again.

    .venv/bin/python bench/imports.py [--hands 2000] [--jobs 2] [--file-hands 500]

Deals a few hundred hands of five games, writes them in turn as PokerStars text, PHH, OHH and NDJSON, and repeats them
under other hand numbers until the folder is full (made of copies, but each a hand of its own for the ledger). The
import runs as a user runs it, in processes of its own, into an embedded PostgreSQL with its usual durability. Prints
the rate, the processor time, and the largest memory of each process (from /proc, so on Linux).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import psycopg

from db.localpg import LocalPG
from db.migrate import migrate
from studbook.formats.writers import WRITERS, write
from tests.formats.random_hands import random_hand

GAMES = ("seven-card-stud", "stud-hi-lo-8", "razz", "deuce-to-seven-razz", "five-card-stud")
TEMPLATES = 40  # dealt hands of each game
MARK = "424242424242"  # stands in a template where the number of the hand comes
IMPORT = [sys.executable, "-c", "from api.cli import main; main()", "import"]
ROOT = Path(__file__).resolve().parents[1]


def templates() -> dict[str, list[str]]:
    """The texts of the dealt hands by format."""
    made: dict[str, list[str]] = {name: [] for name in WRITERS}
    for seed in range(TEMPLATES):
        for game in GAMES:
            hand = random_hand(game, seed) | {"ref": f"pokerstars:{MARK}", "hand_no": MARK}
            for name in WRITERS:
                made[name].append(write(hand, name))
    return made


def fill(folder: Path, hands: int, per_file: int) -> int:
    """Write the folder; its size in bytes. A file has hands of one format."""
    made = templates()
    size = 0
    for at, first in enumerate(range(0, hands, per_file)):
        name = list(WRITERS)[at % len(WRITERS)]
        texts = made[name]
        numbers = range(first, min(first + per_file, hands))
        pieces = [texts[number % len(texts)].replace(MARK, str(10**9 + number)) for number in numbers]
        if name == "phh":
            pieces = [f"[{at}]\n{piece}\n" for at, piece in enumerate(pieces, start=1)]
        file = folder / f"{at:05}.{name}"
        size += file.write_text("".join(pieces))
    return size


class Memory(threading.Thread):
    """Watches the largest resident memory of a process and its children, each by itself."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid = pid
        self.peaks: dict[int, int] = {}

    def run(self) -> None:
        while any([self._look(pid) for pid in _family(self.pid)]):
            time.sleep(0.1)

    def _look(self, pid: int) -> bool:
        try:
            status = Path(f"/proc/{pid}/status").read_text()
        except OSError:
            return False
        for line in status.splitlines():
            if line.startswith("VmHWM:"):
                self.peaks[pid] = int(line.split()[1])
                return True
        return False


def _family(pid: int) -> Iterator[int]:
    yield pid
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return
    for child in children:
        yield from _family(int(child))


def run(folder: Path, conninfo: str, jobs: int) -> None:
    """One import of the folder; prints what it took."""
    began, used = time.perf_counter(), os.times()
    process = subprocess.Popen(
        [*IMPORT, str(folder), "--jobs", str(jobs)],
        stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, "DATABASE_URL": conninfo},
    )  # fmt: skip
    memory = Memory(process.pid)
    memory.start()
    assert process.stdout is not None
    statuses = Counter(json.loads(line)["status"] for line in process.stdout)
    code = process.wait()
    seconds = time.perf_counter() - began
    memory.join()
    after = os.times()
    spent = after.children_user + after.children_system - used.children_user - used.children_system
    if not (hands := statuses.total()):
        sys.exit("the import said nothing of any hand")
    peaks = ", ".join(f"{peak / 1024:,.0f}" for peak in sorted(memory.peaks.values(), reverse=True))
    print(
        f"  {dict(statuses)}, exit code {code}: {seconds:,.1f} s, {hands / seconds:,.0f} hands a second; "
        f"{1e6 * spent / hands:,.0f} µs of processor a hand (PostgreSQL's own beside it); peak memory {peaks} MB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=2_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--file-hands", type=int, default=500, help="hands of one file")
    given = parser.parse_args()
    home = Path(tempfile.mkdtemp(prefix="studbook-bench-"))
    home.chmod(0o755)
    try:
        folder = home / "histories"
        folder.mkdir()
        size = fill(folder, given.hands, given.file_hands)
        files = len(list(folder.iterdir()))
        print(f"{given.hands:,} hands in {files:,} files, {size / 2**20:,.1f} MB; {given.jobs} jobs")
        with LocalPG(home / "ledger") as server:
            migrate(server.conninfo)
            print("first import:")
            run(folder, server.conninfo, given.jobs)
            before = count(server.conninfo)
            print("the same again:")
            run(folder, server.conninfo, given.jobs)
            print(f"hands in the ledger: {before:,} after the first, {count(server.conninfo):,} after the second")
    finally:
        shutil.rmtree(home, ignore_errors=True)


def count(conninfo: str) -> int:
    """The hands in the ledger."""
    with psycopg.connect(conninfo) as connection:
        row = connection.execute("select count(*) from hands").fetchone()
    assert row is not None
    return int(row[0])


if __name__ == "__main__":
    main()
