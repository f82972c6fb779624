"""The chips of a hand while it is read: what each seat put in, what goes back, the pots, and a rake by pots.

Only what the wording of sources needs: to take an uncalled bet out of a win that includes it, and to divide a rake
stated in one sum. What a hand is worth is decided by the referee alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

ZERO = Decimal(0)


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


@dataclass(frozen=True, slots=True)
class Payment:
    """Chips paid to a seat; ``pot`` is 0 for the main pot, None where the text does not say which."""

    seat: int
    amount: Decimal
    pot: int | None


def uncalled(places: Iterable[Place]) -> tuple[int, Decimal] | None:
    """The seat and the chips by which the highest total put in exceeds the second highest; None if nothing."""
    ranked = sorted(places, key=lambda place: place.put_in, reverse=True)
    if len(ranked) < 2 or ranked[0].put_in == ranked[1].put_in:
        return None
    return ranked[0].seat, ranked[0].put_in - ranked[1].put_in


def pots_of(places: Sequence[Place]) -> list[Pot]:
    """The pots by layers, main first, before rake (hand-record: ``returned`` and what follows it)."""
    totals = {place.seat: place.put_in for place in places}
    if over := uncalled(places):
        totals[over[0]] -= over[1]
    live = sorted(place.seat for place in places if not place.folded)
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


def rake_by_pots(total: Decimal, pots: Sequence[Pot], payments: Sequence[Payment]) -> list[Decimal]:
    """One sum of rake as a figure a pot: what each pot lacks where payments name their pots, else main pot first."""
    if len(pots) < 2:
        return [total]
    if all(payment.pot is not None and payment.pot < len(pots) for payment in payments):
        paid = [sum((payment.amount for payment in payments if payment.pot == at), ZERO) for at in range(len(pots))]
        lacking = [pot.amount - figure for pot, figure in zip(pots, paid, strict=True)]
        if sum(lacking) == total and min(lacking) >= 0:
            return lacking
    figures = []
    for pot in pots:
        figures.append(min(total, pot.amount))
        total -= figures[-1]
    figures[0] += total  # more than there is: for the referee to refuse
    return figures
