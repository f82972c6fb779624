"""What a ruling hangs on: the hand judged again under each other reading of every house rule that can be disputed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from studbook import claims
from studbook.games import GAMES
from studbook.house import HOUSE_RULES, HouseRule, Value
from studbook.record import Record
from studbook.referee import replay
from studbook.verdict import Verdict

OVER = ("settled", "undecided")


def hinges(record: Record, verdict: Verdict | None = None) -> dict[str, list[dict[str, Any]]]:
    """The verdict's ``hinges``. ``awards``: the single readings under which the hand is legal and somebody gets
    something else, with the new net by seat (where the record knows only its pots: what each seat wins), the most
    telling first, and whether the record's claim would be right. ``legality``: those under which it would be illegal,
    with the event and the code (where it is illegal as it stands: only those that change which)."""
    verdict = replay(record) if verdict is None else verdict
    game = GAMES.get(record.game)
    awards: list[tuple[int, dict[str, Any]]] = []
    legality: list[dict[str, Any]] = []
    if game is None or verdict.table is None:
        return {"awards": [], "legality": []}
    house, now = verdict.table.house, figures(verdict)
    for name in game.rules:
        for value in readings(HOUSE_RULES[name], record):
            if value == house.in_force[name] or not game.accepts(name, value):
                continue
            other = replay(replace(record, rules={**record.rules, name: value}))
            if other.status == "illegal":
                at, code = violation(other)
                if verdict.status != "illegal" or violation(verdict) != (at, code):
                    legality.append({"rule": name, "value": value, "event": at, "code": code})
            elif other.status in OVER:
                net = figures(other)
                if net != now or verdict.status not in OVER:
                    moved = sum(abs(chips - now.get(seat, 0)) for seat, chips in net.items())
                    fits = None if record.claim is None else not claims.differences(other)
                    row = {"rule": name, "value": value, "net": {str(seat): chips for seat, chips in net.items()}}
                    awards.append((moved, row | {"fits_claim": fits}))
    awards.sort(key=lambda pair: -pair[0])
    return {"awards": [row for _, row in awards], "legality": legality}


def readings(rule: HouseRule, record: Record) -> tuple[Value, ...]:
    """The values of a rule that a dispute tries in this hand."""
    if rule.kind == "chooser":
        return ("dealers_left", *[seat.seat for seat in record.seats])
    return rule.readings


def figures(verdict: Verdict) -> dict[int, int]:
    """Net by seat, or what each seat wins where only the pots are known."""
    table = verdict.table
    if table is None or verdict.status not in OVER:
        return {}
    if verdict.pots_only:
        return {seat.number: verdict.awards.get(seat.number, 0) for seat in table.seats}
    return {seat.number: verdict.net(seat) for seat in table.seats}


def violation(verdict: Verdict) -> tuple[int | None, str]:
    """The event and the code of an illegal verdict."""
    if verdict.refused is not None:
        return verdict.refused_at, verdict.refused.code
    assert verdict.fault is not None
    return None, verdict.fault.code
