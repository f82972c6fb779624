"""Disputes: POST /v1/hands/{id}/disputes, GET /v1/disputes, and what people decide about one."""

from __future__ import annotations

import json
import uuid
from datetime import UTC, datetime
from typing import Any, NoReturn
from urllib.parse import urlencode

import psycopg
from flask import Blueprint, Response, current_app, g, request, url_for

from api import dispute_documents as documents
from api.cursors import read_cursor, write_cursor
from api.hands import refuse_unless_over
from api.kinds import Problem
from api.ledger import new_hand, pool
from api.requests import load_json, load_query
from api.seeing import stored_record
from api.text import json_text
from db import disputes, hands
from db.disputes import Dispute, DisputeFilters, NewDispute, find_disputes
from db.errors import Conflict
from db.rows import Hand
from schemas.dispute import DisputePost, DisputesQuery, OverridePost, RulingPost, ViewerQuery, WithdrawalPost, load_post
from schemas.queries import NoQuery
from studbook.games import GAMES
from studbook.record import Record
from studbook.referee import replay
from studbook.rulebook import article_id

blueprint = Blueprint("disputes", __name__)
_NO_QUERY, _VIEWER, _QUERY = NoQuery(), ViewerQuery(), DisputesQuery()
_DISPUTE, _RULING, _WITHDRAWAL, _OVERRIDE = DisputePost(), RulingPost(), WithdrawalPost(), OverridePost()

PAGE = 50


@blueprint.post("/v1/hands/<uuid:hand_id>/disputes")
def post_dispute(hand_id: uuid.UUID) -> Response:
    """File a dispute on a stored hand: 201 with the ruling; the same again: 200 and the one that was filed."""
    load_query(_NO_QUERY)
    dispute, created = file_dispute(hand_id, load_post(_DISPUTE, load_json()))
    headers = {"Location": url_for("disputes.get_dispute", dispute_id=dispute.id)}
    if created:
        return answer(documents.document(dispute), 201, headers)
    return answer(documents.document(dispute), 200, headers | {"Idempotent-Replayed": "true"})


def file_dispute(hand_id: uuid.UUID, posted: dict[str, Any]) -> tuple[Dispute, bool]:
    """File what was posted on a hand: the dispute, and whether this made it. Raises problems."""
    claim, fact = posted.get("claim"), posted.get("fact")
    with pool().connection() as connection:
        hand = hands.get(connection, g.app_id, hand_id)
    if hand is None:
        raise Problem("not-found", f"No hand {hand_id} is stored.")
    ruling = documents.judged(stored_record(hand.record), claim, fact)
    kind, state = documents.kind_and_state(fact, ruling)
    new = NewDispute(
        hand_id=hand_id,
        kind=kind,
        state=state,
        filed_by=posted["by"],
        claim=json_text({"claim": claim, "fact": fact}),
        ruling=json_text(ruling),
        digest=documents.digest(posted),
        note=posted.get("note"),
    )
    with pool().connection() as connection:
        filed = disputes.file(connection, g.app_id, new)
        if filed is None:
            refuse_revised(connection, hand_id)
        return found(connection, filed[0]), filed[1]


@blueprint.get("/v1/disputes/<uuid:dispute_id>")
def get_dispute(dispute_id: uuid.UUID) -> Response:
    """One dispute; with a viewer as that person may know it."""
    viewer = load_query(_VIEWER).get("viewer")
    with pool().connection() as connection:
        dispute = found(connection, dispute_id)
        hand = None if viewer is None else hands.get(connection, g.app_id, dispute.hand_id)
    shown = documents.document(dispute)
    if viewer is not None and hand is not None:
        shown = documents.seen_document(dispute, stored_record(hand.record), viewer)
    response = answer(shown)
    response.make_conditional(request)
    return response


@blueprint.get("/v1/disputes")
def list_disputes() -> Response:
    """A page of disputes, newest first."""
    query = load_query(_QUERY)
    signed = {**query, "list": "disputes"}
    secret = current_app.extensions["settings"].secret
    after = read_cursor(query["cursor"], signed, secret) if "cursor" in query else None
    filters = DisputeFilters(
        state=query.get("state"),
        game=query.get("game"),
        table=query.get("table"),
        player=query.get("player"),
        filed_by=query.get("by"),
        hand_id=query.get("hand"),
    )
    with pool().connection() as connection:
        page = find_disputes(connection, g.app_id, filters, after=after, limit=query.get("limit", PAGE))
    following = None if page.next is None else write_cursor(page.next, signed, secret)
    rows = [documents.summary(dispute, query.get("viewer")) for dispute in page.disputes]
    response = Response(json_text({"disputes": rows, "next": following}), content_type="application/json")
    response.headers["Cache-Control"] = "private, no-cache"
    if following is not None:
        asked = [(name, value) for name, value in request.args.items(multi=True) if name != "cursor"]
        response.headers["Link"] = f'<{request.path}?{urlencode([*asked, ("cursor", following)])}>; rel="next"'
    return response


@blueprint.post("/v1/disputes/<uuid:dispute_id>/rulings")
def post_ruling(dispute_id: uuid.UUID) -> Response:
    """What the floor decides about an open dispute. Accepting makes the revision of the hand, in one step with it."""
    load_query(_NO_QUERY)
    return answer(documents.document(rule_on(dispute_id, load_post(_RULING, load_json()))))


def rule_on(dispute_id: uuid.UUID, posted: dict[str, Any], seen: int | None = None) -> Dispute:
    """Decide as the floor about an open dispute, seen in the version ``seen`` (None: If-Match says which).
    The dispute afterwards. Raises problems."""
    with pool().connection() as connection:
        dispute = to_change(connection, dispute_id, "open", seen=seen)
        made = {"decision": posted["decision"], "by": posted["by"], "note": posted.get("note"), "at": now()}
        if posted["decision"] == "reject":
            text = json_text(made | {"revision": None})
            changed = disputes.change(connection, g.app_id, dispute.id, dispute.version, "ruled", decision=text)
        else:
            changed = _accept(connection, dispute, posted.get("revises"), made)
        return _after(connection, dispute, changed)


def _accept(connection: psycopg.Connection, dispute: Dispute, revises: uuid.UUID | None, made: dict[str, Any]) -> bool:
    disputed = revises or dispute.hand_id
    if disputed != dispute.hand_id and disputed != current_of(connection, dispute.hand_id):
        raise Problem("not-disputable", f"Hand {disputed} is not the current revision of the disputed hand.")
    hand = hands.get(connection, g.app_id, disputed)
    if hand is None or hand.superseded_by is not None:
        # By another ruling on this very dispute, perhaps, made since it was read: then that is what the caller hears.
        if found(connection, dispute.id).version != dispute.version:
            return False
        refuse_revised(connection, disputed)
    posted = json.loads(dispute.claim)
    record = documents.revision(stored_record(hand.record), posted["claim"], posted["fact"])
    verdict = replay(record).to_dict()
    refuse_unless_over(verdict)
    revised = new_hand(record, verdict, json_text(record.raw), None, hand.played_at)
    decision = json_text(made | {"revision": str(revised.id)})
    try:
        return disputes.accept(connection, g.app_id, dispute.id, dispute.version, decision, disputed, revised)
    except Conflict:
        if (current := current_of(connection, disputed)) not in (None, disputed):
            raise revised_since(disputed, current) from None
        raise


@blueprint.post("/v1/disputes/<uuid:dispute_id>/withdrawal")
def post_withdrawal(dispute_id: uuid.UUID) -> Response:
    """Whoever filed an open dispute takes it back."""
    load_query(_NO_QUERY)
    return answer(documents.document(withdraw(dispute_id, load_post(_WITHDRAWAL, load_json()))))


def withdraw(dispute_id: uuid.UUID, posted: dict[str, Any], seen: int | None = None) -> Dispute:
    """Take an open dispute back; as `rule_on`."""
    with pool().connection() as connection:
        dispute = to_change(connection, dispute_id, "open", seen=seen)
        text = json_text({"note": posted.get("note"), "at": now()})
        changed = disputes.change(connection, g.app_id, dispute.id, dispute.version, "withdrawn", withdrawal=text)
        return _after(connection, dispute, changed)


@blueprint.post("/v1/disputes/<uuid:dispute_id>/override")
def post_override(dispute_id: uuid.UUID) -> Response:
    """What a named final authority says instead. The computed ruling stays as it is."""
    load_query(_NO_QUERY)
    return answer(documents.document(override(dispute_id, load_post(_OVERRIDE, load_json()))))


def override(dispute_id: uuid.UUID, posted: dict[str, Any], seen: int | None = None) -> Dispute:
    """Say as the final authority what holds instead; as `rule_on`."""
    with pool().connection() as connection:
        dispute = to_change(connection, dispute_id, "open", "ruled", seen=seen)
        hand = hands.get(connection, g.app_id, dispute.hand_id)
        if hand is not None and "won" in posted:
            check_figures(stored_record(hand.record), posted["won"])
        game = GAMES.get(dispute.game)
        topic = "final-authority"
        made = {
            "by": posted["by"],
            "result": posted["result"],
            "won": posted.get("won"),
            "note": posted.get("note"),
            "at": now(),
            "article": article_id((), topic) if game is None else game.article(topic),
        }
        text = json_text(made)
        changed = disputes.change(connection, g.app_id, dispute.id, dispute.version, "overridden", override=text)
        return _after(connection, dispute, changed)


def found(connection: psycopg.Connection, dispute_id: uuid.UUID) -> Dispute:
    """The dispute, or the problem that there is none."""
    dispute = disputes.get(connection, g.app_id, dispute_id)
    if dispute is None:
        raise Problem("not-found", f"There is no dispute {dispute_id}.")
    return dispute


def to_change(connection: psycopg.Connection, dispute_id: uuid.UUID, *states: str, seen: int | None = None) -> Dispute:
    """The dispute that a request means to change, if the caller saw it as it is (in the version ``seen``, else by
    If-Match) and its state allows the change."""
    dispute = found(connection, dispute_id)
    if not (_matches(dispute) if seen is None else seen == dispute.version):
        raise stale(dispute)
    if dispute.state not in states:
        raise Problem(
            "dispute-closed",
            f"The dispute is {dispute.state}; this is for disputes that are {' or '.join(states)}.",
            state=dispute.state,
        )
    return dispute


def _matches(dispute: Dispute) -> bool:
    if "If-Match" not in request.headers:
        raise Problem(
            "precondition-required",
            "A dispute is changed as somebody saw it: send the ETag of what you saw in If-Match.",
        )
    tags = request.if_match
    return tags.star_tag or str(dispute.version) in {(tag or "").partition("-")[0] for tag in tags.as_set()}


def _after(connection: psycopg.Connection, dispute: Dispute, changed: bool) -> Dispute:
    """The dispute after the change, or the problem that somebody else was faster."""
    after = found(connection, dispute.id)
    if not changed:
        raise stale(after)
    return after


def stale(dispute: Dispute) -> Problem:
    """The problem of a change to a dispute that has changed since it was seen."""
    return Problem(
        "stale",
        f"The dispute has changed since: it is {dispute.state} now. Look at it again, and decide on what is there.",
        state=dispute.state,
    )


def check_figures(record: Record, won: dict[str, int]) -> None:
    """An overriding award gives what the pots hold, to seats of the hand; else a problem."""
    verdict = replay(record)
    seats = {str(seat.seat) for seat in record.seats}
    total = sum(pot.amount - pot.rake for pot in verdict.settlement.pots)
    if strange := sorted(won.keys() - seats):
        raise Problem("not-disputable", f"There is no seat {strange[0]} in this hand.")
    if sum(won.values()) != total:
        raise Problem("not-disputable", f"The pots hold {total} after rake, and {sum(won.values())} are given away.")


def current_of(connection: psycopg.Connection, hand_id: uuid.UUID) -> uuid.UUID | None:
    """The current revision of a hand; None where there is no such hand."""
    hand: Hand | None = hands.get(connection, g.app_id, hand_id)
    while hand is not None and hand.superseded_by is not None:
        hand = hands.get(connection, g.app_id, hand.superseded_by)
    return None if hand is None else hand.id


def refuse_revised(connection: psycopg.Connection, hand_id: uuid.UUID) -> NoReturn:
    """Raise the problem of a hand that is not current any more, or not there."""
    current = current_of(connection, hand_id)
    if current is None:
        raise Problem("not-found", f"No hand {hand_id} is stored.")
    if current == hand_id:
        raise Problem("conflict", "Somebody else is changing this hand at this moment; try again.")
    raise revised_since(hand_id, current)


def revised_since(hand_id: uuid.UUID, current: uuid.UUID | None) -> Problem:
    """The problem of a hand that was revised."""
    address = url_for("hands.get_hand", hand_id=current)
    return Problem(
        "hand-revised",
        f"Hand {hand_id} was revised; the current revision is {address}. Look at it: the dispute may be settled by it.",
        hand=address,
    )


def answer(shown: dict[str, Any], status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A dispute as an answer with its ETag."""
    text, tag = documents.text_and_tag(shown)
    response = Response(text, status, headers, content_type="application/json")
    response.set_etag(tag)
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def now() -> str:
    """This moment, as documents write it."""
    return datetime.now(UTC).isoformat()
