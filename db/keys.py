"""Apps and their keys. Of a key only its prefix and a keyed hash are kept; whoever makes one shows it once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import psycopg

from db.errors import Conflict, translated
from db.queries import QUERIES


class Key(NamedTuple):
    """A key as the operator's list has it."""

    app_id: int
    prefix: str
    name: str
    scopes: list[str]
    created_at: datetime
    revoked_at: datetime | None


class KnownKey(NamedTuple):
    """What a key that came with a request is held against."""

    hash: bytes
    scopes: frozenset[str]


def app_named(connection: psycopg.Connection, name: str) -> int:
    """The app of that name; it is made where there is none."""
    with translated():
        for _ in range(3):
            for query in ("app_by_name", "new_app"):
                if (row := connection.execute(QUERIES[query], {"name": name}).fetchone()) is not None:
                    return int(row[0])
    raise Conflict


def apps(connection: psycopg.Connection) -> list[tuple[int, str]]:
    """Number and name of every app."""
    with translated():
        return [(row[0], row[1]) for row in connection.execute(QUERIES["all_apps"])]


def keep(
    connection: psycopg.Connection, app_id: int, prefix: str, hash: bytes, name: str, scopes: Sequence[str]
) -> None:
    """Keep a new key. Raises Refused where the prefix is taken, or for a scope that is none."""
    key = {"app_id": app_id, "prefix": prefix, "hash": hash, "name": name, "scopes": list(scopes)}
    with translated():
        connection.execute(QUERIES["new_key"], key)


def known(connection: psycopg.Connection, app_id: int, prefix: str) -> KnownKey | None:
    """The key with that prefix, if it is not revoked."""
    with translated():
        row = connection.execute(QUERIES["key_by_prefix"], {"app_id": app_id, "prefix": prefix}).fetchone()
    return None if row is None else KnownKey(bytes(row[0]), frozenset(row[1]))


def keys_of(connection: psycopg.Connection, app_id: int) -> list[Key]:
    """The keys of an app, revoked ones too, the newest first."""
    with translated():
        return [Key(*row) for row in connection.execute(QUERIES["keys_of_app"], {"app_id": app_id})]


def revoke(connection: psycopg.Connection, app_id: int, prefix: str) -> bool:
    """Revoke a key; False where there is none to revoke."""
    with translated():
        row = connection.execute(QUERIES["revoke_key"], {"app_id": app_id, "prefix": prefix}).fetchone()
    return row is not None
