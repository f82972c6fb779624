"""`HandBuilder`: a reader tells it what a text says, in the text's own terms, and it makes the document.

It keeps the accounts that the wording of sources needs: the total of each seat in the round, so that "raises by" and
"raises to" both come out as ``to``, and what each seat put in over the hand. It judges nothing: what was out of turn
or too much is the referee's business, and no event is invented or left out. Amounts are exact decimals until the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from studbook.formats.accounts import ZERO as ZERO
from studbook.formats.accounts import Payment, Place, Pot, Wager, pots_of, uncalled
from studbook.formats.common import UNSEEN, Cannot, Names, Read
from studbook.formats.finish import finished, order_of_play

FIRST_STREET = {"five-card-stud": 2}


class HandBuilder:
    """Collects one hand. Every method raises `Cannot` where the text contradicts itself; ``at`` is put on it.

    Set ``at`` to the number of the line being read. ``names`` finds the seats' names in lines.
    """

    def __init__(
        self,
        site: str,
        hand_no: str | None,
        game: str,
        *,
        structure: str = "fixed-limit",
        currency: str | None = None,
        table: str | None = None,
        played_at: str | None = None,
    ) -> None:
        self.site = site
        self.hand_no = hand_no
        self.ref: str | None = f"{site}:{hand_no}" if hand_no else None
        self.game = game
        self.structure = structure
        self.currency = currency
        self.table = table
        self.played_at = played_at
        self.meta: dict[str, Any] = {}
        self.at: int | None = None
        # The table
        self.names = Names()
        self.places: dict[int, Place] = {}
        self.given_order: list[int] | None = None
        self.dealer: int | None = None
        self.stakes: dict[str, Decimal] = {}
        self.bring_in_guess: Decimal | None = None
        self.short_bring_in: tuple[int, Decimal] | None = None
        self.rules: dict[str, Any] = {}
        # What happened
        self.level = ZERO
        self.streets = 0
        self.events: list[dict[str, Any]] = []
        self.lines: list[int | None] = []  # where each event stands in the text
        self.event_lines: tuple[int | None, ...] = ()
        self.wagers: list[Wager] = []
        # The end, as stated
        self.stated_returns: dict[int, Decimal] = {}
        self.stated_rake: list[Decimal] | None = None
        self.stated_total: Decimal | None = None
        self.payments: list[Payment] = []
        # Every amount met: the finest decides the unit.
        self.figures: list[Decimal] = []
        self.inferred: list[str] = []
        self.doubts: list[str] = []

    # The table

    def cannot(self, reason: str) -> Cannot:
        """A `Cannot` at the line being read, with the number of the hand."""
        return Cannot(reason, self.at, self.hand_no)

    def seat(self, number: int, player: str, stack: Decimal | None = None, *, name: str | None = None) -> None:
        """A seat of the table, whether it is dealt in or not. ``name`` is what lines call it, if not ``player``."""
        if not 1 <= number <= 99:
            raise self.cannot(f"seat {number}: seats are numbered from 1 to 99")
        if number in self.places:
            raise self.cannot(f"seat {number} is listed twice")
        if not player or len(player) > 200:
            raise self.cannot(f"seat {number} has a name of {len(player)} characters; 1 to 200 were expected")
        self.names.add(name or player, number)
        self.places[number] = Place(number, player, stack)
        self.note(stack)

    def place(self, seat: int) -> Place:
        """The seat's account. Raises Cannot for a seat that the text did not list."""
        found = self.places.get(seat)
        if found is None:
            raise self.cannot(f"seat {seat} is not in the list of seats")
        return found

    def stake(self, **stakes: Decimal | None) -> None:
        """Stakes as the text states them: ``ante``, ``bring_in``, ``small_bet``, ``big_bet``, ``min_bet``, ...

        None leaves a stake out. Ante and bring-in that are not stated are taken from what was posted.
        """
        for name, figure in stakes.items():
            if figure is not None:
                self.stakes[name] = figure
                self.note(figure)

    def guess_bring_in(self, figure: Decimal | None) -> None:
        """The bring-in to assume where nobody posted a whole one; named in ``inferred`` when it is used."""
        self.bring_in_guess = figure

    def order(self, seats: Sequence[int]) -> None:
        """The order of play, the first nearest the dealer's left. Without it: by the deal (`finish`)."""
        self.given_order = list(seats)

    def order_after(self, dealer: int) -> None:
        """The order of play from the dealer's seat number (which may be empty, or 0): first the next seat up."""
        self.dealer = dealer

    # What happened

    def street(self) -> None:
        """A betting round begins: totals of the round start from nothing. Called for the first street too."""
        self.streets += 1
        self.level = ZERO
        for place in self.places.values():
            place.in_round = ZERO

    @property
    def street_number(self) -> int:
        """The number of the current street (3 for third); 0 before the first call of `street`."""
        return FIRST_STREET.get(self.game, 3) + self.streets - 1 if self.streets else 0

    @property
    def on_seventh(self) -> bool:
        """Whether this is seventh street, whose card comes down."""
        return self.game != "five-card-stud" and self.street_number == 7

    def ante(self, seat: int, figure: Decimal) -> None:
        """An ante as posted. The record carries it as a stake; it is no event."""
        place = self.place(seat)
        if place.ante is not None:
            raise self.cannot(f"{place.player!r} posts the ante twice")
        place.ante = figure
        place.put_in += figure
        self.note(figure)

    def deal(self, seat: int, down: Iterable[str] = (), up: Iterable[str] = ()) -> None:
        """Cards dealt to one seat on this street, texts of the wire format, ``??`` where unseen."""
        place = self.place(seat)
        down, up = list(down), list(up)
        place.cards += down + up
        self._add({"type": "deal", "seat": seat, "down": down, "up": up, "street": self.streets})

    def deal_next(self, seat: int, cards: Sequence[str]) -> None:
        """The card of a later street, in a list: down on seventh street, else up."""
        self.deal(seat, cards if self.on_seventh else (), () if self.on_seventh else cards)

    def community(self, card: str) -> None:
        """The common card of the last street."""
        self._add({"type": "community", "card": card})

    def bring_in(self, seat: int, *, to: Decimal, all_in: bool = False) -> None:
        """The forced bet; ``all_in`` where the text says, or the stack shows, that it was all the seat had."""
        place = self.place(seat)
        self._put(place, to)
        if all_in or place.left == 0:
            self.short_bring_in = (seat, to)
        else:
            self.short_bring_in = None
            self.stakes.setdefault("bring_in", to)
        self._event("bring-in", seat, to)

    def wager(self, seat: int, *, to: Decimal | None = None, added: Decimal | None = None) -> None:
        """A bet, completion or raise: give the seat's total for the round (``to``), or the chips ``added``."""
        place = self.place(seat)
        total = self._total(place, to, added)
        level = self.level
        self._put(place, total)
        self._event("wager", seat, total)["over"] = level
        self.wagers.append(Wager(self.streets, level, total, place.left == 0))

    def call(self, seat: int, *, to: Decimal | None = None, added: Decimal | None = None) -> None:
        """A call; without a figure it is for all that is due, or all that the seat has."""
        place = self.place(seat)
        if to is None and added is None:
            owed = max(self.level - place.in_round, ZERO)
            added = owed if place.left is None else min(owed, max(place.left, ZERO))
        total = self._total(place, to, added)
        short = self.short_bring_in
        if short and self.streets == 1 and total == short[1] == self.level and (place.left is None or place.left > 0):
            # The room let the others call an all-in bring-in for what it was.
            self.rules["short_bring_in"] = "short_amount_to_call"
        self._put(place, total)
        self._event("call", seat, total)

    def check(self, seat: int) -> None:
        """A check."""
        self._event("check", self.place(seat).seat)

    def fold(self, seat: int) -> None:
        """A fold."""
        self.place(seat).folded = True
        self._event("fold", seat)

    def show(self, seat: int, cards: Sequence[str]) -> None:
        """Cards of a seat as it shows them, known ones included. Cards that say nothing (all ``??``) are no event."""
        seen = [card for card in cards if card != UNSEEN]
        if seen:
            self.place(seat).shown = seen
            self._add({"type": "show", "seat": seat, "cards": seen})

    def check_listed(self, seat: int, cards: Sequence[str]) -> None:
        """Texts that repeat a hand when a card is added: the known cards must be those dealt and shown before.

        Raises Cannot where they are not.
        """
        place = self.place(seat)
        known = {card for card in place.cards + place.shown if card != UNSEEN}
        if known != {card for card in cards if card != UNSEEN}:
            raise self.cannot(
                f"{place.player!r} is listed with {' '.join(cards)}; known before were {' '.join(sorted(known))}"
            )

    def muck(self, seat: int) -> None:
        """A hand given up at the showdown. The last hand that nobody called is not mucked, whatever the text says."""
        self.place(seat)
        if len(self.live()) > 1:
            self._add({"type": "muck", "seat": seat})

    def fill(self, seat: int, cards: Sequence[str]) -> None:
        """Faces for the seat's unseen cards, in the order dealt: for hands that the text knows but nobody showed."""
        place = self.place(seat)
        if len(cards) != len(place.cards):
            raise self.cannot(f"{place.player!r} was dealt {len(place.cards)} cards and is listed with {len(cards)}")
        for at, (dealt, known) in enumerate(zip(place.cards, cards, strict=True)):
            if dealt == UNSEEN:
                place.cards[at] = known
            elif known not in (dealt, UNSEEN):
                raise self.cannot(f"{place.player!r} was dealt {dealt} where the list of its cards has {known}")

    # The end

    def returned(self, seat: int, figure: Decimal) -> None:
        """An uncalled bet that the text says was returned. What is returned is worked out anyway, and compared."""
        self.stated_returns[self.place(seat).seat] = self.stated_returns.get(seat, ZERO) + figure
        self.note(figure)

    def paid(self, seat: int, figure: Decimal, pot: int | None = None) -> None:
        """Chips paid from a pot, after rake and without returned bets; ``pot`` 0 is the main pot, None unknown."""
        self.place(seat).paid += figure
        self.payments.append(Payment(seat, figure, pot))
        self.note(figure)

    def rake(self, *figures: Decimal) -> None:
        """The rake stated: one sum for all pots, or a figure a pot, main first."""
        self.stated_rake = list(figures)
        for figure in figures:
            self.note(figure)

    def total_pot(self, figure: Decimal) -> None:
        """The total pot stated, before rake and without returned bets: compared, never used."""
        self.stated_total = figure

    # Accounts

    def dealt_in(self) -> list[Place]:
        """The seats that take part: they posted an ante, were dealt a card or acted."""
        acted = {event["seat"] for event in self.events if "seat" in event}
        return [p for p in self.places.values() if p.ante or p.cards or p.seat in acted]

    def live(self) -> list[int]:
        """Seats dealt in and not folded, ascending."""
        return sorted(place.seat for place in self.dealt_in() if not place.folded)

    def uncalled(self) -> tuple[int, Decimal] | None:
        """The seat and the chips that go back by the chips put in (`accounts.uncalled`); None if nothing."""
        return uncalled(self.dealt_in())

    def pots(self) -> list[Pot]:
        """The pots by layers, main first, before rake (`accounts.pots_of`)."""
        return pots_of(self.dealt_in())

    def order_of_play(self) -> list[int]:
        """The dealt-in seats, the first nearest the dealer's left (`finish.order_of_play`)."""
        return order_of_play(self)

    def infer(self, name: str) -> None:
        """Name a field as worked out by the reader."""
        if name not in self.inferred:
            self.inferred.append(name)

    def doubt(self, sentence: str) -> None:
        """Note figures of the text that disagree."""
        self.doubts.append(sentence)

    def note(self, figure: Decimal | None) -> None:
        """An amount that the record will hold. Raises Cannot for a negative one."""
        if figure is not None:
            if figure < 0:
                raise self.cannot(f"the amount {figure} is negative")
            self.figures.append(figure)

    # The document

    def document(self) -> dict[str, Any]:
        """The wire document. Raises Cannot where the text is no whole hand (`finish`)."""
        return finished(self)

    def read(self, file: str, line: int) -> Read:
        """The hand as a `Read`. Raises Cannot where the text is no whole hand (`finish`)."""
        document = self.document()
        return Read(document, file, line, tuple(self.inferred), tuple(self.doubts), self.event_lines)

    def _event(self, kind: str, seat: int, to: Decimal | None = None) -> dict[str, Any]:
        event: dict[str, Any] = {"type": kind, "seat": seat, "street": self.streets}
        if to is not None:
            event["to"] = to
        return self._add(event)

    def _add(self, event: dict[str, Any]) -> dict[str, Any]:
        self.events.append(event)
        self.lines.append(self.at)
        return event

    def _total(self, place: Place, to: Decimal | None, added: Decimal | None) -> Decimal:
        if (to is None) == (added is None):
            raise ValueError("give either the total or what was added")
        return to if to is not None else place.in_round + (added or ZERO)

    def _put(self, place: Place, total: Decimal) -> None:
        if not self.streets:
            raise self.cannot(f"{place.player!r} bets before the first street")
        if total < place.in_round:
            raise self.cannot(f"{place.player!r} has {place.in_round} in this round and cannot go down to {total}")
        place.put_in += total - place.in_round
        place.in_round = total
        self.level = max(self.level, total)
        self.note(total)
