"""`HandBuilder`: a reader tells it what a text says, in the text's own terms, and it makes the document.

It keeps the accounts that the wording of sources needs: the total of each seat in the round, so that "raises by" and
"raises to" both come out as ``to``; what each seat put in over the hand; the pots, for a rake stated in one sum. It
judges nothing: what was out of turn or too much is the referee's business, and no event is invented or left out.
Amounts are exact decimals until `document`, which turns them into whole numbers of the smallest unit needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from operator import itemgetter
from typing import Any

from studbook.formats.common import UNSEEN, Cannot, Names, Read
from studbook.formats.money import CHIPS, places
from studbook.record import MAX_CHIPS

ZERO = Decimal(0)
FIRST_STREET = {"five-card-stud": 2}
MAX_DECIMALS = 4
# No room takes more than a tenth of a pot: a larger gap means that the text lacks a winner.
MOST_RAKE = Decimal("0.1")
WAGERS = ("bring-in", "wager", "call")


@dataclass(slots=True)
class Place:
    """One seat while the hand is read: chips in exact decimals, cards in the order dealt."""

    seat: int
    player: str
    stack: Decimal | None
    ante: Decimal | None = None
    in_round: Decimal = ZERO
    put_in: Decimal = ZERO
    paid: Decimal = ZERO
    folded: bool = False
    cards: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)

    @property
    def left(self) -> Decimal | None:
        """Chips behind; None where the text does not track them."""
        return None if self.stack is None else self.stack - self.put_in


@dataclass(frozen=True, slots=True)
class Wager:
    """A bet, completion or raise as made: the round (1 is the first), the level it went over, its total."""

    round: int
    over: Decimal
    to: Decimal
    all_in: bool


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot as it stands at the end: the chips in it, and the seats that may win it."""

    amount: Decimal
    eligible: tuple[int, ...]


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
        self.decimals: int | None = None
        self.table = table
        self.played_at = played_at
        self.at: int | None = None
        self.names = Names()
        self.places: dict[int, Place] = {}
        self.stakes: dict[str, Decimal] = {}
        self.rules: dict[str, Any] = {}
        self.tags: list[str] = []
        self.meta: dict[str, Any] = {}
        self.inferred: list[str] = []
        self.doubts: list[str] = []
        self.level = ZERO
        self.streets = 0
        self.wagers: list[Wager] = []
        self._events: list[dict[str, Any]] = []
        self._returned: dict[int, Decimal] = {}
        self._pot_payments: list[tuple[int, Decimal, int | None]] = []
        self._rake: list[Decimal] | None = None
        self._total_pot: Decimal | None = None
        self._order: list[int] | None = None
        self._short_bring_in: tuple[int, Decimal] | None = None
        self._bring_in_guess: Decimal | None = None
        self._figures: list[Decimal] = []

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
        self._figure(stack)

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
                self._figure(figure)

    def guess_bring_in(self, figure: Decimal | None) -> None:
        """The bring-in to assume where nobody posted a whole one; named in ``inferred`` when it is used."""
        self._bring_in_guess = figure

    def order(self, seats: Sequence[int]) -> None:
        """The order of play, the first nearest the dealer's left. Without it: by the deal, see `order_of_play`."""
        self._order = list(seats)

    def order_after(self, dealer: int) -> None:
        """The order of play from the dealer's seat number (which may be empty, or 0): first the next seat up."""
        numbers = sorted(self.places)
        self._order = [n for n in numbers if n > dealer] + [n for n in numbers if n <= dealer]

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

    def ante(self, seat: int, figure: Decimal) -> None:
        """An ante as posted. The record carries it as a stake; it is no event."""
        place = self.place(seat)
        if place.ante is not None:
            raise self.cannot(f"{place.player!r} posts the ante twice")
        place.ante = figure
        place.put_in += figure
        self._figure(figure)

    def deal(self, seat: int, down: Iterable[str] = (), up: Iterable[str] = ()) -> None:
        """Cards dealt to one seat on this street, texts of the wire format, ``??`` where unseen."""
        place = self.place(seat)
        down, up = list(down), list(up)
        place.cards += down + up
        self._events.append({"type": "deal", "seat": seat, "down": down, "up": up, "street": self.streets})

    def community(self, card: str) -> None:
        """The common card of the last street."""
        self._events.append({"type": "community", "card": card})

    def bring_in(self, seat: int, *, to: Decimal, all_in: bool = False) -> None:
        """The forced bet; ``all_in`` where the text says, or the stack shows, that it was all the seat had."""
        place = self.place(seat)
        self._put(place, to)
        if all_in or place.left == 0:
            self._short_bring_in = (seat, to)
        else:
            self._short_bring_in = None
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
        short = self._short_bring_in
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
            self._events.append({"type": "show", "seat": seat, "cards": seen})

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
            self._events.append({"type": "muck", "seat": seat})

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
        self._returned[self.place(seat).seat] = self._returned.get(seat, ZERO) + figure
        self._figure(figure)

    def paid(self, seat: int, figure: Decimal, pot: int | None = None) -> None:
        """Chips paid from a pot, after rake and without returned bets; ``pot`` 0 is the main pot, None unknown."""
        self.place(seat).paid += figure
        self._pot_payments.append((seat, figure, pot))
        self._figure(figure)

    def rake(self, *figures: Decimal) -> None:
        """The rake stated: one sum for all pots, or a figure a pot, main first."""
        self._rake = list(figures)
        for figure in figures:
            self._figure(figure)

    def total_pot(self, figure: Decimal) -> None:
        """The total pot stated, before rake and without returned bets: compared, never used."""
        self._total_pot = figure

    # Accounts

    def live(self) -> list[int]:
        """Seats dealt in and not folded, ascending."""
        return sorted(p.seat for p in self.dealt_in() if not p.folded)

    def dealt_in(self) -> list[Place]:
        """The seats that take part: they posted an ante, were dealt a card or acted."""
        acted = {event["seat"] for event in self._events if "seat" in event}
        return [p for p in self.places.values() if p.ante or p.cards or p.seat in acted]

    def uncalled(self) -> tuple[int, Decimal] | None:
        """The seat and the chips by which the highest total put in exceeds the second highest; None if nothing."""
        ranked = sorted(self.dealt_in(), key=lambda p: p.put_in, reverse=True)
        if len(ranked) < 2 or ranked[0].put_in == ranked[1].put_in:
            return None
        return ranked[0].seat, ranked[0].put_in - ranked[1].put_in

    def pots(self) -> list[Pot]:
        """The pots by layers, main first, before rake (hand-record: ``returned`` and what follows)."""
        over = self.uncalled()
        totals = {p.seat: p.put_in for p in self.dealt_in()}
        if over:
            totals[over[0]] -= over[1]
        live = self.live()
        pots: list[Pot] = []
        below = ZERO
        for top in sorted({totals[seat] for seat in live if totals[seat]}):
            chips = sum((min(total, top) - min(total, below) for total in totals.values()), ZERO)
            eligible = tuple(seat for seat in live if totals[seat] >= top)
            if pots and pots[-1].eligible == eligible:
                chips += pots.pop().amount
            pots.append(Pot(chips, eligible))
            below = top
        above = sum((max(total - below, ZERO) for total in totals.values()), ZERO)
        if above and pots:
            pots[-1] = Pot(pots[-1].amount + above, pots[-1].eligible)
        return pots

    def order_of_play(self) -> list[int]:
        """The dealt-in seats, the first nearest the dealer's left.

        Given by `order` or `order_after`; else seats go round by number from the one that was dealt to first, which
        is the dealer's left. Where the text deals in another way round, from the lowest number (``inferred``).
        """
        inside = {p.seat for p in self.dealt_in()}
        if self._order is not None:
            return [seat for seat in self._order if seat in inside]
        numbers = sorted(inside)
        dealt = []
        for event in self._events:
            if event["type"] != "deal" or event["seat"] in dealt:
                break
            dealt.append(event["seat"])
        if dealt:
            start = numbers.index(dealt[0])
            around = numbers[start:] + numbers[:start]
            if dealt == [seat for seat in around if seat in set(dealt)]:
                return around
        self.infer("seats")
        return numbers

    def infer(self, name: str) -> None:
        """Name a field as worked out by the reader."""
        if name not in self.inferred:
            self.inferred.append(name)

    def doubt(self, sentence: str) -> None:
        """Note figures of the text that disagree."""
        self.doubts.append(sentence)

    # The document

    def read(self, file: str, line: int) -> Read:
        """The hand as a `Read`. Raises Cannot where the text cannot be a hand."""
        document = self.document()
        return Read(document, file, line, tuple(self.inferred), tuple(self.doubts))

    def document(self) -> dict[str, Any]:
        """The wire document. Raises Cannot where a figure does not fit, or fewer than two seats were dealt in."""
        order = self.order_of_play()
        if len(order) < 2:
            raise self.cannot(f"{len(order)} seats were dealt in; a hand needs two")
        ante = self._common_ante()
        self._settle_bring_in()
        rake = self._settle_rake()
        unit = self._unit()

        def chips(figure: Decimal) -> int:
            whole = int(figure.scaleb(unit))
            if not 0 <= whole <= MAX_CHIPS:
                raise self.cannot(f"the amount {figure} is out of bounds")
            return whole

        document: dict[str, Any] = {"format": 1, "game": self.game}
        for key, value in (
            ("ref", self.ref and self.ref[:200]), ("played_at", self.played_at),
            ("hand_no", self.hand_no and self.hand_no[:200]), ("table", self.table and self.table[:200]),
            ("tags", self.tags),
        ):  # fmt: skip
            if value:
                document[key] = value
        document["currency"] = self.currency or CHIPS
        document["decimals"] = unit
        stakes = {"structure": self.structure} | {name: chips(figure) for name, figure in self.stakes.items()}
        if ante:
            stakes["ante"] = chips(ante)
        document["stakes"] = stakes
        if self.rules:
            document["rules"] = dict(self.rules)
        document["seats"] = [self._seat(self.places[seat], ante, chips) for seat in order]
        document["events"] = self._finished_events(order, chips)
        if rake:
            document["rake"] = [chips(figure) for figure in rake]
        document["outcome"] = {"won": {str(p.seat): chips(p.paid) for p in self.places.values() if p.paid}}
        document["meta"] = {"source": self.site} | self.meta
        if self.inferred:
            document["meta"]["inferred"] = list(self.inferred)
        return document

    def _seat(self, place: Place, ante: Decimal, chips: Any) -> dict[str, Any]:
        # "public" is reserved (hand-record: seats).
        player = place.player if place.player != "public" else f"public ({self.site})"
        seat: dict[str, Any] = {"seat": place.seat, "player": player}
        if place.stack is not None:
            seat["stack"] = chips(place.stack)
        posted = place.ante or ZERO
        due = ante if place.stack is None else min(ante, place.stack)
        if posted != due:
            seat["ante"] = chips(posted)
        return seat

    def _finished_events(self, order: list[int], chips: Any) -> list[dict[str, Any]]:
        rank = {seat: at for at, seat in enumerate(order)}
        unused = {seat: list(self.places[seat].cards) for seat in order}
        done: list[dict[str, Any]] = []
        deals: list[tuple[int, int, dict[str, Any]]] = []  # sources do not all list a street's deals clockwise

        def deal_in_turn() -> None:
            done.extend(deal for _, _, deal in sorted(deals, key=itemgetter(0, 1)))
            deals.clear()

        for event in self._events:
            made = dict(event)
            if made["type"] == "deal":
                for side in ("down", "up"):
                    filled = unused[made["seat"]][: len(made[side])]
                    del unused[made["seat"]][: len(made[side])]
                    if filled:
                        made[side] = filled
                    else:
                        del made[side]
                deals.append((made.pop("street"), rank[made["seat"]], made))
                continue
            deal_in_turn()
            if made["type"] == "wager":
                made["type"] = self._word(made.pop("over"), made.pop("street"))
            made.pop("street", None)
            if "to" in made:
                made["to"] = chips(made["to"])
            done.append(made)
        deal_in_turn()
        return done

    def _word(self, over: Decimal, street: int) -> str:
        """What a wager is called: one event with three names (hand-record: events)."""
        if street == 1 and self.structure == "fixed-limit" and over < self.stakes.get("small_bet", ZERO):
            return "complete" if self.stakes.get("bring_in") else "bet"
        return "raise" if over else "bet"

    def _event(self, kind: str, seat: int, to: Decimal | None = None) -> dict[str, Any]:
        event: dict[str, Any] = {"type": kind, "seat": seat}
        if to is not None:
            event["to"] = to
            event["street"] = self.streets
        self._events.append(event)
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
        self._figure(total)

    def _figure(self, figure: Decimal | None) -> None:
        if figure is not None:
            if figure < 0:
                raise self.cannot(f"the amount {figure} is negative")
            self._figures.append(figure)

    def _unit(self) -> int:
        needed = max((places(figure) for figure in self._figures), default=0)
        if self.currency and self.currency != CHIPS:
            needed = max(needed, 2)
        needed = max(needed, self.decimals or 0)
        if needed > MAX_DECIMALS:
            raise self.cannot(f"an amount has {needed} decimal places; {MAX_DECIMALS} are the most")
        return needed

    def _common_ante(self) -> Decimal:
        """The ante of the table: as stated, else the largest that several posted, else the largest."""
        stated = self.stakes.pop("ante", None)
        if stated is not None:
            return stated
        posted = [p.ante for p in self.dealt_in() if p.ante]
        if not posted:
            return ZERO
        return max(set(posted), key=lambda figure: (posted.count(figure), figure))

    def _settle_bring_in(self) -> None:
        if "bring_in" in self.stakes or self.structure != "fixed-limit" or "small_bet" not in self.stakes:
            return
        # Nobody posted a whole bring-in: the low card opened for the full bet, or was all-in. A bring-in of 0 would
        # let the highest card open, so one is assumed: the room's own where known, else half the small bet.
        guess = self._bring_in_guess
        if guess is None:
            guess = (self.stakes["small_bet"] / 2).quantize(Decimal(1).scaleb(-self._unit()), "ROUND_DOWN")
        if self._short_bring_in and guess < self._short_bring_in[1]:
            guess = self._short_bring_in[1]
        self.stakes["bring_in"] = guess
        self._figure(guess)
        self.infer("stakes.bring_in")

    def _settle_rake(self) -> list[Decimal]:
        over = self.uncalled()
        for seat, figure in self._returned.items():
            if over != (seat, figure):
                self.doubt(
                    f"{figure} are said to be returned to {self.places[seat].player}, by the chips put in "
                    + (f"{over[1]} go back to {self.places[over[0]].player}" if over else "nothing goes back")
                )
        contested = sum((p.put_in for p in self.dealt_in()), ZERO) - (over[1] if over else ZERO)
        if self._total_pot is not None and self._total_pot != contested:
            self.doubt(f"the total pot is said to be {self._total_pot}, the chips put in make {contested}")
        paid = sum((p.paid for p in self.places.values()), ZERO)
        if contested and not paid:
            raise self.cannot("the text says of nobody that the pot was won")
        taken = contested - paid
        if self._rake is None:
            if taken < 0:
                raise self.cannot(f"{-taken} more were paid out than were put in")
            if taken:
                self.infer("rake")
            if taken > contested * MOST_RAKE:
                self.doubt(f"of {contested} put in only {paid} are said to be paid out")
            stated = [taken]
        else:
            stated = self._rake
            if sum(stated) != taken:
                self.doubt(f"the rake is said to be {sum(stated)}, put in less paid out is {taken}")
        if len(stated) == 1 and stated[0]:
            stated = self._spread(stated[0])
        return stated if any(stated) else []

    def _spread(self, total: Decimal) -> list[Decimal]:
        """One sum of rake by pots: as the payments show where they name their pots, else from the main pot first."""
        pots = self.pots()
        if len(pots) < 2:
            return [total]
        if all(pot is not None and pot < len(pots) for _, _, pot in self._pot_payments):
            paid = [sum((f for _, f, pot in self._pot_payments if pot == at), ZERO) for at in range(len(pots))]
            by_pot = [pot.amount - figure for pot, figure in zip(pots, paid, strict=True)]
            if sum(by_pot) == total and min(by_pot) >= 0:
                return by_pot
        return self._fill_pots(pots, total)

    def _fill_pots(self, pots: list[Pot], total: Decimal) -> list[Decimal]:
        figures = []
        for pot in pots:
            figures.append(min(total, pot.amount))
            total -= figures[-1]
        figures[0] += total
        return figures
