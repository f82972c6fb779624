"""Junk of all kinds: whatever comes in, the answer is never a fault of the service."""

from __future__ import annotations

import copy
import json
import os
import random
from collections import Counter
from typing import Any

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

SOAK = os.environ.get("STUDBOOK_SOAK") == "1"
BODIES = 20_000 if SOAK else 2_000

VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 5, 99, 100, 2**53 - 1, 2**53, 10**29, 5.0, 5.5, 1e308, "", "x", "As", "??", "1",
    "razz", "é\U0001f0a1", "x" * 300, [], {}, [[]], [{}], ["As"], ["As"] * 30, [None], {"1": 1}, {"a": {"b": [1]}},
    {"type": "fold", "seat": 1}, {"type": "void"}, {"type": "muck", "seat": 1}, "public", "2026-11-28T21:04:05Z",
]  # fmt: skip
KEYS = [
    "game", "ref", "stakes", "rules", "seats", "events", "showdown", "rake", "outcome", "claim", "meta", "format",
    "tags", "type", "seat", "to", "down", "up", "card", "cards", "place", "price", "way", "stands", "hands",
    "pots", "put_in", "structure", "ante", "chip", "raise_cap", "burn", "prices", "first_chooser",
    "low_qualifier", "high_share", "",
]  # fmt: skip
TOKENS = [
    b"{", b"}", b"[", b"]", b'"', b":", b",", b"-", b"\\u0000", b"\\ud800", b"NaN", b"1e999", b"\xff", b"\0",
    b"9" * 5000,
]  # fmt: skip
CARDS = [*(rank + suit for rank in "23456789TJQKA" for suit in "cdhs"), "??"]


def containers(value: Any) -> list[Any]:
    found = [value] if isinstance(value, dict | list) else []
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        found += containers(inner)
    return found


def mutant(whole: dict[str, Any], chance: random.Random) -> Any:
    """A record with some of it replaced, lost, doubled or moved: what looks right for a while and then is not."""
    record = copy.deepcopy(whole)
    for _ in range(chance.choice((0, 1, 1, 2))):
        disorder(record, chance)
    for _ in range(chance.choice((0, 0, 0, 1, 1, 2, 8))):
        inner = chance.choice(containers(record))
        value = copy.deepcopy(chance.choice(VALUES))
        if isinstance(inner, dict):
            key = chance.choice([*inner, *KEYS] if chance.random() < 0.5 else list(inner) or KEYS)
            if key in inner and chance.random() < 0.3:
                del inner[key]
            else:
                inner[key] = value
        elif inner:
            at = chance.randrange(len(inner))
            how = chance.randrange(4)
            if how == 0:
                del inner[at]
            elif how == 1:
                inner.insert(at, copy.deepcopy(chance.choice(inner)))
            elif how == 2:
                other = chance.randrange(len(inner))
                inner[at], inner[other] = inner[other], inner[at]
            else:
                inner[at] = value
    return record


def disorder(record: dict[str, Any], chance: random.Random) -> None:
    """Change what happened, and leave it a record of the schema: other cards, amounts, seats, another order."""
    events = record.get("events") or record.get("showdown", {}).get("hands") or []
    if not events:
        return
    at, other = chance.randrange(len(events)), chance.randrange(len(events))
    match chance.randrange(6):
        case 0:
            del events[at:]
        case 1:
            del events[at]
        case 2:
            events.insert(other, copy.deepcopy(events[at]))
        case 3:
            events[at], events[other] = events[other], events[at]
        case _:
            for event in [events[at]] if chance.random() < 0.8 else events:
                for key, value in event.items():
                    if type(value) is int and chance.random() < 0.5:
                        event[key] = chance.choice((value + 1, abs(value - 1), value * 2, 1, 2, 3))
                    elif isinstance(value, list) and value:
                        value[chance.randrange(len(value))] = chance.choice(CARDS)
                    elif value in CARDS:
                        event[key] = chance.choice(CARDS)


def broken(text: bytes, chance: random.Random) -> bytes:
    """A text with bytes lost, doubled, changed, or cut off."""
    at, other = sorted((chance.randrange(len(text)), chance.randrange(len(text))))
    match chance.randrange(5):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + chance.choice(TOKENS) + text[at:]
        case 2:
            return text[:at] + bytes([chance.randrange(256)]) + text[at + 1 :]
        case 3:
            return text[:at] + text[other:]
    return text[:other] + text[at:]


@pytest.fixture(scope="module")
def records(app: Flask) -> list[dict[str, Any]]:
    """Hands of every game."""
    from api import samples

    showdown = {
        "game": "stud-hi-lo-declare",
        "seats": [{"seat": 1, "player": "ann"}, {"seat": 2, "player": "bob"}],
        "showdown": {
            "hands": [
                {"seat": 1, "cards": ["2s", "3d", "4c", "6h", "8s", "8d", "8h"], "put_in": 14, "declared": "both"},
                {"seat": 2, "cards": ["2d", "3c", "4s", "6d", "8c", "Kh", "Qs"], "put_in": 14, "declared": "low"},
            ]
        },
    }
    return [json.loads(text) for text in samples.texts()] + [showdown] * 3


@pytest.mark.parametrize("seed", range(8))
def test_no_body_is_answered_with_a_fault(client: FlaskClient, records: list[dict[str, Any]], seed: int) -> None:
    if SOAK:  # to hold each answer to the contract takes ten times as long as to give it; the smaller run does that
        client = FlaskClient(client.application, Response)
    chance = random.Random(f"junk {seed}")
    met: Counter[int] = Counter()
    for at in range(BODIES // 8):
        whole = chance.choice(records)
        record = mutant(whole, chance)
        # Without spaces it is read the quick way, with them the slow one (schemas/json_text.py).
        text = json.dumps(record, ensure_ascii=False, separators=chance.choice(((",", ":"), None))).encode()
        if chance.random() < 0.2:
            text = broken(text, chance)
        address = chance.choice(("/v1/adjudications", "/v1/adjudications?explain=true", "/v1/hands"))
        headers = {"Idempotency-Key": str(at)} if chance.random() < 0.5 else {}
        answer = client.post(address, data=text, content_type="application/json", headers=headers)
        assert answer.status_code < 500, text
        met[answer.status_code] += 1
    assert met[400] > BODIES // 40
    assert met[200] > BODIES // 100
    assert met[422] > BODIES // 200
