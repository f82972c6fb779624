"""Stored hands: POST /v1/hands, GET /v1/hands/{id}, GET /v1/hands."""

from __future__ import annotations

import hashlib
import re
import uuid
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, g, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from api import metrics
from api.cursors import read_cursor, write_cursor
from api.kinds import Problem
from api.ledger import as_stored, new_hand, pool
from api.requests import body_bytes, load_query
from api.seeing import as_asked, documents_as_seen
from api.text import json_text
from api.written import asked_form, asks_for_a_page, exported, written_hand, written_page
from db.find import find
from db.hands import documents, get, store
from db.rows import Filters, Hand, HandSummary
from schemas.json_text import read_json
from schemas.queries import MOST_WITH_DOCUMENTS, HandQuery, HandsQuery, NoQuery
from schemas.record import load_record
from studbook.games import GAMES
from studbook.record import Record
from studbook.referee import replay
from studbook.seen import seen_ref

blueprint = Blueprint("hands", __name__)
_NO_QUERY, _HAND_QUERY, _HANDS_QUERY = NoQuery(), HandQuery(), HandsQuery()

PAGE = 50
# A structured-field string with its quotes, as the draft has it, or the bare text that many clients send.
_IDEMPOTENCY_KEY = re.compile(r'"((?:[ !#-\[\]-~]|\\["\\]){1,200})"|([!#-~][ !#-~]{0,198}[!#-~]|[!#-~])', re.ASCII)


@blueprint.post("/v1/hands")
def post_hand() -> Response:
    """Judge and store the record in the body: 201; the same hand again under its name: 200."""
    load_query(_NO_QUERY)
    body = body_bytes()
    record = load_record(read_json(body))
    key = idempotency_key(record)
    verdict = replay(record).to_dict()
    metrics.count_verdict(verdict, GAMES)
    refuse_unless_over(verdict)
    hand = new_hand(record, verdict, body.decode("utf-8-sig"), key)
    with pool().connection() as connection:
        stored = store(connection, g.app_id, hand)
        kept = get(connection, g.app_id, stored.id) if stored.same and not stored.created else None
    location = url_for("hands.get_hand", hand_id=stored.id)
    name = f"the ref {record.ref!r}" if record.ref is not None else f"the Idempotency-Key {key!r}"
    if stored.purged:
        raise Problem("purged", f"The hand that was stored under {name} was purged by the operator; it stays away.")
    if not stored.same:
        raise Problem(
            "key-reused",
            f"Under {name} another hand is stored: {location}. Send that hand again as it was, or this one under "
            "another name.",
            hand=location,
        )
    if stored.stored_at is not None:
        return hand_answer(as_stored(hand, stored.stored_at), 201, {"Location": location})
    if kept is None:
        raise Problem("conflict", "The hand under this name was removed at this moment; send it again.")
    return hand_answer(kept, 200, {"Location": location, "Idempotent-Replayed": "true"})


@blueprint.get("/v1/hands/<uuid:hand_id>")
@blueprint.get("/v1/hands/<uuid:hand_id>.<suffix>", endpoint="get_hand_as")
def get_hand(hand_id: uuid.UUID, suffix: str | None = None) -> AnyResponse:
    """A stored hand with its record and its verdict, or in another form; 304 where the caller has it already."""
    query = load_query(_HAND_QUERY)
    if suffix is None and asks_for_a_page():
        page = redirect(url_for("hand.show", hand_id=hand_id, viewer=query.get("viewer")), 303)
        page.headers["Vary"] = "Accept"
        return page
    form = asked_form(suffix)
    with pool().connection() as connection:
        hand = get(connection, g.app_id, hand_id)
    if hand is None:
        raise Problem("not-found", f"No hand {hand_id} is stored.")
    hand = as_asked(hand, query)
    answer = hand_answer(hand) if form is None else written_hand(hand, form, query)
    if suffix is None:
        answer.headers["Vary"] = "Accept"
    answer.make_conditional(request)
    return answer


@blueprint.get("/v1/hands")
def list_hands() -> Response:
    """A page of stored hands, newest first; as NDJSON without a limit, all of them."""
    query = load_query(_HANDS_QUERY)
    form = asked_form()
    include = query["include"]
    if form is not None and include:
        raise Problem("bad-query", f"include adds to a list in JSON; as {form.name} each hand is all that there is.")
    limit = query.get("limit", MOST_WITH_DOCUMENTS if include else PAGE)
    filters = filters_of(query)
    secret = current_app.extensions["settings"].secret
    after = read_cursor(query["cursor"], query, secret) if "cursor" in query else None
    viewer = query.get("viewer")
    if form is not None and form.writer == "ndjson" and "limit" not in query:
        return with_links(exported(pool(), g.app_id, filters, after, viewer), None)
    with pool().connection() as connection:
        page = find(connection, g.app_id, filters, after=after, limit=limit)
        texts = documents(connection, g.app_id, [hand.id for hand in page.hands]) if include or form else {}
    following = None if page.next is None else write_cursor(page.next, query, secret)
    if form is not None:
        return with_links(written_page([hand.id for hand in page.hands], texts, form, viewer), following)
    if viewer is not None:
        texts = {hand_id: documents_as_seen(both, viewer) for hand_id, both in texts.items()}
    rows = [
        _with_documents(summary(hand, viewer), texts.get(hand.id), include)
        if include
        else json_text(summary(hand, viewer))
        for hand in page.hands
    ]
    answer = f'{{"hands":[{",".join(rows)}],"next":{json_text(following)}}}'
    return with_links(Response(answer, content_type="application/json"), following)


def with_links(response: Response, following: str | None) -> Response:
    """A list's answer with where it goes on, if it does, and with what decided its form."""
    response.headers["Vary"] = "Accept"
    if following is not None:
        response.headers["Link"] = f'<{_next_address(following)}>; rel="next"'
    return response


def idempotency_key(record: Record) -> str | None:
    """The name that makes a repeated post safe, where it is not the record's own ref."""
    if record.ref is not None:
        return None
    given = request.headers.get("Idempotency-Key")
    if given is None:
        raise Problem(
            "key-missing",
            "The record has no ref and the request no Idempotency-Key: without one, a post repeated after a lost "
            "answer would be stored twice.",
        )
    match = _IDEMPOTENCY_KEY.fullmatch(given.strip())
    if match is None:
        raise Problem("bad-key", "An Idempotency-Key has 1 to 200 visible ASCII characters, quoted or not.")
    quoted, bare = match.groups()
    return bare if quoted is None else re.sub(r"\\(.)", r"\1", quoted)


def refuse_unless_over(verdict: dict[str, Any]) -> None:
    """Only hands that are over are stored; the problem says what was wrong, or what is due."""
    if verdict["status"] == "illegal":
        violation = verdict["violations"][0]
        raise Problem("illegal-hand", violation["message"], violation=violation, verdict=verdict)
    if verdict["status"] == "in-progress":
        due = verdict["next"]
        raise Problem(
            "not-finished",
            f"The hand is legal so far and not over: {due['what']} is due. POST /v1/adjudications judges it as it is.",
            next=due,
            verdict=verdict,
        )


def hand_text(hand: Hand) -> str:
    """A stored hand as JSON. Record and verdict go in as the texts they are stored as."""
    head = json_text(
        {
            "id": str(hand.id),
            "ref": hand.ref,
            "played_at": hand.played_at.isoformat(),
            "stored_at": hand.stored_at.isoformat(),
        }
    )
    tail = json_text(
        {
            "revises": None if hand.revises is None else str(hand.revises),
            "superseded_by": None if hand.superseded_by is None else str(hand.superseded_by),
        }
    )
    return f'{head[:-1]},"record":{hand.record},"verdict":{hand.verdict},{tail[1:]}'


def hand_answer(hand: Hand, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A stored hand as an answer with its ETag; it changes when it is superseded, so a cache asks again."""
    text = hand_text(hand).encode()
    response = Response(text, status, headers, content_type="application/json")
    response.set_etag(hashlib.sha256(text).hexdigest()[:32])
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def filters_of(query: dict[str, Any]) -> Filters:
    """The ledger's filters of a loaded query. Raises a problem where nothing in it leads to the hands."""
    filters = Filters(
        players=query.get("player", ()),
        **{
            name: query.get(name)
            for name in (
                "ref", "hand_no", "game", "table", "tag", "since", "until", "pot_from", "pot_to", "net_from", "net_to",
                "status", "showdown", "declared",
            )
        },
    )  # fmt: skip
    narrowing = {"pot_from", "pot_to", "net_from", "net_to", "status", "showdown", "declared"} & query.keys()
    if narrowing and not filters.selective:
        raise Problem(
            "bad-query",
            f"{', '.join(sorted(narrowing))} only narrows a list: name also a ref, hand_no, game, player, table, tag, "
            "since or until.",
            errors=[
                {"pointer": f"/{name}", "detail": "needs a filter that leads to the hands"}
                for name in sorted(narrowing)
            ],
        )
    return filters


def summary(hand: HandSummary, viewer: str | None = None) -> dict[str, Any]:
    """A hand in a list."""
    return {
        "id": str(hand.id),
        "ref": hand.ref if viewer is None else seen_ref(hand.ref),
        "game": hand.game,
        "status": hand.status,
        "played_at": hand.played_at.isoformat(),
        "stored_at": hand.stored_at.isoformat(),
        "hand_no": hand.hand_no,
        "table": hand.table,
        "tags": list(hand.tags),
        "currency": hand.currency,
        "decimals": hand.decimals,
        "pot": hand.pot,
        "showdown": hand.had_showdown,
        "revises": None if hand.revises is None else str(hand.revises),
        "seats": [seat._asdict() for seat in hand.seats],
    }


def _with_documents(summed: dict[str, Any], texts: tuple[str, str] | None, include: frozenset[str]) -> str:
    row = json_text(summed)[:-1]
    for name, text in zip(("record", "verdict"), texts or ("null", "null"), strict=True):
        if name in include:
            row += f',"{name}":{text}'
    return row + "}"


def _next_address(cursor: str) -> str:
    asked = [(name, value) for name, value in request.args.items(multi=True) if name != "cursor"]
    return f"{request.path}?{urlencode([*asked, ('cursor', cursor)])}"
