"""How PostgreSQL answers the lists: from one index that has filter and order, never by reading or sorting a table.

Of a few thousand hands PostgreSQL rightly reads them all, so it is told not to where it can avoid it: what it still
reads or sorts then, no index would spare it. `make soak` asks again with many hands, and lets it choose.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import psycopg
import pytest

from db.find import _parameters, _query
from db.ids import new_id
from db.queries import QUERIES
from db.rows import Cursor, Filters
from tests.conftest import SOAK, Server
from tests.db.make import NOON

APP = 1
HANDS = 300_000 if SOAK else 6000
LIMIT = 51
MADE = (
    "insert into hands (app_id, id, ref, digest, game, status, played_at, hand_no, table_name, currency, decimals, pot,"
    " had_showdown, engine, record, verdict) "
    "select 1 + n % 2, gen_random_uuid(), 'ref ' || n, sha256(n::text::bytea), "
    "(array['razz', 'no-peek', 'wall-street'])[1 + n % 3], 'settled', %(noon)s + n * interval '1 minute', n::text, "
    "'table ' || n % 40, 'chips', 0, n % 1000, n % 3 = 0, '1', '{}', '{}' from generate_series(1, %(hands)s::int) n",
    "insert into seats (app_id, hand_id, seat, player, game, played_at, currency, decimals, put_in, net, outcome, "
    "showdown, won, declared) select app_id, id, s, 'player ' || case s when 1 then 1 when 2 then pot % 7 else pot end "
    "|| '.' || s, game, played_at, 'chips', 0, 10, pot - 500, 'lost', true, false, 'low' "
    "from hands, generate_series(1, 4) s",
    "insert into hand_tags (app_id, hand_id, tag, played_at) select app_id, id, tag, played_at "
    "from hands, unnest(array['all', 'tag ' || pot % 50]) tag",
)
SOME = {
    "ref": "ref 70",
    "hand_no": "70",
    "game": "no-peek",
    "players": ("player 1.1",),
    "table": "table 8",
    "tag": "tag 8",
    "since": NOON + timedelta(days=1),
    "until": NOON + timedelta(days=3),
}
BESIDE = {
    "pot_from": 900,
    "pot_to": 100,
    "net_from": 100,
    "net_to": -100,
    "status": "settled",
    "showdown": True,
    "declared": "low",
}


@pytest.fixture(scope="module")
def filled(server: Server) -> Iterator[psycopg.Connection]:
    """A ledger of two apps with so many hands that reading all of them would be a plain mistake."""
    with server.database() as conninfo, psycopg.connect(conninfo, autocommit=True) as connection:
        for statement in MADE:
            filled_in = {"noon": NOON, "hands": HANDS}
            connection.execute(re.sub(r"%(?!\()", "%%", statement), filled_in)
        connection.execute("vacuum analyze")
        for avoidable in () if SOAK else ("seqscan", "bitmapscan", "sort"):
            connection.execute(f"set enable_{avoidable} = off")
        yield connection


def asked() -> list[Filters]:
    """Every filter alone, and every two together; a filter that does not lead by itself beside each that does."""
    pairs = itertools.combinations(SOME.items(), 2)
    beside = itertools.product(SOME.items(), BESIDE.items())
    wanted = [dict([one]) for one in SOME.items()] + [dict(both) for both in itertools.chain(pairs, beside)]
    wanted += [{}, {"players": ("player 1.1", "player 3.2")}, {"players": ("player 3.2", "player 44.3"), "tag": "all"}]
    for one in wanted:
        if one.keys() & {"net_from", "net_to"}:
            one.setdefault("players", SOME["players"])
    return [Filters(**one) for one in wanted]


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", ()):
        yield from nodes(below)


def check(plan: dict[str, Any], what: object) -> None:
    """No table is read through, and nothing but a handful is sorted."""
    for node in nodes(plan):
        assert node["Node Type"] not in ("Seq Scan", "Bitmap Heap Scan"), f"{what}: {json.dumps(node)[:300]}"
        if "Sort" in node["Node Type"]:
            assert node.get("Actual Rows", node["Plan Rows"]) <= LIMIT, f"{what}: {json.dumps(node)[:300]}"


@pytest.mark.parametrize("after", [None, Cursor(NOON + timedelta(days=2), new_id())], ids=["first page", "later page"])
@pytest.mark.parametrize("filters", asked(), ids=lambda filters: re.sub(r"\w+=(None|\(\))(, )?", "", repr(filters)))
def test_a_page_is_read_from_an_index(filled: psycopg.Connection, filters: Filters, after: Cursor | None) -> None:
    parameters = _parameters(APP, filters, after, LIMIT)
    query = _query(filled, filters, parameters, paged=after is not None)
    (explained,) = filled.execute(f"explain (analyze, format json) {query}", parameters).fetchone()
    check(explained[0]["Plan"], filters)


@pytest.mark.parametrize(
    "name",
    ["hand_by_id", "documents", "seats_of", "tags_of", "stored_under_keys"]
    + [name for name in QUERIES if name.startswith("some_hands_of_")],
)
def test_hands_and_keys_are_looked_up_in_an_index(filled: psycopg.Connection, name: str) -> None:
    some = [row[0] for row in filled.execute("select id from hands where app_id = 1 limit 20")]
    parameters = {
        "app_id": APP, "id": some[0], "ids": some, "refs": [f"ref {n}" for n in range(20)], "idem_keys": ["k"],
        "key": "all", "bound": 1000,
    }  # fmt: skip
    (explained,) = filled.execute(f"explain (analyze, format json) {QUERIES[name].rstrip(';')}", parameters).fetchone()
    for node in nodes(explained[0]["Plan"]):
        assert node["Node Type"] != "Seq Scan", json.dumps(node)[:300]


@pytest.mark.parametrize(
    ("name", "key"), [("results_by_player", "player 1.1"), ("results_by_table", "table 8"), ("results_by_tag", "tag 8")]
)
def test_results_read_only_the_hands_that_they_add_up(filled: psycopg.Connection, name: str, key: str) -> None:
    parameters = {"app_id": APP, "player": key, "key": key, "since": None, "until": None, "limit": 200}
    (explained,) = filled.execute(f"explain (analyze, format json) {QUERIES[name].rstrip(';')}", parameters).fetchone()
    for node in nodes(explained[0]["Plan"]):
        assert node["Node Type"] != "Seq Scan", json.dumps(node)[:300]
