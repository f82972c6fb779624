"""/s/{token}: one hand for whoever has the link, with the eyes that the link has, and nothing else of the app."""

from __future__ import annotations

import json

from flask import Response, url_for

from api.kinds import Problem
from api.ledger import pool
from api.pages.hand import Scene, asked_step, scene_of, settled, stage, stakes_words
from api.pages.site import page_blueprint, render
from api.shares import led_by
from db.hands import get
from db.rows import Hand
from studbook.views import PUBLIC

blueprint = page_blueprint("share", public=True)


@blueprint.get("/s/<token>")
def show(token: str) -> Response:
    """The page of a shared hand. Its address is the key to it, so it is told to nobody."""
    hand, scene = _shared(token)
    return _kept_quiet(
        render(
            "shared.html",
            hand=hand,
            scene=scene,
            stakes=stakes_words(scene),
            **stage(scene, asked_step(), url_for("share.show_stage", token=token)),
            **settled(scene),
        )
    )


@blueprint.get("/s/<token>/stage")
def show_stage(token: str) -> Response:
    """Only what changes with the step."""
    _, scene = _shared(token)
    return _kept_quiet(render("_moment.html", scene=scene, **stage(scene, asked_step(), "")))


def _shared(token: str) -> tuple[Hand, Scene]:
    found = led_by(token)
    hand = None
    if found is not None:
        app_id, shared = found
        with pool().connection() as connection:
            hand = get(connection, app_id, shared.hand_id)
    if found is None or hand is None:
        raise Problem("not-found", "This link leads nowhere: it was revoked, or cut short on the way.")
    return hand, scene_of(json.loads(hand.record), json.loads(hand.verdict), found[1].viewer or PUBLIC)


def _kept_quiet(response: Response) -> Response:
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex"
    return response
