"""The action notation of PHH: ``d dh p1 Td3c4d``, ``p5 pb``, ``p4 cbr 200000``, and the events they stand for.

What the notation leaves out follows from the hand so far (which cards of a deal are up, whether ``cc`` is a check),
which a `Tally` knows. Events and fields that PHH has no words for stand in the commentary that it allows after any
action: ``p1 cc # studbook {"stands":true}``, or alone where the event has no notation: ``# studbook {"type":"turn"}``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from itertools import takewhile
from math import inf
from typing import Any

from studbook.cards import CARD_OF
from studbook.formats import units
from studbook.formats.common import Cannot
from studbook.formats.extension import KEY, compact, event_difference, extended_event
from studbook.formats.ndjson import object_of
from studbook.formats.rooms import cards_of
from studbook.formats.tally import Tally, wager_word

Event = dict[str, Any]
IMPLIED = {"implied": True}
AMOUNT = re.compile(r"\d{1,20}(?:\.\d{1,20})?")
_PLAYER = re.compile(r"p([1-9]\d?)")
_EXTENSION = re.compile(rf"{KEY}\s*(?=\{{)")
_NOTE = re.compile(rf"(?!{_EXTENSION.pattern})\S(?:.{{0,498}}\S)?", re.DOTALL)


class Notation:
    """Reads and writes the actions of one hand, in order; `taken` after each event moves the hand on.

    ``seats`` are the seat numbers of p1, p2, ...; ``unit`` is how many decimal places the amounts have.
    """

    def __init__(self, game: str, seats: Sequence[Mapping[str, Any]], stakes: Mapping[str, Any], unit: int) -> None:
        self.tally = Tally(seats, stakes)
        self.stakes = stakes
        self.seats = [entry["seat"] for entry in seats]
        self.unit = unit
        self.short_called = False
        self.first_street = sum(cards_of(game)[0])
        self.hidden = frozenset({0}) if game == "five-card-stud" else frozenset({0, 1, 6})

    def taken(self, event: Event) -> None:
        """Count the event in, before the next action is read or written."""
        tally = self.tally
        if event["type"] == "call" and tally.round == 1 and 0 < tally.level < int(self.stakes.get("bring_in", 0)):
            short = tally.to_of(event) == tally.level and (tally.left(event["seat"]) or tally.level) >= tally.level
            self.short_called = self.short_called or short
        tally.add(event)

    # Reading

    def gathered(self, actions: Sequence[Any]) -> list[tuple[int, Any]]:
        """The actions with their places in the list, a first street dealt one card at a time as one deal a seat.

        A dealer goes round as often as there are cards, and PHH may say so; a record has one deal a seat and street.
        Only whole rounds in one order are gathered, at the place of the seat's first card; anything else is left as
        it stands, for the referee.
        """
        dealt = [one for one in takewhile(bool, map(_one_card, actions)) if one]
        order = list(dict.fromkeys(player for player, _, _ in dealt))
        whole = dealt[: len(order) * self.first_street]
        if len(order) < 2 or [player for player, _, _ in whole] != order * self.first_street:
            return list(enumerate(actions))
        deals = []
        for at in range(len(order)):
            own = whole[at :: len(order)]
            notes = " ".join(note for _, _, note in own if note)
            deals.append((at, f"d dh {order[at]} {''.join(card for _, card, _ in own)} # {notes}"))
        return deals + list(enumerate(actions))[len(whole) :]

    def event_of(self, action: str) -> Event | None:
        """The event that an action stands for; None for one that is no event. Raises Cannot."""
        words, commentary = _parted(action)
        event = self._read(words) if words else None
        mark = _EXTENSION.match(commentary)
        if mark is None:
            if event is not None and commentary:
                event["note"] = commentary[:500]
            return event
        patch = object_of(commentary[mark.end() :])
        if patch == IMPLIED:
            return None
        if event is None:
            if words:
                raise Cannot(f"the action {action!r} stands for no event and cannot be extended")
            return patch
        extended = extended_event(event, patch)
        if self._written(extended) != " ".join(words):
            raise Cannot(f"what the extension says of {action!r} is not what the action says")
        return extended

    def _read(self, words: list[str]) -> Event | None:
        match words:
            case ["d", "dh", player, cards]:
                return self._deal(self._seat(player), _cards(cards))
            case ["d", "db", cards]:
                faces = _cards(cards)
                if len(faces) != 1:
                    raise Cannot(f"{len(faces)} board cards: in stud there is one community card, or none")
                return {"type": "community", "card": faces[0]}
            case [player, "pb"]:
                seat = self._seat(player)
                due = int(self.stakes.get("bring_in", 0))
                left = self.tally.left(seat)
                return {"type": "bring-in", "seat": seat, "to": due if left is None else min(due, max(left, 0))}
            case [player, "f"]:
                return {"type": "fold", "seat": self._seat(player)}
            case [player, "cc"]:
                seat = self._seat(player)
                if self.tally.level <= self.tally.totals[seat]:
                    return {"type": "check", "seat": seat}
                return {"type": "call", "seat": seat, "to": self.tally.call_to(seat)}
            case [player, "cbr", amount]:
                seat = self._seat(player)
                return self._wager(seat, self.chips(amount))
            case [player, "sm"]:
                return {"type": "muck", "seat": self._seat(player)}
            case [player, "sm", cards]:
                seat = self._seat(player)
                faces = self.tally.cards[seat] if cards == "-" else _cards(cards)
                known = [face for face in faces if face != "??"]
                return {"type": "show", "seat": seat, "cards": known} if known else None
            case [_, "sd", *_]:
                raise Cannot("nobody draws in stud: the action 'sd' does not belong here")
        raise Cannot(
            f"{' '.join(words)!r} is no action: 'd dh pN cards', 'd db card', 'pN pb', 'pN cbr amount', 'pN cc', "
            "'pN f' or 'pN sm' was expected"
        )

    def _wager(self, seat: int, to: int) -> Event:
        """A bet, completion or raise. PHH has a wager of the covering seat end at the effective stack, which may be
        less than the stakes demand: that stands, and the referee warns (hand-record: Irregularities, bet-size)."""
        tally = self.tally
        event: Event = {"type": wager_word(tally, self.stakes, seat), "seat": seat, "to": to}
        lefts = {player: tally.left(player) for player in tally.live()}
        most = {player: inf if left is None else tally.totals[player] + left for player, left in lefts.items()}
        own = most.pop(seat, 0)
        if tally.level < to < min(own, self._full_wager()) and to == max(most.values(), default=0):
            event["stands"] = True
        return event

    def _full_wager(self) -> int:
        """The total of the smallest full wager in fixed limit; 0 in other structures, where PHH has no stud."""
        small, big = int(self.stakes.get("small_bet", 0)), int(self.stakes.get("big_bet", 0))
        if self.stakes.get("structure") != "fixed-limit":
            return 0
        level, coming = self.tally.level, self.tally.round + self.tally.between
        size = small if coming <= 2 else big
        return size if level < size else level + size

    def chips(self, text: str) -> int:
        """An amount of the notation in the smallest unit. Raises Cannot."""
        if not AMOUNT.fullmatch(text):
            raise Cannot(f"{text!r} is no amount")
        try:
            scaled = Decimal(text).scaleb(self.unit)
        except InvalidOperation:
            raise Cannot(f"{text!r} is no amount") from None
        if scaled != int(scaled):
            raise Cannot(f"the amount {text} is finer than the {self.unit} decimal places of the hand")
        return int(scaled)

    def _seat(self, player: str) -> int:
        found = _PLAYER.fullmatch(player)
        if not found or int(found[1]) > len(self.seats):
            raise Cannot(f"{player!r} is none of the players p1 to p{len(self.seats)}")
        return int(self.seats[int(found[1]) - 1])

    def _deal(self, seat: int, cards: list[str]) -> Event:
        start = len(self.tally.cards[seat])
        event: Event = {"type": "deal", "seat": seat}
        for side, hidden in (("down", True), ("up", False)):
            dealt = [card for at, card in enumerate(cards, start) if (at in self.hidden) is hidden]
            if dealt:
                event[side] = dealt
        return event

    # Writing

    def action_of(self, event: Event) -> str:
        """The action that `event_of` reads as ``event``."""
        words = self._written(event)
        native = self._try(words) if words else None
        if words is None or native is None or self._could_be_gathered(event):
            return self.alone(event)
        missing = event_difference(native, event)
        if not missing:
            return words
        if missing.keys() == {"note"} and _NOTE.fullmatch(missing["note"]):
            return f"{words} # {missing['note']}"
        return f"{words} # {KEY} {compact(missing)}"

    def alone(self, event: Event) -> str:
        """The event as commentary without an action: other readers of PHH pass it over."""
        return f"# {KEY} {compact(event)}"

    def implied(self, seat: int, cards: Sequence[str] | None) -> str:
        """A showing (or with None a mucking) that is no event: it tells other readers how the hand ended."""
        shown = "".join(cards or ())
        return f"{self._player(seat)} sm{' ' if shown else ''}{shown} # {KEY} {compact(IMPLIED)}"

    def _could_be_gathered(self, event: Event) -> bool:
        """Whether a seat is dealt one card before it has any: a wrong deal, which must be read back as one."""
        dealt = [*event.get("down", ()), *event.get("up", ())]
        return event["type"] == "deal" and len(dealt) == 1 and not self.tally.cards.get(event["seat"])

    def _try(self, words: str) -> Event | None:
        try:
            return self._read(words.split())
        except Cannot:
            return None

    def _player(self, seat: int) -> str:
        return f"p{self.seats.index(seat) + 1}"

    def _written(self, event: Event) -> str | None:
        """The notation of an event; None where PHH has none."""
        kind, seat = event.get("type"), event.get("seat")
        if kind == "community":
            return f"d db {event.get('card')}"
        if not isinstance(seat, int) or seat not in self.seats:
            return None
        player = self._player(seat)
        match kind:
            case "deal":
                cards = "".join([*event.get("down", ()), *event.get("up", ())])
                return f"d dh {player} {cards}" if cards else None
            case "bring-in":
                return f"{player} pb"
            case "fold":
                return f"{player} f"
            case "check" | "call":
                return f"{player} cc"
            case "complete" | "bet" | "raise":
                return f"{player} cbr {units.text(event.get('to', 0), self.unit)}"
            case "muck":
                return f"{player} sm"
            case "show":
                # PHH wants all the cards of the hand, in the order they were dealt.
                held = list(self.tally.cards[seat])
                tally = Tally([{"seat": seat}], {})
                tally.cards[seat], tally.down[seat] = held, list(self.tally.down[seat])
                tally.add({"type": "show", "seat": seat, "cards": event.get("cards", ())})
                return f"{player} sm {''.join(held)}" if held else None
        return None


def _parted(action: str) -> tuple[list[str], str]:
    words, mark, commentary = action.partition("#")
    return words.split(), commentary.strip() if mark else ""


def _one_card(action: Any) -> tuple[str, str, str] | None:
    """Player, card and commentary of an action that deals one hole card; None for any other.

    One with the project's extension is another: that is an event as it stood in a record.
    """
    words, commentary = _parted(action) if isinstance(action, str) else ([], "")
    match words:
        case ["d", "dh", player, face] if face in CARD_OF and not _EXTENSION.match(commentary):
            return player, face, commentary
    return None


def _cards(text: str) -> list[str]:
    faces = [text[at : at + 2] for at in range(0, len(text), 2)]
    for face in faces:
        if face not in CARD_OF:
            raise Cannot(f"{face!r} in {text!r} is no card: rank then suit, like As, Td, 2c, or ?? where unseen")
    return faces
