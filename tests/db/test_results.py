"""Who won how much."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import psycopg

from db import hands, results
from db.results import PlayerResult, SharedResult
from tests.db.make import digest, hand, seat

APP, OTHER_APP = 1, 2
JANUARY = datetime(2026, 1, 31, 23, 59, tzinfo=UTC)
FEBRUARY = datetime(2026, 2, 1, tzinfo=UTC)


def test_a_players_net_is_by_game_and_month(ledger: psycopg.Connection) -> None:
    for number, (game, played_at, net) in enumerate(
        [("razz", JANUARY, 30), ("razz", JANUARY, -10), ("razz", FEBRUARY, 5), ("no-peek", FEBRUARY, -7)]
    ):
        seats = (seat(1, "ann", net), seat(2, "bob", -net))
        hands.store(ledger, APP, hand(number, game=game, played_at=played_at, seats=seats))
    hands.store(ledger, OTHER_APP, hand(0, seats=(seat(1, "ann", 1000),)))

    def found(**limits: datetime) -> list[tuple[object, ...]]:
        rows = results.by_player(ledger, APP, "ann", **limits)
        return [(row.game, row.month, row.hands, row.net) for row in rows]

    january, february = date(2026, 1, 1), date(2026, 2, 1)
    in_february = [("no-peek", february, 1, -7), ("razz", february, 1, 5)]
    assert found() == [*in_february, ("razz", january, 2, 20)]
    assert found(since=FEBRUARY) == in_february
    assert found(until=FEBRUARY) == [("razz", january, 2, 20)]
    assert results.by_player(ledger, APP, "nobody") == []


def test_a_month_is_of_universal_time_whatever_the_session_says(ledger: psycopg.Connection) -> None:
    ledger.execute("set timezone = 'Pacific/Auckland'")
    hands.store(ledger, APP, hand(1, played_at=JANUARY))
    assert [row.month for row in results.by_player(ledger, APP, "ann")] == [date(2026, 1, 1)]


def test_cents_and_chips_are_never_added_up(ledger: psycopg.Connection) -> None:
    for number, (currency, decimals, net) in enumerate(
        [("chips", 0, 500), ("USD", 2, 25), ("USD", 2, -5), ("USD", 0, 3)]
    ):
        hands.store(ledger, APP, hand(number, currency=currency, decimals=decimals, seats=(seat(1, "ann", net),)))
    rows = results.by_player(ledger, APP, "ann")
    assert [(row.currency, row.decimals, row.hands, row.net) for row in rows] == [
        ("USD", 0, 1, 3),
        ("USD", 2, 2, 20),
        ("chips", 0, 1, 500),
    ]


def test_showdowns_and_declarations_are_counted_with_those_that_won(ledger: psycopg.Connection) -> None:
    seats = [
        seat(1, "ann", 10, showdown=True, won=True, declared="high", declared_won=True),
        seat(1, "ann", -10, showdown=True, won=False, declared="both", declared_won=False),
        seat(1, "ann", -10, outcome="folded"),
        seat(1, "ann", 10, won=True),
    ]
    for number, one in enumerate(seats):
        hands.store(ledger, APP, hand(number, seats=(one,), tags=("night",)))
    (row,) = results.by_player(ledger, APP, "ann")
    assert row == PlayerResult("razz", date(2026, 3, 1), "chips", 0, 4, 0, 2, 1, 2, 1)
    assert results.by_tag(ledger, APP, "night") == [SharedResult("ann", None, "chips", 0, 4, 0, 2, 1)]


def test_a_net_that_no_hand_tells_is_none_and_others_are_added_up_without_it(ledger: psycopg.Connection) -> None:
    hands.store(ledger, APP, hand(1, seats=(seat(1, "ann", None), seat(2, "bob", None))))
    hands.store(ledger, APP, hand(2, seats=(seat(1, "ann", 6),)))
    assert [(row.hands, row.net) for row in results.by_player(ledger, APP, "ann")] == [(2, 6)]
    assert [(row.hands, row.net) for row in results.by_player(ledger, APP, "bob")] == [(1, None)]


def test_sums_above_the_largest_bigint_are_exact(ledger: psycopg.Connection) -> None:
    most = 2**62
    for number in range(3):
        hands.store(ledger, APP, hand(number, seats=(seat(1, "ann", most),)))
    assert [row.net for row in results.by_player(ledger, APP, "ann")] == [3 * most]


def test_at_a_table_the_biggest_winner_comes_first(ledger: psycopg.Connection) -> None:
    nights = [
        (1, "Swan", (seat(1, "ann", -30, name="Ann"), seat(2, "bob", 30), seat(3, "cy", None))),
        (2, "Swan", (seat(1, "ann", 50, name="Ann B."), seat(2, "bob", -40), seat(3, "dora", -10))),
        (3, "Lion", (seat(1, "eve", 99), seat(2, "bob", -99))),
    ]
    for minute, table, seats in nights:
        hands.store(ledger, APP, hand(minute, table=table, seats=seats, tags=(f"in {table}",)))
    expected = [("ann", "Ann B.", 2, 20), ("bob", None, 2, -10), ("dora", None, 1, -10), ("cy", None, 1, None)]
    for rows in (results.by_table(ledger, APP, "Swan"), results.by_tag(ledger, APP, "in Swan")):
        assert [(row.player, row.name, row.hands, row.net) for row in rows] == expected
    assert [row.player for row in results.by_table(ledger, APP, "Swan", limit=1)] == ["ann"]
    first_only = {"until": hand(2).played_at, "since": hand(1).played_at - timedelta(days=1)}
    assert [row.net for row in results.by_table(ledger, APP, "Swan", **first_only)] == [30, -30, None]
    assert results.by_table(ledger, OTHER_APP, "Swan") == []


def test_a_revised_hand_counts_once(ledger: psycopg.Connection) -> None:
    first = hand(1, table="Swan", tags=("night",), seats=(seat(1, "ann", 10), seat(2, "bob", -10)))
    hands.store(ledger, APP, first)
    seats = (seat(1, "ann", -4), seat(2, "bob", 4))
    revision = hand(1, digest=digest("corrected"), ref=None, table="Swan", tags=("night",), seats=seats)
    hands.revise(ledger, APP, first.id, revision)
    assert [(row.hands, row.net) for row in results.by_player(ledger, APP, "ann")] == [(1, -4)]
    for rows in (results.by_table(ledger, APP, "Swan"), results.by_tag(ledger, APP, "night")):
        assert [(row.player, row.hands, row.net) for row in rows] == [("bob", 1, 4), ("ann", 1, -4)]
