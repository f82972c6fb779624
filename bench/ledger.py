"""How fast the ledger answers with a million hands in it: p50 and p99 of each kind of list, and rates of storing.

    .venv/bin/python bench/ledger.py [--hands 1000000] [--rounds 300] [--data FOLDER]

Loads made-up hands into an embedded server below FOLDER (a temporary folder by default; a FOLDER is kept and used
again), of 20,000 players of whom the busiest play in a fifth of the hands, seven to a hand, two tags each.
p50 and p99 are those of db.find.find and db.results from Python: queries, seats, tags and objects, warm cache. "in the
database" is what PostgreSQL says that planning and running the same statements took. "server" and "client" are the mean
time of a core that PostgreSQL and Python used; on a busy machine they tell more.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

import psycopg
import psycopg.sql

from db import hands, results
from db.find import find
from db.ids import new_id
from db.localpg import LocalPG
from db.migrate import migrate
from db.pool import session_conninfo
from db.rows import Cursor, Filters, NewHand, NewSeat

APP = 1
CHUNK = 50_000
START = datetime(2024, 1, 1, tzinfo=UTC)
# One hand every minute: the games from common to rare, 300 tables, a tag a night, one that is on every second hand.
HANDS = """
insert into hands (
    app_id, id, ref, digest, game, status, played_at, hand_no, table_name, currency, decimals, pot, had_showdown,
    engine, record, verdict
)
select
    1, ('01900000-' || lpad(to_hex(n / 65536), 4, '0') || '-7' || lpad(to_hex(n % 4096), 3, '0') || '-8000-'
        || lpad(to_hex(n), 12, '0'))::uuid,
    'bench:' || n, sha256(n::text::bytea),
    case when n % 5000 = 0 then 'no-peek' else (array['seven-card-stud', 'razz', 'stud-hi-lo-8'])[1 + n % 3] end,
    'settled', %(start)s + n * interval '1 minute', n::text, 'table ' || n %% 300, 'chips', 0,
    (random() * 1000)::int, n %% 3 > 0, '1', document, document
from generate_series(%(from)s::int, %(to)s::int) as n,
    lateral (
        select ('{"made_up": "' || string_agg(md5(n::text || i::text), '') || '"}')::json as document
        from generate_series(1, 24) as i
    ) as made
""".replace(" % 4096", " %% 4096").replace("n % ", "n %% ")
SEATS = """
insert into seats (
    app_id, hand_id, seat, player, game, played_at, currency, decimals, put_in, net, outcome, showdown, won, declared
)
select
    1, h.id, s, 'player ' || 7 * floor(2857 * power(random(), 5))::int + s, h.game, h.played_at, 'chips', 0, 100,
    (random() * 400 - 200)::int, 'lost', s < 4 and h.had_showdown, s = 1,
    case when s < 3 then (array['high', 'low', 'both'])[1 + floor(random() * 3)::int] end
from hands h, generate_series(1, 7) as s
where h.app_id = 1 and h.played_at between %(since)s and %(until)s
"""
TAGS = """
insert into hand_tags (app_id, hand_id, tag, played_at)
select 1, id, unnest(array['night ' || hand_no::int / 200, case when hand_no::int %% 2 = 0 then 'even'
    when hand_no::int %% 37037 = 1 then 'rare' else 'odd' end]), played_at
from hands
where app_id = 1 and played_at between %(since)s and %(until)s
"""


def load(connection: psycopg.Connection, wanted: int) -> None:
    """Fill the ledger up to so many hands, in chunks."""
    there = connection.execute("select count(*) from hands").fetchone()[0]  # type: ignore[index]
    began = time.perf_counter()
    for first in range(there, wanted, CHUNK):
        last = min(first + CHUNK, wanted) - 1
        times = {"since": START + timedelta(minutes=first), "until": START + timedelta(minutes=last)}
        with connection.transaction():
            connection.execute("select setseed(%s)", [first / 1e9])
            connection.execute(HANDS, {"start": START, "from": first, "to": last})
            connection.execute(SEATS, times)
            connection.execute(TAGS, times)
        print(f"\rloaded {last + 1:,} of {wanted:,} hands in {time.perf_counter() - began:.0f} s", end="", flush=True)
    print()
    connection.execute("vacuum analyze")


def cores_time(pid: int) -> float:
    """Milliseconds of a core that a process has used (Linux), to the nearest ten."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 10.0


class Recording(psycopg.Cursor[Any]):
    """Notes what it is asked to execute, while `asked` is a list."""

    asked: ClassVar[list[tuple[Any, Any]] | None] = None

    def execute(self, query: Any, params: Any = None, **options: Any) -> Recording:
        if Recording.asked is not None:
            Recording.asked.append((query, params))
        return super().execute(query, params, **options)


def in_the_database(connection: psycopg.Connection, ask: Callable[[], object], rounds: int) -> list[float]:
    """Milliseconds that PostgreSQL plans and runs a question's statements, round by round."""
    Recording.asked = statements = []
    ask()
    Recording.asked = None
    times = []
    for _ in range(rounds):
        total = 0.0
        for query, params in statements:
            explained = b"explain (analyze, timing off, format json) " + psycopg.sql.SQL(query).as_bytes(connection)
            ((plan,),) = connection.execute(explained, params, prepare=False).fetchall()
            total += plan[0]["Planning Time"] + plan[0]["Execution Time"]
        times.append(total)
    return times


def p99(times: Sequence[float]) -> float:
    """The time that 99 of 100 stay below."""
    return sorted(times)[max(int(len(times) * 0.99) - 1, 0)]


def measure(connection: psycopg.Connection, name: str, ask: Callable[[], object], rounds: int) -> None:
    """Print p50 and p99 of a question, and the time of a core on either side, in milliseconds."""
    backend = connection.info.backend_pid
    for _ in range(10):
        ask()
    times: list[float] = []
    server, client = cores_time(backend), time.process_time()
    for _ in range(rounds):
        began = time.perf_counter()
        ask()
        times.append((time.perf_counter() - began) * 1000)
    server, client = cores_time(backend) - server, (time.process_time() - client) * 1000
    inside = in_the_database(connection, ask, rounds)
    print(
        f"{name:<40}{statistics.median(times):9.2f}{p99(times):9.2f}{statistics.median(inside):12.2f}{p99(inside):9.2f}"
        f"{server / rounds:11.2f}{client / rounds:9.2f}",
        flush=True,
    )


def made_up(number: int) -> NewHand:
    """A hand to store, of the size of a seven-handed one."""
    document = '{"made_up": "' + "".join(f"{random.getrandbits(128):032x}" for _ in range(24)) + '"}'
    seats = tuple(
        NewSeat(seat, f"player {random.randint(1, 20000)}", put_in=100, net=0, outcome="lost") for seat in range(1, 8)
    )
    return NewHand(
        random.randbytes(32), "razz", "settled", datetime.now(UTC), document, document, "1", ref=f"new:{new_id()}",
        table="bench", pot=700, tags=("new", "bench"), seats=seats,
    )  # fmt: skip


def by_hands(connection: psycopg.Connection) -> list[str]:
    """The players, the busiest first."""
    with connection.transaction():
        connection.execute("set local statement_timeout = 0")
        query = "select player from seats where app_id = %s group by player order by count(*) desc, player"
        return [row[0] for row in connection.execute(query, [APP])]


def lists(connection: psycopg.Connection, rounds: int) -> None:
    players = by_hands(connection)
    heavy, second, middling, light = players[0], players[1], players[200], players[-100]
    count = connection.execute("select count(*) from hands").fetchone()[0]  # type: ignore[index]
    newest = START + timedelta(minutes=count)
    half = Cursor(START + timedelta(minutes=count / 2), new_id())
    week = {"since": newest - timedelta(days=60), "until": newest - timedelta(days=53)}
    print(f"{'':<40}{'from Python':>18}{'in the database':>21}{'cores':>20}")
    print(f"{'page of 50, milliseconds':<40}{'p50':>9}{'p99':>9}{'p50':>12}{'p99':>9}{'server':>11}{'client':>9}")
    for name, filters, after in (
        ("newest hands", Filters(), None),
        ("half way down", Filters(), half),
        ("player, the busiest", Filters(players=(heavy,)), None),
        ("player, the busiest, half way down", Filters(players=(heavy,)), half),
        ("player, the 200th", Filters(players=(middling,)), None),
        ("player, one of the last", Filters(players=(light,)), None),
        ("player and a rare game", Filters(players=(heavy,), game="no-peek"), None),
        ("two players, the busiest", Filters(players=(heavy, second)), None),
        ("three players: busiest, second, 200th", Filters(players=(heavy, second, middling)), None),
        ("two players who seldom meet", Filters(players=(heavy, light)), None),
        ("game, common", Filters(game="razz"), None),
        ("game, rare", Filters(game="no-peek"), None),
        ("game and a week", Filters(game="razz", **week), None),  # type: ignore[arg-type]
        ("tag, on every second hand", Filters(tag="even"), None),
        ("tag, rare", Filters(tag="rare"), None),
        ("tag that nobody uses", Filters(tag="nobody"), None),
        ("table", Filters(table="table 7"), None),
        ("hand_no", Filters(hand_no="1234"), None),
        ("ref", Filters(ref="bench:1234"), None),
        ("busiest player at a table", Filters(players=(heavy,), table="table 7"), None),
        ("busiest player under a rare tag", Filters(players=(heavy,), tag="rare"), None),
        ("busiest player, net of 190 or more", Filters(players=(heavy,), net_from=190), None),
        ("busiest player, an impossible net", Filters(players=(heavy,), net_from=10**6), None),
        ("table, pot of 990 or more", Filters(table="table 7", pot_from=990), None),
    ):
        measure(
            connection, name, lambda filters=filters, after=after: find(connection, APP, filters, after=after), rounds
        )  # type: ignore[misc]
    few = max(5, rounds // 20)
    measure(connection, "results of the busiest player", lambda: results.by_player(connection, APP, heavy), few)
    measure(connection, "results of the 200th player", lambda: results.by_player(connection, APP, middling), few)
    measure(connection, "results of a night (200 hands)", lambda: results.by_tag(connection, APP, "night 7"), few)
    measure(
        connection,
        f"results of a table ({count // 300:,} hands)",
        lambda: results.by_table(connection, APP, "table 7"),
        few,
    )
    one = find(connection, APP, Filters(ref="bench:1234")).hands[0].id
    measure(connection, "one hand with its documents", lambda: hands.get(connection, APP, one), rounds)


def rates(connection: psycopg.Connection, singles: int, batches: int) -> None:
    """Hands stored a second on one connection; the rows are taken away again."""
    new = [made_up(number) for number in range(singles)]
    began = time.perf_counter()
    for hand in new:
        hands.store(connection, APP, hand)
    print(f"{'stored one by one':<50}{singles / (time.perf_counter() - began):9,.0f} hands/s")
    many = [[made_up(number) for number in range(1000)] for _ in range(batches)]
    began = time.perf_counter()
    for batch in many:
        hands.store_batch(connection, APP, batch)
    print(f"{'stored in batches of 1,000':<50}{batches * 1000 / (time.perf_counter() - began):9,.0f} hands/s")
    connection.execute("set statement_timeout = 0")
    connection.execute("delete from hands where app_id = %s and table_name = 'bench'", [APP])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--data", type=Path)
    options = parser.parse_args()
    folder = options.data or Path(tempfile.mkdtemp(prefix="studbook-bench-"))
    try:
        with LocalPG(folder) as server:
            migrate(server.conninfo)
            with psycopg.connect(server.conninfo, autocommit=True) as connection:
                load(connection, options.hands)
            with psycopg.connect(session_conninfo(server.conninfo), autocommit=True) as connection:
                connection.cursor_factory = Recording
                lists(connection, options.rounds)
                rates(connection, singles=2000, batches=5)
    finally:
        if options.data is None:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
