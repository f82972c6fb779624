"""The shape of a record is stated for readers (`studbook.formats.shape`) and for the service (`schemas`)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from schemas.errors import Invalid
from schemas.record import EVENT_KEYS, HandRecord, load_record
from studbook.formats import shape
from tests.formats.real_hands import HOME

RECORDS = (HOME / "examples" / "hands.ndjson").read_text().splitlines()


def test_both_know_the_same_keys_of_a_record() -> None:
    assert set(shape.RECORD) == set(HandRecord().fields)


def test_both_know_the_same_events() -> None:
    assert set(shape.EVENTS) == set(EVENT_KEYS)


@pytest.mark.parametrize("kind", EVENT_KEYS)
def test_both_know_the_same_keys_of_an_event_and_which_must_be_there(kind: str) -> None:
    known, required = shape.EVENTS[kind]
    by_service = EVENT_KEYS[kind].split()
    assert set(known) == {key.rstrip("?") for key in by_service}
    assert set(required) == {key for key in by_service if not key.endswith("?")}


@pytest.mark.parametrize("line", RECORDS, ids=range(len(RECORDS)))
def test_both_take_the_examples(line: str) -> None:
    document = json.loads(line)
    shape.check(document)
    assert load_record(document).raw == document


def changed(path: str, value: Any) -> dict[str, Any]:
    """A record that both take, with another value at a place."""
    document: dict[str, Any] = {
        "game": "razz",
        "stakes": {"structure": "fixed-limit"},
        "seats": [{"seat": 1, "player": "a"}],
        "events": [{"type": "show", "seat": 1, "cards": ["As"]}],
    }
    if path.startswith("/showdown"):
        document = {"game": "razz", "seats": document["seats"], "showdown": {"hands": [{"seat": 1}], "pots": []}}
    *steps, last = path.strip("/").split("/")
    inner: Any = document
    for step in steps:
        inner = inner[int(step) if isinstance(inner, list) else step]
    inner[int(last) if isinstance(inner, list) else last] = value
    return document


CHECK = {"type": "check", "seat": 1}
LIMITS: list[tuple[str, Any, Any]] = [
    ("/events", [CHECK] * 1000, [CHECK] * 1001),
    ("/events/0/cards", ["As"], []),
    ("/events/0/cards", ["As"] * 52, ["As"] * 53),
    ("/events/0/note", "x" * 500, "x" * 501),
    ("/events/0/at", "2199-01-01T00:00:00Z", "2200-01-01T00:00:00Z"),
    ("/events/0/seat", 99, 100),
    ("/events/0/seat", 1, 0),
    ("/events/0/stands", True, 1),
    ("/tags", ["x" * 50], ["x" * 51]),
    ("/tags", ["x"] * 20, ["x"] * 21),
    ("/tags", ["x"], [""]),
    ("/seats", [{"seat": 1, "player": "a"}] * 99, [{"seat": 1, "player": "a"}] * 100),
    ("/seats/0/player", "x", ""),
    ("/seats/0/player", "x" * 200, "x" * 201),
    ("/seats/0/player", "Public", "public"),
    ("/seats/0/stack", 2**53 - 1, 2**53),
    ("/seats/0/stack", 5.0, 5.5),
    ("/seats/0/ante", 0, -1),
    ("/played_at", "1900-01-01T00:00:00+14:00", "1899-12-31T00:00:00Z"),
    ("/played_at", "2026-01-01T00:00:00Z", "2026-01-01 00:00:00Z"),
    ("/played_at", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00"),
    ("/ref", "x", ""),
    ("/ref", "x" * 200, "x" * 201),
    ("/decimals", 4, 5),
    ("/currency", "EUR", "EU"),
    ("/meta", {"x": "y" * 4000}, {"x": "y" * 4096}),
    ("/rake", [1] * 99, [1] * 100),
    ("/rake", [5.0], [True]),
    ("/format", 1, 2),
    ("/outcome", {"won": {"1": 5}}, {"won": {"01": 5}}),
    ("/showdown/hands/0/cards", ["As"] * 5, ["As"] * 4),
    ("/showdown/hands/0/cards", ["As"] * 7, ["As"] * 8),
    ("/showdown/community", None, "as"),
    ("/showdown/pots", [{"amount": 5, "eligible": [1]}], [{"amount": 5}]),
]


@pytest.mark.parametrize(("path", "right", "wrong"), LIMITS, ids=[f"{at}-{row[0]}" for at, row in enumerate(LIMITS)])
def test_both_have_the_same_limits(path: str, right: Any, wrong: Any) -> None:
    shape.check(changed(path, right))
    load_record(changed(path, right))
    with pytest.raises(shape.BadShape):
        shape.check(changed(path, wrong))
    with pytest.raises(Invalid):
        load_record(changed(path, wrong))
