"""What is lost when things die: clients post and repeat under their ref while PostgreSQL and workers are killed.

    .venv/bin/python bench/resilience.py [--clients 8] [--seconds 6]

Each client posts hands as fast as it can and repeats each until it is acknowledged, as an app should. Afterwards every
acknowledged hand is looked up under the id that was given, with all of its seats; and no hand may be there twice. The
last rows are what the key is for: there the clients make up a new ref for every try.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import os
import random
import signal
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import psycopg

from bench.harness import Service, ask, compact, folder, ledger, played_hands, served
from db.localpg import LocalPG, is_postmaster

SEATS = 7


@dataclass
class Count:
    """What the clients were told, and what the ledger then had."""

    acknowledged: dict[str, str] = field(default_factory=dict)  # number of the hand -> id
    answers: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0  # seconds from the first try of a hand to its acknowledgement
    lost: int = 0
    doubled: int = 0
    maimed: int = 0

    @property
    def sound(self) -> bool:
        """Whether nothing acknowledged is lost, doubled, or without all of its seats."""
        return not (self.lost or self.doubled or self.maimed)


@dataclass
class Stage:
    """A service and its PostgreSQL, to be played with."""

    server: LocalPG
    service: Service
    hands: list[dict[str, Any]]

    def postmaster(self) -> int | None:
        """PostgreSQL's own process, while it runs."""
        with suppress(FileNotFoundError, ValueError):
            pid = int((self.server.data / "postmaster.pid").read_text().split("\n")[0])
            return pid if is_postmaster(pid, self.server.data) else None
        return None


@contextmanager
def stage(base: str | None = None) -> Iterator[Stage]:
    """The service with two workers on a PostgreSQL of its own, in a temporary folder (below ``base``)."""
    with folder(base) as below, ledger(below) as server, served(below, DATABASE_URL=server.conninfo) as service:
        yield Stage(server, service, played_hands(30))


# What happens to them


def restart(stage: Stage, mode: str) -> None:
    """PostgreSQL stopped and started: "fast" ends its sessions, "immediate" leaves it to recover as after a crash."""
    data = str(stage.server.data)
    stage.server.run(
        "pg_ctl", "restart", "--pgdata", data, "--mode", mode, "--wait", "--log", str(stage.server.data / "server.log")
    )


def kill_postgresql(stage: Stage) -> None:
    """kill -9 of the postmaster; started again a second and a half later."""
    pid = stage.postmaster()
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    time.sleep(1.5)
    again = LocalPG(stage.server.root)
    again.start()
    again.stop()  # leaves it to the one that began


def end_sessions(stage: Stage) -> None:
    """Every session of the service ended from outside, five times."""
    with psycopg.connect(stage.server.admin_conninfo, autocommit=True) as connection:
        for _ in range(5):
            connection.execute("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'studbook'")
            time.sleep(0.2)


def kill_worker(stage: Stage) -> None:
    """kill -9 of one of the two workers."""
    os.kill(stage.service.workers()[0], signal.SIGKILL)


def reload_service(stage: Stage) -> None:
    """A reload, as after an upgrade: new workers come, old ones finish what they have in hand."""
    stage.service.process.send_signal(signal.SIGHUP)


def nothing(stage: Stage) -> None:
    """Nothing happens."""


# Clients


class Poster:
    """A client with a connection of its own that is made anew when it broke."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.connection: http.client.HTTPConnection | None = None

    def post(self, path: str, body: bytes) -> tuple[int, bytes] | None:
        """Status and body, or None where the connection broke before the answer was there."""
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection(self.address, timeout=60)
            self.connection.request("POST", path, body, {"Content-Type": "application/json"})
            answer = self.connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            self.close()
            return None

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None


def post_until(stage: Stage, name: str, until: float, count: Count, keeps_its_key: bool) -> None:
    """Post hand after hand, each again and again until it is acknowledged; with a new ref each time if so wanted."""
    poster = Poster(stage.service.address)
    for number in itertools.count():
        if time.monotonic() > until:
            break
        hand_no = f"{name}:{number}"
        began = time.monotonic()
        for attempt in itertools.count():
            ref = hand_no if keeps_its_key else f"{hand_no}:{attempt}"
            body = compact({**stage.hands[number % len(stage.hands)], "ref": ref, "hand_no": hand_no})
            answer = poster.post("/v1/hands", body)
            count.answers["broken" if answer is None else str(answer[0])] += 1
            if answer is not None and answer[0] in (200, 201):
                count.acknowledged[hand_no] = json.loads(answer[1])["id"]
                break
            if answer is not None and answer[0] != 503:
                raise RuntimeError(f"{answer[0]}: {answer[1][:500]!r}")
            time.sleep(0.05)
        count.longest = max(count.longest, time.monotonic() - began)
    poster.close()


def in_threads(works: Sequence[Callable[[], None]]) -> None:
    """Run all of them at once; whatever one raises is raised here."""
    faults: list[BaseException] = []

    def guarded(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]


def under_load(
    stage: Stage, happens: Callable[[Stage], None], *, clients: int, seconds: float, keeps_its_key: bool = True
) -> Count:
    """Clients post for so many seconds; half way something happens. What became of their hands."""
    run = f"run{time.monotonic_ns()}"
    counts = [Count() for _ in range(clients)]
    until = time.monotonic() + seconds

    def event() -> None:
        time.sleep(seconds / 2)
        happens(stage)

    posting = [
        partial(post_until, stage, f"{run}:{at}", until, count, keeps_its_key) for at, count in enumerate(counts)
    ]
    in_threads([*posting, event])
    whole = Count(longest=max(count.longest for count in counts))
    for count in counts:
        whole.acknowledged |= count.acknowledged
        whole.answers += count.answers
    look_up(stage, run, whole)
    return whole


def look_up(stage: Stage, run: str, count: Count) -> None:
    """Compare what was acknowledged in a run with what the ledger has."""
    with psycopg.connect(stage.server.conninfo) as connection:
        rows = connection.execute(
            "select h.hand_no, h.id::text,"
            " (select count(*) from seats s where s.app_id = h.app_id and s.hand_id = h.id),"
            " (select count(*) from hand_tags t where t.app_id = h.app_id and t.hand_id = h.id)"
            " from hands h where h.app_id = 1 and h.hand_no like %s",
            [run + ":%"],
        ).fetchall()
    there = Counter(row[0] for row in rows)
    ids = {row[1] for row in rows}
    count.lost = sum(hand_id not in ids for hand_id in count.acknowledged.values())
    count.doubled = sum(times > 1 for times in there.values())
    count.maimed = sum((row[2], row[3]) != (SEATS, 1) for row in rows)


# Batches


def batch_of(stage: Stage, run: str, size: int) -> list[bytes]:
    """Lines of a batch whose hands are all new."""
    return [
        compact({**stage.hands[at % len(stage.hands)], "ref": f"{run}:{at}", "hand_no": f"{run}:{at}"})
        for at in range(size)
    ]


def post_batch(stage: Stage, lines: Sequence[bytes]) -> list[dict[str, Any]]:
    """A whole batch, with the answer to each line."""
    headers = {"Content-Type": "application/x-ndjson"}
    status, body = ask(stage.service.address, "POST", "/v1/hands/batch", b"\n".join(lines) + b"\n", headers)
    if status != 200:
        raise RuntimeError(f"{status}: {body[:500]!r}")
    return [json.loads(line) for line in body.splitlines()]


def leave_early(stage: Stage, lines: Sequence[bytes], read: int, sent: float) -> list[dict[str, Any]]:
    """Send a share of a batch, read so many lines of the answer, and go away. The lines that were read."""
    host, _, port = stage.service.address.rpartition(":")
    body = b"\n".join(lines) + b"\n"
    head = (
        "POST /v1/hands/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(head.encode() + body[: int(len(body) * sent)])
        got = b""
        answered: list[dict[str, Any]] = []
        while len(answered) < read:
            piece = connection.recv(65536)
            if not piece:
                break
            got += piece
            # Chunked: lines of JSON between lines of lengths.
            answered = [json.loads(line) for line in got.split(b"\n")[:-1] if line.startswith(b"{")]
        # Unread answers make the kernel reset the connection, as a crashed client does.
        return answered[:read]


def client_gone(stage: Stage, *, clients: int, size: int) -> Count:
    """Clients leave in the middle of their batches; then each batch is repeated whole, and once more."""
    run = f"gone{time.monotonic_ns()}"
    count, rng, lock = Count(), random.Random(7), threading.Lock()

    def one(at: int) -> None:
        lines = batch_of(stage, f"{run}:{at}", size)
        answered = leave_early(stage, lines, rng.randrange(1, size // 2), rng.choice((1.0, 0.7)))
        repeated = post_batch(stage, lines)
        again = post_batch(stage, lines)
        with lock:
            for answer in answered:
                count.answers[f"{answer['status']} before leaving"] += 1
                # What was acknowledged is there, under the id that was given.
                if repeated[answer["line"] - 1]["status"] != 200 or repeated[answer["line"] - 1]["id"] != answer["id"]:
                    count.lost += 1
            count.answers.update(str(answer["status"]) for answer in repeated)
            count.answers.update(f"{answer['status']} at the third time" for answer in again)
            count.acknowledged.update((f"{run}:{at}:{answer['line']}", answer["id"]) for answer in again)

    in_threads([partial(one, at) for at in range(clients)])
    lost = count.lost
    look_up(stage, run, count)
    count.lost += lost
    return count


def batches_under_load(stage: Stage, happens: Callable[[Stage], None], *, clients: int, size: int) -> Count:
    """Clients post batches and repeat each until all of its lines are acknowledged; in between something happens."""
    run = f"batch{time.monotonic_ns()}"
    count, lock = Count(), threading.Lock()

    def one(at: int) -> None:
        lines = batch_of(stage, f"{run}:{at}", size)
        first: dict[int, str] = {}
        began = time.monotonic()
        while len(first) < size:
            answers: list[dict[str, Any]] = []
            with suppress(OSError, http.client.HTTPException):
                answers = post_batch(stage, lines)
            with lock:
                count.answers.update([str(answer["status"]) for answer in answers] or ["broken"])
            for answer in answers:
                if answer["status"] in (200, 201):
                    if first.setdefault(answer["line"], answer["id"]) != answer["id"]:
                        raise RuntimeError("a line was given two ids")
                elif answer["status"] != 503:
                    raise RuntimeError(str(answer))
            if len(first) < size:
                time.sleep(0.1)
        with lock:
            count.longest = max(count.longest, time.monotonic() - began)
            count.acknowledged.update((f"{run}:{at}:{line}", hand_id) for line, hand_id in first.items())

    def event() -> None:
        time.sleep(0.7)
        happens(stage)

    in_threads([*[partial(one, at) for at in range(clients)], event])
    look_up(stage, run, count)
    return count


def equal_keys(stage: Stage, *, clients: int = 8, keys: int = 200) -> Count:
    """Clients post the same hands in the same order at the same moment."""
    run = f"same{time.monotonic_ns()}"
    bodies = batch_of(stage, run, keys)
    count, barrier, lock = Count(), threading.Barrier(clients), threading.Lock()

    def one() -> None:
        poster = Poster(stage.service.address)
        for at, body in enumerate(bodies):
            barrier.wait(60)
            answer = poster.post("/v1/hands", body)
            with lock:
                count.answers["broken" if answer is None else str(answer[0])] += 1
                if answer is not None and answer[0] in (200, 201):
                    hand_id = json.loads(answer[1])["id"]
                    if count.acknowledged.setdefault(f"{run}:{at}", hand_id) != hand_id:
                        count.doubled += 1
        poster.close()

    in_threads([one] * clients)
    doubled = count.doubled
    look_up(stage, run, count)
    count.doubled += doubled
    return count


EVENTS: tuple[tuple[str, Callable[[Stage], None]], ...] = (
    ("nothing", nothing),
    ("PostgreSQL restarted, fast", lambda stage: restart(stage, "fast")),
    ("PostgreSQL restarted, immediate", lambda stage: restart(stage, "immediate")),
    ("kill -9 of the postmaster, again 1.5 s later", kill_postgresql),
    ("all sessions ended, five times", end_sessions),
    ("kill -9 of a gunicorn worker", kill_worker),
    ("service reloaded", reload_service),
)


def tell(name: str, count: Count) -> None:
    """A row of the table."""
    acknowledged = len(count.acknowledged)
    others = ", ".join(f"{times} x {answer}" for answer, times in sorted(count.answers.items()) if answer != "201")
    print(
        f"{name:<52}{acknowledged:>8,}{count.lost:>7}{count.doubled:>9}{count.maimed:>8}{count.longest:>8.1f} s"
        f"   {others or '-'}",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=6.0, help="of posting around each event")
    options = parser.parse_args()
    sound = True
    with stage() as on:
        print(f"{'':<52}{'acknow-':>8}{'':>7}{'':>9}{'without':>8}{'longest':>10}   answers")
        print(f"{'what happens':<52}{'ledged':>8}{'lost':>7}{'doubled':>9}{'seats':>8}{'stall':>10}   besides 201")
        for name, happens in EVENTS:
            count = under_load(on, happens, clients=options.clients, seconds=options.seconds)
            sound &= count.sound
            tell(name, count)
        for name, happens in (
            ("batches: nothing", nothing),
            ("batches: kill -9 of the postmaster", kill_postgresql),
            ("batches: kill -9 of a gunicorn worker", kill_worker),
        ):
            count = batches_under_load(on, happens, clients=4, size=1000)
            sound &= count.sound
            tell(name, count)
        count = client_gone(on, clients=4, size=1000)
        sound &= count.sound
        tell("batches: the client goes away, then repeats twice", count)
        count = equal_keys(on)
        sound &= count.sound and count.answers == {"201": 200, "200": 1400}
        tell("8 clients post 200 equal keys at once", count)
        print("\nthe same, by clients that make up a new ref for every try")
        for name, happens in EVENTS[2], EVENTS[5]:
            count = under_load(on, happens, clients=options.clients, seconds=options.seconds, keeps_its_key=False)
            tell(name, count)
    print("\nNothing acknowledged was lost or doubled." if sound else "\nSOMETHING WAS LOST OR DOUBLED.")
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
