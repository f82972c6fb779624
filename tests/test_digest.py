"""The digest: of the record as it was read, however it was written down."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from schemas.json_text import sorted_json
from studbook.record import digest_of

RECORD: dict[str, Any] = {
    "game": "razz",
    "stakes": {"structure": "fixed-limit", "ante": 1, "small_bet": 10, "big_bet": 20},
    "seats": [{"seat": 1, "player": "ann"}, {"seat": 2, "player": "bob, version 1.0e+2"}],
    "events": [{"type": "deal", "seat": 1, "down": ["As", "2d"], "up": ["3c"]}],
}


def test_the_digest_is_that_of_the_sorted_compact_text() -> None:
    text = json.dumps(RECORD, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert digest_of(RECORD) == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    ("as_float", "as_integer"),
    [(1.0, 1), (0.0, 0), (-0.0, 0), (-5.0, -5), (1e16, 10**16), (1.5e300, int(1.5e300)), (123456789.0, 123456789)],
)
def test_a_whole_number_written_as_a_float_is_the_same_record(as_float: float, as_integer: int) -> None:
    for place in ("ante", "unit"):
        stakes = RECORD["stakes"] | {place: as_float}
        assert digest_of(RECORD | {"stakes": stakes}) == digest_of(RECORD | {"stakes": stakes | {place: as_integer}})
    assert digest_of(RECORD | {"rules": {"x": [as_float]}}) == digest_of(RECORD | {"rules": {"x": [as_integer]}})


def test_a_fraction_is_another_number_than_the_whole_one_beside_it() -> None:
    digests = {digest_of(RECORD | {"rules": {"x": number}}) for number in (1, 1.5, 1.05, 1e-5)}
    assert len(digests) == 4


@pytest.mark.parametrize(("key", "value"), [("ref", "kitchen:7"), ("tags", ["friday"]), ("meta", {"x": 1})])
def test_what_only_names_the_hand_is_not_in_the_digest(key: str, value: object) -> None:
    assert digest_of(RECORD | {key: value}) == digest_of(RECORD)


def as_read(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: as_read(item) for key, item in value.items()}
    return [as_read(item) for item in value] if isinstance(value, list) else value


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
    max_leaves=10,
)


@given(st.sampled_from(("rules", "stakes")), st.dictionaries(TEXTS, VALUES), TEXTS)
def test_whatever_the_free_names_hold_the_digest_is_that_of_the_sorted_compact_text(
    place: str, free: dict[str, Any], table: str
) -> None:
    record = RECORD | {place: free, "table": table}
    text = json.dumps(as_read(record), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert digest_of(record) == digest_of(record, sorted_json) == hashlib.sha256(text.encode()).hexdigest()
