"""Links that show one hand to whoever has them. The ledger keeps the hash of a link's token, never the token."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import NamedTuple

import psycopg

from db.errors import translated
from db.ids import new_id
from db.queries import QUERIES


class Share(NamedTuple):
    """A link to a hand. ``viewer`` is whose eyes it has, None the public's; ``revoked_at`` is None while it leads."""

    id: uuid.UUID
    hand_id: uuid.UUID
    viewer: str | None
    created_at: datetime
    revoked_at: datetime | None = None


class Shared(NamedTuple):
    """Where a link leads."""

    hand_id: uuid.UUID
    viewer: str | None


def add(
    connection: psycopg.Connection, app_id: int, hand_id: uuid.UUID, token_hash: bytes, viewer: str | None
) -> Share | None:
    """Keep a link to a hand; None where the app has no such hand."""
    made = new_id()
    parameters = {"app_id": app_id, "id": made, "hand_id": hand_id, "token_hash": token_hash, "viewer": viewer}
    with translated():
        row = connection.execute(QUERIES["share_hand"], parameters).fetchone()
    return None if row is None else Share(made, hand_id, viewer, row[0])


def of_hand(connection: psycopg.Connection, app_id: int, hand_id: uuid.UUID) -> list[Share]:
    """The links to a hand, revoked ones too, the latest first."""
    with translated():
        rows = connection.execute(QUERIES["shares_of_hand"], {"app_id": app_id, "hand_id": hand_id}).fetchall()
    return [Share(*row) for row in rows]


def revoke(connection: psycopg.Connection, app_id: int, hand_id: uuid.UUID, share_id: uuid.UUID) -> bool:
    """Let a link lead nowhere; whether there is such a link to that hand. Revoking again changes nothing."""
    parameters = {"app_id": app_id, "hand_id": hand_id, "id": share_id}
    with translated():
        return connection.execute(QUERIES["revoke_share"], parameters).fetchone() is not None


def find(connection: psycopg.Connection, app_id: int, token_hash: bytes) -> Shared | None:
    """Where a link leads; None where there is none, or it was revoked."""
    parameters = {"app_id": app_id, "token_hash": token_hash}
    with translated():
        row = connection.execute(QUERIES["shared_hand"], parameters).fetchone()
    return None if row is None else Shared(*row)
