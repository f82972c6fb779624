"""Links to one hand: POST and GET /v1/hands/{id}/shares, DELETE /v1/hands/{id}/shares/{share}.

A link's token names the app, since nobody asks whoever follows it for a key. It is 192 random bits, so the plain hash
that is kept of it cannot be guessed back.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import uuid
from typing import Any

from flask import Blueprint, Response, g, request

from api.answers import json_answer
from api.kinds import Problem
from api.ledger import pool
from api.requests import load_json, load_query
from api.seeing import stored_record
from db import shares
from db.hands import get
from db.shares import Share, Shared
from schemas.dispute import load_post
from schemas.errors import Invalid
from schemas.queries import NoQuery
from schemas.share import SharePost
from studbook.views import PUBLIC

blueprint = Blueprint("shares", __name__)
_NO_QUERY, _SHARE = NoQuery(), SharePost()

_TOKEN = re.compile(r"([1-9]\d{0,17})-[A-Za-z0-9_-]{32}", re.ASCII)


@blueprint.post("/v1/hands/<uuid:hand_id>/shares")
def post_share(hand_id: uuid.UUID) -> Response:
    """Make a link to a hand: 201 with its address. Without a body it has the eyes of the public."""
    load_query(_NO_QUERY)
    posted = load_post(_SHARE, load_json() if request.content_length or request.mimetype else {})
    share, token = make(hand_id, posted["viewer"])
    address = f"/s/{token}"
    return json_answer(document(share) | {"url": address}, 201, {"Location": address, "Cache-Control": "no-store"})


@blueprint.get("/v1/hands/<uuid:hand_id>/shares")
def list_shares(hand_id: uuid.UUID) -> Response:
    """The links to a hand."""
    load_query(_NO_QUERY)
    with pool().connection() as connection:
        if get(connection, g.app_id, hand_id) is None:
            raise _no_hand(hand_id)
        found = shares.of_hand(connection, g.app_id, hand_id)
    return json_answer({"shares": [document(share) for share in found]})


@blueprint.delete("/v1/hands/<uuid:hand_id>/shares/<uuid:share_id>")
def delete_share(hand_id: uuid.UUID, share_id: uuid.UUID) -> Response:
    """Revoke a link: 204, again too."""
    load_query(_NO_QUERY)
    with pool().connection() as connection:
        if not shares.revoke(connection, g.app_id, hand_id, share_id):
            raise Problem("not-found", f"There is no share {share_id} of hand {hand_id}.")
    return Response(status=204)


def make(hand_id: uuid.UUID, viewer: str) -> tuple[Share, str]:
    """A new link of the asking app to a hand, and its token. Raises problems where there is no such hand or viewer."""
    token = f"{g.app_id}-{secrets.token_urlsafe(24)}"
    with pool().connection() as connection:
        hand = get(connection, g.app_id, hand_id)
        if hand is None:
            raise _no_hand(hand_id)
        players = [seat.player for seat in stored_record(hand.record).seats]
        if viewer not in (PUBLIC, *players):
            raise Invalid.of("/viewer", f"viewer must be public or one of {', '.join(players)}")
        share = shares.add(connection, g.app_id, hand_id, _hash(token), None if viewer == PUBLIC else viewer)
    if share is None:
        raise _no_hand(hand_id)
    return share, token


def led_by(token: str) -> tuple[int, Shared] | None:
    """The app and the hand to which a token leads; None where it leads nowhere."""
    match = _TOKEN.fullmatch(token)
    if match is None:
        return None
    app_id = int(match[1])
    with pool().connection() as connection:
        found = shares.find(connection, app_id, _hash(token))
    return None if found is None else (app_id, found)


def document(share: Share) -> dict[str, Any]:
    """A link as the API shows it."""
    return {
        "id": str(share.id),
        "hand": str(share.hand_id),
        "viewer": share.viewer or PUBLIC,
        "created_at": share.created_at.isoformat(),
        "revoked_at": None if share.revoked_at is None else share.revoked_at.isoformat(),
    }


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _no_hand(hand_id: uuid.UUID) -> Problem:
    return Problem("not-found", f"No hand {hand_id} is stored.")
