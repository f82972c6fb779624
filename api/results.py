"""GET /v1/results: one player's net by game and month, or everybody's at a table or under a tag."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, g

from api.answers import json_answer
from api.ledger import pool
from api.requests import load_query
from db.results import PlayerResult, SharedResult, by_player, by_table, by_tag
from schemas.queries import MOST_HANDS, ResultsQuery

blueprint = Blueprint("results", __name__)
_QUERY = ResultsQuery()


@blueprint.get("/v1/results")
def results() -> Response:
    """Who won how much. Amounts of different currencies are never added up."""
    query = load_query(_QUERY)
    times = {"since": query.get("since"), "until": query.get("until")}
    limit = query.get("limit", MOST_HANDS)
    with pool().connection() as connection:
        if "player" in query:
            player = query["player"]
            months = by_player(connection, g.app_id, player, **times)
            return json_answer({"player": player, "results": [_month(row) for row in months[:limit]]})
        if "table" in query:
            rows = by_table(connection, g.app_id, query["table"], **times, limit=limit)
            return json_answer({"table": query["table"], "results": [_shared(row) for row in rows]})
        rows = by_tag(connection, g.app_id, query["tag"], **times, limit=limit)
        return json_answer({"tag": query["tag"], "results": [_shared(row) for row in rows]})


def _month(row: PlayerResult) -> dict[str, Any]:
    return row._asdict() | {"month": row.month.strftime("%Y-%m")}


def _shared(row: SharedResult) -> dict[str, Any]:
    return row._asdict()
