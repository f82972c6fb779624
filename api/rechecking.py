"""A stored hand judged again by the rules as they are read today, and what has become of its verdict."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from api.text import json_text
from schemas.errors import Invalid
from schemas.record import load_record
from studbook.referee import replay

Document = dict[str, Any]

# How a verdict differs from the stored one. Only the last changes nothing that anybody was paid.
UNREAD, ILLEGAL, STATUS, CHIPS, WORDS = "unread", "illegal", "status", "chips", "words"
KINDS = (UNREAD, ILLEGAL, STATUS, CHIPS, WORDS)
# The engine's own number says nothing about the hand; the digest is that of the first post, whoever was renamed since.
NOT_COMPARED = ("engine", "digest")


@dataclass(frozen=True, slots=True)
class Difference:
    """How today's verdict on a stored record differs from the stored one: the kind, and what it is in words."""

    kind: str
    text: str


def rechecked(record: str, verdict: str) -> Difference | None:
    """Compare the stored verdict of a stored record (both JSON texts) with that of today; None where they agree."""
    stored = json.loads(verdict)
    try:
        judged = load_record(json.loads(record))
    except Invalid as error:
        return Difference(UNREAD, f"the record is not of today's schema: {error}")
    today: Document = json.loads(json_text(replay(judged).to_dict()))
    if _compared(today) == _compared(stored):
        return None
    if today["status"] == "illegal":
        violation = today["violations"][0]
        return Difference(ILLEGAL, f"{violation['code']} at {violation['pointer']}: {violation['message']}")
    if today["status"] != stored["status"]:
        return Difference(STATUS, f"{today['status']}, and was {stored['status']}")
    if moved := _moved(stored, today):
        return Difference(CHIPS, moved)
    names = [name for name in today.keys() | stored.keys() if today.get(name) != stored.get(name)]
    return Difference(WORDS, f"in {', '.join(sorted(set(names) - set(NOT_COMPARED)))}")


def _compared(verdict: Mapping[str, Any]) -> Document:
    return {name: value for name, value in verdict.items() if name not in NOT_COMPARED}


def _moved(stored: Mapping[str, Any], today: Mapping[str, Any]) -> str:
    """Who gets something else: ``seat 2 gets 40, and got 20``; else which pots changed; else nothing."""
    before = {seat["seat"]: seat["won"] + seat["returned"] for seat in stored["seats"]}
    after = {seat["seat"]: seat["won"] + seat["returned"] for seat in today["seats"]}
    told = [
        f"seat {seat} gets {after.get(seat, 0)}, and got {before.get(seat, 0)}"
        for seat in sorted(before.keys() | after.keys())
        if after.get(seat, 0) != before.get(seat, 0)
    ]
    if not told:
        told = [
            f"pot {number} is {now}, and was {was}"
            for number, (was, now) in enumerate(zip(_sizes(stored), _sizes(today), strict=False), 1)
            if was != now
        ]
    return "; ".join(told)


def _sizes(verdict: Mapping[str, Any]) -> list[str]:
    return [f"{pot['amount']} for {' '.join(map(str, pot['eligible']))}" for pot in verdict["pots"]]
