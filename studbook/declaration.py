"""The declaration: high, low or both, at the same time or in turn, and the betting round that may follow it."""

from __future__ import annotations

from collections.abc import Sequence

from studbook.betting import start_round
from studbook.dues import NOTHING, Due, Offer, Script, ask, line_after
from studbook.record import Event
from studbook.steps import again, play_round
from studbook.table import Seat, Table

WAYS = ("high", "low", "both")


class DeclareDue(Due):
    """The seats that have not declared yet; where it is done in turn, the one whose turn it is."""

    __slots__ = ("waiting",)
    what = "declare"

    def __init__(self, table: Table, waiting: Sequence[Seat]) -> None:
        self.table = table
        self.waiting = waiting

    def seats(self) -> Sequence[Seat]:
        return self.waiting

    def judge(self, event: Event, excused: frozenset[str] = NOTHING) -> str | None:
        if event.type != "declare":
            return self.wrong_kind(event)
        seat = self.table.by_number.get(event.seat or 0)
        if seat not in self.waiting:
            declared = seat is not None and seat.declared is not None
            code = self.wrong_seat(event.seat, "declaration-changed" if declared else "out-of-turn", chips=False)
            if code not in excused:
                return code
        return None if event.way in WAYS else "unexpected-event"

    def legal(self) -> list[Offer]:
        return [{"type": "declare", "seat": seat.number, "way": way} for seat in self.waiting for way in WAYS]


def declaration(table: Table, street: int) -> Script:
    """Every live seat declares, all-in ones too, unless cards speak; then, if it was announced, one more round of the
    last street (``stud-hi-lo-declare/declare``, ``new-york-new-york/bet-after-declare``)."""
    house = table.house
    if not table.game.declares(house):
        return
    table.declaring = True
    in_turn = house.declare == "in_turn"
    waiting = list(table.clockwise(_first(table).index)) if in_turn else list(table.live)
    while waiting := [seat for seat in waiting if seat.live and seat.declared is None]:
        event = yield from ask(table, DeclareDue(table, waiting[:1] if in_turn else waiting))
        if event is not None:
            seat = table.by_number[event.seat or 0]
            if in_turn and seat.declared is None:
                # A word that is changed was not due again: it moves nothing.
                waiting = line_after(table, seat, waiting)
            seat.declared = event.way
            if table.explain:
                table.note("declare", f"Seat {event.seat} declares {event.way}.")
    if house.bet_after_declare:
        yield from _round_after(table, street)


def _first(table: Table) -> Seat:
    """Who declares first in turn: the last aggressor of the final round, else its opener, else the first live seat from
    the dealer's left; or always one of the latter two."""
    rule, rnd = table.house.declare_first, table.last_round
    first = None
    if rnd is not None and rule != "dealers_left":
        first = (rnd.last_aggressor if rule == "last_aggressor" else None) or rnd.opener
    if table.explain and first is not None:
        table.note("declare-first", f"Seat {first.number} declares first.")
    start = 0 if first is None else first.index
    return next(seat for seat in table.clockwise(start) if seat.live)


def _round_after(table: Table, street: int) -> Script:
    """The same opener, the big bet, the same cap. Whoever is left when all others fold takes everything."""
    if table.with_chips < 2:
        return
    before = table.last_round.opener if table.last_round is not None else None
    yield from play_round(table, start_round(table, street), lambda table: again(table, before))
