"""What the service answers beside verdicts. For the contract and the tests, like `schemas.verdict`."""

from __future__ import annotations

from marshmallow import INCLUDE

from schemas.documents import ListOf, ObjectOf, Strict
from schemas.fields import Chips, Choice, Flag, SeatNumber, Whole
from schemas.record import HandRecord
from schemas.verdict import SIGNED, Anything, Due, Finding, MapOf, Verdict, Words
from studbook.record import MAX_CHIPS


class ErrorAt(Strict):
    """One fault of a request."""

    pointer = Words(required=True, metadata={"description": "A JSON Pointer, or a parameter's name after a slash."})
    detail = Words(required=True)


class Problem(Strict):
    """An error as RFC 9457 shapes it. Some types have members of their own; their pages tell of them."""

    class Meta:
        unknown = INCLUDE

    type = Words(required=True, metadata={"description": "The address of a page about this type of problem."})
    title = Words(required=True)
    status = Whole(400, 599, required=True)
    detail = Words()
    request_id = Words()
    errors = ListOf(ObjectOf(ErrorAt), most=50)
    pointer = Words()
    line = Whole(1, MAX_CHIPS)
    column = Whole(1, MAX_CHIPS)
    hand = Words()
    limit = Whole(0, MAX_CHIPS)
    violation = ObjectOf(Finding)
    next = ObjectOf(Due)
    verdict = ObjectOf(Verdict)


class StoredHand(Strict):
    """A hand as it was posted, with its verdict."""

    id = Words(required=True)
    ref = Words(required=True, allow_none=True)
    played_at = Words(required=True)
    stored_at = Words(required=True)
    record = ObjectOf(HandRecord, required=True)
    verdict = ObjectOf(Verdict, required=True)
    revises = Words(required=True, allow_none=True)
    superseded_by = Words(required=True, allow_none=True)


class SeatSummary(Strict):
    """A seat of a hand in a list."""

    seat = SeatNumber(required=True)
    player = Words(required=True)
    name = Words(required=True, allow_none=True)
    put_in = Chips(required=True, allow_none=True)
    net = Whole(SIGNED, MAX_CHIPS, required=True, allow_none=True)
    outcome = Words(required=True)
    declared = Choice(("high", "low", "both"), required=True, allow_none=True)


class HandSummary(Strict):
    """A hand in a list."""

    id = Words(required=True)
    ref = Words(required=True, allow_none=True)
    game = Words(required=True)
    status = Choice(("settled", "undecided"), required=True)
    played_at = Words(required=True)
    stored_at = Words(required=True)
    hand_no = Words(required=True, allow_none=True)
    table = Words(required=True, allow_none=True)
    tags = ListOf(Words(), most=20, required=True)
    currency = Words(required=True)
    decimals = Whole(0, 4, required=True)
    pot = Chips(required=True, allow_none=True)
    showdown = Flag(required=True)
    revises = Words(required=True, allow_none=True)
    seats = ListOf(ObjectOf(SeatSummary), most=99, required=True)
    record = ObjectOf(HandRecord, metadata={"description": "With `include=record`."})
    verdict = ObjectOf(Verdict, metadata={"description": "With `include=verdict`."})


class HandPage(Strict):
    """A page of a list, newest first."""

    hands = ListOf(ObjectOf(HandSummary), most=200, required=True)
    next = Words(required=True, allow_none=True, metadata={"description": "The next page's cursor; null on the last."})


class BatchLine(Strict):
    """What became of a line of a batch."""

    line = Whole(1, MAX_CHIPS, required=True, metadata={"description": "Its number, counted from 1."})
    status = Whole(200, 599, required=True, metadata={"description": "That of `POST /v1/hands`."})
    id = Words(metadata={"description": "Of the stored hand, with 200 and 201."})
    problem = ObjectOf(Problem)


class Result(Strict):
    """One player's hands: by game and month, or at a table or under a tag."""

    game = Words()
    month = Words(metadata={"description": "Like 2026-11, in UTC."})
    player = Words()
    name = Words(allow_none=True, metadata={"description": "The latest that a record gave."})
    currency = Words(required=True)
    decimals = Whole(0, 4, required=True)
    hands = Whole(0, MAX_CHIPS, required=True)
    net = Anything(
        required=True, allow_none=True, metadata={"description": "A whole number; null where no hand tells it."}
    )
    showdowns = Whole(0, MAX_CHIPS, required=True)
    showdowns_won = Whole(0, MAX_CHIPS, required=True)
    declarations = Whole(0, MAX_CHIPS)
    declarations_won = Whole(0, MAX_CHIPS)


class Results(Strict):
    """Who won how much."""

    player = Words()
    table = Words()
    tag = Words()
    results = ListOf(ObjectOf(Result), most=10**6, required=True)


class Players(Strict):
    """How many can play."""

    low = Whole(1, 99, required=True, data_key="from")
    high = Whole(1, 99, required=True, data_key="to")


class GameEntry(Strict):
    """A game in the list of games."""

    name = Words(required=True)
    title = Words(required=True)
    players = ObjectOf(Players, required=True)
    structures = ListOf(Words(), most=9, required=True)


class GameList(Strict):
    """The games that the referee knows."""

    games = ListOf(ObjectOf(GameEntry), most=999, required=True)


class HouseRule(Strict):
    """A house rule as a game plays it."""

    name = Words(required=True)
    kind = Words(required=True)
    meaning = Words(required=True)
    values = ListOf(Words(), most=99)
    low = Whole(0, MAX_CHIPS, data_key="from")
    high = Whole(0, MAX_CHIPS, data_key="to")
    default = Anything(required=True, allow_none=True)
    other_defaults = MapOf(
        Anything(), required=True, metadata={"description": "By betting structure, or where there is no bring-in."}
    )
    readings = ListOf(Anything(), most=99, required=True, metadata={"description": "What a dispute tries."})
    disputable = Flag(required=True)
    article = Words(required=True)


class Article(Strict):
    """An article of the rule book."""

    id = Words(required=True)
    text = Words(required=True)
    source = Words(required=True)
    judged = Flag(required=True, metadata={"description": "False: procedure at the table only."})


class Document(Strict):
    """The founding document of a game."""

    number = Words(required=True)
    title = Words(required=True)
    cited_as = Words(required=True)


class Street(Strict):
    """A street, by how many cards a full hand holds then."""

    street = Whole(1, 9, required=True)
    name = Words(required=True)
    bets = Words(required=True, allow_none=True, metadata={"description": "small or big, in fixed limit."})


class GameSheet(GameEntry):
    """A game's rule sheet."""

    document = ObjectOf(Document, required=True, allow_none=True)
    streets = ListOf(ObjectOf(Street), most=9, required=True)
    house_rules = ListOf(ObjectOf(HouseRule), most=99, required=True)
    articles = ListOf(ObjectOf(Article), most=999, required=True)


class Alive(Strict):
    """The process answers."""

    status = Choice(("alive",), required=True)


class Ready(Strict):
    """The service and its ledger are ready."""

    status = Choice(("ready",), required=True)
    schema = Whole(0, 9999, required=True)
    pool = MapOf(Whole(SIGNED, MAX_CHIPS), required=True)
