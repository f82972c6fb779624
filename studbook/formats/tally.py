"""Chips and cards as a hand's events move them: what faces a seat, what it has left, what it was dealt.

Readers of formats that state only who acted, and the writers of all formats, need to know what an action was worth.
A `Tally` adds the events of a wire document up without judging them; the referee alone judges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

# Whatever is done between two betting rounds: the totals for a round begin anew.
BETWEEN_ROUNDS = frozenset({"deal", "community", "turn", "take", "buy", "flip", "declare"})
WAGERS = frozenset({"bring-in", "complete", "bet", "raise", "call"})


class Tally:
    """Chips of one hand, in the smallest unit. ``seats`` are the record's seats; the antes are in from the start."""

    def __init__(self, seats: Iterable[Mapping[str, Any]], stakes: Mapping[str, Any]) -> None:
        common = int(stakes.get("ante", 0))
        # A place of Wall Street's row costs as many units as its number, unless the event states another price.
        self.unit = int(stakes.get("unit", 0))
        self.order: list[int] = []
        self.stacks: dict[int, int | None] = {}
        self.antes: dict[int, int] = {}
        for entry in seats:
            seat, stack = entry["seat"], entry.get("stack")
            ante = int(entry.get("ante", common))
            self.order.append(seat)
            self.stacks[seat] = None if stack is None else int(stack)
            self.antes[seat] = ante if stack is None else min(ante, int(stack))
        self.put_in = dict(self.antes)
        self.prices = dict.fromkeys(self.order, 0)
        self.totals = dict.fromkeys(self.order, 0)
        self.out: set[int] = set()
        self.cards: dict[int, list[str]] = {seat: [] for seat in self.order}
        self.down: dict[int, list[bool]] = {seat: [] for seat in self.order}
        self.round = 0
        self.between = True

    @property
    def level(self) -> int:
        """The total that a seat must have in this round to have called."""
        return max(self.totals.values(), default=0)

    def left(self, seat: int) -> int | None:
        """What the seat has behind; None where its stack is not tracked."""
        stack = self.stacks[seat]
        return None if stack is None else stack - self.put_in[seat]

    def call_to(self, seat: int) -> int:
        """The seat's total for the round after a call: the level, or all it has."""
        left = self.left(seat)
        return self.level if left is None else min(self.level, self.totals[seat] + max(left, 0))

    def all_in(self, seat: int) -> bool:
        """Whether the seat has nothing behind."""
        return self.left(seat) == 0

    def live(self) -> list[int]:
        """The seats that have neither folded nor mucked, in order of play."""
        return [seat for seat in self.order if seat not in self.out]

    def to_of(self, event: Mapping[str, Any]) -> int | None:
        """The seat's total for the round after ``event``; None where it puts nothing in."""
        if event["type"] not in WAGERS:
            return None
        to = event.get("to")
        return self.call_to(event["seat"]) if to is None else int(to)

    def add(self, event: Mapping[str, Any]) -> int:
        """Count one event in; returns the chips it added. Seats that are not in the hand are passed over."""
        kind, seat = event["type"], event.get("seat")
        if kind in BETWEEN_ROUNDS:
            if not self.between:
                self.between = True
                self.totals = dict.fromkeys(self.order, 0)
            if kind in ("deal", "take", "buy") and seat in self.put_in:
                self._cards(event, seat)
            if kind == "buy" and seat in self.put_in:
                price = int(event.get("price") or self.unit * int(event.get("place", 0)))
                self.put_in[seat] += price
                self.prices[seat] += price
                return price
            return 0
        if seat not in self.put_in:
            return 0
        if kind in ("fold", "muck", "kill"):
            self.out.add(seat)
        elif kind == "retrieve":
            self.out.discard(seat)
        elif kind == "show":
            self._cards(event, seat)
        if kind in WAGERS or kind in ("check", "fold"):
            if self.between:
                self.between = False
                self.round += 1
            to = self.to_of(event)
            if to is not None:
                added = to - self.totals[seat]
                self.totals[seat] = to
                self.put_in[seat] += added
                return added
        return 0

    def _cards(self, event: Mapping[str, Any], seat: int) -> None:
        kind = event["type"]
        if kind == "show":
            self._fill(seat, list(event.get("cards", ())))
            return
        down = list(event.get("down", ()))
        up = list(event.get("up", ())) if kind == "deal" else [event.get("card", "??")]
        self.cards[seat] += down + up
        self.down[seat] += [True] * len(down) + [False] * len(up)

    def _fill(self, seat: int, shown: list[str]) -> None:
        held = self.cards[seat]
        new = [card for card in shown if card not in held]
        unseen = [at for at, card in enumerate(held) if card == "??"]
        unseen.sort(key=lambda at: not self.down[seat][at])
        for at, card in zip(unseen, new, strict=False):
            held[at] = card

    def returned(self) -> dict[int, int]:
        """Uncalled chips by seat: what the highest total exceeds the second highest by (hand-record: ``returned``)."""
        layered = {seat: chips - self.prices[seat] for seat, chips in self.put_in.items()}
        ranked = sorted(layered.values(), reverse=True)
        if len(ranked) < 2 or ranked[0] == ranked[1]:
            return {}
        top = max(layered, key=lambda seat: layered[seat])
        return {top: ranked[0] - ranked[1]}

    def pot(self) -> int:
        """All chips that are contested: what was put in, less what is returned."""
        return sum(self.put_in.values()) - sum(self.returned().values())


def wager_word(tally: Tally, stakes: Mapping[str, Any], seat: int) -> str:
    """Which of the three names a wager by ``seat`` bears now: ``complete``, ``bet`` or ``raise`` (hand-record, Events).

    ``complete`` in fixed limit when less than the small bet is in, also for the seat that owes the bring-in and opens.
    """
    fixed = stakes.get("structure") == "fixed-limit"
    if tally.level == 0:
        opens = fixed and bool(stakes.get("bring_in")) and tally.round + tally.between <= 1
        return "complete" if opens else "bet"
    return "complete" if fixed and tally.level < int(stakes.get("small_bet", 0)) else "raise"
