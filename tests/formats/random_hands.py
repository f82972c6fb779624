"""Random hands of every game, played by taking one of the events that the referee offers, until the hand is over."""

from __future__ import annotations

import random
from typing import Any

from studbook.cards import CARD_TEXT
from studbook.games import GAMES
from studbook.record import record_from_dict
from studbook.referee import replay

Document = dict[str, Any]
MAX_EVENTS = 400
# Several rooms' kinds of stakes, in the smallest unit. Wall Street prices its cards in units.
STAKES: dict[str, dict[str, Any]] = {
    "wall-street": {"structure": "fixed-limit", "small_bet": 20, "big_bet": 40, "ante": 4, "unit": 5},
    "no-peek": {"structure": "fixed-limit", "small_bet": 20, "big_bet": 40, "ante": 4},
    "no-peek-hi-lo": {"structure": "fixed-limit", "small_bet": 20, "big_bet": 40, "ante": 4},
}
USUAL = {"structure": "fixed-limit", "small_bet": 20, "big_bet": 40, "ante": 3, "bring_in": 5}
NAMES = ("ann", "bob: folds", "Chloé [x]", "7 dan", "e.f. shows", "gus #1", "h'i", "jo\\n")


def set_up(game: str, rng: random.Random, stakes: dict[str, Any] | None = None) -> Document:
    """A record of ``game`` before its first event: two to five seats, stacks that often run out, dollars or chips."""
    seats = sorted(rng.sample(range(1, 9), rng.randint(2, 5)))
    turn = rng.randrange(len(seats))
    document: Document = {
        "format": 1,
        "game": game,
        "ref": f"test:{rng.randrange(10**6)}",
        "hand_no": str(rng.randrange(10**9)),
        "played_at": "2024-02-29T20:15:00-05:00",
        "table": "Table 9",
        "currency": "USD",
        "decimals": 2,
        "stakes": dict(stakes or STAKES.get(game, USUAL)),
        "seats": [
            {"seat": seat, "player": NAMES[seat - 1], "stack": rng.choice((3, 40, 150, 1000, 1000))}
            for seat in seats[turn:] + seats[:turn]
        ],
        "events": [],
    }
    if rng.random() < 0.3:
        document |= {"currency": "chips", "decimals": 0}
    return document


def random_hand(game: str, seed: int, stakes: dict[str, Any] | None = None) -> Document:
    """A hand of ``game`` that the referee calls settled; its outcome is what the referee rules."""
    rng = random.Random(f"{game} {seed}")
    document = set_up(game, rng, stakes)
    deck = list(CARD_TEXT)
    rng.shuffle(deck)
    while True:
        verdict = replay(record_from_dict(document)).to_dict()
        if verdict["next"] is None:
            break
        assert verdict["status"] in ("in-progress", "undecided"), verdict["violations"]
        assert len(document["events"]) < MAX_EVENTS
        offered = [event for event in verdict["next"]["events"] if event["type"] != "fold" or rng.random() < 0.3]
        document["events"].append(_made(rng.choice(offered or verdict["next"]["events"]), document, deck, rng))
    document["outcome"] = {"won": {str(seat["seat"]): seat["won"] for seat in verdict["seats"] if seat["won"]}}
    return document


def _made(offer: dict[str, Any], document: Document, deck: list[str], rng: random.Random) -> dict[str, Any]:
    event = dict(offer)
    if event["type"] == "deal":
        for side in ("down", "up"):
            count = event.pop(side, 0)
            if count:
                event[side] = [deck.pop() for _ in range(count)]
    elif event["type"] in ("turn", "community") or (event["type"] == "take" and "place" not in event):
        event["card"] = deck.pop()
    elif event["type"] == "flip":
        mine = [done for done in document["events"] if done.get("seat") == event["seat"]]
        turned = {done["card"] for done in mine if done["type"] == "flip"}
        held = [card for done in mine if done["type"] == "deal" for card in done.get("down", ())]
        event["card"] = rng.choice([card for card in held if card not in turned])
    elif isinstance(event.get("to"), dict):
        bounds = event["to"]
        exactly = bounds.get("exactly")
        event["to"] = rng.choice(exactly) if exactly else rng.randint(bounds["from"], bounds["to"])
    return event


GAME_NAMES = sorted(GAMES)
