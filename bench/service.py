"""What a request costs: the referee against a bare Flask route, a stored hand against one stored without judging, a
batch against COPY, and where the time goes.

    .venv/bin/python bench/service.py [--rounds 5] [--seconds 2] [--hands 200] [--batch 5000]

Two workers of four threads with the checked-in configuration, an embedded PostgreSQL as durable as the service's own,
and one process of 16 keep-alive connections that posts; all on this machine. The routes take turns, so that whatever
else the machine does falls on all of them; each ratio is the median over the rounds. "us of a core" is what the
workers used for a request, which another job on the machine changes less than the rate.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import sys
import threading
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import psycopg

from api.ledger import new_hand
from api.text import json_text
from bench.harness import Service, ask, compact, drive, folder, ledger, played_hands, request, served
from db.hands import SEAT
from db.pool import session_conninfo
from db.rows import NewHand
from schemas.json_text import read_json
from schemas.record import checked, load_record
from studbook.record import record_from_dict
from studbook.referee import replay

Document = dict[str, Any]
_unique = itertools.count(1)


def posts(hands: Sequence[Document], path: str) -> Callable[[], bytes]:
    """Requests that post the hands in turn, each under a ref of its own."""
    parts = []
    for hand in hands:
        whole = request(path, compact({"ref": "r" * 20, **hand}))
        head, _, tail = whole.partition(b"r" * 20)
        parts.append((head, tail))
    turn = itertools.cycle(parts)

    def following() -> bytes:
        head, tail = next(turn)
        return b"%b%020d%b" % (head, next(_unique), tail)

    return following


class Route:
    """A route that is measured round by round."""

    def __init__(self, name: str, service: Service, following: Callable[[], bytes], expected: int) -> None:
        self.name, self.service, self.following, self.expected = name, service, following, expected
        self.rates: list[float] = []
        self.costs: list[float] = []
        self.p50: list[float] = []
        self.p99: list[float] = []

    def round(self, seconds: float, *, counts: bool = True) -> None:
        """Drive it for so many seconds."""
        before = self.service.cores_time()
        driven = drive(self.service.address, self.following, seconds=seconds)
        used = self.service.cores_time() - before
        if set(driven.statuses) != {self.expected}:
            raise RuntimeError(f"{self.name}: answers {dict(driven.statuses)}")
        if counts:
            self.rates.append(driven.rate)
            self.costs.append(used / len(driven.times) * 1e6)
            self.p50.append(driven.quantile(0.5))
            self.p99.append(driven.quantile(0.99))

    def tell(self) -> None:
        print(
            f"{self.name:44}{statistics.median(self.rates):9.0f}/s{statistics.median(self.costs):9.0f} us of a core"
            f"   p50 {statistics.median(self.p50):5.1f} ms   p99 {statistics.median(self.p99):6.1f} ms"
        )


def ratio(one: Route, other: Route) -> str:
    """How many of one are answered in the time of one of the other, by the clock and by the workers' time."""
    clock = statistics.median(a / b for a, b in zip(one.rates, other.rates, strict=True))
    core = statistics.median(b / a for a, b in zip(one.costs, other.costs, strict=True))
    return f"{clock:5.2f} by the clock, {core:5.2f} by the workers' time"


def compare_routes(below: Path, conninfo: str, hands: Sequence[Document], rounds: int, seconds: float) -> None:
    """The ratios of single posts."""
    file = below / "hands.ndjson"
    file.write_text("".join(json.dumps(hand) + "\n" for hand in hands))
    with (
        served(below, "bench.routes:bare()") as bare,
        served(below, DATABASE_URL=conninfo) as whole,
        served(below, "bench.routes:unjudged()", DATABASE_URL=conninfo, STUDBOOK_BENCH_HANDS=str(file)) as unjudged,
    ):
        text = Route("Flask, a text", bare, lambda: request("/text", b"{}"), 200)
        judge = Route("POST /v1/adjudications", whole, posts(hands, "/v1/adjudications"), 200)
        store = Route("POST /v1/hands", whole, posts(hands, "/v1/hands"), 201)
        plain = Route("POST /v1/hands without the referee", unjudged, posts(hands, "/v1/hands"), 201)
        routes = (text, judge, store, plain)
        for at in range(rounds + 1):  # the first only warms up
            for route in routes:
                route.round(seconds if at else min(seconds, 1.0), counts=at > 0)
        for route in routes:
            route.tell()
        print(f"  an adjudication against a bare text     {ratio(judge, text)}   (at least 0.25, wanted 0.45)")
        print(f"  storing against storing without judging {ratio(store, plain)}   (at least 0.70, wanted 0.80)")


# Batches


def copied(connection: psycopg.Connection, rows: Sequence[NewHand]) -> float:
    """Seconds to COPY the rows into the ledger's tables themselves: no key is looked up, nothing is answered."""
    hand_columns = (
        "app_id, id, ref, digest, game, status, played_at, hand_no, table_name, currency, decimals, pot, had_showdown, "
        "engine, record, verdict"
    )
    seat_columns = f"app_id, hand_id, game, played_at, currency, decimals, {', '.join(SEAT)}"
    began = time.perf_counter()
    with connection.transaction(), connection.cursor() as cursor:
        with cursor.copy(f"copy hands ({hand_columns}) from stdin") as copy:
            for hand in rows:
                copy.write_row((
                    1, hand.id, hand.ref, hand.digest, hand.game, hand.status, hand.played_at, hand.hand_no, hand.table,
                    hand.currency, hand.decimals, hand.pot, hand.had_showdown, hand.engine, hand.record, hand.verdict,
                ))  # fmt: skip
        with cursor.copy(f"copy seats ({seat_columns}) from stdin") as copy:
            for hand in rows:
                for seat in hand.seats:
                    copy.write_row((
                        1, hand.id, hand.game, hand.played_at, hand.currency, hand.decimals,
                        *(getattr(seat, name) for name in SEAT),
                    ))  # fmt: skip
        with cursor.copy("copy hand_tags (app_id, hand_id, tag, played_at) from stdin") as copy:
            for hand in rows:
                for tag in hand.tags:
                    copy.write_row((1, hand.id, tag, hand.played_at))
    return time.perf_counter() - began


def lines_of(hands: Sequence[Document], count: int) -> list[bytes]:
    """So many hands, each under a ref of its own, as lines."""
    turn = itertools.cycle(hands)
    return [compact({"ref": f"batch:{next(_unique):020d}", **next(turn)}) for _ in range(count)]


def rows_of(lines: Sequence[bytes]) -> list[NewHand]:
    """The rows that a batch of these lines stores."""
    rows = []
    for line in lines:
        record = load_record(read_json(line))
        rows.append(new_hand(record, replay(record).to_dict(), line.decode(), None))
    return rows


def at_once(works: Sequence[Callable[[], object]]) -> float:
    """Seconds until all of them, each in a thread, are done."""
    threads = [threading.Thread(target=work) for work in works]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - began


def compare_batches(below: Path, conninfo: str, hands: Sequence[Document], rounds: int, size: int) -> None:
    """The ratio of batches: one client against one COPY, two against two."""
    with served(below, DATABASE_URL=conninfo) as service:

        def post(lines: Sequence[bytes]) -> None:
            headers = {"Content-Type": "application/x-ndjson"}
            status, answer = ask(service.address, "POST", "/v1/hands/batch", b"\n".join(lines) + b"\n", headers)
            found = [json.loads(line)["status"] for line in answer.splitlines()]
            if status != 200 or found != [201] * len(lines):
                raise RuntimeError(f"batch: {status}, {answer[:500]!r}")

        for clients in (1, 2):
            batch, copy, cost = [], [], []
            for at in range(rounds + 1):
                shares = [lines_of(hands, size // clients) for _ in range(clients)]
                before = service.cores_time()
                seconds = at_once([partial(post, share) for share in shares])
                used = service.cores_time() - before
                rows = [rows_of(lines_of(hands, size // clients)) for _ in range(clients)]
                connections = [psycopg.connect(session_conninfo(conninfo), autocommit=True) for _ in rows]
                plain = at_once([partial(copied, *one) for one in zip(connections, rows, strict=True)])
                for connection in connections:
                    connection.close()
                if at:
                    batch.append(size / seconds)
                    copy.append(size / plain)
                    cost.append(used / size * 1e6)
            share = statistics.median(a / b for a, b in zip(batch, copy, strict=True))
            print(
                f"batch, {clients} client{'s' if clients > 1 else ' '}{statistics.median(batch):38.0f}/s"
                f"{statistics.median(cost):9.0f} us of a core   COPY {statistics.median(copy):.0f}/s"
                f"\n  a batch against COPY of the same rows   {share:5.2f} by the clock   (at least 0.15, wanted 0.30)"
            )


# Where the time goes


def steps(hands: Sequence[Document]) -> None:
    """Microseconds that each step of a post takes by itself, warm, in process."""
    bodies = [compact({"ref": f"step:{at}", **hand}) for at, hand in enumerate(hands)]
    documents = [read_json(body) for body in bodies]
    records = [record_from_dict(document) for document in documents]
    judged = [replay(record) for record in records]
    verdicts = [verdict.to_dict() for verdict in judged]
    arrived = datetime.now(UTC)

    def microseconds(work: Callable[[Any], object], given: Sequence[Any]) -> float:
        best = float("inf")
        for _ in range(7):
            began = time.process_time_ns()
            for one in given:
                work(one)
            best = min(best, time.process_time_ns() - began)
        return best / len(given) / 1000

    pairs = list(zip(records, verdicts, bodies, strict=True))
    for name, work, given in (
        ("JSON read strictly", read_json, bodies),
        ("schema", checked, documents),
        ("document to record", record_from_dict, documents),
        ("referee", replay, records),
        ("digest (in the document)", lambda record: record.digest, records),
        ("verdict as a document", lambda verdict: verdict.to_dict(), judged),
        ("verdict as JSON", json_text, verdicts),
        ("row for the ledger", lambda one: new_hand(one[0], one[1], one[2].decode(), None, arrived), pairs),
    ):
        print(f"  {name:42}{microseconds(work, given):8.0f} us")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each route in each round")
    parser.add_argument("--hands", type=int, default=200, help="different hands, posted again and again under new refs")
    parser.add_argument("--batch", type=int, default=5000, help="hands in a batch; 0 leaves batches out")
    options = parser.parse_args()
    hands = played_hands(options.hands)
    events = statistics.mean(len(hand["events"]) for hand in hands)
    size = statistics.mean(len(compact(hand)) for hand in hands)
    print(f"{len(hands)} hands of seven players, {events:.0f} events and {size:,.0f} bytes on average\n")
    steps(hands)
    print()
    with folder() as below, ledger(below) as server:
        compare_routes(below, server.conninfo, hands, options.rounds, options.seconds)
        if options.batch:
            print()
            compare_batches(below, server.conninfo, hands, options.rounds, options.batch)


if __name__ == "__main__":
    main()
