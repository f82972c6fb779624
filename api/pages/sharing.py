"""/hands/{id}/shares: the links to a hand; making one, revoking one."""

from __future__ import annotations

import uuid

from flask import Response, g, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from api import shares as api
from api.kinds import Problem
from api.ledger import pool
from api.pages.hand import stored_hand
from api.pages.site import page_blueprint, render
from api.seeing import stored_record
from db import shares
from db.rows import Hand
from studbook.views import PUBLIC

blueprint = page_blueprint("sharing")


@blueprint.get("/hands/<uuid:hand_id>/shares")
def of_hand(hand_id: uuid.UUID) -> Response:
    """The links to a hand, and the form that makes one."""
    return _page(stored_hand(hand_id))


@blueprint.post("/hands/<uuid:hand_id>/shares")
def make(hand_id: uuid.UUID) -> Response:
    """Make a link, and show it this once."""
    hand = stored_hand(hand_id)
    _, token = api.make(hand_id, request.form.get("viewer") or PUBLIC)
    response = _page(hand, url_for("share.show", token=token, _external=True))
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.post("/hands/<uuid:hand_id>/shares/<uuid:share_id>/revocation")
def revoke(hand_id: uuid.UUID, share_id: uuid.UUID) -> AnyResponse:
    """Let a link lead nowhere."""
    with pool().connection() as connection:
        if not shares.revoke(connection, g.app_id, hand_id, share_id):
            raise Problem("not-found", f"There is no share {share_id} of hand {hand_id}.")
    return redirect(url_for("sharing.of_hand", hand_id=hand_id), 303)


def _page(hand: Hand, made: str | None = None) -> Response:
    seats = stored_record(hand.record).seats
    names = {seat.player: seat.name or seat.player for seat in seats}
    with pool().connection() as connection:
        found = shares.of_hand(connection, g.app_id, hand.id)
    return render("shares.html", hand=hand, names=names, shares=found, made=made)
