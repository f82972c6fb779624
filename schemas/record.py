"""The hand record as apps post it: every key, its type and its bounds.

What a rule decides is not looked at here: an unknown game, names inside ``rules`` and ``stakes``, whose turn it was.
The engine answers those with a verdict.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from marshmallow import INCLUDE, ValidationError, fields, validates_schema

from schemas.documents import CardList, Certain, ListOf, ObjectOf, Strict, certain_object
from schemas.errors import Invalid, invalid_from, shown
from schemas.fields import (
    FREE_NAMES,
    Card,
    Chips,
    Choice,
    Exactly,
    Flag,
    Free,
    Pattern,
    SeatMap,
    SeatNumber,
    Text,
    Time,
    Whole,
    refuse_unfit,
)
from schemas.json_text import sorted_json
from studbook.record import Record, RecordError, record_from_dict

MOST_EVENTS = 1000
MOST_SEATS = 99

# Which keys an event may carry, a question mark after those it may leave out. Every event may carry the last three.
EVENT_KEYS: dict[str, str] = {
    "deal": "seat down? up?",
    "burn": "card?",
    "community": "card",
    "bring-in": "seat to",
    "complete": "seat to",
    "bet": "seat to",
    "raise": "seat to",
    "call": "seat to?",
    "check": "seat",
    "fold": "seat",
    "turn": "place card",
    "take": "seat place? card?",
    "buy": "seat place card? price?",
    "flip": "seat card",
    "declare": "seat way",
    "show": "seat cards",
    "muck": "seat",
    "expose": "seat card",
    "kill": "seat reason?",
    "retrieve": "seat",
    "void": "reason?",
}
ANY_EVENT_KEYS = "stands? at? note?"


def _event_field(name: str, required: bool) -> fields.Field[Any]:
    made: dict[str, Any] = {
        "seat": SeatNumber,
        "to": Chips,
        "down": CardList,
        "up": CardList,
        "card": Card,
        "cards": lambda required: CardList(least=1, required=required),
        "place": lambda required: Whole(1, 99, "a place", required=required),
        "price": Chips,
        "way": lambda required: Choice(("high", "low", "both"), required=required),
        "reason": lambda required: Text(0, 500, required=required),
        "stands": Flag,
        "at": Time,
        "note": lambda required: Text(0, 500, required=required),
    }
    field: fields.Field[Any] = made[name](required=required)
    return field


def _event_schema(kind: str, keys: str) -> type[Strict]:
    members: dict[str, Any] = {"type": Choice((kind,), required=True)}
    for key in f"{keys} {ANY_EVENT_KEYS}".split():
        name = key.rstrip("?")
        members[name] = _event_field(name, required=name == key)
    article = "an" if kind[0] in "aeiou" else "a"
    name = "".join(word.capitalize() for word in kind.split("-")) + "Event"
    return type(name, (Strict,), {"called": f"{article} {kind} event", **members})


EVENT_SCHEMAS: dict[str, type[Strict]] = {kind: _event_schema(kind, keys) for kind, keys in EVENT_KEYS.items()}
_EVENTS: dict[str, Strict] = {kind: schema() for kind, schema in EVENT_SCHEMAS.items()}
_CERTAIN_EVENT: dict[str, Certain] = {kind: certain_object(schema) for kind, schema in _EVENTS.items()}


class Event(fields.Field[Any]):
    """One event: its ``type`` says which schema it has."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> Any:
        if not isinstance(value, dict):
            raise ValidationError(f'must be an event, an object with a "type", not {shown(value)}')
        if "type" not in value:
            raise ValidationError({"type": [f"is missing; it is one of {', '.join(EVENT_KEYS)}"]})
        kind = value["type"]
        if not isinstance(kind, str) or kind not in _EVENTS:
            raise ValidationError({"type": [f"must be one of {', '.join(EVENT_KEYS)}, not {shown(kind)}"]})
        return _EVENTS[kind].load(value)


class EventList(ListOf):
    """The list of events. A hand has some seventy, and marshmallow's machinery would cost more than judging them.

    So each is first asked whether it is certainly right; on any doubt the whole list goes through the nested schemas,
    which word the errors.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(Event(), most=MOST_EVENTS, **options)

    def certain(self, value: Any) -> bool:
        if type(value) is not list or len(value) > MOST_EVENTS:
            return False
        tests = _CERTAIN_EVENT
        try:
            return all([tests[event["type"]](event) for event in value])
        except (KeyError, TypeError):  # no object, no type, or none that is known
            return False

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> list[Any]:
        return value if self.certain(value) else super()._deserialize(value, attr, data, **options)


def _told(description: str) -> dict[str, str]:
    return {"description": description}


class Seat(Strict):
    """A seat that was dealt in."""

    called = "a seat"

    seat = SeatNumber(required=True)
    player = Text(1, 200, reserved=("public",), required=True)
    name = Text(0, 200)
    stack = Chips()
    ante = Chips()


class Stakes(Strict):
    """What the game is played for. Names that a structure does not know are the engine's to refuse (``bad-stakes``)."""

    called = "the stakes"
    also: ClassVar[Mapping[str, Any]] = FREE_NAMES

    class Meta:
        unknown = INCLUDE

    structure = Text(0, 100, metadata=_told("`fixed-limit`, `spread-limit`, `pot-limit` or `no-limit`."))
    ante = Chips()
    bring_in = Chips()
    small_bet = Chips()
    big_bet = Chips()
    min_bet = Chips()
    max_bet = Chips()
    unit = Chips()
    chip = Chips()

    @validates_schema(skip_on_field_errors=False)
    def _refuse_unfit(self, document: Mapping[str, Any], **_: Any) -> None:
        """Whatever stands under another name is free as in ``rules``. (The fast path vouches for no such name.)"""
        refuse_unfit(document)


class ShownHand(Strict):
    """One hand of a showdown without events."""

    called = "a hand of the showdown"

    seat = SeatNumber(required=True)
    cards = CardList(least=5, most=7)
    put_in = Chips()
    declared = Choice(("high", "low", "both"))
    out = Choice(("folded", "mucked", "dead"))
    wild = CardList(most=7)


class GivenPot(Strict):
    """A pot of a showdown of which only the pots are known."""

    called = "a pot"

    amount = Chips(required=True)
    eligible = ListOf(SeatNumber(), most=MOST_SEATS, required=True)


class Showdown(Strict):
    """Only the end of a hand: the hands, and what each put in or the pots."""

    called = "the showdown"

    hands = ListOf(ObjectOf(ShownHand), most=MOST_SEATS, required=True)
    pots = ListOf(ObjectOf(GivenPot), most=MOST_SEATS)
    community = Card(allow_none=True)
    last_aggressor = SeatNumber()


class Outcome(Strict):
    """What the source of a hand says was paid."""

    called = "the outcome"

    won = SeatMap(Chips(), required=True)


class Claim(Strict):
    """What somebody believes the hand comes to."""

    called = "the claim"

    won = SeatMap(Chips())
    net = SeatMap(Chips(low=-(2**53 - 1)))
    hands = SeatMap(Text(1, 200))


class HandRecord(Strict):
    """A hand as an app posts it: the events from the first card to the last, or only the showdown."""

    called = "a record"
    also: ClassVar[Mapping[str, Any]] = {
        "oneOf": [
            {"required": ["events", "stakes"], "not": {"required": ["showdown"]}},
            {"required": ["showdown"], "not": {"required": ["events"]}},
        ]
    }

    format = Exactly(1, "{given} is not known; this service reads format 1")
    game = Text(1, 100, required=True, metadata=_told("A name of `GET /v1/games`."))
    ref = Text(1, 200, metadata=_told("The app's own name for the hand; makes a repeated post safe."))
    played_at = Time(metadata=_told("Stored hands: the time of arrival where it is left out."))
    hand_no = Text(0, 200)
    table = Text(0, 200)
    tags = ListOf(Text(1, 50), most=20)
    currency = Pattern(
        "[A-Z]{3}|chips",
        'must be a currency of ISO 4217 like "USD", or "chips"',
        metadata=_told("For people: 25 with USD and 2 decimals is shown as $0.25."),
    )
    decimals = Whole(0, 4, metadata=_told("2 with a currency and 0 with chips, where it is left out."))
    stakes = ObjectOf(Stakes)
    rules = Free(metadata=_told("House rules that differ from the game's defaults, by name."))
    seats = ListOf(
        ObjectOf(Seat),
        most=MOST_SEATS,
        required=True,
        metadata=_told("In order of play, the first nearest the dealer's left."),
    )
    events = EventList(metadata=_told("What happened, in order."))
    showdown = ObjectOf(Showdown, metadata=_told("In place of events: only the end of a hand."))
    rake = ListOf(
        Chips(), most=MOST_SEATS, metadata=_told("One figure a pot, main first; taken before a pot is divided.")
    )
    outcome = ObjectOf(Outcome, metadata=_told("What the source says was paid."))
    claim = ObjectOf(Claim, metadata=_told("What somebody believes; changes nothing."))
    meta = Free(most_bytes=4096, metadata=_told("The app's own, at most 4,096 bytes; kept, given back, never read."))

    def crosswise(self, document: Mapping[str, Any]) -> dict[str, list[str]]:
        """A record has events or a showdown, never both; a hand that was played has stakes."""
        if "events" in document and "showdown" in document:
            return {"showdown": ["must not stand beside events: a record has one or the other"]}
        if "events" in document:
            return {} if "stakes" in document else {"stakes": ["is missing; a record with events needs it"]}
        if "showdown" in document:
            return {}
        return {"events": ["is missing; a record has events, or a showdown in place of them"]}


_RECORD = HandRecord()
_CERTAIN_RECORD = certain_object(_RECORD)


def checked(document: Any) -> dict[str, Any]:
    """The document itself if it is a record of the wire format, with integral floats made integers.

    Raises `Invalid` with every fault (of the first `schemas.errors.MOST_FAULTS`) and its JSON Pointer.
    """
    if _CERTAIN_RECORD(document):
        found: dict[str, Any] = document
        return found
    try:
        loaded: dict[str, Any] = _RECORD.load(document)
    except ValidationError as error:
        raise invalid_from(error.messages) from None
    return loaded


def load_record(document: Any) -> Record:
    """A `Record` of a parsed JSON document. Raises `Invalid`; never anything else, whatever the document is."""
    try:
        return record_from_dict(checked(document), sorted_json)
    except RecordError as error:
        raise Invalid.of(error.pointer, error.message) from None
