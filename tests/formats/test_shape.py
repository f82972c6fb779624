"""The shape of a record is stated for readers (`studbook.formats.shape`) and for the service (`schemas`)."""

from __future__ import annotations

import json

import pytest

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
