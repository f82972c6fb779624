"""/: what one can do here, and the latest hands."""

from __future__ import annotations

import contextlib

from flask import Response, g

from api.ledger import pool
from api.pages.site import page_blueprint, render
from api.pages.words import Money
from db.errors import LedgerError
from db.find import find
from db.rows import Filters, HandSummary
from studbook.games import GAMES

blueprint = page_blueprint("home", public=True)

LATEST = 6


@blueprint.get("/")
def home() -> Response:
    """The first page. It shows hands only to whoever may see them, and none while the ledger is away."""
    hands: tuple[HandSummary, ...] = ()
    if g.get("app_id") is not None:
        with contextlib.suppress(LedgerError), pool().connection(timeout=0.5) as connection:
            hands = find(connection, g.app_id, Filters(), limit=LATEST).hands
    return render("home.html", hands=hands, games=GAMES, money=lambda hand: Money(hand.currency, hand.decimals))
