"""Lists of hands: newest first, page by page, put together from the fragments of queries/find.sql.

A page is read from the one index in which filter and order stand together: that of a player, a tag, a table, a
hand's number, a game, or of all. The other filters are checked hand by hand on the way. Where several could lead,
the one with the fewest hands does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import psycopg

from db.errors import translated
from db.queries import QUERIES
from db.rows import Cursor, Filters, HandSummary, Page, SeatSummary

COUNT_TO = 5000  # hands; who has more of them than this counts as having many


def find(
    connection: psycopg.Connection, app_id: int, filters: Filters, *, after: Cursor | None = None, limit: int = 50
) -> Page:
    """One page of the current hands that all filters let through, with their seats and tags."""
    with translated():
        parameters = _parameters(app_id, filters, after, limit + 1)
        query = _query(connection, filters, parameters, paged=after is not None)
        # Not prepared: a plan kept for all values would read a busy player's hands as it does a beginner's.
        rows = connection.execute(query, parameters, prepare=False).fetchall()
        hands = [HandSummary(*row) for row in rows[:limit]]
        more = Cursor(hands[-1].played_at, hands[-1].id) if len(rows) > limit else None
        return Page(_with_seats_and_tags(connection, app_id, hands), more)


def count(connection: psycopg.Connection, app_id: int, filters: Filters) -> int:
    """How many hands `find` gives, page after page. It reads them all: for operators, not for requests."""
    with translated():
        parameters = _parameters(app_id, filters, None, None)
        query = f"select count(*) from ({_query(connection, filters, parameters, paged=False)}) as found"
        row = connection.execute(query, parameters, prepare=False).fetchone()
    assert row is not None
    return int(row[0])


def _parameters(app_id: int, filters: Filters, after: Cursor | None, limit: int | None) -> dict[str, Any]:
    return {
        "app_id": app_id, "ref": filters.ref, "hand_no": filters.hand_no, "game": filters.game,
        "players": list(dict.fromkeys(filters.players)), "player": filters.players[0] if filters.players else None,
        "table": filters.table, "tag": filters.tag, "since": filters.since, "until": filters.until,
        "pot_from": filters.pot_from, "pot_to": filters.pot_to, "net_from": filters.net_from,
        "net_to": filters.net_to, "status": filters.status, "showdown": filters.showdown,
        "declared": filters.declared, "limit": limit,
        "after_time": after.played_at if after else None, "after_id": after.id if after else None,
    }  # fmt: skip


def _query(connection: psycopg.Connection, filters: Filters, parameters: dict[str, Any], paged: bool) -> str:
    """The query's text, of named fragments only; nothing that a client sent goes into it."""
    lead = _lead(connection, parameters, filters)
    names = {"player": "find_hands_of_player", "tag": "find_hands_of_tag"}
    prefix = {"player": "seats", "tag": "tags"}.get(lead, "hands")
    first_leads = lead == "player" and parameters["lead"] == parameters["player"]
    parts = [names.get(lead, "find_hands")]
    for present, name in (
        (filters.since, f"{prefix}_since"),
        (filters.until, f"{prefix}_until"),
        (filters.game, f"{prefix}_game"),
        (filters.ref, "with_ref"),
        (filters.hand_no, "with_hand_no"),
        (filters.table, "with_table"),
        (filters.tag if lead != "tag" else None, f"{prefix}_with_tag"),
        (filters.status, "with_status"),
        (filters.showdown, "with_showdown"),
        (filters.pot_from, "with_pot_from"),
        (filters.pot_to, "with_pot_to"),
        (filters.net_from, "seats_net_from" if first_leads else "with_net_from"),
        (filters.net_to, "seats_net_to" if first_leads else "with_net_to"),
        (filters.declared, _declared(filters, first_leads)),
    ):
        if present is not None:
            parts.append(name)
    texts = [QUERIES[name] for name in parts]
    others = [player for player in parameters["players"] if lead != "player" or player != parameters["lead"]]
    for number, player in enumerate(others):
        parameters[f"other_{number}"] = player
        texts.append(QUERIES[f"{prefix}_with_player"].replace("%(other)s", f"%(other_{number})s"))
    texts += [QUERIES[f"{prefix}_after"]] if paged else []
    return "\n".join([*texts, QUERIES[f"{prefix}_order"]])


def _declared(filters: Filters, first_leads: bool) -> str:
    if not filters.players:
        return "with_declared"
    return "seats_declared" if first_leads else "with_declared_by_player"


def _lead(connection: psycopg.Connection, parameters: dict[str, Any], filters: Filters) -> str:
    """Whose index leads: "player" (then ``parameters["lead"]`` says which), "tag", or "hands"."""
    parameters["lead"] = parameters["player"]
    if filters.ref is not None or filters.hand_no is not None:
        return "hands"
    candidates = [("player", player) for player in parameters["players"]]
    candidates += [("tag", filters.tag)] if filters.tag is not None else []
    candidates += [("table", filters.table)] if filters.table is not None else []
    if not candidates:
        return "hands"
    best = candidates[0]
    if len(candidates) > 1:
        counts = {candidate: _count(connection, parameters["app_id"], *candidate) for candidate in candidates}
        best = min(candidates, key=lambda candidate: counts[candidate])
    parameters["lead"] = best[1]
    return best[0]


def _count(connection: psycopg.Connection, app_id: int, kind: str, key: str | None) -> int:
    query = QUERIES[f"some_hands_of_{kind}"]
    row = connection.execute(query, {"app_id": app_id, "key": key, "bound": COUNT_TO}).fetchone()
    return int(row[0]) if row else 0


def _with_seats_and_tags(
    connection: psycopg.Connection, app_id: int, hands: list[HandSummary]
) -> tuple[HandSummary, ...]:
    if not hands:
        return ()
    of_these = {"app_id": app_id, "ids": [hand.id for hand in hands]}
    seats: dict[str, list[SeatSummary]] = {str(hand.id): [] for hand in hands}
    tags: dict[str, list[str]] = {name: [] for name in seats}
    for hand_id, *seat in connection.execute(QUERIES["seats_of"], of_these).fetchall():
        seats[hand_id].append(SeatSummary(*seat))
    for hand_id, tag in connection.execute(QUERIES["tags_of"], of_these).fetchall():
        tags[hand_id].append(tag)
    return tuple(replace(hand, tags=tuple(tags[str(hand.id)]), seats=tuple(seats[str(hand.id)])) for hand in hands)
