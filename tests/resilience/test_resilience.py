"""A small version of bench/resilience.py: what is acknowledged survives PostgreSQL and the workers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from bench import resilience
from bench.resilience import Stage

pytestmark = pytest.mark.crash


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    """Two workers on a PostgreSQL of their own."""
    memory = "/dev/shm"  # a process that is killed loses what a disk would have kept no more than here
    with resilience.stage(memory if os.access(memory, os.W_OK) else None) as stage:
        yield stage


@pytest.mark.parametrize(
    "happens", [resilience.kill_postgresql, lambda stage: resilience.restart(stage, "fast"), resilience.kill_worker],
    ids=["PostgreSQL killed", "PostgreSQL restarted", "a worker killed"],
)  # fmt: skip
def test_no_acknowledged_hand_is_lost_or_doubled(stage: Stage, happens: Callable[[Stage], None]) -> None:
    count = resilience.under_load(stage, happens, clients=4, seconds=2)
    assert len(count.acknowledged) >= 4
    assert (count.lost, count.doubled, count.maimed) == (0, 0, 0)


@pytest.mark.parametrize(
    "happens", [resilience.kill_postgresql, resilience.kill_worker], ids=["PostgreSQL killed", "a worker killed"]
)
def test_no_acknowledged_line_of_a_batch_is_lost_or_doubled(stage: Stage, happens: Callable[[Stage], None]) -> None:
    count = resilience.batches_under_load(stage, happens, clients=2, size=250)
    assert len(count.acknowledged) == 500
    assert (count.lost, count.doubled, count.maimed) == (0, 0, 0)


def test_what_was_answered_before_a_client_left_a_batch_is_there(stage: Stage) -> None:
    count = resilience.client_gone(stage, clients=2, size=220)
    assert len(count.acknowledged) == 440
    assert count.answers["201 before leaving"] > 0
    assert count.answers["200 at the third time"] == 440
    assert (count.lost, count.doubled, count.maimed) == (0, 0, 0)


def test_a_client_that_makes_up_a_new_name_for_each_try_is_caught_by_the_count(stage: Stage) -> None:
    hands = resilience.batch_of(stage, "twice", 1)
    resilience.post_batch(stage, hands)
    resilience.post_batch(stage, [hands[0].replace(b'"ref":"twice:0"', b'"ref":"twice:0:again"')])
    count = resilience.Count(acknowledged={"twice:0": "no such id"})
    resilience.look_up(stage, "twice", count)
    assert (count.lost, count.doubled, count.maimed) == (1, 1, 0)
