"""Hands for the tests of the ledger."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any

from db.rows import NewHand, NewSeat

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def seat(number: int, player: str, net: int | None = 0, **more: Any) -> NewSeat:
    outcome = "won" if net is not None and net > 0 else "lost"
    return NewSeat(**{"seat": number, "player": player, "put_in": 100, "net": net, "outcome": outcome, **more})


def hand(minute: int = 0, **more: Any) -> NewHand:
    """A settled razz hand so many minutes after noon, in which ann won 40 from bob and 60 from cy."""
    given = {
        "digest": digest(f"hand {minute}"),
        "game": "razz",
        "status": "settled",
        "played_at": NOON + timedelta(minutes=minute),
        "record": f'{{"game": "razz",  "minute": {minute}}}',
        "verdict": '{"status": "settled"}',
        "engine": "1",
        "ref": None if "idem_key" in more else f"table:{minute}",
        "pot": 200,
        "had_showdown": True,
        "seats": (
            seat(1, "ann", 100, showdown=True, won=True),
            seat(2, "bob", -40, showdown=True),
            seat(3, "cy", -60, outcome="folded"),
        ),
    }
    return NewHand(**{**given, **more})
