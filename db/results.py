"""Who won how much. Amounts in different units cannot be added up: a result is of one currency and its decimals."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

import psycopg

from db.errors import translated
from db.queries import QUERIES


class PlayerResult(NamedTuple):
    """One player's hands of a game in a month (its first day, UTC). ``net`` is None where no hand tells it."""

    game: str
    month: date
    currency: str
    decimals: int
    hands: int
    net: int | None
    showdowns: int
    showdowns_won: int
    declarations: int
    declarations_won: int


class SharedResult(NamedTuple):
    """One player's hands at a table or under a tag; ``name`` is the latest that a record gave."""

    player: str
    name: str | None
    currency: str
    decimals: int
    hands: int
    net: int | None
    showdowns: int
    showdowns_won: int


def by_player(
    connection: psycopg.Connection,
    app_id: int,
    player: str,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
) -> list[PlayerResult]:
    """A player's results by game and month, the latest month first."""
    parameters = {"app_id": app_id, "player": player, "since": since, "until": until}
    with translated():
        rows = connection.execute(QUERIES["results_by_player"], parameters).fetchall()
    return [PlayerResult(*row)._replace(net=_chips(row[5])) for row in rows]


def by_table(
    connection: psycopg.Connection,
    app_id: int,
    table: str,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    limit: int = 200,
) -> list[SharedResult]:
    """Everybody who played at a table, the biggest winner first."""
    return _shared(connection, "results_by_table", app_id, table, since, until, limit)


def by_tag(
    connection: psycopg.Connection,
    app_id: int,
    tag: str,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    limit: int = 200,
) -> list[SharedResult]:
    """Everybody who played in the hands under a tag, the biggest winner first."""
    return _shared(connection, "results_by_tag", app_id, tag, since, until, limit)


def _shared(
    connection: psycopg.Connection,
    query: str,
    app_id: int,
    key: str,
    since: datetime | None,
    until: datetime | None,
    limit: int,
) -> list[SharedResult]:
    parameters = {"app_id": app_id, "key": key, "since": since, "until": until, "limit": limit}
    with translated():
        rows = connection.execute(QUERIES[query], parameters).fetchall()
    return [SharedResult(*row)._replace(net=_chips(row[5])) for row in rows]


def _chips(total: object) -> int | None:
    """PostgreSQL adds up bigints as numerics, which have no upper bound."""
    return None if total is None else int(str(total))
