"""What may happen next. A due both says what is legal and judges what was done, so the two cannot differ.

A step yields a due; the referee sends the next event; `ask` judges it. Betting's dues are in ``betting``.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from studbook.record import Event
from studbook.table import Refused, Seat, Table
from studbook.violations import MAY_STAND

Offer = dict[str, Any]
Script = Generator["Due", Event, None]
Asked = Generator["Due", Event, Event | None]

ANY_TIME = frozenset(("burn", "show", "expose", "kill", "retrieve", "void"))
NOTHING: frozenset[str] = frozenset()


class Due:
    """What must happen next: ``what`` kind (hand-record, `next.what`), by which set of seats, within which bounds."""

    __slots__ = ("table",)
    what = "act"

    def __init__(self, table: Table) -> None:
        self.table = table

    def seats(self) -> Sequence[Seat]:
        """The seats of which one must act; empty where the dealer must."""
        return ()

    def judge(self, event: Event, excused: frozenset[str] = NOTHING) -> str | None:
        """The code of the first fault of ``event`` that is not among ``excused``, or None."""
        raise NotImplementedError

    def legal(self) -> list[Offer]:
        """Every legal event, as the verdict's ``next.events`` shows them."""
        return []

    def offer(self) -> dict[str, Any]:
        """The verdict's ``next``."""
        return {"seats": [seat.number for seat in self.seats()], "what": self.what, "events": self.legal()}

    # The seat of an event, and what is wrong with a seat that is not due, are the same question everywhere.

    def wrong_seat(self, number: int | None, otherwise: str, chips: bool = True) -> str:
        """Why the seat ``number`` may not do this now; ``otherwise`` where it simply is not its turn."""
        seat = self.table.by_number.get(number) if number is not None else None
        if seat is None:
            return "unknown-seat"
        if not seat.live:
            return "mucked-hand" if seat.out == "mucked" else "folded-seat"
        if chips and seat.stack == 0:
            return "all-in-cannot-act"
        return otherwise

    def card_twice(self, event: Event) -> str | None:
        """What is wrong with the one card of an event: it lies on the table already."""
        twice = event.card is not None and self.table.twice((event.card,)) is not None
        return "duplicate-card" if twice else None

    def declared_fault(self, number: int | None, excused: frozenset[str]) -> str | None:
        """Why a seat may not declare after all have declared: it changes its word."""
        seat = self.table.by_number.get(number or 0)
        known = seat is not None and seat.live
        code = "declaration-changed" if known else self.wrong_seat(number, "unexpected-event")
        return None if code in excused else code

    def wrong_kind(self, event: Event) -> str:
        """Why this kind of event cannot come now."""
        if event.type == "declare" and not self.table.game.declares(self.table.house):
            return "declaration-not-played"
        return "unexpected-event"


class SeatDue(Due):
    """Something that one seat must do."""

    __slots__ = ("seat",)

    def __init__(self, table: Table, seat: Seat) -> None:
        self.table = table
        self.seat = seat

    def seats(self) -> Sequence[Seat]:
        return (self.seat,)

    def seat_fault(self, event: Event, excused: frozenset[str], chips: bool = False) -> str | None:
        """What is wrong with the seat of an event."""
        if event.seat == self.seat.number:
            return None
        code = self.wrong_seat(event.seat, "out-of-turn", chips=chips)
        return None if code in excused else code


def line_after(table: Table, seat: Seat, line: Sequence[Seat]) -> list[Seat]:
    """Those of ``line``, the seats that owe an act one after another, who still owe it once ``seat`` has acted: from
    its left on, so that whom it passed over out of turn comes last (``stud/out-of-turn``)."""
    return [other for other in table.clockwise(seat.index + 1) if other in line and other is not seat]


def ask(table: Table, due: Due) -> Asked:
    """Asks for ``due`` until it is done and returns the event. The only ``yield`` in the house.

    Returns None where something that may come at any time (a dead hand) made the question moot: the step looks again.
    Raises Refused for an event that the rules do not allow, unless it stands and may.
    """
    while True:
        event = table.pending
        pushed_back = False
        if event is None:
            event = yield due
        else:
            table.pending = None
            pushed_back = True
        if event.type in ANY_TIME:
            if table.game.any_time(table, event):
                return None
            continue
        code = due.judge(event)
        if code is None:
            return event
        excused: frozenset[str] = NOTHING
        while code is not None:
            # What stood once for this event cannot stand again: the step before has made of it what could be made.
            again = code in excused or (pushed_back and table.stood(code))
            if again or not (event.stands and code in MAY_STAND):
                raise Refused(code, due, event)
            table.warn(code)
            excused |= {code}
            code = due.judge(event, excused)
        return event


class DealDue(Due):
    """Cards from the dealer: the first seat in ``waiting`` gets ``down`` and ``up`` cards."""

    __slots__ = ("down", "up", "waiting")
    what = "deal"

    def __init__(self, table: Table, waiting: list[Seat], down: int, up: int) -> None:
        self.table = table
        self.waiting = waiting
        self.down = down
        self.up = up

    def seats(self) -> Sequence[Seat]:
        return self.waiting[:1]

    def judge(self, event: Event, excused: frozenset[str] = NOTHING) -> str | None:
        if event.type != "deal":
            if event.type != "community":
                return self.wrong_kind(event)
            if "community-not-allowed" not in excused:
                return "community-not-allowed"
            return self.card_twice(event)
        if event.seat != self.waiting[0].number:
            code = self.wrong_seat(event.seat, "deal-out-of-order", chips=False)
            if code not in excused:
                return code
        down, up = len(event.down), len(event.up)
        if down != self.down or up != self.up:
            code = "wrong-card-count" if down + up != self.down + self.up else "up-down-pattern"
            if code not in excused:
                return code
        seen = self.table.seen
        cards = event.down + event.up if event.down else event.up
        for card in cards:
            if card in seen:
                return "duplicate-card"
        if len(cards) > 1 and self.table.twice(cards) is not None:
            return "duplicate-card"
        if self.table.stub < len(cards):
            return "not-enough-cards"
        return None

    def legal(self) -> list[Offer]:
        return [{"type": "deal", "seat": self.waiting[0].number, "down": self.down, "up": self.up}]


class CommunityDue(Due):
    """The last card, common to all, because the stub cannot give one to each (``stud/exhaustion``)."""

    __slots__ = ()
    what = "community"

    def judge(self, event: Event, excused: frozenset[str] = NOTHING) -> str | None:
        if event.type == "deal":
            return "not-enough-cards"
        if event.type != "community":
            return self.wrong_kind(event)
        return self.card_twice(event)

    def legal(self) -> list[Offer]:
        return [{"type": "community"}]


class ShowdownDue(Due):
    """After the last round, or when all others are out: nothing must happen, but hands may be shown or mucked."""

    __slots__ = ()
    what = "show"

    def judge(self, event: Event, excused: frozenset[str] = NOTHING) -> str | None:
        table = self.table
        if event.type == "declare" and table.declaring and table.at_showdown:
            seat = table.by_number.get(event.seat or 0)
            if seat is None or not seat.live:
                return "hand-over"
            return self.declared_fault(event.seat, excused)
        if event.type == "declare" and not table.game.declares(table.house):
            # More telling than that the hand is over: this is when ways would have been declared.
            return "declaration-not-played"
        if event.type != "muck" or not table.at_showdown:
            return "hand-over"
        seat = table.by_number.get(event.seat or 0)
        if seat is None or not seat.live:
            return self.wrong_seat(event.seat, "hand-over", chips=False)
        return "hand-over" if len(table.live) < 2 else None
