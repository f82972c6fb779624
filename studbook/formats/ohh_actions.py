"""The actions of Open Hand History and the events they stand for, both ways.

OHH was made for games with blinds and a board. In stud the bring-in is a ``Post Extra Blind``, a completion a
``Raise`` (a ``Bet`` is not allowed in the first round), and ``cards`` lists the cards that are known, in the order
dealt. An amount is what the action put in. What an action cannot say stands beside it under ``_studbook``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from studbook.cards import CARD_OF
from studbook.formats import units
from studbook.formats.common import UNSEEN, Cannot
from studbook.formats.extension import KEY, event_difference, extended_event
from studbook.formats.tally import Tally, wager_word

Event = dict[str, Any]
Action = dict[str, Any]
BESIDE = f"_{KEY}"
FIRST_DEAL = {"five-card-stud": 2}
NO_PART = frozenset({"Added Chips", "Sits Down", "Stands Up", "Player Adjustment"})
BLINDS = frozenset({"Post SB", "Post BB", "Straddle", "Post Dead"})
ACTIONS = frozenset({
    "Dealt Cards", "Mucks Cards", "Shows Cards", "Post Ante", "Post Extra Blind", "Fold", "Check", "Bet", "Raise",
    "Call", "Add to Pot", *NO_PART, *BLINDS,
})  # fmt: skip


class Moves:
    """Reads and writes the actions of one hand, in order; `taken` after each event moves the hand on."""

    def __init__(self, game: str, seats: Sequence[Mapping[str, Any]], stakes: Mapping[str, Any], unit: int) -> None:
        self.tally = Tally(seats, stakes)
        self.stakes = stakes
        self.unit = unit
        self.first = FIRST_DEAL.get(game, 3)
        self.hidden = frozenset({0}) if game == "five-card-stud" else frozenset({0, 1, 6})

    def taken(self, event: Event) -> None:
        """Count the event in, before the next action is read or written."""
        self.tally.add(event)

    # Reading

    def event_of(self, action: Action, seat: int) -> Event | None:
        """The event that an action of ``seat`` stands for; None for one that is none. Raises Cannot."""
        native = self._read(action, seat)
        patch = action.get(BESIDE)
        if patch is None:
            return native
        if native is None:
            raise Cannot(f"the action {action.get('action')!r} stands for no event and cannot be extended")
        event = extended_event(native, patch)
        again = self._written(event)
        if again is None or any(again[key] != action.get(key) for key in ("action", "cards", "amount") if key in again):
            raise Cannot(f"what {BESIDE} says of the action {action.get('action')!r} is not what the action says")
        return event

    def _read(self, action: Action, seat: int) -> Event | None:
        kind = action.get("action")
        if kind == "Dealt Cards":
            return self._deal(seat, _cards(action))
        if kind == "Shows Cards":
            known = _cards(action)
            return {"type": "show", "seat": seat, "cards": known} if known else None
        if kind == "Mucks Cards":
            return {"type": "muck", "seat": seat}
        if kind == "Fold":
            return {"type": "fold", "seat": seat}
        if kind == "Check":
            return {"type": "check", "seat": seat}
        if kind in ("Post Extra Blind", "Bet", "Raise", "Call"):
            to = self.tally.totals[seat] + self._amount(action)
            if kind == "Post Extra Blind":
                return {"type": "bring-in", "seat": seat, "to": to}
            if kind == "Call":
                return {"type": "call", "seat": seat, "to": to}
            return {"type": wager_word(self.tally, self.stakes, seat), "seat": seat, "to": to}
        raise Cannot(f"the action {kind!r} has no place in a hand of stud")

    def _amount(self, action: Action) -> int:
        amount = action.get("amount")
        if type(amount) not in (int, Decimal) or amount is None or not 0 < amount < 10**16:
            raise Cannot(f"the action {action.get('action')!r} has the amount {amount}")
        return units.chips(amount, self.unit)

    def _deal(self, seat: int, known: list[str]) -> Event:
        start = len(self.tally.cards[seat])
        count = max(self.first if not start else 1, len(known))
        if known and len(known) < count:
            # Of the first cards those are known that lie open; the others come before them.
            opened = sum(1 for at in range(start, start + count) if at not in self.hidden)
            if len(known) != opened:
                raise Cannot(f"{len(known)} of {count} cards are given, and not which")
        cards = [UNSEEN] * (count - len(known)) + known
        event: Event = {"type": "deal", "seat": seat}
        for side, down in (("down", True), ("up", False)):
            dealt = [card for at, card in enumerate(cards, start) if (at in self.hidden) is down]
            if dealt:
                event[side] = dealt
        return event

    # Writing

    def action_of(self, event: Event) -> Action | None:
        """The action that `event_of` reads as ``event``; None where OHH has no action for it."""
        action = self._written(event)
        if action is None:
            return None
        try:
            native = self._read(action, event["seat"])
        except Cannot:
            return None
        if native is None:
            return None
        missing = event_difference(native, event)
        return action | {BESIDE: missing} if missing else action

    def _written(self, event: Event) -> Action | None:
        kind, seat = event.get("type"), event.get("seat")
        if not isinstance(seat, int) or seat not in self.tally.totals:
            return None
        match kind:
            case "deal":
                cards = [card for card in (*event.get("down", ()), *event.get("up", ())) if card != UNSEEN]
                return {"action": "Dealt Cards", "cards": cards}
            case "show":
                return {"action": "Shows Cards", "cards": list(event.get("cards", ()))}
            case "muck":
                return {"action": "Mucks Cards"}
            case "fold":
                return {"action": "Fold"}
            case "check":
                return {"action": "Check"}
            case "bring-in" | "complete" | "bet" | "raise" | "call":
                return self._chips_written(str(kind), seat, event)
        return None

    def _chips_written(self, kind: str, seat: int, event: Event) -> Action | None:
        to = self.tally.to_of(event) or 0
        added = to - self.tally.totals[seat]
        if added <= 0:
            return None
        first_round = self.tally.round + self.tally.between <= 1
        word = {"bring-in": "Post Extra Blind", "call": "Call"}.get(kind)
        if word is None:
            word = "Bet" if self.tally.level == 0 and not first_round else "Raise"
        action: Action = {"action": word, "amount": units.figure(added, self.unit)}
        if self.tally.left(seat) == added:
            action["is_allin"] = True
        return action


def _cards(action: Action) -> list[str]:
    cards = action.get("cards") or []
    if not isinstance(cards, list):
        raise Cannot(f"{cards!r} is no list of cards")
    for card in cards:
        if not isinstance(card, str) or card not in CARD_OF:
            raise Cannot(f"{card!r} is no card: rank then suit, like As, Td or 2c")
    return [card for card in cards if card != UNSEEN]
