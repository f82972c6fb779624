"""The fast path only says "certainly right": whatever it takes or refuses, the nested schemas say the same."""

from __future__ import annotations

import json
import os
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest
from marshmallow import ValidationError

from schemas.documents import ListOf
from schemas.errors import Invalid, invalid_from
from schemas.record import EVENT_KEYS, MOST_EVENTS, Event, HandRecord, checked

SOAK = os.environ.get("STUDBOOK_SOAK") == "1"
MUTANTS = 100_000 if SOAK else 10_000

JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 5, 99, 100, 2**53 - 1, 2**53, -(2**53), 10**30, 5.0, 5.5, -0.0, 1e300, "", "x", "As",
    "??", "as", "1", "a\0", "\ud800", "é", "x" * 60, "x" * 201, "x" * 501, [], {}, [[]], [{}], ["As"], ["As", "As"],
    ["??"] * 60, [None], [1], [1.0], {"1": 1}, {"a": 1}, {"type": "fold"}, {"type": "fold", "seat": 1},
    {"type": "fold", "seat": 1.0}, "public", "high", "fold", "2026-11-28T21:04:05Z", "2026-11-28", "fixed-limit", 2, 4,
]  # fmt: skip
NAMES = [
    *sorted({key.rstrip("?") for keys in EVENT_KEYS.values() for key in keys.split()}),
    "type", "stands", "at", "note", "player", "stack", "x", "", "format", "showdown", "stakes",
]  # fmt: skip


class NestedOnly(HandRecord):
    """The record with its events in marshmallow's own list of nested schemas."""

    events = ListOf(Event(), most=MOST_EVENTS)  # type: ignore[assignment]


def containers(value: Any) -> list[Any]:
    found = [value] if isinstance(value, dict | list) else []
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        found += containers(inner)
    return found


def mutate(document: dict[str, Any], chance: random.Random) -> None:
    """Put one piece of junk in: a value replaced, a key lost, added or moved, an item doubled or lost."""
    inner = chance.choice(containers(document))
    junk = copied(chance.choice(JUNK))
    keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
    how = chance.randrange(6)
    if isinstance(inner, dict) and (how == 0 or not keys):
        inner[chance.choice(NAMES)] = junk
    elif not keys:
        inner.append(junk)
    elif how == 1:
        del inner[chance.choice(keys)]
    elif isinstance(inner, dict) and how == 2:
        inner[chance.choice(NAMES)] = inner.pop(chance.choice(keys))
    elif isinstance(inner, list) and how == 2:
        inner.insert(chance.choice(keys), copied(inner[chance.choice(keys)]))
    elif how == 3 and "type" in keys:
        inner["type"] = chance.choice([*EVENT_KEYS, "x"])
    else:
        inner[chance.choice(keys)] = junk


def answer(load: Callable[[Any], Any], document: Any) -> Any:
    """What a loader makes of a document: the loaded one as JSON, which tells 5 from 5.0, or its faults."""
    try:
        return json.dumps(load(copied(document)), sort_keys=True)
    except ValidationError as error:
        return invalid_from(error.messages).errors
    except Invalid as error:
        return error.errors


def copied(document: Any) -> Any:
    """A deep copy; some ten times faster than copy.deepcopy."""
    return pickle.loads(pickle.dumps(document, -1))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("kind", ["played", "shown"])
def test_the_fast_path_answers_as_the_nested_schemas_do(kind: str, seed: int, request: pytest.FixtureRequest) -> None:
    whole: dict[str, Any] = request.getfixturevalue(kind)
    events = whole.pop("events", None)
    nested = NestedOnly()
    chance = random.Random(f"mutants of {kind}, {seed}")
    taken = refused = 0
    for _ in range(MUTANTS // 10):
        document = copied(whole)
        if events is not None:  # a few of them each time: all are slow, and show no more
            document["events"] = copied(chance.sample(events, 5))
        for _ in range(chance.choice((1, 1, 1, 2, 5))):
            mutate(document, chance)
        slow = answer(nested.load, document)
        assert answer(checked, document) == slow, document
        if isinstance(slow, str):
            taken += 1
        else:
            refused += 1
    assert taken > MUTANTS // 100
    assert refused > MUTANTS // 40


def test_a_right_record_never_meets_the_nested_schemas(
    played: dict[str, Any], shown: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise AssertionError("the nested schema was asked")

    monkeypatch.setattr(Event, "_deserialize", refuse)
    assert checked(played) is played
    del shown["showdown"]["community"]
    played["meta"] = {}
    monkeypatch.setattr(HandRecord, "load", refuse)
    assert checked(shown) is shown
    assert checked(played) is played
