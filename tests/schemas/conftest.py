"""Records that use every key of the wire format; what they tell need be no legal hand."""

from __future__ import annotations

import copy
from typing import Any

import pytest

PLAYED: dict[str, Any] = {
    "format": 1,
    "game": "wall-street",
    "ref": "home:17",
    "played_at": "2026-11-28T21:04:05.25+01:00",
    "hand_no": "17",
    "table": "the kitchen",
    "tags": ["friday", "Ærø"],
    "currency": "USD",
    "decimals": 2,
    "stakes": {"structure": "fixed-limit", "ante": 1, "small_bet": 10, "big_bet": 20, "unit": 5},
    "rules": {"prices": [1, 2, 3, 5], "wild": "none", "bet_after_declare": True, "raise_cap": None},
    "seats": [
        {"seat": 1, "player": "ann", "name": "Ann O'Nym", "stack": 500, "ante": 2},
        {"seat": 2, "player": "bob", "stack": 400},
        {"seat": 9, "player": "cy"},
    ],
    "events": [
        {"type": "deal", "seat": 1, "down": ["As", "??"], "up": ["2c"], "at": "2026-11-28T20:04:05Z"},
        {"type": "burn", "card": "Kd"},
        {"type": "burn"},
        {"type": "community", "card": "9h"},
        {"type": "bring-in", "seat": 1, "to": 3, "note": "slowly"},
        {"type": "complete", "seat": 2, "to": 10, "stands": True},
        {"type": "bet", "seat": 2, "to": 10},
        {"type": "raise", "seat": 9, "to": 20},
        {"type": "call", "seat": 1, "to": 20},
        {"type": "call", "seat": 2},
        {"type": "check", "seat": 9},
        {"type": "turn", "place": 1, "card": "Th"},
        {"type": "take", "seat": 1, "place": 1, "card": "Th"},
        {"type": "take", "seat": 2},
        {"type": "buy", "seat": 9, "place": 4, "price": 25},
        {"type": "flip", "seat": 1, "card": "3d"},
        {"type": "declare", "seat": 1, "way": "both"},
        {"type": "show", "seat": 1, "cards": ["As", "2c"]},
        {"type": "muck", "seat": 2},
        {"type": "expose", "seat": 9, "card": "5c"},
        {"type": "kill", "seat": 9, "reason": "left the table"},
        {"type": "retrieve", "seat": 2},
        {"type": "fold", "seat": 2},
        {"type": "void", "reason": "a fouled deck"},
    ],
    "rake": [1, 0],
    "outcome": {"won": {"1": 225}},
    "claim": {"won": {"1": 225}, "net": {"2": -20}, "hands": {"1": "a flush"}},
    "meta": {"site": "kitchen", "deep": {"er": [1.5, None, "x"]}},
}

SHOWN: dict[str, Any] = {
    "game": "stud-hi-lo-declare",
    "rules": {"both_tie": "loses"},
    "seats": [{"seat": 1, "player": "ann"}, {"seat": 2, "player": "bob"}, {"seat": 3, "player": "cy"}],
    "showdown": {
        "hands": [
            {"seat": 1, "cards": ["2s", "3d", "4c", "6h", "8s", "8d", "8h"], "put_in": 14, "declared": "both"},
            {"seat": 2, "cards": ["2d", "3c", "4s", "6d", "8c", "??"], "declared": "low", "wild": ["2d"]},
            {"seat": 3, "put_in": 5, "out": "folded"},
        ],
        "pots": [{"amount": 33, "eligible": [1, 2]}],
        "community": None,
        "last_aggressor": 1,
    },
}


@pytest.fixture
def played() -> dict[str, Any]:
    """A record with events, in which every event type and every key stands."""
    return copy.deepcopy(PLAYED)


@pytest.fixture
def shown() -> dict[str, Any]:
    """A record of a showdown only, in which every key of one stands."""
    return copy.deepcopy(SHOWN)
