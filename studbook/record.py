"""The hand record as the engine sees it: frozen values, cards as ints, chips as ints in the smallest unit.

The wire format (JSON) is checked by ``schemas``; `record_from_dict` turns a document of the right shape into a
`Record`. It raises `RecordError` with a JSON Pointer where a value could not be read at all.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from studbook.cards import CARD_OF

# A value as JSON in UTF-8 with sorted keys and no spaces.
Writer = Callable[[Any], bytes]

MAX_CHIPS = 2**53 - 1
# Left out of the digest: they name the hand or comment on it, but are not what happened (hand-record: digest).
NOT_DIGESTED = ("ref", "tags", "claim", "meta", "played_at")


class RecordError(ValueError):
    """A document that is no hand record: ``pointer`` says where (JSON Pointer), the message what was expected."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(f"{pointer or '/'}: {message}")
        self.pointer = pointer
        self.message = message


class Event:
    """One thing that happened at the table. Fields that an event's type does not use are None or empty."""

    __slots__ = (
        "card",
        "cards",
        "down",
        "place",
        "price",
        "reason",
        "seat",
        "stands",
        "to",
        "type",
        "up",
        "way",
    )  # fmt: skip

    def __init__(self, type: str, seat: int | None = None) -> None:
        self.type = type
        self.seat = seat
        self.to: int | None = None
        self.down: tuple[int, ...] = ()
        self.up: tuple[int, ...] = ()
        self.card: int | None = None
        self.cards: tuple[int, ...] = ()
        self.place: int | None = None
        self.price: int | None = None
        self.way: str | None = None
        self.reason: str | None = None
        self.stands = False

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__ if getattr(self, name))
        return f"Event({given})"


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """A seat as the record lists it: number, the app's id of the player, chips before the ante (None: not tracked)."""

    seat: int
    player: str
    name: str | None = None
    stack: int | None = None
    ante: int | None = None


@dataclass(frozen=True, slots=True)
class ShownHand:
    """One seat of a ``showdown`` record: five to seven cards in any order, what it put in, how it left if it did."""

    seat: int
    cards: tuple[int, ...] = ()
    put_in: int | None = None
    declared: str | None = None
    out: str | None = None
    wild: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GivenPot:
    """A pot of a ``showdown`` record that knows its pots only: chips, and the seats that may win it."""

    amount: int
    eligible: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Showdown:
    """Only the end of a hand: the hands, and either what each seat put in or the pots."""

    hands: tuple[ShownHand, ...]
    pots: tuple[GivenPot, ...] | None = None
    community: int | None = None
    last_aggressor: int | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A hand as posted. ``raw`` is the document itself, of which the digest is made, ``write`` what writes it for
    that (see `digest_of`)."""

    game: str
    seats: tuple[SeatEntry, ...]
    events: tuple[Event, ...] = ()
    showdown: Showdown | None = None
    stakes: Mapping[str, Any] | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)
    rake: tuple[int, ...] = ()
    outcome: Mapping[int, int] | None = None
    claim: Mapping[str, Any] | None = None
    ref: str | None = None
    raw: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    write: Writer | None = field(default=None, compare=False, repr=False)

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical record, in hex (hand-record: ``digest``)."""
        return digest_of(self.raw, self.write)


def digest_of(document: Mapping[str, Any], write: Writer | None = None) -> str:
    """SHA-256 (hex) of a record document: keys sorted, no spaces, UTF-8, integral floats as integers. ``write`` (its
    own encoder where it is left out) writes JSON so; of it only texts without floats are used."""
    kept = {key: value for key, value in document.items() if key not in NOT_DIGESTED}
    write = write or _canonical
    text = write(kept)
    # No number of chips has an exponent, so one can stand only among the names that are free.
    if b"." in text or _EXPONENT.search(write([kept.get("rules"), kept.get("stakes")])):
        text = _canonical(_numbers_as_read(kept))
    return hashlib.sha256(text).hexdigest()


def _canonical(value: Any) -> bytes:
    return _encode(value).encode()


_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
_EXPONENT = re.compile(rb"\de")


def _numbers_as_read(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _numbers_as_read(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_numbers_as_read(item) for item in value]
    return value


_card_of = CARD_OF.__getitem__


def _cards(texts: Any, pointer: str) -> tuple[int, ...]:
    try:
        return tuple(map(_card_of, texts))
    except (KeyError, TypeError) as error:
        raise RecordError(pointer, f"{error} is no card: rank then suit, like As, Td, 2c, or ?? where unseen") from None


def _chips(value: Any, pointer: str) -> int | None:
    if value is None or type(value) is int:
        return value
    if type(value) is float and value.is_integer():
        return int(value)
    raise RecordError(pointer, f"{value!r} is no whole number of chips")


def _card(value: Any, pointer: str) -> int | None:
    return None if value is None else _cards((value,), pointer)[0]


def _as_it_is(value: Any, pointer: str) -> Any:
    return value


# The acts of betting, the bring-in among them: of each the total is all that is told.
_ACTS = frozenset(("check", "fold", "call", "bet", "raise", "complete", "bring-in"))
# What is made of each key of any other event; further keys are for people.
_READ: dict[str, Callable[[Any, str], Any]] = {
    "to": _chips,
    "price": _chips,
    "down": _cards,
    "up": _cards,
    "cards": _cards,
    "card": _card,
    "place": _as_it_is,
    "way": _as_it_is,
    "reason": _as_it_is,
    "stands": _as_it_is,
}


def event_from_dict(document: Mapping[str, Any], pointer: str = "") -> Event:
    """One event of the wire format as an `Event`. Raises RecordError at ``pointer``."""
    get, kind = document.get, document["type"]
    event = Event(kind, get("seat"))
    try:
        # Nearly all events of a hand are deals and acts.
        if kind == "deal":
            event.down = _cards(get("down", ()), "down")
            event.up = _cards(get("up", ()), "up")
            event.stands = get("stands", False)
        elif kind in _ACTS:
            event.to = _chips(get("to"), "to")
            event.stands = get("stands", False)
        else:
            for key, value in document.items():
                if (read := _READ.get(key)) is not None:
                    setattr(event, key, read(value, key))
    except RecordError as error:
        raise RecordError(f"{pointer}/{error.pointer}", error.message) from None
    return event


def _showdown(document: Mapping[str, Any]) -> Showdown:
    hands = tuple(
        ShownHand(
            hand["seat"],
            _cards(hand.get("cards", ()), f"/showdown/hands/{at}/cards"),
            _chips(hand.get("put_in"), f"/showdown/hands/{at}/put_in"),
            hand.get("declared"),
            hand.get("out"),
            _cards(hand.get("wild", ()), f"/showdown/hands/{at}/wild"),
        )
        for at, hand in enumerate(document["hands"])
    )
    pots = document.get("pots")
    community = document.get("community")
    return Showdown(
        hands,
        None if pots is None else tuple(GivenPot(int(pot["amount"]), tuple(pot["eligible"])) for pot in pots),
        None if community is None else _cards((community,), "/showdown/community")[0],
        document.get("last_aggressor"),
    )


def record_from_dict(document: Mapping[str, Any], write: Writer | None = None) -> Record:
    """A `Record` from a document of the wire format whose shape has been checked (``schemas``, or our own readers).
    ``write``: a quicker encoder for its digest (see `digest_of`)."""
    get = document.get
    outcome = get("outcome")
    showdown = get("showdown")
    stakes = get("stakes")
    return Record(
        game=document["game"],
        seats=tuple(
            SeatEntry(
                seat["seat"],
                seat["player"],
                seat.get("name"),
                _chips(seat.get("stack"), f"/seats/{at}/stack"),
                _chips(seat.get("ante"), f"/seats/{at}/ante"),
            )
            for at, seat in enumerate(document["seats"])
        ),
        events=tuple(event_from_dict(event, f"/events/{at}") for at, event in enumerate(get("events") or ())),
        showdown=None if showdown is None else _showdown(showdown),
        stakes=stakes,
        rules=get("rules") or {},
        rake=tuple(int(figure) for figure in get("rake") or ()),
        outcome=None if outcome is None else {int(seat): int(chips) for seat, chips in outcome["won"].items()},
        claim=get("claim"),
        ref=get("ref"),
        raw=document,
        write=write,
    )
