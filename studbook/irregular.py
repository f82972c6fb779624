"""What may come at any time: burns, shown and exposed cards, dead and retrieved hands, a void deal."""

from __future__ import annotations

from studbook.cards import UNKNOWN, text
from studbook.record import Event
from studbook.showing import showing_order
from studbook.table import AllOthersOut, Refused, Seat, Table, Voided


def any_time(table: Table, event: Event) -> bool:
    """Applies an event that needs no due. True where it makes what was asked moot (a hand died or came back).
    Raises Refused, AllOthersOut, Voided."""
    if table.voided:
        raise Refused("hand-over", None, event, "type", "the hand was declared void")
    match event.type:
        case "void":
            table.voided = True
            raise Voided
        case "burn":
            _burned(table, event)
            return False
    seat = table.by_number.get(event.seat or 0)
    if seat is None:
        raise Refused("unknown-seat", None, event, "seat", f"there is no seat {event.seat} in this hand")
    match event.type:
        case "show":
            _show(table, seat, event)
            return False
        case "expose":
            _expose(table, seat, event)
            return False
        case "kill":
            return _kill(table, seat, event)
    return _retrieve(table, seat, event)


def _burned(table: Table, event: Event) -> None:
    """The face of a burn. The engine burns by rule; the event only tells which card it was."""
    table.burn_events += 1
    if table.burn_events > table.burns_made:
        table.warn("burn-irregular", "", "A burn more than the rule makes: the cards lie as they were dealt.")
    if event.card is None or event.card < 0:
        return
    if event.card in table.seen:
        raise Refused("duplicate-card", None, event, "card", already(table, event.card))
    table.see(event.card)
    table.burn_cards.append(event.card)


def already(table: Table, card: int) -> str:
    """Where a card that comes twice already lies, in words."""
    first = table.seen.get(card)
    return f"{text(card)} comes twice" + (f": it already came in event {first}" if first is not None else "")


def fill(table: Table, seat: Seat, cards: tuple[int, ...], event: Event) -> None:
    """Puts shown cards in their places: those that lie there as known ones, the others in the seat's unseen cards, down
    ones first (hand-record, `show`). Raises Refused where they do not fit."""
    lying = [card for card in seat.cards if card >= 0]
    new = []
    for card in cards:
        if card < 0:
            continue
        if card in lying:
            lying.remove(card)
        else:
            new.append(card)
    places = [(row, at) for row in (seat.down, seat.up) for at, card in enumerate(row) if card < 0]
    for card in new:
        if cards.count(card) > 1 or (card in table.seen and len(new) <= len(places)):
            raise Refused("duplicate-card", None, event, "cards", already(table, card))
    if len(new) > len(places):
        shown, held = ", ".join(map(text, new)), ", ".join(map(text, seat.cards))
        raise Refused("shown-cards-differ", None, event, "cards", f"seat {seat.number} shows {shown}, but holds {held}")
    for card, (row, at) in zip(new, places, strict=False):
        row[at] = card
        table.see(card)
        seat.value_memo = {}
        seat.board_memo = None


def _show(table: Table, seat: Seat, event: Event) -> None:
    if seat.out == "mucked":
        raise Refused("mucked-hand", None, event, "seat", f"seat {seat.number} has mucked its hand")
    if len(event.cards) > len(seat.cards):
        detail = f"seat {seat.number} shows {len(event.cards)} cards, but holds {len(seat.cards)}"
        raise Refused("shown-cards-differ", None, event, "cards", detail)
    fill(table, seat, event.cards, event)
    seat.exposed += [card for card in event.cards if card in seat.down and card not in seat.exposed]
    if table.at_showdown and seat.live:
        showing_order(table, seat)


def _expose(table: Table, seat: Seat, event: Event) -> None:
    card = UNKNOWN if event.card is None else event.card
    if card < 0 or not seat.live:
        code = "shown-cards-differ" if seat.live else ("mucked-hand" if seat.out == "mucked" else "folded-seat")
        raise Refused(code, None, event, "card", "an exposed card is a down card of a live hand, with its face")
    if card in seat.up:
        raise Refused("shown-cards-differ", None, event, "card", f"{text(card)} lies face up already")
    fill(table, seat, (card,), event)
    if card not in seat.exposed:
        seat.exposed.append(card)
    table.warn("exposed-card", "card", f"{text(card)} of seat {seat.number} was seen by all; it plays.")


def _kill(table: Table, seat: Seat, event: Event) -> bool:
    if seat.out == "mucked" and not seat.killed:
        # The dealer kills a mucked hand: from now on it cannot be taken back.
        seat.killed = True
        return False
    if not seat.live:
        code = "mucked-hand" if seat.out == "mucked" else "folded-seat"
        raise Refused(code, None, event, "seat", f"seat {seat.number} is out of the hand already")
    if len(table.live) < 2:
        raise Refused("hand-over", None, event, "seat", "it is the last live hand and has won")
    if table.explain:
        table.note(
            "dead-hand", f"Seat {seat.number}'s hand is dead: {event.reason or 'no reason given'}. Its chips stay."
        )
    table.leave(seat, "dead")
    return True


def _retrieve(table: Table, seat: Seat, event: Event) -> bool:
    """A mucked hand taken back before it was killed (Robert's Rules, dead hands)."""
    if seat.out != "mucked":
        raise Refused("not-retrievable", None, event, "seat", f"seat {seat.number} has not mucked its hand")
    if seat.killed:
        raise Refused("not-retrievable", None, event, "seat", f"seat {seat.number}'s hand was killed after the muck")
    seat.live = True
    seat.out = None
    table.live = [other for other in table.seats if other.live]
    table.count_chips()
    if table.explain:
        table.note("retrieve", f"Seat {seat.number}'s hand was taken back before it was killed: it is live.")
    return True


__all__ = ["AllOthersOut", "already", "any_time", "fill"]
