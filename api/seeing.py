"""Hands as they are asked for: with rulings and hinges, as one player saw them, and frame by frame.

With a viewer neither a digest nor a name made from one is shown, and an ETag is the hash of what is sent.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, g, request

from api.kinds import Problem
from api.ledger import pool
from api.requests import load_query
from api.text import json_text
from db.hands import get
from db.rows import Hand
from schemas.json_text import read_json
from schemas.queries import ReplayQuery
from schemas.record import load_record
from studbook.hinges import hinges
from studbook.record import Record
from studbook.referee import replay
from studbook.seen import seen_document, seen_frames, seen_hinges, seen_ref, seen_verdict
from studbook.views import frames

blueprint = Blueprint("seeing", __name__)
_REPLAY = ReplayQuery()


def judged(record: Record, query: Mapping[str, Any]) -> dict[str, Any]:
    """The verdict on a record with what the query adds, as its viewer may see it."""
    verdict, viewer = replay(record, explain=query["explain"]), query.get("viewer")
    document = verdict.to_dict() if viewer is None else seen_verdict(verdict, viewer)
    if query["hinges"]:
        document["hinges"] = hinges(record, verdict) if viewer is None else seen_hinges(verdict, viewer)
    return document


def stored_record(text: str) -> Record:
    """The record of a stored hand."""
    return load_record(read_json(text.encode()))


def as_asked(hand: Hand, query: Mapping[str, Any]) -> Hand:
    """A stored hand with its documents, and its ref, as the query asks for them."""
    viewer = query.get("viewer")
    if viewer is None and not query.get("explain") and not query.get("hinges"):
        return hand
    verdict = replay(stored_record(hand.record), explain=bool(query.get("explain")))
    stored = json.loads(hand.verdict)
    if verdict.table is not None and verdict.table.explain:
        stored["rulings"] = verdict.to_dict()["rulings"]
    if viewer is not None:
        stored = seen_verdict(verdict, viewer, stored)
        hand = replace(hand, ref=seen_ref(hand.ref), record=json_text(seen_document(verdict, viewer)))
    if query.get("hinges"):
        stored["hinges"] = hinges(verdict.record, verdict) if viewer is None else seen_hinges(verdict, viewer)
    return replace(hand, verdict=json_text(stored))


def documents_as_seen(texts: tuple[str, str], viewer: str) -> tuple[str, str]:
    """Record and verdict of a stored hand, as JSON texts, as ``viewer`` may see them."""
    verdict = replay(stored_record(texts[0]))
    return json_text(seen_document(verdict, viewer)), json_text(seen_verdict(verdict, viewer, json.loads(texts[1])))


@blueprint.get("/v1/hands/<uuid:hand_id>/replay")
def get_replay(hand_id: uuid.UUID) -> Response:
    """The table, the seats and the pots of a stored hand after the set-up and after every event."""
    query = load_query(_REPLAY)
    with pool().connection() as connection:
        hand = get(connection, g.app_id, hand_id)
    if hand is None:
        raise Problem("not-found", f"No hand {hand_id} is stored.")
    record, viewer = stored_record(hand.record), query.get("viewer")
    if record.showdown is not None:
        taken = [_end_of(judged(record, {**query, "hinges": False}))]
    elif viewer is None:
        taken = frames(record, explain=query["explain"])
    else:
        taken = seen_frames(replay(record), viewer, explain=query["explain"])
    text = json_text({"hand": str(hand.id), "frames": taken}).encode()
    response = Response(text, content_type="application/json")
    response.set_etag(hashlib.sha256(text).hexdigest()[:32])
    response.headers["Cache-Control"] = "private, no-cache"
    response.make_conditional(request)
    return response


def _end_of(verdict: dict[str, Any]) -> dict[str, Any]:
    """The one frame of a hand of which only the end is known."""
    frame = {"event": None} | {
        name: verdict[name] for name in ("status", "table", "pots", "returned", "next", "openers", "seats")
    }
    if "rulings" in verdict:
        frame["rulings"] = [{name: ruling[name] for name in ("article", "text")} for ruling in verdict["rulings"]]
    return frame
