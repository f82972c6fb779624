"""Results over time: the points from which a line is drawn. Added up they are the results of db/results.py."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import psycopg

from db.errors import translated
from db.queries import QUERIES

BY = {"player": "line_of_player", "table": "lines_by_table", "tag": "lines_by_tag"}


class Point(NamedTuple):
    """What a player won (less what was lost) at a moment, or in the day or month that begins then; UTC, no zone."""

    moment: datetime
    player: str
    currency: str
    decimals: int
    net: int


def points(
    connection: psycopg.Connection,
    app_id: int,
    by: str,
    key: str,
    *,
    unit: str = "microseconds",
    since: datetime | None = None,
    until: datetime | None = None,
) -> list[Point]:
    """The points of a player, a table or a tag (``by``), the earliest first. ``unit``: ``microseconds`` keeps every
    hand apart, ``day`` and ``month`` add up."""
    parameters = {"app_id": app_id, "key": key, "unit": unit, "since": since, "until": until}
    with translated():
        rows = connection.execute(QUERIES[BY[by]], parameters).fetchall()
    return [Point(*row)._replace(net=int(row[4])) for row in rows]
