"""Disputes as they are posted, and what people decide about them; and the query of their lists."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any, ClassVar

from marshmallow import ValidationError

from schemas.documents import ObjectOf, Strict
from schemas.errors import invalid_from, shown
from schemas.fields import CARD_TEXTS, Chips, Choice, Free, Leaf, SeatMap, Text
from schemas.queries import MOST_HANDS, Query, QueryWhole
from schemas.record import MOST_EVENTS, Claim, EventList, HandRecord

NOTE = 2000
VIEWER = "A player of the hand, or `public`: what they could not see is hidden."
KNOWN_CARDS = CARD_TEXTS - {"??"}
EVENT_NUMBERS = frozenset(str(number) for number in range(MOST_EVENTS + 1))


def told(description: str) -> dict[str, str]:
    """What the contract says of a key."""
    return {"description": description}


class CardMap(Leaf):
    """An object from cards to cards: ``{"8s": "8c"}``."""

    def certain(self, value: Any) -> bool:
        return (
            type(value) is dict
            and bool(value)
            and KNOWN_CARDS.issuperset(value)
            and all(type(other) is str and other in KNOWN_CARDS for other in value.values())
        )

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> dict[str, str]:
        if not isinstance(value, dict) or not value:
            raise ValidationError(f'must be an object from cards to cards like {{"8s": "8c"}}, not {shown(value)}')
        errors = {
            card: [f"must be read as another card, like 8c, not {shown(other)}"]
            for card, other in value.items()
            if not self.certain({card: other})
        }
        if errors:
            raise ValidationError(errors)
        return value

    def json_schema(self) -> dict[str, Any]:
        card = "^[2-9TJQKA][cdhs]$"
        return {
            "type": "object",
            "minProperties": 1,
            "patternProperties": {card: {"type": "string", "pattern": card}},
            "additionalProperties": False,
        }


class EventMap(Leaf):
    """An object from the numbers of events to what stood in their place: ``{"17": [...]}``."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.events = EventList()

    def certain(self, value: Any) -> bool:
        return (
            type(value) is dict
            and bool(value)
            and EVENT_NUMBERS.issuperset(value)
            and all(map(self.events.certain, value.values()))
        )

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> dict[str, Any]:
        if not isinstance(value, dict) or not value:
            raise ValidationError(
                f'must be an object from event numbers to lists like {{"17": []}}, not {shown(value)}'
            )
        found: dict[str, Any] = {}
        errors: dict[str, Any] = {}
        for number, events in value.items():
            if number not in EVENT_NUMBERS:
                errors[number] = ["is no number of an event: the first is 0"]
                continue
            try:
                found[number] = self.events.deserialize(events)
            except ValidationError as error:
                errors[number] = error.messages
        if errors:
            raise ValidationError(errors)
        return found

    def json_schema(self) -> dict[str, Any]:
        events = {"type": "array", "items": {"$ref": "#/components/schemas/Event"}}
        return {
            "type": "object",
            "minProperties": 1,
            "patternProperties": {"^(0|[1-9][0-9]{0,3})$": events},
            "additionalProperties": False,
        }


class Identity(Leaf):
    """An id of the ledger."""

    def certain(self, value: Any) -> bool:
        return False

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> uuid.UUID:
        try:
            return uuid.UUID(value)
        except (ValueError, AttributeError, TypeError):
            raise ValidationError(f"must be an id of the ledger (a UUID), not {shown(value)}") from None

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "format": "uuid"}


class Fact(Strict):
    """What is said to have been otherwise: cards, events and agreed rules, together or not; or the whole record."""

    called = "a fact"
    also: ClassVar[Mapping[str, Any]] = {"minProperties": 1}

    cards = CardMap(metadata=told('Cards that were misread: `{"8s": "8c"}`, where the record says 8s it was the 8c.'))
    events = EventMap(
        metadata=told(
            "What really happened in the place of an event, by its number from 0: no event, one, or several. One more "
            "than the number of the last event: what came after it."
        )
    )
    rules = Free(metadata=told("House rules that had been agreed."))
    record = ObjectOf(HandRecord, metadata=told("The whole hand as it was; its ref stays that of the stored one."))

    def crosswise(self, document: Mapping[str, Any]) -> dict[str, list[str]]:
        """Something must be said; and the whole record stands alone."""
        if not any(document.values()):
            return {"_schema": ["must say what was otherwise: cards, events, rules, or the whole record"]}
        if "record" in document and len(document) > 1:
            return {"record": ["must stand alone: the whole record says all that was otherwise"]}
        return {}


class DisputePost(Strict):
    """A dispute: who files it, and what is claimed. With a fact the record is disputed, without one the judgement."""

    called = "a dispute"
    also: ClassVar[Mapping[str, Any]] = {"anyOf": [{"required": ["claim"]}, {"required": ["fact"]}]}

    by = Text(1, 200, reserved=("public",), required=True, metadata=told("Who files it."))
    claim = ObjectOf(Claim, metadata=told("What somebody believes the hand comes to, as in a record."))
    fact = ObjectOf(Fact)
    note = Text(0, NOTE, metadata=told("Words for people. Viewers other than their author do not get them."))

    def crosswise(self, document: Mapping[str, Any]) -> dict[str, list[str]]:
        """A claim or a fact, and no empty claim."""
        if "claim" not in document and "fact" not in document:
            return {"claim": ["is missing; a dispute has a claim, or a fact, or both"]}
        if "claim" in document and not any(document["claim"].values()):
            return {"claim": ["must claim something: won or net by seat, or hands by name"]}
        return {}


class RulingPost(Strict):
    """What the floor decides about a fact."""

    called = "a ruling"

    decision = Choice(("accept", "reject"), required=True, metadata=told("Accepting makes the revision of the hand."))
    by = Text(1, 200, reserved=("public",), required=True, metadata=told("Who decides."))
    note = Text(0, NOTE)
    revises = Identity(
        metadata=told(
            "The hand that the revision is made of, where the disputed one was revised since: the current one."
        )
    )


class WithdrawalPost(Strict):
    """Whoever filed a dispute takes it back."""

    called = "a withdrawal"

    note = Text(0, NOTE)


class OverridePost(Strict):
    """What a named final authority says, whatever the rules give."""

    called = "an override"

    by = Text(1, 200, reserved=("public",), required=True, metadata=told("The final authority, by name."))
    result = Choice(("upheld", "denied"), required=True, metadata=told("Whether the claim is right after all."))
    won = SeatMap(Chips(), metadata=told("Who got what instead, by seat: all that the hand's pots give."))
    note = Text(0, NOTE)


class ViewerQuery(Query):
    """Whose eyes."""

    viewer = Text(1, 200, metadata=told(VIEWER))


class DisputesQuery(Query):
    """Which disputes, and which page of them."""

    state = Choice(("open", "ruled", "withdrawn", "overridden"), metadata=told("The state of the dispute."))
    game = Text(1, 100, metadata=told("The game of the hand."))
    player = Text(1, 200, metadata=told("A player who was dealt into the hand."))
    table = Text(1, 200, metadata=told("The table of the hand."))
    by = Text(1, 200, metadata=told("Who filed it."))
    hand = Identity(metadata=told("The id of the hand."))
    viewer = Text(1, 200, metadata=told(VIEWER))
    limit = QueryWhole(1, MOST_HANDS, metadata=told("Disputes a page: 50 where it is left out."))
    cursor = Text(1, 200, metadata=told("Where to go on: `next` of the page before, with the same filters."))


def load_post(schema: Strict, document: Any) -> dict[str, Any]:
    """The posted document by its schema. Raises `Invalid` with every fault and its place."""
    try:
        loaded: dict[str, Any] = schema.load(document)
    except ValidationError as error:
        raise invalid_from(error.messages, "the body") from None
    return loaded


__all__ = [
    "DisputePost", "DisputesQuery", "OverridePost", "RulingPost", "ViewerQuery", "WithdrawalPost", "load_post",
]  # fmt: skip
