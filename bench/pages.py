"""Time to the first byte of the pages with a million hands in the ledger: p50 and p99 of a hand, a step, a search.

    .venv/bin/python bench/pages.py [--hands 1000000] [--rounds 400] [--data FOLDER]

Loads made-up hands as bench/ledger.py does (a FOLDER is kept and used again; the same one serves both), puts the
samples among them, and asks the service in its own process, as gunicorn runs it, over one connection at a time.
Times are from sending the request to the first byte of the answer's body.
"""

from __future__ import annotations

import argparse
import http.client
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from api import samples
from bench.ledger import APP, load
from db.find import find
from db.localpg import LocalPG
from db.migrate import migrate
from db.pool import connect, session_conninfo
from db.rows import Filters

HOST, PORT = "127.0.0.1", 8199
WARM = 40


def first_byte(connection: http.client.HTTPConnection, path: str) -> float:
    """Milliseconds to the first byte of a page; raises where it is no page."""
    began = time.perf_counter()
    connection.request("GET", path, headers={"Accept": "text/html"})
    answer = connection.getresponse()
    answer.read(1)
    took = (time.perf_counter() - began) * 1000
    rest = answer.read()
    if answer.status != 200:
        raise SystemExit(f"{path}: {answer.status} {rest[:200]!r}")
    return took


def measured(name: str, paths: list[str], rounds: int) -> None:
    """Asks for the paths in turn and prints p50 and p99."""
    connection = http.client.HTTPConnection(HOST, PORT)
    for path in (paths * (WARM // len(paths) + 1))[:WARM]:
        first_byte(connection, path)
    took = sorted(first_byte(connection, paths[n % len(paths)]) for n in range(rounds))
    print(f"{name:42} p50 {statistics.median(took):6.1f} ms   p99 {took[int(len(took) * 0.99)]:6.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--data", type=Path)
    asked = parser.parse_args()
    root = asked.data or Path(tempfile.mkdtemp(prefix="studbook-bench-"))
    root.mkdir(parents=True, exist_ok=True)
    try:
        with LocalPG(root) as server:
            migrate(server.conninfo)
            with connect(session_conninfo(server.conninfo)) as connection:
                connection.execute("set statement_timeout = 0")
                load(connection, asked.hands)
            with connect(server.conninfo) as connection:
                samples.load(connection)
                page = find(connection, APP, Filters(tag="sample"), limit=50)
            run([str(hand.id) for hand in page.hands], server.conninfo, asked.rounds)
    finally:
        if asked.data is None:
            shutil.rmtree(root, ignore_errors=True)


def run(ids: list[str], conninfo: str, rounds: int) -> None:
    """Serves and measures."""
    environment = {**os.environ, "DATABASE_URL": conninfo, "STUDBOOK_BIND": f"{HOST}:{PORT}", "STUDBOOK_OPEN": "1"}
    command = [sys.executable, "-m", "gunicorn", "--log-level", "warning"]
    served = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with suppress(OSError):
                first_byte(http.client.HTTPConnection(HOST, PORT), "/games")
                break
            time.sleep(0.1)
        chance = random.Random(1)
        measured("a hand, at its end", [f"/hands/{hand}" for hand in ids], rounds)
        measured("a hand, at some step", [f"/hands/{hand}?step={chance.randrange(20)}" for hand in ids], rounds)
        measured("a hand, with the public's eyes", [f"/hands/{hand}?viewer=public" for hand in ids], rounds)
        measured("one step of it", [f"/hands/{hand}/stage?step={chance.randrange(20)}" for hand in ids], rounds)
        measured("the newest hands", ["/hands"], rounds // 4)
        measured("hands of a busy player", ["/hands?player=player%201"], rounds // 4)
        measured("a busy player's results", ["/players?player=player%201"], max(rounds // 20, 5))
        measured("a game's rule sheet", ["/games/wall-street"], rounds // 4)
    finally:
        served.terminate()
        served.wait(20)


if __name__ == "__main__":
    main()
