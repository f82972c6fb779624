"""Lists of hands: each filter, pages that neither lose nor repeat a hand, and only current hands of the app."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from datetime import timedelta

import psycopg
import pytest

from db import hands
from db.find import find
from db.rows import Cursor, Filters, HandSummary, NewHand
from tests.conftest import SOAK, Server
from tests.db.make import NOON, digest, hand, seat

APP, OTHER_APP = 1, 2
GAMES = ("razz", "seven-card-stud", "wall-street")
PEOPLE = ("ann", "bob", "cy", "dora", "eve")


def made() -> list[NewHand]:
    """Some hundred different hands, several at the same instant."""
    dice = random.Random(7)
    some = []
    for number in range(240):
        people = dice.sample(PEOPLE, dice.randint(2, 4))
        nets = [dice.randint(-50, 50) for _ in people[1:]]
        ways = [dice.choice((None, "high", "low", "both")) for _ in people]
        some.append(
            hand(
                number // 3,
                digest=digest(f"{number}"),
                ref=f"ref {number}",
                game=dice.choice(GAMES),
                table=dice.choice((None, "Red Lion", "Swan")),
                hand_no=str(number // 2),
                tags=tuple(dice.sample(("league", "night", "rare"), dice.choice((0, 1, 1, 2)))),
                status=dice.choice(("settled", "settled", "undecided")),
                had_showdown=dice.random() < 0.5,
                pot=dice.choice((None, 10, 20, 30)),
                seats=tuple(
                    seat(number, player, net, declared=way)
                    for number, (player, net, way) in enumerate(
                        zip(people, [-sum(nets), *nets], ways, strict=True), start=1
                    )
                ),
            )
        )
    return some


MADE = made()


@pytest.fixture(scope="module")
def many(server: Server) -> Iterator[psycopg.Connection]:
    """A ledger with those hands, and the same once more for another app."""
    with server.database() as conninfo, psycopg.connect(conninfo, autocommit=True) as connection:
        hands.store_batch(connection, APP, MADE)
        hands.store_batch(connection, OTHER_APP, made())
        yield connection


def all_of(connection: psycopg.Connection, filters: Filters, limit: int = 7) -> list[HandSummary]:
    """Every hand that the filters let through, page by page."""
    found: list[HandSummary] = []
    after: Cursor | None = None
    while True:
        page = find(connection, APP, filters, after=after, limit=limit)
        assert len(page.hands) <= limit
        found += page.hands
        if page.next is None:
            return found
        assert len(page.hands) == limit
        after = page.next


def lets_through(filters: Filters, one: NewHand) -> bool:
    """What the filters mean, said again in Python."""
    first = next((seat for seat in one.seats if filters.players and seat.player == filters.players[0]), None)
    declared = [first] if filters.players else one.seats
    return (
        (filters.ref is None or one.ref == filters.ref)
        and (filters.hand_no is None or one.hand_no == filters.hand_no)
        and (filters.game is None or one.game == filters.game)
        and set(filters.players) <= {seat.player for seat in one.seats}
        and (filters.table is None or one.table == filters.table)
        and (filters.tag is None or filters.tag in one.tags)
        and (filters.since is None or one.played_at >= filters.since)
        and (filters.until is None or one.played_at < filters.until)
        and (filters.pot_from is None or (one.pot is not None and one.pot >= filters.pot_from))
        and (filters.pot_to is None or (one.pot is not None and one.pot <= filters.pot_to))
        and (filters.net_from is None or first.net >= filters.net_from)
        and (filters.net_to is None or first.net <= filters.net_to)
        and (filters.status is None or one.status == filters.status)
        and (filters.showdown is None or one.had_showdown == filters.showdown)
        and (filters.declared is None or any(seat.declared == filters.declared for seat in declared))
    )


SINGLE = (
    Filters(),
    Filters(ref="ref 17"),
    Filters(hand_no="8"),
    Filters(game="razz"),
    Filters(players=("ann",)),
    Filters(players=("ann", "bob")),
    Filters(players=("ann", "bob", "cy", "ann")),
    Filters(table="Swan"),
    Filters(tag="rare"),
    Filters(since=NOON + timedelta(minutes=20)),
    Filters(until=NOON + timedelta(minutes=20)),
    Filters(pot_from=20),
    Filters(pot_to=20),
    Filters(status="undecided"),
    Filters(showdown=False),
    Filters(declared="both"),
    Filters(players=("ann",), net_from=10),
    Filters(players=("ann",), net_to=-10),
    Filters(players=("ann",), declared="low"),
)


@pytest.mark.parametrize("filters", SINGLE, ids=lambda filters: repr(filters)[:60])
def test_each_filter_lets_through_what_it_says(many: psycopg.Connection, filters: Filters) -> None:
    expected = {one.id for one in MADE if lets_through(filters, one)}
    assert expected
    found = all_of(many, filters)
    assert len(found) == len({one.id for one in found})
    assert {one.id for one in found} == expected


def test_filters_that_stand_together_are_all_kept(many: psycopg.Connection) -> None:
    several = 0
    for together in itertools.combinations(SINGLE, 3 if SOAK else 2):
        given = {
            name: value
            for filters in together
            for name, value in ((name, getattr(filters, name)) for name in Filters.__slots__)
            if value not in (None, ())
        }
        filters = Filters(**given)
        expected = {one.id for one in MADE if lets_through(filters, one)}
        several += bool(expected)
        assert {one.id for one in all_of(many, filters, limit=50)} == expected, filters
    assert several > 100


@pytest.mark.parametrize("filters", [Filters(), Filters(players=("ann",)), Filters(tag="league")])
def test_the_newest_hand_comes_first_and_equal_times_are_ordered_by_id(
    many: psycopg.Connection, filters: Filters
) -> None:
    found = [(one.played_at, one.id) for one in all_of(many, filters)]
    assert found == sorted(found, reverse=True)
    assert len({played_at for played_at, _ in found}) < len(found)


def test_a_page_that_just_fits_is_the_last(many: psycopg.Connection) -> None:
    assert find(many, APP, Filters(hand_no="8"), limit=2).next is None
    page = find(many, APP, Filters(hand_no="8"), limit=1)
    assert page.next == Cursor(page.hands[0].played_at, page.hands[0].id)
    assert find(many, APP, Filters(hand_no="8"), limit=1, after=page.next).next is None


def test_a_hand_that_comes_in_meanwhile_does_not_shift_the_pages(ledger: psycopg.Connection) -> None:
    for minute in range(6):
        hands.store(ledger, APP, hand(minute))
    first = find(ledger, APP, Filters(), limit=3)
    hands.store(ledger, APP, hand(99))
    second = find(ledger, APP, Filters(), limit=3, after=first.next)
    assert [one.ref for one in (*first.hands, *second.hands)] == [f"table:{minute}" for minute in range(5, -1, -1)]


def test_a_summary_names_seats_and_tags(ledger: psycopg.Connection) -> None:
    new = hand(1, tags=("night", "league"), table="Swan", hand_no="9")
    hands.store(ledger, APP, new)
    (found,) = find(ledger, APP, Filters()).hands
    assert (found.id, found.ref, found.table, found.hand_no, found.pot) == (new.id, new.ref, "Swan", "9", 200)
    assert found.tags == ("league", "night")
    assert [(one.seat, one.player, one.net, one.outcome) for one in found.seats] == [
        (1, "ann", 100, "won"),
        (2, "bob", -40, "lost"),
        (3, "cy", -60, "folded"),
    ]


def test_lists_show_the_current_revision_only(ledger: psycopg.Connection) -> None:
    first = hand(1, tags=("night",), table="Swan", hand_no="9")
    hands.store(ledger, APP, first)
    revision = hand(1, digest=digest("corrected"), tags=("night",), table="Swan", hand_no="9", ref=None)
    hands.revise(ledger, APP, first.id, revision)
    for filters in (
        Filters(),
        Filters(ref=first.ref),
        Filters(game="razz"),
        Filters(players=("ann",)),
        Filters(players=("ann", "bob"), table="Swan"),
        Filters(tag="night"),
        Filters(tag="night", table="Swan"),
        Filters(table="Swan"),
        Filters(hand_no="9"),
        Filters(since=NOON),
    ):
        (found,) = find(ledger, APP, filters).hands
        assert (found.id, found.revises, found.ref) == (revision.id, first.id, first.ref), filters


def test_which_filters_lead_to_hands_by_themselves() -> None:
    assert not Filters(pot_from=1, net_to=2, status="settled", showdown=True, declared="low").selective
    for filters in SINGLE[1:11]:
        assert filters.selective, filters
