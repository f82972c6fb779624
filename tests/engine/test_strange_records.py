"""Records of the right shape and the strangest content: the referee answers every one with a verdict."""

from __future__ import annotations

import json
import os
import random
from typing import Any

import pytest

from schemas.record import EVENT_KEYS, load_record
from studbook.cards import CARD_TEXT
from studbook.games import GAMES
from studbook.referee import replay
from studbook.rulebook import ARTICLES
from tests.engine.play import Document, deal_hand, set_up

SOAK = bool(os.environ.get("STUDBOOK_SOAK"))
HANDS = 4000 if SOAK else 100


def strange_event(rng: random.Random, seats: list[int]) -> Document:
    """An event of any type with any values that its fields may have; half of them stood."""
    kind = rng.choice(list(EVENT_KEYS))
    event: Document = {"type": kind}
    for key in EVENT_KEYS[kind].split():
        if key.endswith("?") and rng.random() < 0.3:
            continue
        event[key.rstrip("?")] = strange_value(rng, key.rstrip("?"), seats)
    return event | ({"stands": True} if rng.random() < 0.5 else {})


def strange_value(rng: random.Random, key: str, seats: list[int]) -> Any:
    cards = [*CARD_TEXT, "??", "??", "??", "??"]
    match key:
        case "seat":
            return rng.choice([*seats, *seats, *seats, rng.randint(1, 99)])
        case "to" | "price":
            return rng.choice((0, 1, 2, rng.randint(0, 100), rng.randint(0, 1000), 2**53 - 1))
        case "down" | "up":
            return [rng.choice(cards) for _ in range(rng.choice((0, 0, 1, 1, 2, 3, 7)))]
        case "cards":
            return [rng.choice(cards) for _ in range(rng.randint(1, 8))]
        case "card":
            return rng.choice(cards)
        case "place":
            return rng.randint(1, 6)
        case "way":
            return rng.choice(("high", "low", "both"))
    return "for the sake of it"


def strange(document: Document, rng: random.Random) -> Document:
    """A hand with events put in, put in the place of others, taken out and moved; sometimes with an outcome, a rake, a
    claim that fit nothing."""
    events = list(document["events"])
    seats = [seat["seat"] for seat in document["seats"]]
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(events) + 1)
        match rng.choice(("in", "in", "over", "out", "moved")):
            case "in":
                events.insert(at, strange_event(rng, seats))
            case "over" if at < len(events):
                events[at] = strange_event(rng, seats)
            case "out" if at < len(events):
                del events[at]
            case "moved" if at < len(events):
                events.insert(rng.randrange(len(events)), events.pop(at))
    for event in events:
        if rng.random() < 0.3:
            event = event.setdefault("stands", True)
    changed = {**document, "events": events}
    if rng.random() < 0.2:
        changed["rake"] = [rng.randint(0, 50) for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.2:
        changed["outcome"] = {"won": {str(rng.choice(seats)): rng.randint(0, 200)}}
    if rng.random() < 0.2:
        key = rng.choice(("won", "net"))
        changed["claim"] = {key: {str(rng.choice([*seats, 77])): rng.randint(0, 200)}}
    return changed


@pytest.mark.parametrize("game", GAMES)
def test_every_record_of_the_right_shape_gets_a_verdict(game: str) -> None:
    for number in range(HANDS):
        rng = random.Random(f"strange {game} {number}")
        document = deal_hand(set_up(game, rng), rng, hidden=rng.choice((0, 0, 0.3, 1)))
        for _ in range(3):
            record = strange(document, rng)
            verdict = replay(load_record(json.loads(json.dumps(record))), explain=rng.random() < 0.3).to_dict()
            assert verdict["status"] in ("settled", "in-progress", "undecided", "illegal")
            assert len(verdict["violations"]) == (verdict["status"] == "illegal")
            for row in [*verdict["violations"], *verdict["warnings"]]:
                assert row["article"] in ARTICLES, (row, record)
                assert row["message"], record
            if verdict["status"] == "in-progress":
                assert verdict["next"]["events"], record
            there = sum(
                pot["rake"] + pot["open"] + sum(award["amount"] for award in pot["awards"]) for pot in verdict["pots"]
            )
            put_in = sum(seat["put_in"] for seat in verdict["seats"])
            assert put_in == there + sum(verdict["returned"].values()), record
            assert all(seat["stack"] is None or seat["stack"] >= 0 for seat in verdict["seats"]), record
