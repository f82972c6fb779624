"""What the service answers about disputes, hinges and replays. For the contract and the tests."""

from __future__ import annotations

from schemas.documents import ListOf, ObjectOf, Strict
from schemas.fields import Chips, Choice, Flag, SeatMap, SeatNumber, Whole
from schemas.record import Claim, HandRecord
from schemas.verdict import (
    SIGNED,
    Anything,
    ClaimDifference,
    Due,
    HingeList,
    MapOf,
    Pot,
    SeatOutcome,
    TableState,
    Verdict,
    Words,
)
from studbook.record import MAX_CHIPS

Signed = Whole(SIGNED, MAX_CHIPS)


class WouldBe(Strict):
    """What would follow if the fact were true, or the claim about a card that nobody saw."""

    legal = Flag(required=True, metadata={"description": "Whether the record as it would be breaks no rule."})
    moved = SeatMap(Signed, required=True, metadata={"description": "Who would get how much more or less, by seat."})
    fits_claim = Flag(required=True, allow_none=True)
    verdict = ObjectOf(Verdict, required=True)


class RulingStated(Strict):
    """How the rules answer a dispute, in short."""

    result = Choice(("upheld", "denied", "needs-floor"), required=True)
    article = Words(required=True, metadata={"description": "The article that decides."})
    text = Words(required=True, allow_none=True, metadata={"description": "Null in lists for a viewer."})
    lies_in = Choice(
        ("cards", "house-rule", "record", "unseen-card"),
        required=True,
        allow_none=True,
        metadata={"description": "What the difference lies in; null where there is none."},
    )


class DisputeRuling(RulingStated):
    """How the rules answer a dispute. Computed when it was filed, and never changed."""

    engine = Words(required=True)
    differences = ListOf(ObjectOf(ClaimDifference), most=10**4, required=True)
    hinges = ObjectOf(HingeList, required=True)
    would_be = ObjectOf(WouldBe, required=True, allow_none=True)


class Decision(Strict):
    """What the floor decided."""

    decision = Choice(("accept", "reject"), required=True)
    by = Words(required=True)
    note = Words(required=True, allow_none=True)
    at = Words(required=True)
    revision = Words(required=True, allow_none=True, metadata={"description": "The id of the revision that it made."})


class Withdrawal(Strict):
    """When it was taken back."""

    note = Words(required=True, allow_none=True)
    at = Words(required=True)


class Override(Strict):
    """What a final authority said instead; the ruling stays as it was computed."""

    by = Words(required=True)
    result = Choice(("upheld", "denied"), required=True)
    won = SeatMap(Chips(), required=True, allow_none=True)
    note = Words(required=True, allow_none=True)
    at = Words(required=True)
    article = Words(required=True)


class ClaimedFact(Strict):
    """What is said to have been otherwise. A viewer gets of it what is about cards that he could see."""

    cards = MapOf(Words())
    events = MapOf(Anything())
    rules = MapOf(Anything())
    record = ObjectOf(HandRecord)


class DisputeHead(Strict):
    """What every dispute says of itself."""

    id = Words(required=True)
    hand = Words(required=True, metadata={"description": "The id of the disputed hand."})
    superseded_by = Words(required=True, allow_none=True, metadata={"description": "The revision of that hand."})
    kind = Choice(("judgement", "fact"), required=True)
    state = Choice(("open", "ruled", "withdrawn", "overridden"), required=True)
    version = Whole(
        1, MAX_CHIPS, required=True, metadata={"description": "Counts the changes; the ETag begins with it."}
    )
    by = Words(required=True)
    game = Words(required=True)
    table = Words(required=True, allow_none=True)
    filed_at = Words(required=True)
    changed_at = Words(required=True)
    note = Words(required=True, allow_none=True)
    claim = ObjectOf(Claim, required=True, allow_none=True)
    decision = ObjectOf(Decision, required=True, allow_none=True)
    withdrawal = ObjectOf(Withdrawal, required=True, allow_none=True)
    override = ObjectOf(Override, required=True, allow_none=True)


class Dispute(DisputeHead):
    """A claim on a stored hand, how the rules answer it, and what people decided."""

    fact = ObjectOf(ClaimedFact, required=True, allow_none=True)
    ruling = ObjectOf(DisputeRuling, required=True)


class DisputeSummary(DisputeHead):
    """A dispute in a list."""

    ruling = ObjectOf(RulingStated, required=True)


class DisputePage(Strict):
    """A page of disputes, newest first."""

    disputes = ListOf(ObjectOf(DisputeSummary), most=200, required=True)
    next = Words(required=True, allow_none=True, metadata={"description": "The next page's cursor; null on the last."})


class FrameRuling(Strict):
    """A ruling made at the event of a frame."""

    article = Words(required=True)
    text = Words(required=True)


class Frame(Strict):
    """The hand after one event, or after the set-up."""

    event = Whole(0, MAX_CHIPS, required=True, allow_none=True, metadata={"description": "Null: after the set-up."})
    status = Choice(("settled", "in-progress", "undecided", "illegal"), required=True)
    table = ObjectOf(TableState, required=True)
    pots = ListOf(ObjectOf(Pot), most=99, required=True)
    returned = SeatMap(Chips(), required=True)
    next = ObjectOf(Due, required=True, allow_none=True)
    openers = MapOf(SeatNumber(), required=True)
    seats = ListOf(ObjectOf(SeatOutcome), most=99, required=True)
    rulings = ListOf(ObjectOf(FrameRuling), most=10**6)


class Replay(Strict):
    """A stored hand, event by event."""

    hand = Words(required=True)
    frames = ListOf(ObjectOf(Frame), most=10**6, required=True)
