"""Ids that grow with time."""

from __future__ import annotations

import time

from db.ids import new_id


def test_an_id_is_a_uuid_of_version_7_with_the_time_in_front() -> None:
    before = time.time_ns() // 1_000_000
    made = new_id()
    after = time.time_ns() // 1_000_000
    assert (made.version, made.variant) == (7, "specified in RFC 4122")
    assert before <= made.int >> 80 <= after


def test_ids_differ_within_a_millisecond() -> None:
    assert len({new_id() for _ in range(10_000)}) == 10_000
