"""/hands: the stored hands that the filters let through, newest first."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Response, current_app, g, request
from marshmallow import ValidationError
from werkzeug.datastructures import MultiDict

from api.cursors import read_cursor, write_cursor
from api.hands import filters_of
from api.kinds import Problem, from_invalid
from api.ledger import pool
from api.pages.site import page_blueprint, render
from api.pages.words import Money
from db.find import find
from db.rows import Page
from schemas.errors import invalid_from
from schemas.queries import HandsQuery
from studbook.games import GAMES

blueprint = page_blueprint("search")
_QUERY = HandsQuery()

PAGE = 30
FIELDS = (
    "ref", "hand_no", "game", "player", "table", "tag", "since", "until", "pot_from", "pot_to", "net_from", "net_to",
    "status", "showdown", "declared",
)  # fmt: skip


@blueprint.get("/hands")
def hands() -> Response:
    """A page of hands, and the form that narrows them."""
    given = {name: request.args.get(name, "").strip() for name in FIELDS}
    wrong: Problem | None = None
    page, following = Page((), None), None
    try:
        page, following = _found(_without_blanks())
    except Problem as problem:
        if problem.kind not in ("bad-query", "bad-cursor"):
            raise
        wrong = problem
    asked = [(name, value) for name, value in given.items() if value]
    return render(
        "search.html",
        200 if wrong is None else 400,
        given=given,
        players=[value for value in request.args.getlist("player") if value.strip()],
        page=page,
        next=None if following is None else f"/hands?{urlencode([*asked, ('cursor', following)])}",
        filtered=bool(asked),
        later="cursor" in request.args,
        wrong=wrong,
        games=GAMES,
        money=lambda hand: Money(hand.currency, hand.decimals),
    )


def _without_blanks() -> MultiDict[str, str]:
    """The query without the fields that were left empty: a form sends those too. A day is that day's beginning, UTC."""
    kept: MultiDict[str, str] = MultiDict()
    for name, value in request.args.items(multi=True):
        value = value.strip()
        if not value or name == "deck":
            continue
        if name in ("since", "until") and len(value) == 10:
            value += "T00:00:00Z"
        kept.add(name, value)
    return kept


def _found(asked: MultiDict[str, str]) -> tuple[Page, str | None]:
    given = {name: asked.getlist(name) if name == "player" else asked[name] for name in asked}
    try:
        query: dict[str, Any] = _QUERY.load(given)
    except ValidationError as error:
        raise from_invalid(invalid_from(error.messages, "the query"), "bad-query") from None
    filters = filters_of(query)
    secret = current_app.extensions["settings"].secret
    after = read_cursor(query["cursor"], query, secret) if "cursor" in query else None
    with pool().connection() as connection:
        page = find(connection, g.app_id, filters, after=after, limit=PAGE)
    return page, None if page.next is None else write_cursor(page.next, query, secret)
