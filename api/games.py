"""GET /v1/games and /v1/games/{game}: the rule sheets as data."""

from __future__ import annotations

from flask import Blueprint, Response

from api.answers import json_answer
from api.kinds import Problem
from api.requests import load_query
from schemas.queries import NoQuery
from studbook.games import GAMES
from studbook.rulesheet import game_entry, rule_sheet

blueprint = Blueprint("games", __name__)
_NO_QUERY = NoQuery()


@blueprint.get("/v1/games")
def list_games() -> Response:
    """The games that the referee knows."""
    load_query(_NO_QUERY)
    return json_answer({"games": [game_entry(game) for game in GAMES.values()]})


@blueprint.get("/v1/games/<game>")
def get_game(game: str) -> Response:
    """One game's rule sheet."""
    load_query(_NO_QUERY)
    if game not in GAMES:
        raise Problem("not-found", f"There is no game {game[:100]!r}; there are {', '.join(GAMES)}.")
    return json_answer(rule_sheet(game))
