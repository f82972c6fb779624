"""Cards in the centre: turned, chosen, bought, filled again. New York New York's two, Wall Street's row of four."""

from __future__ import annotations

from collections.abc import Sequence

from studbook.cards import RANK_WORDS, UNKNOWN, text
from studbook.dues import NOTHING, Due, Offer, Script, SeatDue, ask
from studbook.record import Event
from studbook.table import Seat, Table


class TurnDue(Due):
    """A card turned up in the first of the empty ``places``, in ascending order."""

    __slots__ = ("places",)
    what = "turn"

    def __init__(self, table: Table, places: Sequence[int]) -> None:
        self.table = table
        self.places = places

    def judge(self, event: Event, excused: frozenset[str] = NOTHING) -> str | None:
        if event.type != "turn":
            if event.type in ("take", "buy"):
                return None if "row-not-filled" in excused else "row-not-filled"
            return self.wrong_kind(event)
        if event.place != self.places[0]:
            if event.place not in self.places:
                return "empty-place" if event.place not in self.table.centre else "unexpected-event"
            if "deal-out-of-order" not in excused:
                return "deal-out-of-order"
        return self.card_twice(event)

    def legal(self) -> list[Offer]:
        return [{"type": "turn", "place": self.places[0]}]


class ChooseDue(SeatDue):
    """One seat takes a card from the centre or the top of the deck, free of charge."""

    __slots__ = ()
    what = "take"

    def judge(self, event: Event, excused: frozenset[str] = NOTHING) -> str | None:
        if event.type != "take":
            return self.wrong_kind(event)
        return self.seat_fault(event, excused) or self.card_fault(event, excused)

    def card_fault(self, event: Event, excused: frozenset[str]) -> str | None:
        """What is wrong with the card taken: the place is empty, another card lies there, or it came before."""
        card = event.card
        if event.place is not None:
            lying = self.table.centre.get(event.place)
            if lying is None:
                return "empty-place"
            if card in (None, lying, UNKNOWN):
                return None
            if lying != UNKNOWN and "wrong-place-card" not in excused:
                return "wrong-place-card"
        elif not self.table.stub:
            return "not-enough-cards"
        return self.card_twice(event)

    def legal(self) -> list[Offer]:
        number = self.seat.number
        offers: list[Offer] = [
            {"type": "take", "seat": number, "place": place, "card": text(card)}
            for place, card in sorted(self.table.centre.items())
            if card is not None
        ]
        if self.table.stub:
            offers.append({"type": "take", "seat": number})
        return offers


class BuyDue(ChooseDue):
    """One seat buys a card of the row at the price of its place, or takes the deck's top card free
    (``wall-street/purchase``)."""

    __slots__ = ()

    def judge(self, event: Event, excused: frozenset[str] = NOTHING) -> str | None:
        if event.type == "take" and event.place is None:
            return self.seat_fault(event, excused) or self.card_fault(event, excused)
        if event.type != "buy":
            return self.wrong_kind(event)
        code = self.seat_fault(event, excused)
        if code is not None:
            return code
        seat = self.table.by_number[event.seat or 0]
        if self.table.centre.get(event.place or 0) is None:
            return "empty-place"
        price = price_of(self.table, event.place or 0)
        if event.price is not None and event.price != price:
            if "wrong-price" not in excused:
                return "wrong-price"
            price = event.price
        if seat.stack is not None and (price > seat.stack or seat.stack == 0):
            return "insufficient-chips"
        return self.card_fault(event, excused)

    def legal(self) -> list[Offer]:
        seat, offers = self.seat, []
        for place, card in sorted(self.table.centre.items()):
            price = price_of(self.table, place)
            if card is not None and (seat.stack is None or 0 < seat.stack >= price):
                offers.append({"type": "buy", "seat": seat.number, "place": place, "card": text(card), "price": price})
        return [*offers, {"type": "take", "seat": seat.number}] if self.table.stub else offers


def price_of(table: Table, place: int) -> int:
    """The price of a place in chips, whatever card lies there (``wall-street/prices``)."""
    price: int = table.house.prices[place - 1] * table.stakes.unit
    return price


def top_place(table: Table) -> int:
    """The most expensive place of the row, the first of several."""
    prices: list[int] = table.house.prices
    return prices.index(max(prices)) + 1


def lay_centre(table: Table, places: int) -> None:
    """Makes the places of the centre, all empty."""
    table.centre = dict.fromkeys(range(1, places + 1))


def fill_centre(table: Table, *, first: bool = False, choosers: Sequence[Seat] | None = None) -> Script:
    """Turns a card into every empty place, the lowest first; where the row slides, each into the dearest place. A
    choice made over an empty place that stood leaves it; and where ``choosers`` are given, no card is turned once none
    of them is live."""
    slides = not first and table.house.row_refill == "slide_down"
    while table.stub and (empty := _empty(table)):
        if choosers is not None and not any(seat.live for seat in choosers):
            return
        if slides:
            slide(table)
            empty = sorted(_empty(table), key=lambda place: place != top_place(table))
        event = yield from ask(table, TurnDue(table, empty))
        if event is None:
            continue
        if event.type != "turn":
            table.pending = event
            return
        card = UNKNOWN if event.card is None else event.card
        table.gone += 1
        table.see(card)
        table.centre[event.place or 0] = card
        if table.explain:
            table.note("row" if first else "refill", f"{text(card)} is turned up in place {event.place}.")
        if card >= 0 and table.house.wild == "rank_at_top_price" and event.place == top_place(table):
            table.wild_rank = card >> 2
            if table.explain:
                table.note("wild", f"{RANK_WORDS[card >> 2].capitalize()}s are wild: one lies in the dearest place.")


def _empty(table: Table) -> list[int]:
    return [place for place, card in sorted(table.centre.items()) if card is None]


def can_choose(table: Table) -> bool:
    """Whether there is a card to choose: not after irregular deals that stood have emptied the deck."""
    return table.stub > 0 or any(card is not None for card in table.centre.values())


def slide(table: Table) -> None:
    """The cards of the row close up, in their order, so that the dearest place is the empty one: towards place 1 where
    prices rise, towards place 4 where they fall (``wall-street/refill``)."""
    left = iter([card for _, card in sorted(table.centre.items()) if card is not None])
    dearest = top_place(table)
    table.centre = {place: None if place == dearest else next(left, None) for place in sorted(table.centre)}


def take(table: Table, event: Event, *, deck_card_down: bool = False) -> Seat:
    """Gives a chosen card to its seat, face up but for a deck card on a street dealt down. Returns the seat."""
    seat = table.by_number[event.seat or 0]
    if event.place is None:
        card = UNKNOWN if event.card is None else event.card
        table.give(seat, [card] if deck_card_down else (), () if deck_card_down else [card])
        return seat
    lying = table.centre[event.place]
    taken = lying if event.card is None or event.card == UNKNOWN else event.card
    assert taken is not None
    table.centre[event.place] = None
    seat.up.append(taken)
    table.see(taken)
    return seat


def buy(table: Table, event: Event) -> Seat:
    """A seat pays a price into the pot and gains the card. The price is in no layer, is never returned, and is played
    for by the live seats that had chips before it was paid (``wall-street/purchase-pot``)."""
    seat = table.by_number[event.seat or 0]
    price = price_of(table, event.place or 0) if event.price is None else event.price
    contestants = tuple(other for other in table.live if other.stack != 0)
    table.purchases.append((price, contestants))
    if seat.stack is not None:
        seat.stack -= price
        table.count_chips()
    seat.bought += price
    table.pot += price
    take(table, event)
    if table.house.wild == "bought_from_top_price" and event.place == top_place(table):
        seat.wild.append(seat.up[-1])
        if table.explain:
            table.note(
                "wild", f"{text(seat.up[-1])} is wild for seat {seat.number}, who bought it from the dearest place."
            )
    if table.explain:
        table.note("purchase", f"Seat {seat.number} pays {price} for {text(seat.up[-1])} in place {event.place}.")
    return seat


def discard_centre(table: Table) -> None:
    """What is left in the centre is dead, seen by all."""
    table.dead_centre += [card for card in table.centre.values() if card is not None]
    table.centre = {}
    if table.explain:
        table.note("row-discarded", f"The unsold cards, {' '.join(map(text, table.dead_centre))}, are dead.")
