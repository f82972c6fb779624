"""Storing hands and fetching them: functions over an open connection, each for one app.

All of them raise only the errors of db/errors.py.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import psycopg
from psycopg.errors import DeadlockDetected

from db.errors import Conflict, translated
from db.queries import QUERIES
from db.rows import Hand, NewHand, NewSeat, Stored

SEAT = tuple(field.name for field in fields(NewSeat))


def store(connection: psycopg.Connection, app_id: int, hand: NewHand) -> Stored:
    """Store a hand, or find what its key already names. Hand, seats and tags are one statement: all or nothing.

    Two posts of one key at once: the second waits in the unique index until the first is done, and finds it.
    """
    with translated():
        for _ in range(2):
            row = connection.execute(QUERIES["store_hand"], _parameters(app_id, hand)).fetchone()
            if row is not None:
                return Stored(hand.id, created=True, same=True, stored_at=row[0])
            if (found := _under_keys(connection, app_id, [hand])[0]) is not None:
                return found
            # The hand that held the key was deleted in between: the key is free now.
    raise Conflict


def store_batch(connection: psycopg.Connection, app_id: int, hands: Sequence[NewHand]) -> list[Stored]:
    """Store many hands in one transaction; an answer for each, in order. Of equal keys in a batch the first counts."""
    with translated():
        try:
            created = _copy(connection, app_id, hands)
        except DeadlockDetected:  # with another batch over some of the same keys; one of the two goes on
            created = _copy(connection, app_id, hands)
        found = _under_keys(connection, app_id, [hand for hand in hands if hand.id not in created])
    answers = iter(found)
    stored = [Stored(hand.id, True, True) if hand.id in created else next(answers) for hand in hands]
    if None in stored:
        raise Conflict
    return [answer for answer in stored if answer is not None]


def revise(connection: psycopg.Connection, app_id: int, revised: uuid.UUID, hand: NewHand) -> uuid.UUID:
    """Store a revision, which takes over the ref of what it revises. Its own ref and idem_key are not read.

    Raises Conflict where ``revised`` is no current hand of the app: somebody else revised it first.
    """
    with translated():
        row = connection.execute(QUERIES["revise_hand"], {**_parameters(app_id, hand), "revises": revised}).fetchone()
    if row is None:
        raise Conflict("This hand has been revised in the meantime; look at the current one first.")
    return hand.id


def get(connection: psycopg.Connection, app_id: int, hand_id: uuid.UUID) -> Hand | None:
    """One hand with its documents, also one that was revised since; None where the app has no such hand."""
    with translated():
        row = connection.execute(QUERIES["hand_by_id"], {"app_id": app_id, "id": hand_id}).fetchone()
    return Hand(*row) if row else None


def by_key(
    connection: psycopg.Connection, app_id: int, *, ref: str | None = None, idem_key: str | None = None
) -> Hand | None:
    """The hand that was posted under this key, as first posted."""
    with translated():
        rows = _key_rows(connection, app_id, refs=[ref] if ref else [], idem_keys=[idem_key] if idem_key else [])
    return get(connection, app_id, rows[0][2]) if rows else None


def first_posts(
    connection: psycopg.Connection, app_id: int, *, refs: Sequence[str] = (), idem_keys: Sequence[str] = ()
) -> dict[tuple[str | None, str | None], tuple[uuid.UUID, bytes, bool]]:
    """What was first posted under these keys, by ``(ref, idem_key)``, one of which is None: id, digest, whether it was
    purged."""
    with translated():
        rows = _key_rows(connection, app_id, list(refs), list(idem_keys))
    return {(ref, idem_key): (id, bytes(digest), id == superseded) for ref, idem_key, id, digest, superseded in rows}


def documents(
    connection: psycopg.Connection, app_id: int, ids: Sequence[uuid.UUID]
) -> dict[uuid.UUID, tuple[str, str]]:
    """Record and verdict of some hands, as JSON texts."""
    with translated():
        rows = connection.execute(QUERIES["documents"], {"app_id": app_id, "ids": list(ids)}).fetchall()
    return {row[0]: (row[1], row[2]) for row in rows}


def _parameters(app_id: int, hand: NewHand) -> dict[str, Any]:
    # The seats go as one JSON text: ten arrays cost the driver twice as much.
    return {
        "app_id": app_id, "id": hand.id, "ref": hand.ref, "idem_key": hand.idem_key, "digest": hand.digest,
        "game": hand.game, "status": hand.status, "played_at": hand.played_at, "hand_no": hand.hand_no,
        "table_name": hand.table, "currency": hand.currency, "decimals": hand.decimals, "pot": hand.pot,
        "had_showdown": hand.had_showdown, "engine": hand.engine, "record": hand.record, "verdict": hand.verdict,
        "seats": json.dumps([{name: getattr(seat, name) for name in SEAT} for seat in hand.seats]),
        "tags": list(dict.fromkeys(hand.tags)),
    }  # fmt: skip


def _copy(connection: psycopg.Connection, app_id: int, hands: Sequence[NewHand]) -> set[uuid.UUID]:
    """COPY the batch beside the ledger and take over what is new; the ids of that."""
    with connection.transaction(), connection.cursor() as cursor:
        for table in "incoming_hands", "incoming_seats", "incoming_tags":
            cursor.execute(QUERIES[table])
        with cursor.copy(QUERIES["copy_hands"]) as copy:
            for line, hand in enumerate(hands):
                copy.write_row((
                    line, hand.id, hand.ref, hand.idem_key, hand.digest, hand.game, hand.status, hand.played_at,
                    hand.hand_no, hand.table, hand.currency, hand.decimals, hand.pot, hand.had_showdown, hand.engine,
                    hand.record, hand.verdict,
                ))  # fmt: skip
        with cursor.copy(QUERIES["copy_seats"]) as copy:
            for hand in hands:
                for seat in hand.seats:
                    copy.write_row((
                        hand.id, seat.seat, seat.player, seat.name, seat.put_in, seat.net, seat.outcome, seat.showdown,
                        seat.won, seat.declared, seat.declared_won,
                    ))  # fmt: skip
        with cursor.copy(QUERIES["copy_tags"]) as copy:
            for hand in hands:
                for tag in dict.fromkeys(hand.tags):
                    copy.write_row((hand.id, tag))
        return {row[0] for row in cursor.execute(QUERIES["store_incoming"], {"app_id": app_id})}


def _under_keys(connection: psycopg.Connection, app_id: int, hands: Sequence[NewHand]) -> list[Stored | None]:
    """What lies under the keys of these hands, in their order; None where nothing does."""
    if not hands:
        return []
    rows = _key_rows(
        connection,
        app_id,
        refs=[hand.ref for hand in hands if hand.ref is not None],
        idem_keys=[hand.idem_key for hand in hands if hand.idem_key is not None],
    )
    found = {(ref, idem_key): (id, digest, superseded_by) for ref, idem_key, id, digest, superseded_by in rows}
    answers: list[Stored | None] = []
    for hand in hands:
        row = found.get((hand.ref, hand.idem_key))
        answers.append(Stored(row[0], False, row[1] == hand.digest, row[2]) if row else None)
    return answers


def _key_rows(
    connection: psycopg.Connection, app_id: int, refs: list[str], idem_keys: list[str]
) -> list[tuple[Any, ...]]:
    keys = {"app_id": app_id, "refs": refs, "idem_keys": idem_keys}
    return connection.execute(QUERIES["stored_under_keys"], keys).fetchall()
