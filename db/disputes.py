"""Disputes on stored hands: filing, looking up, changing, listing. Functions over an open connection, for one app.

A dispute is never deleted and its ruling never changes. What people decide is written beside it, each time under the
version that they saw.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import psycopg

from db.errors import translated
from db.hands import revise
from db.ids import new_id
from db.queries import QUERIES
from db.rows import Cursor, NewHand


@dataclass(frozen=True, slots=True)
class NewDispute:
    """A dispute to file. ``claim`` and ``ruling`` are JSON texts, ``digest`` the SHA-256 of the dispute as posted."""

    hand_id: uuid.UUID
    kind: str
    state: str
    filed_by: str
    claim: str
    ruling: str
    digest: bytes
    note: str | None = None
    id: uuid.UUID = field(default_factory=new_id)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A stored dispute. ``version`` counts its changes; ``superseded_by`` is the revision of its hand, if there is one;
    claim, ruling, decision, withdrawal and override are JSON texts."""

    id: uuid.UUID
    hand_id: uuid.UUID
    superseded_by: uuid.UUID | None
    kind: str
    state: str
    version: int
    filed_by: str
    game: str
    table: str | None
    filed_at: datetime
    changed_at: datetime
    claim: str
    note: str | None
    ruling: str
    decision: str | None
    withdrawal: str | None
    override: str | None


@dataclass(frozen=True, slots=True)
class DisputeFilters:
    """What a list of disputes is narrowed by; None means any."""

    state: str | None = None
    game: str | None = None
    table: str | None = None
    player: str | None = None
    filed_by: str | None = None
    hand_id: uuid.UUID | None = None


@dataclass(frozen=True, slots=True)
class DisputePage:
    """A page of disputes, newest first; ``next`` is None on the last."""

    disputes: tuple[Dispute, ...]
    next: Cursor | None


def file(connection: psycopg.Connection, app_id: int, new: NewDispute) -> tuple[uuid.UUID, bool] | None:
    """File a dispute: its id, and whether this post made it (False: the same was filed before). None where the app has
    no such hand, or it was revised."""
    parameters = {
        "app_id": app_id, "id": new.id, "hand_id": new.hand_id, "kind": new.kind, "state": new.state,
        "filed_by": new.filed_by, "claim": new.claim, "note": new.note, "ruling": new.ruling, "digest": new.digest,
    }  # fmt: skip
    with translated():
        if connection.execute(QUERIES["file_dispute"], parameters).fetchone() is not None:
            return new.id, True
        row = connection.execute(QUERIES["same_dispute"], parameters).fetchone()
    return (row[0], False) if row is not None else None


def get(connection: psycopg.Connection, app_id: int, dispute_id: uuid.UUID) -> Dispute | None:
    """One dispute; None where the app has no such."""
    with translated():
        row = connection.execute(QUERIES["dispute_by_id"], {"app_id": app_id, "id": dispute_id}).fetchone()
    return Dispute(*row) if row else None


def change(
    connection: psycopg.Connection,
    app_id: int,
    dispute_id: uuid.UUID,
    version: int,
    state: str,
    *,
    decision: str | None = None,
    withdrawal: str | None = None,
    override: str | None = None,
) -> bool:
    """Bring a dispute into another state, if it still has the version that the caller saw; whether it had."""
    parameters = {
        "app_id": app_id, "id": dispute_id, "version": version, "state": state, "decision": decision,
        "withdrawal": withdrawal, "override": override,
    }  # fmt: skip
    with translated():
        return connection.execute(QUERIES["change_dispute"], parameters).fetchone() is not None


def accept(
    connection: psycopg.Connection,
    app_id: int,
    dispute_id: uuid.UUID,
    version: int,
    decision: str,
    revised: uuid.UUID,
    hand: NewHand,
) -> bool:
    """Rule a dispute and store the revision of the hand that follows from it: both or neither. False where the dispute
    has changed since; raises Conflict where ``revised`` is no current hand."""
    with translated(), connection.transaction():
        if not change(connection, app_id, dispute_id, version, "ruled", decision=decision):
            return False
        revise(connection, app_id, revised, hand)
        return True


def find_disputes(
    connection: psycopg.Connection,
    app_id: int,
    filters: DisputeFilters,
    *,
    after: Cursor | None = None,
    limit: int = 50,
) -> DisputePage:
    """One page of the disputes that all filters let through."""
    with translated():
        rows = connection.execute(
            query_of(filters, paged=after is not None), parameters_of(app_id, filters, after, limit + 1)
        ).fetchall()
    disputes = tuple(Dispute(*row) for row in rows[:limit])
    more = Cursor(disputes[-1].filed_at, disputes[-1].id) if len(rows) > limit else None
    return DisputePage(disputes, more)


def parameters_of(app_id: int, filters: DisputeFilters, after: Cursor | None, limit: int) -> dict[str, Any]:
    """The parameters of the query of a list."""
    return {
        "app_id": app_id, "state": filters.state, "game": filters.game, "table": filters.table,
        "player": filters.player, "filed_by": filters.filed_by, "hand_id": filters.hand_id, "limit": limit,
        "after_time": after.played_at if after else None, "after_id": after.id if after else None,
    }  # fmt: skip


def query_of(filters: DisputeFilters, paged: bool) -> str:
    """The query of a list, of named fragments only."""
    parts = ["find_disputes"]
    for present, name in (
        (filters.state, "disputes_of_state"),
        (filters.game, "disputes_of_game"),
        (filters.table, "disputes_of_table"),
        (filters.filed_by, "disputes_of_claimant"),
        (filters.hand_id, "disputes_of_hand"),
        (filters.player, "disputes_of_player"),
    ):
        if present is not None:
            parts.append(name)
    parts += (["disputes_after"] if paged else []) + ["disputes_order"]
    return "\n".join(QUERIES[name] for name in parts)
