"""The table at one moment of a hand, as whoever looks may see it: what the picture is drawn from.

A step is the number of events that have happened: 0 is the table after the antes, and the last step the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from studbook.cards import text
from studbook.dues import Due
from studbook.pots import layers
from studbook.record import Record
from studbook.referee import replay
from studbook.table import Seat, Table
from studbook.verdict import Verdict
from studbook.views import HIDDEN, Eyes, declaring_now


@dataclass(frozen=True, slots=True)
class Lying:
    """A card of a hand: its face (``??`` where it is hidden from the viewer), and whether it lies face up."""

    face: str
    up: bool


@dataclass(frozen=True, slots=True)
class SeatMoment:
    """A seat at a moment; chips in the smallest unit, ``stack`` None where it is not tracked."""

    number: int
    name: str
    cards: tuple[Lying, ...]
    stack: int | None
    bet: int
    out: str | None
    declared: str | None
    due: bool
    acts: bool
    opened: bool
    won: int = 0
    hand: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the centre: its number, the card that lies there (None: empty), its price in chips (None: free)."""

    number: int
    face: str | None
    price: int | None


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after ``step`` events of ``steps``. ``pots``: one by one, where somebody is all-in; else empty."""

    step: int
    steps: int
    street: int | None
    pot: int
    pots: tuple[int, ...]
    level: int
    centre: tuple[Place, ...]
    deck_left: int
    dead: tuple[str, ...]
    to_beat: str | None
    seats: tuple[SeatMoment, ...]
    next: Mapping[str, Any] | None
    over: bool
    unseen: bool


def last_step(verdict: Verdict) -> int:
    """How many events of a record the rules took."""
    if verdict.refused_at is not None:
        return verdict.refused_at
    return 0 if verdict.table is None else len(verdict.record.events)


def moment_at(
    record: Record,
    step: int,
    names: Mapping[int, str],
    final: Verdict,
    document: Mapping[str, Any],
    viewer: str | None = None,
) -> Moment | None:
    """The table after ``step`` events. ``final`` is the verdict on the whole record, which decides what a viewer may
    see, ``document`` the same as its wire document. None where the record could not be set up."""
    if final.table is None:
        return None
    steps = last_step(final)
    step = max(0, min(step, steps))
    look = _Look(record, names, final, viewer, steps)
    if step == steps:
        # The end, or the state before the violation: the verdict's own table.
        ended = {row["seat"]: row for row in document["seats"]} if final.table.over else {}
        return look.at(step, final.table, document["next"], ended)
    met: list[Moment] = []
    count = -1

    def watch(table: Table, due: Due) -> None:
        nonlocal count
        count += 1
        if count == step:
            met.append(look.at(step, table, None if table.over else due.offer(), {}))

    replay(record, watch=watch)
    return met[0]


class _Look:
    """Looks at a table with somebody's eyes."""

    def __init__(
        self, record: Record, names: Mapping[int, str], final: Verdict, viewer: str | None, steps: int
    ) -> None:
        self.record = record
        self.names = names
        self.final = final
        self.viewer = viewer
        self.eyes = None if viewer is None else Eyes(final, viewer)
        self.steps = steps

    def at(
        self, step: int, table: Table, due: Mapping[str, Any] | None, ended: Mapping[int, Mapping[str, Any]]
    ) -> Moment:
        """The moment. ``ended``: what became of each seat, at the end of a hand that is over."""
        over = bool(ended)
        event = self.record.events[step - 1] if step else None
        acted = None if event is None else event.seat
        due_seats = () if due is None or over else due["seats"]
        opener = table.openers.get(table.street) if table.street else None
        beat = table.game.to_beat(table)
        return Moment(
            step=step,
            steps=self.steps,
            street=table.street or None,
            pot=table.pot,
            pots=tuple(pot.amount for pot in layers(table)) if any(seat.stack == 0 for seat in table.live) else (),
            level=0 if table.round is None or table.over else table.round.level,
            centre=self._centre(table),
            deck_left=table.stub,
            dead=tuple(text(card) for card in [*table.dead_cards, *table.dead_centre]),
            to_beat=None if beat is None or over else str(beat["name"]),
            seats=tuple(
                self._seat(table, seat, ended.get(seat.number), seat.number in due_seats, acted, opener)
                for seat in table.seats
            ),
            next=due,
            over=over,
            unseen=not table.game.may_look,
        )

    def _seat(
        self,
        table: Table,
        seat: Seat,
        ended: Mapping[str, Any] | None,
        due: bool,
        acted: int | None,
        opener: int | None,
    ) -> SeatMoment:
        down = [
            Lying(text(card) if self._sees(table, seat, card) else HIDDEN, card in seat.exposed) for card in seat.down
        ]
        up = [Lying(text(card), True) for card in seat.up]
        if self.record.showdown is not None:
            down = [Lying(lying.face, True) for lying in down]
        first = 1 if table.game.first_street == 2 else 2
        # In the order of the deal; in No Peek what has been flipped, then what still lies unseen.
        lying = up + down if not table.game.may_look else down[:first] + up + down[first:]
        declared = seat.declared
        if declared is not None and self.viewer is not None and declaring_now(table) and seat.player != self.viewer:
            declared = "declared"
        return SeatMoment(
            number=seat.number,
            name=self.names[seat.number],
            cards=tuple(lying),
            stack=seat.stack if ended is None else ended["stack"],
            bet=0 if table.over else seat.bet,
            out=seat.out,
            declared=declared,
            due=due,
            acts=acted == seat.number,
            opened=opener == seat.number,
            won=0 if ended is None else ended["won"] + ended["returned"],
            hand=None if ended is None else self._hand(table, seat, ended),
        )

    def _sees(self, table: Table, seat: Seat, card: int) -> bool:
        if card < 0:
            return False
        return self.eyes is None or self.eyes.sees(table, seat, card)

    def _hand(self, table: Table, seat: Seat, ended: Mapping[str, Any]) -> str | None:
        if any(not self._sees(table, seat, card) for card in seat.down):
            return None
        halves = ("high", "low") if seat.declared in (None, "both") else (seat.declared,)
        names = [ended[half]["name"] for half in halves if ended[half] is not None]
        return " · ".join(names) or None

    def _centre(self, table: Table) -> tuple[Place, ...]:
        if table.community is not None:
            return (Place(1, text(table.community), None),)
        prices = table.house.prices if table.game.has_unit and not table.over else ()
        unit = table.stakes.unit or 1
        return tuple(
            Place(
                number,
                None if card is None else text(card),
                prices[number - 1] * unit if number <= len(prices) else None,
            )
            for number, card in sorted(table.centre.items())
        )
