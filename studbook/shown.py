"""A record that holds only the end of a hand: the cards, what was put in or the pots, what was declared."""

from __future__ import annotations

from studbook.cards import text
from studbook.pots import Pot
from studbook.record import Record, Showdown, ShownHand
from studbook.showdown import Settlement, settle_pots
from studbook.table import Seat, Table
from studbook.verdict import SetupFault, Verdict


class _Wrong(Exception):
    def __init__(self, code: str, pointer: str, message: str) -> None:
        super().__init__(message)
        self.fault = SetupFault(code, f"/showdown{pointer}", message)


def play_showdown(table: Table) -> Verdict:
    """The verdict on a ``showdown`` record: the same settlement as after a replay."""
    record, shown = table.record, table.record.showdown
    assert shown is not None
    try:
        _lay_cards(table, shown)
        _leave(table, shown)
        _declarations(table, shown)
        pots = _given_pots(table, shown)
    except _Wrong as wrong:
        return Verdict(record, None, fault=wrong.fault)
    table.at_showdown = table.over = True
    if pots is None:
        return Verdict(record, table)
    return Verdict(record, table, settlement=settle_pots(table, Settlement(pots)))


def _hands(record: Record, shown: Showdown) -> dict[int, tuple[int, ShownHand]]:
    hands: dict[int, tuple[int, ShownHand]] = {}
    known = {seat.seat for seat in record.seats}
    for at, hand in enumerate(shown.hands):
        if hand.seat not in known:
            raise _Wrong("bad-seats", f"/hands/{at}/seat", f"there is no seat {hand.seat} among the record's seats")
        if hand.seat in hands:
            raise _Wrong("bad-seats", f"/hands/{at}/seat", f"seat {hand.seat} has two hands")
        hands[hand.seat] = at, hand
    if shown.last_aggressor is not None and shown.last_aggressor not in known:
        raise _Wrong(
            "bad-seats", "/last_aggressor", f"there is no seat {shown.last_aggressor} among the record's seats"
        )
    for seat in known - hands.keys():
        raise _Wrong("bad-seats", "/hands", f"seat {seat} has no hand: give its cards, or say how it is out")
    return hands


def _lay_cards(table: Table, shown: Showdown) -> None:
    most = table.game.hand_size - (shown.community is not None)
    if shown.community is not None:
        table.community = shown.community
        table.gone += 1
        table.see(shown.community)
    for number, (at, hand) in _hands(table.record, shown).items():
        seat = table.by_number[number]
        cards = hand.cards
        if len(cards) > most or (hand.out is None and len(cards) < 5 - (shown.community is not None)):
            least = 5 - (shown.community is not None)
            raise _Wrong(
                "wrong-card-count",
                f"/hands/{at}/cards",
                f"seat {number} shows {len(cards)} cards, not {least} to {most}",
            )
        twice = table.twice(cards)
        if twice is not None:
            raise _Wrong("duplicate-card", f"/hands/{at}/cards", f"{text(twice)} comes twice in this showdown")
        table.give(seat, cards, ())
        for card in hand.wild:
            if card not in cards or table.house.wild == "none":
                raise _Wrong(
                    "bad-showdown",
                    f"/hands/{at}/wild",
                    "a wild card is one of the hand's own, where the house plays any",
                )
        seat.wild = list(hand.wild)
        _chips(table, seat, at, hand, shown)


def _chips(table: Table, seat: Seat, at: int, hand: ShownHand, shown: Showdown) -> None:
    if (hand.put_in is None) == (shown.pots is None):
        raise _Wrong(
            "bad-showdown", f"/hands/{at}/put_in", "give what every seat put in, or the pots, not both and not neither"
        )
    if hand.put_in is None:
        return
    if seat.stack is not None and hand.put_in > seat.stack:
        raise _Wrong("exceeds-stack", f"/hands/{at}/put_in", f"seat {seat.number} had {seat.stack} chips")
    seat.paid = hand.put_in
    table.pot += hand.put_in
    if seat.stack is not None:
        seat.stack -= hand.put_in


def _leave(table: Table, shown: Showdown) -> None:
    table.at_showdown = True
    for hand in shown.hands:
        if hand.out is not None:
            table.leave(table.by_number[hand.seat], hand.out)
    if not table.live:
        raise _Wrong("bad-showdown", "/hands", "every hand is out: one at least must be live to win")


def _declarations(table: Table, shown: Showdown) -> None:
    declares = table.game.declares(table.house)
    table.declaring = declares
    for at, hand in enumerate(shown.hands):
        seat = table.by_number[hand.seat]
        if hand.declared is not None and not declares:
            raise _Wrong("declaration-not-played", f"/hands/{at}/declared", "cards speak here: nobody declares")
        if declares and seat.live and hand.declared is None and len(table.live) > 1:
            raise _Wrong("declaration-missing", f"/hands/{at}/declared", f"seat {seat.number} did not declare")
        seat.declared = hand.declared


def _given_pots(table: Table, shown: Showdown) -> list[Pot] | None:
    if shown.pots is None:
        return None
    pots = []
    for at, pot in enumerate(shown.pots):
        if not pot.eligible:
            raise _Wrong("bad-showdown", f"/pots/{at}/eligible", "a pot has one eligible seat at least")
        for number in pot.eligible:
            seat = table.by_number.get(number)
            if seat is None or not (seat.live or seat.out == "mucked"):
                raise _Wrong("bad-showdown", f"/pots/{at}/eligible", f"seat {number} is not in the hand to the end")
        eligible = [seat for seat in table.seats if seat.number in pot.eligible]
        pots.append(Pot(pot.amount, eligible))
    return pots
