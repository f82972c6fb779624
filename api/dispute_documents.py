"""Disputes as documents: what is kept, what is answered, and what of it a viewer gets."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from api.kinds import Problem
from api.text import json_text
from db.disputes import Dispute
from schemas.record import load_record
from studbook.corrections import DoesNotFit, corrected
from studbook.disputes import FLOOR, as_claimed, fits, of_fact, of_judgement, seen_dispute
from studbook.record import Record
from studbook.referee import replay

Document = dict[str, Any]


def digest(posted: Mapping[str, Any]) -> bytes:
    """SHA-256 of a dispute as posted: the same words again are the same dispute."""
    return hashlib.sha256(json.dumps(posted, sort_keys=True, ensure_ascii=False).encode()).digest()


def judged(record: Record, claim: Document | None, fact: Document | None) -> Document:
    """The ruling on a dispute. Raises problems for a claim or a fact that does not fit the hand."""
    try:
        if claim is not None:
            fits(record, claim)
        if fact is None:
            return of_judgement(record, claim or {})
        return of_fact(record, with_fact(record, fact), claim)
    except DoesNotFit as unfit:
        raise not_disputable(unfit) from None


def with_fact(record: Record, fact: Document) -> Record:
    """The record as it would be. Raises DoesNotFit, and `schemas.errors.Invalid` for one that is none any more."""
    try:
        return load_record(corrected(record.raw, fact))
    except DoesNotFit as unfit:
        raise DoesNotFit(f"/fact{unfit.pointer}", unfit.message) from None


def revision(record: Record, claim: Document | None, fact: Document | None) -> Record:
    """The record that accepting a dispute makes. Raises a problem where none follows from it."""
    try:
        if fact is not None:
            return with_fact(record, fact)
    except DoesNotFit as unfit:
        raise not_disputable(unfit) from None
    given = as_claimed(record, claim or {})
    if given is None:
        raise Problem(
            "not-disputable",
            "Nothing follows from accepting this: the figures claimed do not fit what is open in the pots. Reject it, "
            "or have the cards filed as a fact.",
        )
    return load_record(given)


def not_disputable(unfit: DoesNotFit) -> Problem:
    """The problem of a claim or a fact that cannot be held against the hand."""
    return Problem("not-disputable", f"{unfit}.", errors=[{"pointer": unfit.pointer, "detail": unfit.message}])


def kind_and_state(fact: Document | None, ruling: Document) -> tuple[str, str]:
    """What kind of dispute it is, and the state in which the ruling leaves it."""
    return "judgement" if fact is None else "fact", "open" if ruling["result"] == FLOOR else "ruled"


def document(dispute: Dispute) -> Document:
    """A dispute with all that is known of it."""
    posted = json.loads(dispute.claim)
    return _head(dispute) | {
        "claim": posted.get("claim"),
        "fact": posted.get("fact"),
        "ruling": json.loads(dispute.ruling),
        **_decided(dispute),
    }


def seen_document(dispute: Dispute, record: Record, viewer: str) -> Document:
    """A dispute as ``viewer`` may know it. Words are for whoever wrote them only: they may tell any card."""
    whole = document(dispute)
    claim, fact, ruling = seen_dispute(replay(record), viewer, whole["claim"], whole["fact"])
    whole |= {"claim": claim, "fact": fact, "ruling": ruling}
    if viewer != dispute.filed_by:
        whole["note"] = None
        if whole["withdrawal"] is not None:
            whole["withdrawal"]["note"] = None
    for name in ("decision", "override"):
        if whole[name] is not None and whole[name]["by"] != viewer:
            whole[name]["note"] = None
    return whole


def summary(dispute: Dispute, viewer: str | None) -> Document:
    """A dispute in a list: without the fact, the hinges and the verdicts."""
    posted, ruling = json.loads(dispute.claim), json.loads(dispute.ruling)
    row = _head(dispute)
    row["claim"] = posted.get("claim")
    row["ruling"] = {name: ruling[name] for name in ("result", "article", "text", "lies_in")}
    row |= _decided(dispute)
    if viewer is not None:
        # What hands are said to be, and all words, stay in the dispute itself, which is asked for with its hand.
        row["claim"] = row["claim"] and {name: row["claim"][name] for name in ("won", "net") if name in row["claim"]}
        row["ruling"]["text"] = None
        for part in (row, row["decision"], row["withdrawal"], row["override"]):
            if part is not None:
                part["note"] = None
    return row


def text_and_tag(shown: Document) -> tuple[bytes, str]:
    """A dispute as it is sent, and its ETag: the version, by which changes are made, and a hash of what is sent."""
    text = json_text(shown).encode()
    return text, f"{shown['version']}-{hashlib.sha256(text).hexdigest()[:24]}"


def _head(dispute: Dispute) -> Document:
    return {
        "id": str(dispute.id),
        "hand": str(dispute.hand_id),
        "superseded_by": None if dispute.superseded_by is None else str(dispute.superseded_by),
        "kind": dispute.kind,
        "state": dispute.state,
        "version": dispute.version,
        "by": dispute.filed_by,
        "game": dispute.game,
        "table": dispute.table,
        "filed_at": dispute.filed_at.isoformat(),
        "changed_at": dispute.changed_at.isoformat(),
        "note": dispute.note,
    }


def _decided(dispute: Dispute) -> Document:
    return {
        name: None if text is None else json.loads(text)
        for name, text in (
            ("decision", dispute.decision),
            ("withdrawal", dispute.withdrawal),
            ("override", dispute.override),
        )
    }
