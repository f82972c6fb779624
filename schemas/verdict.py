"""The verdict as it comes back. For the contract and the tests: answers are written by the engine, not by these."""

from __future__ import annotations

from typing import Any

from schemas.documents import CardList, ListOf, ObjectOf, Strict
from schemas.fields import Card, Chips, Choice, Flag, Leaf, SeatMap, SeatNumber, Whole
from studbook.record import MAX_CHIPS

SIGNED = -MAX_CHIPS


class Words(Leaf):
    """A text for people, or a name."""

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string"}


class Anything(Leaf):
    """Any JSON value."""

    def json_schema(self) -> dict[str, Any]:
        return {}


class MapOf(Leaf):
    """An object from names to values of one kind."""

    def __init__(self, values: Leaf, **options: Any) -> None:
        super().__init__(**options)
        self.values = values

    def json_schema(self) -> dict[str, Any]:
        values = self.values.json_schema()
        if self.values.allow_none:
            values = {"anyOf": [values, {"type": "null"}]}
        return {"type": "object", "additionalProperties": values}


class Award(Strict):
    """What one seat gets of a pot: all of it, or a half."""

    seat = SeatNumber(required=True)
    amount = Chips(required=True)
    share = Choice(("high", "low", "whole"), required=True, data_key="for")
    odd_chips = Chips(required=True, metadata={"description": "How many of `amount` are odd chips."})
    article = Words(required=True)
    basis = Choice(("cards", "last-hand", "given"), required=True)


class Pot(Strict):
    """A pot: the main pot first, then the side pots."""

    amount = Chips(required=True)
    rake = Chips(required=True)
    open = Chips(required=True, metadata={"description": "Not yet given to anybody."})
    eligible = ListOf(SeatNumber(), most=99, required=True)
    awards = ListOf(ObjectOf(Award), most=99, required=True)


class NamedHand(Strict):
    """The five cards that play, and what they are called."""

    name = Words(required=True)
    cards = CardList(least=5, most=5, required=True)


class SeatOutcome(Strict):
    """What became of a seat."""

    seat = SeatNumber(required=True)
    player = Words(required=True)
    put_in = Chips(required=True, allow_none=True)
    returned = Chips(required=True)
    won = Chips(required=True)
    net = Whole(SIGNED, MAX_CHIPS, required=True, allow_none=True)
    stack = Chips(required=True, allow_none=True)
    outcome = Choice(("won", "lost", "folded", "mucked", "dead", "open"), required=True)
    declared = Choice(
        ("high", "low", "both", "declared"),
        required=True,
        allow_none=True,
        metadata={"description": "`declared`: a viewer knows that, and not yet what."},
    )
    up = CardList(required=True)
    down = CardList(required=True)
    high = ObjectOf(NamedHand, required=True, allow_none=True)
    low = ObjectOf(NamedHand, required=True, allow_none=True)


class TableState(Strict):
    """The table at the end of the record, or before the violation."""

    street = Whole(2, 7, required=True, allow_none=True)
    level = Chips(required=True, metadata={"description": "To call."})
    pot = Chips(required=True)
    centre = MapOf(Card(allow_none=True), required=True)
    deck_left = Whole(0, 52, required=True)
    dead = CardList(required=True)
    to_beat = Anything(required=True, allow_none=True)


class Due(Strict):
    """What may come next: from which seats, and every legal event."""

    seats = ListOf(SeatNumber(), most=99, required=True)
    what = Choice(("deal", "community", "act", "turn", "take", "flip", "declare", "show"), required=True)
    events = ListOf(
        MapOf(Anything()),
        most=10**6,
        required=True,
        metadata={"description": 'Amounts are a number, `{"exactly": [20, 30]}` or `{"from": 5, "to": 40}`.'},
    )


class Finding(Strict):
    """A violation or a warning: where, by which article, and what would have been right."""

    event = Whole(0, MAX_CHIPS, required=True, allow_none=True, metadata={"description": "Null for the set-up."})
    pointer = Words(required=True, metadata={"description": "A JSON Pointer into the record."})
    code = Words(required=True)
    article = Words(required=True)
    message = Words(required=True)
    expected = ObjectOf(Due, required=True, allow_none=True)
    may_stand = Flag(required=True)


class Ruling(Strict):
    """One step of the explanation."""

    event = Whole(0, MAX_CHIPS, required=True, allow_none=True)
    article = Words(required=True)
    text = Words(required=True)


class ClaimDifference(Strict):
    """Where a claim and the ruling differ."""

    seat = SeatNumber(required=True)
    pot = Whole(0, 99, required=True, allow_none=True)
    kind = Choice(("won", "net", "hands"), required=True)
    claimed = Anything(required=True)
    ruled = Anything(required=True, allow_none=True)
    article = Words(required=True)
    text = Words(required=True)


class AwardHinge(Strict):
    """A single other reading under which somebody gets something else."""

    rule = Words(required=True)
    value = Anything(required=True, allow_none=True)
    net = SeatMap(
        Whole(SIGNED, MAX_CHIPS), required=True, metadata={"description": "What each won, where only pots are known."}
    )
    fits_claim = Flag(required=True, allow_none=True, metadata={"description": "Null without a claim."})


class LegalityHinge(Strict):
    """A single other reading under which the hand would break a rule."""

    rule = Words(required=True)
    value = Anything(required=True, allow_none=True)
    event = Whole(0, MAX_CHIPS, required=True, allow_none=True)
    code = Words(required=True)


class HingeList(Strict):
    """What a ruling hangs on."""

    awards = ListOf(ObjectOf(AwardHinge), most=999, required=True, metadata={"description": "Most telling first."})
    legality = ListOf(ObjectOf(LegalityHinge), most=999, required=True)


class Verdict(Strict):
    """What the rules make of a record."""

    status = Choice(("settled", "in-progress", "undecided", "illegal"), required=True)
    game = Words(required=True)
    engine = Words(required=True, metadata={"description": "The version of the rules."})
    rules = MapOf(Anything(), required=True, metadata={"description": "Every house rule in force."})
    rules_given = ListOf(Words(), most=100, required=True)
    openers = MapOf(SeatNumber(), required=True, metadata={"description": "Who opened, by street."})
    pots = ListOf(ObjectOf(Pot), most=99, required=True)
    returned = SeatMap(Chips(), required=True)
    seats = ListOf(ObjectOf(SeatOutcome), most=99, required=True)
    table = ObjectOf(TableState, required=True, allow_none=True)
    next = ObjectOf(Due, required=True, allow_none=True)
    violations = ListOf(ObjectOf(Finding), most=1, required=True)
    warnings = ListOf(ObjectOf(Finding), most=10**6, required=True)
    rulings = ListOf(ObjectOf(Ruling), most=10**6)
    claim = ListOf(ObjectOf(ClaimDifference), most=10**4, required=True)
    hinges = ObjectOf(HingeList, metadata={"description": "With `hinges=true`."})
    digest = Words(
        required=True,
        allow_none=True,
        metadata={"description": "SHA-256 of the record, in hex; null for a viewer."},
    )
