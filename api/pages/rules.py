"""/games and /games/{game}: the rule sheets, each article under the anchor to which rulings link."""

from __future__ import annotations

from flask import Response

from api.kinds import Problem
from api.pages.site import page_blueprint, render
from studbook.games import GAMES
from studbook.rulesheet import chapters_of, rule_sheet, rule_sheets

blueprint = page_blueprint("rules", public=True)

CASES = {"no bring-in": "without a bring-in"}


@blueprint.get("/games")
def list_games() -> Response:
    """The games that the referee knows."""
    return render("games.html", sheets=rule_sheets())


@blueprint.get("/games/<game>")
def rules(game: str) -> Response:
    """A game's rule sheet."""
    if game not in GAMES:
        raise Problem("not-found", f"There is no game {game[:100]!r}; there are {', '.join(GAMES)}.")
    return render("game.html", sheet=rule_sheet(game), chapters=chapters_of(GAMES[game]), cases=CASES)
