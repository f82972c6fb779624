"""No Peek's steps: unseen cards flipped one at a time, the hand to beat, the round after every turn."""

from __future__ import annotations

from collections.abc import Callable, Generator

from studbook import explain
from studbook.betting import ACTS, start_round
from studbook.cards import texts
from studbook.dues import NOTHING, Due, Offer, Script, SeatDue, ask
from studbook.irregular import fill
from studbook.openers import best_boards
from studbook.ranking import SCALES, high, name
from studbook.record import Event
from studbook.showdown import low_floor
from studbook.steps import play_round
from studbook.table import Seat, Table

Survives = Callable[[Table, Seat], bool]


class FlipDue(SeatDue):
    """The seat whose turn it is flips another card."""

    __slots__ = ()
    what = "flip"

    def judge(self, event: Event, excused: frozenset[str] = NOTHING) -> str | None:
        if event.type in ACTS:
            return None if "must-keep-flipping" in excused else "must-keep-flipping"
        if event.type != "flip":
            return self.wrong_kind(event)
        code = self.seat_fault(event, excused)
        if code is not None:
            return code
        seat = self.table.by_number[event.seat or 0]
        card = event.card
        if card is None or card < 0:
            return "shown-cards-differ"
        if card in seat.down:
            return None
        if card in self.table.seen:
            return "duplicate-card"
        return None if -1 in seat.down else "shown-cards-differ"

    def legal(self) -> list[Offer]:
        return [{"type": "flip", "seat": self.seat.number}]


def next_to_flip(table: Table, start: int) -> Seat | None:
    """The first live seat from index ``start`` on that still has cards down; None when all are up."""
    for seat in table.clockwise(start):
        if seat.live and seat.down:
            return seat
    return None


def turn(table: Table, seat: Seat, survives: Survives) -> Generator[Due, Event, Seat | None]:
    """One seat's turn: at least one card, until the hand showing beats, or all seven are up. A failed hand that does
    not survive must fold in the round that follows; without chips it is dead at once (``no-peek/failed-turn``).
    Returns the seat whose turn it was; None where it was dead before it had flipped, and so had none."""
    flipped = False
    while True:
        event = yield from ask(table, FlipDue(table, seat))
        if event is None:
            if seat.live:
                continue
            return seat if flipped else None
        if event.type != "flip":
            # The turn ended early and nobody objected: the seat plays on.
            table.pending = event
            return seat
        seat = table.by_number[event.seat or 0]
        flip(table, seat, event)
        flipped = True
        if beats(table, seat):
            if table.explain:
                rival = max(showing(table, but=seat), key=lambda other: high(seen_up(other)), default=None)
                explain.beaten(table, seat, rival)
            table.centre_stands = False
            return seat
        if table.phase_two and has_best_low(table, seat):
            return seat
        if not seat.down:
            break
    if survives(table, seat):
        if table.explain:
            table.note("phase-two", f"Seat {seat.number} fails on high, but shows the best low and stays.")
        return seat
    if table.explain:
        table.note("failed-turn", f"Seat {seat.number} shows all its cards and does not beat the best hand: it folds.")
    if seat.stack == 0:
        table.leave(seat, "dead")
    else:
        seat.must_fold = True
    return seat


def flip(table: Table, seat: Seat, event: Event) -> None:
    """A down card is turned up; the faces that the record knows may be flipped in any order."""
    card = event.card
    assert card is not None
    if card not in seat.down:
        fill(table, seat, (card,), event)
    seat.down.remove(card)
    seat.up.append(card)
    seat.value_memo = {}


def seen_up(seat: Seat) -> list[int]:
    """The cards that a hand shows, but for up cards that nobody saw (an irregular deal that stood)."""
    return [card for card in seat.up if card >= 0]


def showing(table: Table, but: Seat | None = None) -> list[Seat]:
    """The live seats that show any card."""
    return [seat for seat in table.live if seen_up(seat) and seat is not but]


def beats(table: Table, seat: Seat) -> bool:
    """Whether a hand is strictly better than every other live hand showing, and than the centre card until that is
    beaten (``no-peek/to-beat``)."""
    rivals = [high(seen_up(other)) for other in showing(table, seat)]
    centre = table.centre.get(1)
    if table.centre_stands and centre is not None and centre >= 0:
        rivals.append(high((centre,)))
    return high(seen_up(seat)) > max(rivals, default=-1)


def has_best_low(table: Table, seat: Seat) -> bool:
    """Whether a hand is strictly the best low showing. A low needs five cards, unless lows are compared as shown
    (``no-peek-hi-lo/partial-low``)."""
    mine = _low(table, seat)
    if mine is None:
        return False
    return all(mine > (_low(table, other) or -1) for other in showing(table, seat))


def _low(table: Table, seat: Seat) -> int | None:
    if table.house.partial_low == "five_cards_needed" and len(seen_up(seat)) < 5:
        return None
    strength = SCALES[table.game.low_scale(table.house)].strength(seen_up(seat))
    return strength if strength >= low_floor(table) else None


def round_after(table: Table, flipper: Seat) -> Script:
    """The betting round after a turn (``no-peek/opener``). A hand that must fold counts for whether it takes place."""
    rnd = start_round(table, table.street)
    if table.with_chips > 1 or (flipper.live and flipper.must_fold):
        yield from play_round(table, rnd, lambda table: _opener(table, flipper))
    flipper.must_fold = False


def _opener(table: Table, flipper: Seat) -> list[Seat]:
    """The best high hand showing, a failed one left aside; where none shows, the first seat with chips left of the
    flipper; a failed hand itself where no other seat has chips."""
    if flipper.live and flipper.must_fold and not any(seat.stack != 0 for seat in table.live if seat is not flipper):
        return [flipper]
    shown = [seat for seat in showing(table) if not seat.must_fold]
    opener = best_boards(table, shown)[0] if shown else _next_to_open(table, flipper)
    if opener is not None and opener.stack == 0:
        able = [seat for seat in shown if seat.stack != 0]
        if table.house.opener_when_best_board_all_in == "best_board_with_chips" and able:
            opener = best_boards(table, able)[0]
        else:
            opener = _next_to_open(table, opener)
    return [] if opener is None else [opener]


def _next_to_open(table: Table, seat: Seat) -> Seat | None:
    """The first live seat with chips to the left of ``seat``, a failed hand left aside."""
    able = (other for other in table.clockwise(seat.index + 1) if other.live and other.stack != 0)
    return next((other for other in able if not other.must_fold), None)


def hand_to_beat(table: Table) -> dict[str, object] | None:
    """The hand that the next flip has to beat: whose, its cards and its name; the centre card's seat is null."""
    shown = showing(table)
    centre = table.centre.get(1)
    best = max(shown, key=lambda seat: high(seen_up(seat)), default=None)
    if table.centre_stands and centre is not None and (best is None or high((centre,)) >= high(seen_up(best))):
        return {"seat": None, "cards": texts((centre,)), "name": name("high", (centre,))}
    if best is None:
        return None
    return {"seat": best.number, "cards": texts(best.up), "name": name("high", seen_up(best))}
