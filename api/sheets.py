"""A game's rule sheet as data: players, betting structures, house rules with their values, and articles."""

from __future__ import annotations

from typing import Any

from studbook.games import GAMES, Game
from studbook.house import HOUSE_RULES, HouseRule, defaults
from studbook.rulebook import ARTICLES

COMMON_CASE = ("fixed-limit", 1)


def entry(game: Game) -> dict[str, Any]:
    """A game in the list of games."""
    return {
        "name": game.name,
        "title": game.title,
        "players": {"from": 2, "to": game.most_players},
        "structures": list(game.structures),
    }


def sheet(game: Game) -> dict[str, Any]:
    """The whole rule sheet of a game."""
    return {
        **entry(game),
        "house_rules": [_house_rule(game, HOUSE_RULES[name]) for name in HOUSE_RULES if name in game.rules],
        "articles": [
            {"id": article.id, "text": article.text, "source": article.source}
            for article in ARTICLES.values()
            if game.article(article.id.partition("/")[2]) == article.id
        ],
    }


def _house_rule(game: Game, rule: HouseRule) -> dict[str, Any]:
    """A house rule as this game plays it: its values, its default, and where the default is another."""
    default = _default(game, rule.name, *COMMON_CASE)
    others = {
        structure: value
        for structure in game.structures
        if (value := _default(game, rule.name, structure, COMMON_CASE[1])) != default
    }
    if (value := _default(game, rule.name, COMMON_CASE[0], 0)) != default:
        others["no bring-in"] = value
    described: dict[str, Any] = {"name": rule.name, "kind": rule.kind, "meaning": rule.meaning}
    if rule.kind == "choice":
        described["values"] = [value for value in rule.values if game.accepts(rule.name, value)]
    elif rule.kind in ("integer", "optional-integer", "prices"):
        described |= {"from": rule.low, "to": rule.high}
    return described | {
        "default": default,
        "other_defaults": others,
        "readings": [value for value in rule.readings if game.accepts(rule.name, value)],
        "article": game.article(rule.topic),
    }


def _default(game: Game, name: str, structure: str, bring_in: int) -> Any:
    return defaults(game.rules, game.defaults, structure, bring_in, game.opens_by_high_card)[name]


__all__ = ["GAMES", "entry", "sheet"]
