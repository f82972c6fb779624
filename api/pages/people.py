"""/players and /results: who won what, over time and by game; at a table, or in all hands under a tag."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from flask import Response, g, request, url_for

from api.kinds import Problem
from api.ledger import pool
from api.pages import charts
from api.pages.site import page_blueprint, render
from api.pages.words import Money
from api.requests import load_query
from db import results
from db.find import find
from db.lines import Point, points
from db.results import PlayerResult, SharedResult
from db.rows import Filters
from schemas.queries import ResultsQuery

blueprint = page_blueprint("people")
_QUERY = ResultsQuery()

MOST_HANDS_APART = 1500  # points of a line that are hands; with more, a point is a day
MOST_LINES = 8
LATEST = 10

Unit = tuple[str, int]


@blueprint.get("/players")
def player() -> Response:
    """One player's results; a field to name one where the address names none."""
    if not request.args.get("player"):
        return render("players.html")
    query = load_query(_QUERY)
    if "player" not in query:
        raise Problem("bad-query", "/players shows one player; a table or a tag is shown by /results.")
    name, times = query["player"], {"since": query.get("since"), "until": query.get("until")}
    with pool().connection() as connection:
        rows = results.by_player(connection, g.app_id, name, **times)
        apart = sum(row.hands for row in rows) <= MOST_HANDS_APART
        unit = "microseconds" if apart else "day"
        found = points(connection, g.app_id, "player", name, unit=unit, **times) if rows else []
        latest = find(connection, g.app_id, Filters(players=(name,), **times), limit=LATEST) if rows else None
    hands = latest.hands if latest else ()
    return render(
        "player.html",
        player=name,
        called=next((seat.name for hand in hands for seat in hand.seats if seat.player == name and seat.name), None),
        currencies=[_of_player(unit, rows, found) for unit in _units(rows)],
        apart=apart,
        latest=hands,
        money=lambda hand: Money(hand.currency, hand.decimals),
    )


def _units(rows: Sequence[PlayerResult | SharedResult]) -> list[Unit]:
    """The currencies that occur, the one with the most hands first."""
    hands: dict[Unit, int] = defaultdict(int)
    for row in rows:
        hands[row.currency, row.decimals] += row.hands
    return sorted(hands, key=lambda unit: -hands[unit])


def _of_player(unit: Unit, rows: Sequence[PlayerResult], found: Sequence[Point]) -> dict[str, Any]:
    """A player's results in one currency: totals, by game, by month, and the line."""
    money = Money(*unit)
    ours = [row for row in rows if (row.currency, row.decimals) == unit]
    games, months = _added(ours, "game"), _added(ours, "month")
    total = _sum(ours)
    line = charts.Line("", "hue-0", _running([point for point in found if (point.currency, point.decimals) == unit]))
    most = max((abs(row["net"] or 0) for row in games), default=0)
    told = f"The result over time. It ends at {money.signed(total['net'])} after {total['hands']:,} hands."
    return {
        "money": money,
        "total": total,
        "games": [row | {"bar": charts.bar_of(row["net"] or 0, most)} for row in games],
        "months": sorted(months, key=lambda row: row["key"], reverse=True),
        "chart": charts.lines([line], money, told) if line.points else None,
    }


def _sum(rows: Sequence[PlayerResult]) -> dict[str, Any]:
    nets = [row.net for row in rows if row.net is not None]
    return {"net": sum(nets) if nets else None} | {
        name: sum(getattr(row, name) for row in rows)
        for name in ("hands", "showdowns", "showdowns_won", "declarations", "declarations_won")
    }


def _added(rows: Sequence[PlayerResult], by: str) -> list[dict[str, Any]]:
    """The rows added up by game or month, the biggest gain first."""
    grouped: dict[Any, list[PlayerResult]] = defaultdict(list)
    for row in rows:
        grouped[getattr(row, by)].append(row)
    added = [{"key": key, **_sum(group)} for key, group in grouped.items()]
    return sorted(added, key=lambda row: -(row["net"] or 0))


def _running(found: Sequence[Point]) -> tuple[tuple[datetime, int], ...]:
    total, line = 0, []
    for point in found:
        total += point.net
        line.append((point.moment, total))
    return tuple(line)


@blueprint.get("/results", endpoint="results")
def results_of() -> Response:
    """Everybody at a table or under a tag, the biggest winner first."""
    if "player" in request.args:
        raise Problem("bad-query", "/results shows a table or a tag; one player is shown by /players.")
    if not (request.args.get("table") or request.args.get("tag")):
        return render("players.html")
    query = load_query(_QUERY)
    by = "table" if "table" in query else "tag"
    key, since, until = query[by], query.get("since"), query.get("until")
    shared = results.by_table if by == "table" else results.by_tag
    with pool().connection() as connection:
        rows = shared(connection, g.app_id, key, since=since, until=until)
        apart = max((row.hands for row in rows), default=0) <= MOST_HANDS_APART
        unit = "microseconds" if apart else "day"
        found = points(connection, g.app_id, by, key, unit=unit, since=since, until=until) if rows else []
    return render(
        "results.html",
        by=by,
        key=key,
        currencies=[_shared(unit, rows, found) for unit in _units(rows)],
        hands=url_for("search.hands", **{by: key}),
    )


def _shared(unit: Unit, rows: Sequence[SharedResult], found: Sequence[Point]) -> dict[str, Any]:
    """Everybody's results in one currency, with a line for each of those who won or lost most."""
    money = Money(*unit)
    ours = [row for row in rows if (row.currency, row.decimals) == unit]
    by_player: dict[str, list[Point]] = defaultdict(list)
    for point in found:
        if (point.currency, point.decimals) == unit:
            by_player[point.player].append(point)
    drawn = sorted((row for row in ours if row.net), key=lambda row: -abs(row.net or 0))[:MOST_LINES]
    hue = {row.player: f"hue-{at}" for at, row in enumerate(row for row in ours if row in drawn)}
    lines = [
        charts.Line(row.name or row.player, hue[row.player], _running(by_player[row.player]))
        for row in ours
        if row.player in hue
    ]
    most = max((abs(row.net or 0) for row in ours), default=0)
    ends = ", ".join(f"{line.name} {money.signed(line.points[-1][1])}" for line in lines if line.points)
    return {
        "money": money,
        "rows": [
            {"row": row, "hue": hue.get(row.player, ""), "bar": charts.bar_of(row.net or 0, most)} for row in ours
        ],
        "chart": charts.lines(lines, money, f"The result of everybody over time: {ends}") if lines else None,
    }
