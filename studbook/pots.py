"""Pots: layers by what each seat put in, what goes back uncalled, shares, odd chips. Chips in, chips out.

Nothing here knows how hands compare; `showdown` says who wins a share, this module how many chips that is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from studbook import explain
from studbook.cards import ace_low, in_words
from studbook.ranking import best_five
from studbook.table import Seat, Table


@dataclass(slots=True)
class Award:
    """Chips to one seat for one share of a pot: ``share`` is high, low or whole; ``odd_chips`` how many of ``amount``
    could not be divided; ``basis`` cards, last-hand or given."""

    seat: Seat
    amount: int
    share: str
    odd_chips: int
    topic: str
    basis: str


@dataclass(slots=True)
class Pot:
    """A pot: chips before rake, the live seats that paid all of it, what was awarded of it."""

    amount: int
    eligible: list[Seat]
    rake: int = 0
    # The layer it was cut from: what each seat put in above one total and up to another.
    above: int = 0
    upto: int = 0
    awards: list[Award] = field(default_factory=list)

    @property
    def open(self) -> int:
        """What nobody has been given yet."""
        return self.amount - self.rake - sum([award.amount for award in self.awards])


def uncalled(table: Table) -> tuple[Seat | None, int]:
    """The seat with the highest total and what it exceeds the second highest (``stud/uncalled-bet``)."""
    ordered = sorted(table.seats, key=lambda seat: seat.paid)
    excess = ordered[-1].paid - ordered[-2].paid
    return (ordered[-1], excess) if excess else (None, 0)


def give_back(table: Table) -> None:
    """A round is closed: what nobody called of its wagers goes back, so that the seat has it to play with
    (``stud/uncalled-bet``). Unequal antes are left to the end."""
    seat, excess = uncalled(table)
    if seat is None or not seat.live:
        return
    excess = min(excess, seat.bet - max([other.bet for other in table.seats if other is not seat]))
    if excess <= 0:
        return
    seat.back += excess
    seat.paid -= excess
    seat.bet -= excess
    if seat.stack is not None:
        seat.stack += excess
        table.count_chips()
    if table.explain:
        explain.uncalled(table, seat, excess)


def staying(table: Table) -> list[Seat]:
    """The seats that a pot counts as its contestants: live to the end, those that mucked included."""
    return [seat for seat in table.seats if seat.live or seat.out == "mucked"]


def layers(table: Table, returned_to: Seat | None = None, returned: int = 0) -> list[Pot]:
    """The pots, main first: cut at every different total of a live seat, folded money with the layer it lies in
    (``stud/side-pot``). Purchases and dead money join the pots that they belong to."""
    paid = [(seat, seat.paid - returned if seat is returned_to else seat.paid) for seat in table.seats]
    totals = {seat.number: total for seat, total in paid}
    live = staying(table)
    pots: list[Pot] = []
    floor = 0
    for level in sorted({totals[seat.number] for seat in live}):
        if level <= floor:
            continue
        amount = sum([min(total, level) - floor for _, total in paid if total > floor])
        eligible = [seat for seat in live if totals[seat.number] >= level]
        pots.append(Pot(amount, eligible, above=floor, upto=level))
        floor = level
    above = sum([total - floor for _, total in paid if total > floor])
    dead = sum([seat.dead_money for seat in table.seats])
    if not pots and (above or dead or table.purchases):
        pots.append(Pot(0, live))
    if pots:
        # A layer that no live seat has matched is added to the pot below it.
        pots[-1].amount += above
        pots[0].amount += dead
        _add_purchases(table, pots)
    return [pot for pot in pots if pot.amount]


def _add_purchases(table: Table, pots: list[Pot]) -> None:
    """A price joins the pot of the live seats that had chips when it was paid, or the first (``purchase_pot``)."""
    for price, contestants in table.purchases:
        eligible = [seat for seat in contestants if seat.live or seat.out == "mucked"]
        if table.house.purchase_pot == "main" or not eligible:
            pots[0].amount += price
            continue
        for pot in pots:
            if pot.eligible == eligible:
                pot.amount += price
                break
        else:
            at = next((at for at, pot in enumerate(pots) if len(pot.eligible) < len(eligible)), len(pots))
            pots.insert(at, Pot(price, eligible))


def halves(amount: int, high_share: int, odd_to: str, chip: int) -> tuple[int, int, int]:
    """High's chips, low's chips, and how many of them could not be divided (``stud/odd-chip-halves``)."""
    if odd_to == "high":
        low = amount * (100 - high_share) // 100 // chip * chip
        exact = amount * (100 - high_share) % (100 * chip) == 0
        high = amount - low
    else:
        high = amount * high_share // 100 // chip * chip
        exact = amount * high_share % (100 * chip) == 0
        low = amount - high
    return high, low, 0 if exact else min(chip, amount)


def divide(
    table: Table, amount: int, winners: Sequence[Seat], share: str, topic: str, basis: str, scale: str, odd: int = 0
) -> list[Award]:
    """One share among equal hands: an equal part each, then one odd chip each in the order of the house
    (``stud/odd-chip``). ``odd``: chips that the share itself got as odd ones, shown on a single winner's award."""
    if not amount:
        return []
    if len(winners) == 1:
        return [Award(winners[0], amount, share, odd, topic, basis)]
    chip = table.stakes.chip
    units, rest = divmod(amount, chip)
    each, left = divmod(units, len(winners))
    ordered = odd_chip_order(table, winners, scale) if left or rest else list(winners)
    extra = {seat.number: chip if at < left else 0 for at, seat in enumerate(ordered)}
    extra[ordered[0].number] += rest
    if table.explain and (left or rest):
        _explain_odd(table, ordered, scale, left * chip + rest)
    return [
        Award(seat, each * chip + extra[seat.number], share, extra[seat.number], topic, basis)
        for seat in winners
        if each * chip + extra[seat.number]
    ]


def odd_chip_card(table: Table, seat: Seat, scale: str) -> tuple[int, int]:
    """How a seat is placed for an odd chip (larger comes first), and the card that places it. A community card belongs
    to nobody; cards that nobody has seen do not count."""
    rule = table.house.odd_chip_between_equal_hands
    held = [card for card in seat.cards if card >= 0]
    if not held:
        return -99, -1
    if rule == "highest_card_by_suit_five_cards":
        cards = held if table.community is None or table.community < 0 else [*held, table.community]
        wild = table.game.wild_cards(table, seat, cards)
        five = best_five(scale, cards, wild, table.house.five_of_a_kind)
        used = [card for card in five if card != table.community] or held
        # In an ace-to-five low the ace is the lowest of the five played (case C07).
        return max((ace_low(card) if scale == "ace_to_five" else card, card) for card in used)
    if rule == "lowest_card_by_suit_all_cards" and scale != "high":
        key, card = min((ace_low(card), card) for card in held)
        return -key, card
    return max((card, card) for card in held)


def odd_chip_order(table: Table, winners: Sequence[Seat], scale: str) -> list[Seat]:
    """Equal hands in the order in which they take odd chips."""
    if table.house.odd_chip_between_equal_hands == "nearest_dealers_left":
        return list(winners)
    return sorted(winners, key=lambda seat: -odd_chip_card(table, seat, scale)[0])


def _explain_odd(table: Table, ordered: Sequence[Seat], scale: str, chips: int) -> None:
    rule = table.house.odd_chip_between_equal_hands
    if rule == "nearest_dealers_left":
        why = f"seat {ordered[0].number} is nearest the dealer's left"
    else:
        word = "lowest" if rule.startswith("lowest") and scale != "high" else "highest"
        first, second = (in_words(odd_chip_card(table, seat, scale)[1]) for seat in ordered[:2])
        counted = "of the five played" if rule.endswith("five_cards") else "of all its own"
        why = (
            f"seat {ordered[0].number}'s {word} card by suit {counted} is {first}, seat {ordered[1].number}'s {second}"
        )
    table.note("odd-chip", f"{chips} of the share cannot be divided: {why}.")
