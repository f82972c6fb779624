from __future__ import annotations

import hashlib
import itertools
import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import psycopg
import pytest

from db import disputes
from db.disputes import Dispute, DisputeFilters, NewDispute, accept, change, file, find_disputes, get
from db.errors import Conflict, Refused
from db.hands import get as get_hand
from db.hands import revise, store
from db.ids import new_id
from db.queries import QUERIES
from db.rows import Cursor
from tests.conftest import SOAK, Server
from tests.db.make import NOON, hand, seat

APP, OTHER = 1, 2
HANDS = 100_000 if SOAK else 4000
LIMIT = 51


def dispute(hand_id: Any, words: str = "I won", **more: Any) -> NewDispute:
    given = {
        "hand_id": hand_id,
        "kind": "fact",
        "state": "open",
        "filed_by": "bob",
        "claim": json.dumps({"claim": None, "fact": {"rules": {}}}),
        "ruling": json.dumps({"result": "needs-floor"}),
        "digest": hashlib.sha256(words.encode()).digest(),
        "note": words,
    }
    return NewDispute(**{**given, **more})


def filed(ledger: psycopg.Connection, new: NewDispute, app: int = APP) -> Dispute:
    answer = file(ledger, app, new)
    assert answer == (new.id, True)
    found = get(ledger, app, new.id)
    assert found is not None
    return found


def test_a_dispute_is_kept_with_the_game_and_the_table_of_its_hand(ledger: psycopg.Connection) -> None:
    stored = store(ledger, APP, hand(1, table="kitchen"))
    found = filed(ledger, dispute(stored.id))
    assert (found.hand_id, found.game, found.table) == (stored.id, "razz", "kitchen")
    assert (found.version, found.state, found.kind, found.filed_by) == (1, "open", "fact", "bob")
    assert (found.filed_at, found.superseded_by) == (found.changed_at, None)
    assert json.loads(found.ruling) == {"result": "needs-floor"}
    assert (found.decision, found.withdrawal, found.override) == (None, None, None)


def test_the_same_words_on_the_same_hand_are_one_dispute_until_it_is_withdrawn(ledger: psycopg.Connection) -> None:
    stored = store(ledger, APP, hand(1))
    first = filed(ledger, dispute(stored.id))
    assert file(ledger, APP, dispute(stored.id)) == (first.id, False)
    filed(ledger, dispute(stored.id, "I tied"))
    filed(ledger, dispute(store(ledger, APP, hand(2)).id))
    assert change(ledger, APP, first.id, 1, "withdrawn", withdrawal='{"note": null}')
    filed(ledger, dispute(stored.id))


def test_no_dispute_is_filed_on_what_is_no_current_hand(ledger: psycopg.Connection) -> None:
    stored = store(ledger, APP, hand(1))
    assert file(ledger, APP, dispute(new_id())) is None
    assert file(ledger, OTHER, dispute(stored.id)) is None
    first = filed(ledger, dispute(stored.id))
    revise(ledger, APP, stored.id, hand(2))
    assert file(ledger, APP, dispute(stored.id, "late")) is None
    # One that was filed before is still found under its words.
    assert file(ledger, APP, dispute(stored.id)) == (first.id, False)


def test_an_app_sees_and_changes_its_own_disputes_only(ledger: psycopg.Connection) -> None:
    mine = filed(ledger, dispute(store(ledger, APP, hand(1)).id))
    assert get(ledger, OTHER, mine.id) is None
    assert not change(ledger, OTHER, mine.id, 1, "ruled")
    assert find_disputes(ledger, OTHER, DisputeFilters()).disputes == ()
    assert get(ledger, APP, mine.id) == mine


def test_a_change_goes_by_the_version_that_was_seen(ledger: psycopg.Connection) -> None:
    first = filed(ledger, dispute(store(ledger, APP, hand(1)).id))
    assert change(ledger, APP, first.id, 1, "ruled", decision='{"decision": "reject"}')
    assert not change(ledger, APP, first.id, 1, "withdrawn")
    assert change(ledger, APP, first.id, 2, "overridden", override='{"by": "Rob"}')
    found = get(ledger, APP, first.id)
    assert found is not None
    assert (found.version, found.state) == (3, "overridden")
    assert (found.decision, found.override) == ('{"decision": "reject"}', '{"by": "Rob"}')
    assert found.changed_at > found.filed_at
    assert found.ruling == first.ruling


def test_a_state_that_is_none_is_refused(ledger: psycopg.Connection) -> None:
    first = filed(ledger, dispute(store(ledger, APP, hand(1)).id))
    with pytest.raises(Refused, match="disputes_state"):
        change(ledger, APP, first.id, 1, "closed")


def test_a_dispute_and_its_revision_are_stored_together_or_not_at_all(ledger: psycopg.Connection) -> None:
    stored = store(ledger, APP, hand(1))
    one, other = (filed(ledger, dispute(stored.id, words)) for words in ("one", "other"))
    revision = hand(2)
    assert accept(ledger, APP, one.id, 1, '{"decision": "accept"}', stored.id, revision)
    kept = get_hand(ledger, APP, revision.id)
    assert kept is not None
    assert (kept.revises, kept.ref) == (stored.id, "table:1")
    # The version is old: nothing is revised.
    assert not accept(ledger, APP, one.id, 1, "{}", revision.id, hand(3))
    # The hand is not current: the dispute stays as it is.
    with pytest.raises(Conflict):
        accept(ledger, APP, other.id, 1, "{}", stored.id, hand(4))
    left = get(ledger, APP, other.id)
    assert left is not None
    assert (left.state, left.version, left.decision, left.superseded_by) == ("open", 1, None, revision.id)
    current = get_hand(ledger, APP, revision.id)
    assert current is not None
    assert current.superseded_by is None


def test_disputes_go_with_their_hand(ledger: psycopg.Connection) -> None:
    stored = store(ledger, APP, hand(1))
    first = filed(ledger, dispute(stored.id))
    ledger.execute("delete from hands where app_id = %s and id = %s", [APP, stored.id])
    assert get(ledger, APP, first.id) is None


def test_pages_follow_each_other_without_a_gap_or_a_double(ledger: psycopg.Connection) -> None:
    stored = store(ledger, APP, hand(1, seats=(seat(1, "ann"), seat(2, "bob"))))
    made = [filed(ledger, dispute(stored.id, str(number))).id for number in range(7)]
    met, after = [], None
    while True:
        page = find_disputes(ledger, APP, DisputeFilters(player="ann", state="open"), after=after, limit=3)
        met += [row.id for row in page.disputes]
        if (after := page.next) is None:
            break
    assert met == made[::-1]


# How the lists are answered

MADE = (
    "insert into hands (app_id, id, digest, game, status, played_at, table_name, currency, decimals, pot, had_showdown,"
    " engine, record, verdict) select 1 + n % 2, gen_random_uuid(), sha256(n::text::bytea), "
    "(array['razz', 'no-peek', 'wall-street'])[1 + n % 3], 'settled', %(noon)s + n * interval '1 minute', "
    "'table ' || n % 40, 'chips', 0, n, true, '1', '{}', '{}' from generate_series(1, %(hands)s::int) n",
    "insert into seats (app_id, hand_id, seat, player, game, played_at, currency, decimals, outcome, showdown, won) "
    "select app_id, id, s, 'player ' || case s when 1 then pot % 7 else pot end || '.' || s, game, played_at, 'chips', "
    "0, 'lost', true, false from hands, generate_series(1, 3) s",
    "insert into disputes (app_id, id, hand_id, kind, state, filed_by, game, table_name, filed_at, claim, ruling, "
    "digest) select app_id, gen_random_uuid(), id, 'fact', "
    "(array['open', 'ruled', 'withdrawn', 'overridden'])[1 + pot % 4], "
    "'player ' || pot % 50, game, table_name, played_at, '{}', '{}', digest from hands",
)
SOME: dict[str, Any] = {
    "state": "open",
    "game": "razz",
    "table": "table 8",
    "player": "player 1.1",
    "filed_by": "player 8",
}


@pytest.fixture(scope="module")
def filled(server: Server) -> Iterator[psycopg.Connection]:
    """Disputes of two apps, so many that reading all of them would be a plain mistake."""
    with server.database() as conninfo, psycopg.connect(conninfo, autocommit=True) as connection:
        for statement in MADE:
            connection.execute(re.sub(r"%(?!\()", "%%", statement), {"noon": NOON, "hands": HANDS})
        connection.execute("vacuum analyze")
        for avoidable in () if SOAK else ("seqscan", "bitmapscan", "sort"):
            connection.execute(f"set enable_{avoidable} = off")
        yield connection


def asked() -> list[DisputeFilters]:
    pairs = itertools.combinations(SOME.items(), 2)
    return [DisputeFilters(**dict(some)) for some in [(), *[(one,) for one in SOME.items()], *pairs]]


@pytest.mark.parametrize("after", [None, Cursor(NOON + timedelta(days=1), new_id())], ids=["first page", "later page"])
@pytest.mark.parametrize("filters", asked(), ids=lambda filters: re.sub(r"\w+=None(, )?", "", repr(filters)))
def test_a_page_of_disputes_is_read_from_an_index(
    filled: psycopg.Connection, filters: DisputeFilters, after: Cursor | None
) -> None:
    query = disputes.query_of(filters, paged=after is not None)
    parameters = disputes.parameters_of(APP, filters, after, LIMIT)
    (explained,) = filled.execute(f"explain (analyze, format json) {query}", parameters).fetchone()  # type: ignore[misc]
    waiting = [explained[0]["Plan"]]
    while waiting:
        node = waiting.pop()
        waiting += node.get("Plans", ())
        assert node["Node Type"] not in ("Seq Scan", "Bitmap Heap Scan"), json.dumps(node)[:300]
        assert "Sort" not in node["Node Type"] or node["Plan Rows"] <= LIMIT, json.dumps(node)[:300]


def test_one_dispute_and_those_of_a_hand_are_looked_up_in_an_index(filled: psycopg.Connection) -> None:
    row = filled.execute("select id, hand_id, digest from disputes where app_id = 1 limit 1").fetchone()
    assert row is not None
    parameters = {"app_id": APP, "id": row[0], "hand_id": row[1], "digest": row[2]}
    for sql in (
        QUERIES["dispute_by_id"],
        QUERIES["same_dispute"],
        disputes.query_of(DisputeFilters(hand_id=row[1]), paged=False),
    ):
        (explained,) = filled.execute(  # type: ignore[misc]
            f"explain (format json) {sql.rstrip(';')}",
            {**disputes.parameters_of(APP, DisputeFilters(hand_id=row[1]), None, LIMIT), **parameters},
        ).fetchone()
        assert "Seq Scan" not in json.dumps(explained)
