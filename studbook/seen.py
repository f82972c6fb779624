"""What a viewer could see, judged from nothing else: the record with hidden cards as ``??`` goes to the referee again.

So no name of a hand, ruling, hinge or frame can tell a hidden card: they are made without knowing it. Where a ruling
itself hangs on a card that folded (an unseen card of a live hand can be none of those) the viewer gets what follows
from the cards that he saw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from studbook.hinges import OVER, hinges
from studbook.record import Record, record_from_dict
from studbook.referee import replay
from studbook.verdict import Verdict
from studbook.views import DIGEST_REF, HIDDEN, frames, record_view, verdict_view

__all__ = [
    "seen_claim",
    "seen_document",
    "seen_frames",
    "seen_hinges",
    "seen_record",
    "seen_ref",
    "seen_verdict",
    "sight",
]

# What a hidden card may decide where another card was never seen: who gets what, who must show, what is warned of.
TELLING = ("status", "pots", "returned", "next", "openers", "warnings")


def sight(verdict: Verdict, viewer: str) -> Callable[[int], bool]:
    """Whether the viewer sees all the down cards of a seat, by its number."""
    table = verdict.table

    def sees(number: int) -> bool:
        seat = None if table is None else table.by_number.get(number)
        if table is None or seat is None:
            return False
        own = seat.player == viewer and table.game.may_look
        return own or (table.at_showdown and seat.live and not table.voided)

    return sees


def seen_document(verdict: Verdict, viewer: str) -> dict[str, Any]:
    """The record as ``viewer`` may see it: hidden cards are ``??``, and what hidden hands are said to be is hidden."""
    document = record_view(verdict, viewer)
    if document.get("claim"):
        document["claim"] = seen_claim(document["claim"], sight(verdict, viewer))
    return document


def seen_claim(claim: Mapping[str, Any], sees: Callable[[int], bool]) -> dict[str, Any]:
    """A claim without the names of hands that are not seen."""
    if not claim.get("hands"):
        return dict(claim)
    hands = {number: said if sees(int(number)) else HIDDEN for number, said in claim["hands"].items()}
    return {**claim, "hands": hands}


def seen_ref(ref: str | None) -> str | None:
    """A hand's name as a viewer may have it: None where it was made from the cards."""
    return None if ref is not None and DIGEST_REF.match(ref) else ref


def seen_record(verdict: Verdict, viewer: str) -> Record:
    """The record that ``viewer`` could have written, fit to be replayed. Declarations that are still secret are left
    out of it."""
    document = seen_document(verdict, viewer)
    if document.get("events"):
        document["events"] = [event for event in document["events"] if event["type"] != "declare" or "way" in event]
    return record_from_dict(document)


def seen_verdict(verdict: Verdict, viewer: str, stored: dict[str, Any] | None = None) -> dict[str, Any]:
    """The verdict as ``viewer`` may see it, without a digest. ``stored`` is its document where it was kept; it is shown
    unless something in it hangs on cards that the viewer did not see."""
    if verdict.status not in OVER or verdict.table is None:
        # Nothing is decided yet, or the record is refused: no award can tell anything.
        return verdict_view(verdict, viewer, stored)
    own = replay(seen_record(verdict, viewer), explain=verdict.table.explain)
    document = own.to_dict()
    truth = verdict.to_dict()
    if stored is not None and all(document[name] == truth[name] for name in TELLING):
        document = {**stored, **{name: document[name] for name in ("claim", "rulings") if name in document}}
    return verdict_view(verdict, viewer, document)


def seen_hinges(verdict: Verdict, viewer: str) -> dict[str, list[dict[str, Any]]]:
    """The hinges of the hand as ``viewer`` saw it."""
    return hinges(seen_record(verdict, viewer))


def seen_frames(verdict: Verdict, viewer: str, *, explain: bool = False) -> list[dict[str, Any]]:
    """The frames of a hand that is over as ``viewer`` saw it: a hand that is mucked later settles nothing before."""
    if verdict.status not in OVER:
        return frames(verdict.record, viewer, explain=explain)
    return frames(seen_record(verdict, viewer), viewer, explain=explain)
