"""Storing hands: once under a key, wholly or not at all, and given back as they came."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID

import psycopg
import pytest

from db import hands
from db.errors import BadData, Conflict, Refused
from db.ids import new_id
from db.rows import NewHand, Stored
from tests.db.make import NOON, digest, hand, seat

APP, OTHER_APP = 1, 2


def count(connection: psycopg.Connection, table: str) -> int:
    return connection.execute(f"select count(*) from {table}").fetchone()[0]


def test_a_hand_comes_back_as_it_was_stored(ledger: psycopg.Connection) -> None:
    record = '{"game":  "razz",\n "meta": {"note": "dealer\\u2019s choice", "big": 9007199254740991}}'
    new = hand(1, record=record, hand_no="77", table="Red Lion", currency="USD", decimals=2, tags=("league", "m"))
    stored = hands.store(ledger, APP, new)
    found = hands.get(ledger, APP, new.id)
    assert found is not None
    assert stored == Stored(new.id, created=True, same=True, stored_at=found.stored_at)
    assert (found.record, found.verdict) == (record, new.verdict)
    for name in {field.name for field in fields(NewHand)} - {"idem_key", "tags", "seats"}:
        assert getattr(found, name) == getattr(new, name), name
    assert (found.revises, found.superseded_by) == (None, None)
    assert abs(found.stored_at - datetime.now(UTC)) < timedelta(minutes=5)
    rows = ledger.execute("select seat, player, put_in, net, game, played_at, currency, decimals from seats order by 1")
    assert rows.fetchall() == [
        (1, "ann", 100, 100, "razz", new.played_at, "USD", 2),
        (2, "bob", 100, -40, "razz", new.played_at, "USD", 2),
        (3, "cy", 100, -60, "razz", new.played_at, "USD", 2),
    ]
    assert sorted(ledger.execute("select tag, played_at from hand_tags").fetchall()) == [
        ("league", new.played_at),
        ("m", new.played_at),
    ]


def test_the_same_post_again_finds_the_first(ledger: psycopg.Connection) -> None:
    first, again = hand(1), hand(1)
    hands.store(ledger, APP, first)
    assert hands.store(ledger, APP, again) == Stored(first.id, created=False, same=True)
    assert (count(ledger, "hands"), count(ledger, "seats")) == (1, 3)


def test_another_hand_under_the_same_ref_is_told_apart(ledger: psycopg.Connection) -> None:
    first = hand(1)
    hands.store(ledger, APP, first)
    other = hand(1, digest=digest("another"))
    assert hands.store(ledger, APP, other) == Stored(first.id, created=False, same=False)
    assert hands.get(ledger, APP, other.id) is None


def test_an_idempotency_key_is_no_ref(ledger: psycopg.Connection) -> None:
    by_ref, by_key = hand(1, ref="k"), hand(2, idem_key="k")
    assert hands.store(ledger, APP, by_ref).created
    assert hands.store(ledger, APP, by_key).created
    assert hands.store(ledger, APP, hand(2, idem_key="k")) == Stored(by_key.id, created=False, same=True)
    assert hands.by_key(ledger, APP, ref="k").id == by_ref.id
    assert hands.by_key(ledger, APP, idem_key="k").id == by_key.id
    assert hands.by_key(ledger, APP, ref="other") is None


def test_each_app_has_its_own_refs_and_sees_only_its_own_hands(ledger: psycopg.Connection) -> None:
    ours, theirs = hand(1), hand(1)
    assert hands.store(ledger, APP, ours).created
    assert hands.store(ledger, OTHER_APP, theirs).created
    assert hands.get(ledger, APP, theirs.id) is None
    assert hands.by_key(ledger, OTHER_APP, ref=theirs.ref).id == theirs.id
    assert hands.documents(ledger, APP, [ours.id, theirs.id]) == {ours.id: (ours.record, ours.verdict)}


def test_a_hand_without_seats_tags_or_any_optional_field_can_be_stored(ledger: psycopg.Connection) -> None:
    bare = NewHand(digest("bare"), "razz", "undecided", NOON, "{}", "{}", "1", idem_key="bare")
    assert hands.store(ledger, APP, bare).created
    found = hands.get(ledger, APP, bare.id)
    assert (found.ref, found.pot, found.table, found.currency, found.decimals) == (None, None, None, "chips", 0)


def test_chips_up_to_the_highest_integer_of_json_are_kept(ledger: psycopg.Connection) -> None:
    most = 2**53 - 1
    new = hand(1, pot=most, seats=(seat(1, "ann", most, put_in=most), seat(99, "bob", -most)))
    hands.store(ledger, APP, new)
    assert hands.get(ledger, APP, new.id).pot == most
    assert ledger.execute("select seat, net from seats order by seat").fetchall() == [(1, most), (99, -most)]


def test_a_time_is_kept_to_the_instant_whatever_its_offset(ledger: psycopg.Connection) -> None:
    local = datetime(2026, 3, 1, 23, 30, 0, 123456, tzinfo=timezone(timedelta(hours=-5)))
    new = hand(1, played_at=local)
    hands.store(ledger, APP, new)
    assert hands.get(ledger, APP, new.id).played_at == local


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"table": "a\0b"}, BadData),
        ({"pot": 2**63}, BadData),
        ({"record": "no json"}, BadData),
        ({"digest": b"short"}, Refused),
        ({"status": "in-progress"}, Refused),
        ({"seats": (seat(1, "ann"), seat(1, "bob"))}, Refused),
    ],
)
def test_what_cannot_be_stored_leaves_nothing_behind(
    ledger: psycopg.Connection, change: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        hands.store(ledger, APP, hand(1, **change))
    assert (count(ledger, "hands"), count(ledger, "seats"), count(ledger, "hand_tags")) == (0, 0, 0)
    assert hands.store(ledger, APP, hand(1)).created, "a failure is not remembered"


def test_eight_clients_with_equal_keys_at_once_store_each_hand_once(database: str) -> None:
    together = threading.Barrier(8)

    def post_all(_: int) -> list[Stored]:
        with psycopg.connect(database, autocommit=True) as connection:
            together.wait()
            return [hands.store(connection, APP, hand(minute)) for minute in range(100)]

    with ThreadPoolExecutor(8) as clients:
        answers = list(clients.map(post_all, range(8)))
    for posts in zip(*answers, strict=True):
        assert sum(post.created for post in posts) == 1
        assert len({post.id for post in posts}) == 1
        assert all(post.same for post in posts)
    with psycopg.connect(database) as connection:
        assert (count(connection, "hands"), count(connection, "seats")) == (100, 300)


def test_a_batch_answers_line_for_line(ledger: psycopg.Connection) -> None:
    old = hand(1)
    hands.store(ledger, APP, old)
    batch = [
        hand(2, tags=("a", "b", "a")),
        hand(1),
        hand(1, digest=digest("another")),
        hand(3),
        hand(3),
        hand(3, digest=digest("a third")),
        hand(4, idem_key="k"),
        hand(4, idem_key="k"),
    ]
    assert hands.store_batch(ledger, APP, batch) == [
        Stored(batch[0].id, created=True, same=True),
        Stored(old.id, created=False, same=True),
        Stored(old.id, created=False, same=False),
        Stored(batch[3].id, created=True, same=True),
        Stored(batch[3].id, created=False, same=True),
        Stored(batch[3].id, created=False, same=False),
        Stored(batch[6].id, created=True, same=True),
        Stored(batch[6].id, created=False, same=True),
    ]
    assert (count(ledger, "hands"), count(ledger, "seats"), count(ledger, "hand_tags")) == (4, 12, 2)


def test_a_batch_stores_the_same_as_single_posts(ledger: psycopg.Connection) -> None:
    odd = hand(1, record='{"note": "a\\tb\\\\c \\u00e9 é\\n"}', table="tab\there \\N back\\slash", seats=(
        seat(1, "ann\n", 7, declared="high", declared_won=True, showdown=True, won=True, name="\\N"),
        seat(2, "", None, put_in=None, declared="both", declared_won=False, name=None),
    ), tags=("\\.", "ünï"))  # fmt: skip
    everything = (
        "select to_jsonb(h) - 'stored_at', record::text, s.*, t.* "
        "from hands h join seats s on hand_id = id join hand_tags t using (hand_id) order by seat, tag"
    )
    hands.store(ledger, APP, odd)
    single = ledger.execute(everything).fetchall()
    ledger.execute("delete from hands")
    hands.store_batch(ledger, APP, [odd])
    batch = ledger.execute(everything).fetchall()
    assert len(single) == 4
    assert batch == single


def test_a_whole_batch_again_stores_nothing_twice(ledger: psycopg.Connection) -> None:
    batch = [hand(minute) for minute in range(300)]
    first = hands.store_batch(ledger, APP, batch)
    again = hands.store_batch(ledger, APP, [hand(minute) for minute in range(300)])
    assert all(post.created for post in first)
    assert again == [Stored(post.id, created=False, same=True) for post in first]
    assert count(ledger, "seats") == 900
    assert hands.store_batch(ledger, APP, []) == []


def test_batches_over_the_same_keys_at_once_store_each_hand_once(database: str) -> None:
    together = threading.Barrier(4)

    def post(turn: int) -> list[Stored]:
        minutes = list(range(200))
        order = minutes if turn % 2 else minutes[::-1]  # locks taken in opposite orders would deadlock
        with psycopg.connect(database, autocommit=True) as connection:
            together.wait()
            answers = dict(zip(order, hands.store_batch(connection, APP, [hand(m) for m in order]), strict=True))
        return [answers[minute] for minute in minutes]

    with ThreadPoolExecutor(4) as clients:
        answers = list(clients.map(post, range(4)))
    for posts in zip(*answers, strict=True):
        assert sum(post.created for post in posts) == 1
        assert len({post.id for post in posts}) == 1


def test_of_a_batch_with_a_value_that_cannot_be_stored_nothing_stays(ledger: psycopg.Connection) -> None:
    with pytest.raises(BadData):
        hands.store_batch(ledger, APP, [hand(1), hand(2, pot=2**63)])
    assert count(ledger, "hands") == 0


def test_a_revision_takes_over_the_ref_and_the_first_post_stays(ledger: psycopg.Connection) -> None:
    first = hand(1, tags=("night",))
    hands.store(ledger, APP, first)
    second = hand(1, digest=digest("corrected"), tags=("night",), ref=None)
    assert hands.revise(ledger, APP, first.id, second) == second.id
    third = hand(1, digest=digest("corrected again"), ref=None)
    hands.revise(ledger, APP, second.id, third)

    kept = [hands.get(ledger, APP, one.id) for one in (first, second, third)]
    assert [one.revises for one in kept] == [None, first.id, second.id]
    assert [one.superseded_by for one in kept] == [second.id, third.id, None]
    assert [one.ref for one in kept] == [first.ref] * 3
    assert [one.digest for one in kept] == [first.digest, second.digest, third.digest]
    assert ledger.execute("select count(*) from seats where not superseded").fetchone() == (3,)
    assert ledger.execute("select count(*) from hand_tags where not superseded").fetchone() == (0,)

    # The first post again is still the same post.
    assert hands.store(ledger, APP, hand(1)) == Stored(first.id, created=False, same=True, superseded_by=second.id)


def test_only_a_current_hand_of_the_app_can_be_revised(ledger: psycopg.Connection) -> None:
    first = hand(1)
    hands.store(ledger, APP, first)
    hands.revise(ledger, APP, first.id, hand(2, ref=None))
    for app, revised in ((APP, first.id), (OTHER_APP, first.id), (APP, new_id())):
        with pytest.raises(Conflict):
            hands.revise(ledger, app, revised, hand(3, ref=None))
    assert count(ledger, "hands") == 2


def test_of_two_revisions_at_once_one_wins(database: str) -> None:
    first = hand(1)
    with psycopg.connect(database, autocommit=True) as connection:
        hands.store(connection, APP, first)
    together = threading.Barrier(6)

    def revise(turn: int) -> UUID | None:
        with psycopg.connect(database, autocommit=True) as connection:
            together.wait()
            try:
                return hands.revise(connection, APP, first.id, hand(1, digest=digest(f"{turn}"), ref=None))
            except Conflict:
                return None

    with ThreadPoolExecutor(6) as clients:
        winners = [winner for winner in clients.map(revise, range(6)) if winner]
    assert len(winners) == 1
    with psycopg.connect(database) as connection:
        assert hands.get(connection, APP, first.id).superseded_by == winners[0]
        assert connection.execute("select count(*) from seats where not superseded").fetchone() == (3,)


def test_a_post_that_waits_too_long_for_its_key_is_a_conflict(database: str) -> None:
    with (
        psycopg.connect(database) as first,
        psycopg.connect(database, autocommit=True, options="-c lock_timeout=50ms") as second,
    ):
        hands.store(first, APP, hand(1))  # its transaction stays open
        with pytest.raises(Conflict):
            hands.store(second, APP, hand(1))
        first.rollback()
        assert hands.store(second, APP, hand(1)).created


def test_record_and_verdict_are_json_texts(ledger: psycopg.Connection) -> None:
    some = [hand(minute) for minute in range(3)]
    for one in some:
        hands.store(ledger, APP, replace(one, verdict=json.dumps({"minute": one.ref})))
    found = hands.documents(ledger, APP, [some[0].id, some[2].id, new_id()])
    assert found == {one.id: (one.record, json.dumps({"minute": one.ref})) for one in (some[0], some[2])}
