"""The showdown as a step: nothing must happen any more, hands are shown or mucked, and who should show first."""

from __future__ import annotations

from studbook.dues import Script, ShowdownDue, ask
from studbook.openers import best_boards
from studbook.table import Seat, Table


def showdown(table: Table) -> Script:
    """Hands are compared; nothing more must happen, but hands may be shown or mucked as long as the record goes on."""
    table.at_showdown = True
    table.over = True
    wrong_hands(table)
    while True:
        event = yield from ask(table, ShowdownDue(table))
        if event is None:
            continue
        seat = table.by_number[event.seat or 0]
        if event.type == "declare":
            seat.declared = event.way
            continue
        showing_order(table, seat)
        table.leave(seat, "mucked")


def wrong_hands(table: Table) -> None:
    """Irregular deals that stood: a hand with too many cards is dead, so is one that misses more than its last card
    (Robert's Rules, stud 18). If no proper hand is left they all play."""
    full = table.game.hand_size - (table.community is not None)
    wrong = [seat for seat in table.live if seat.short or not full - 1 <= len(seat.down) + len(seat.up) <= full]
    if len(wrong) < len(table.live):
        for seat in wrong:
            if table.explain:
                table.note("wrong-hand", f"Seat {seat.number} holds {len(seat.cards)} cards, not {full}: a dead hand.")
            table.leave(seat, "dead")


def after_the_hand(table: Table) -> Script:
    """All others are out: nothing is due, but cards may still be shown."""
    while True:
        yield from ask(table, ShowdownDue(table))


def showing_order(table: Table, seat: Seat) -> None:
    """A warning where another seat should have shown or mucked first (``stud/showdown-order``)."""
    first = first_to_show(table)
    if not table.shown_any and first is not None and first is not seat:
        table.warn("showdown-order", "seat", f"Seat {first.number} shows first, not seat {seat.number}.")
    table.shown_any = True


def first_to_show(table: Table) -> Seat | None:
    """Who shows first: the last aggressor of the final round, else its opener; or always the best board."""
    shown = table.record.showdown
    if shown is not None:
        named = table.by_number.get(shown.last_aggressor or 0)
        if named is not None and named.live and table.house.showdown_first == "last_aggressor":
            return named
    if table.house.showdown_first == "last_aggressor":
        rnd = table.last_round
        for seat in (rnd.last_aggressor, rnd.opener) if rnd is not None else ():
            if seat is not None and seat.live:
                return seat
        if rnd is not None and rnd.opener is not None:
            return next((seat for seat in table.clockwise(rnd.opener.index) if seat.live), None)
    if any(card < 0 for seat in table.live for card in seat.up):
        return None
    return best_boards(table, table.live)[0] if table.live else None
