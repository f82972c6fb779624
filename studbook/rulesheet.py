"""A game's rule sheet: players, stakes, streets, house rules and articles, as data and as pages.

``python -m studbook.rulesheet docs/rules`` writes a page for each game and a list of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from studbook.games import GAMES, Game
from studbook.house import HOUSE_RULES, House, HouseRule, Value, defaults
from studbook.rulebook import CHAPTERS, Article, article_id

Sheet = dict[str, Any]

# The five documents: number, what it calls itself, the name under which articles cite it.
DOCUMENTS: dict[str, tuple[str, str]] = {
    "000": ("New York New York Rules (OPR-696)", "New York New York document"),
    "001": ("Wall Street Rules", "Wall Street document"),
    "002": ("No Peek High-Low Rules (OPR-698)", "No Peek High-Low document"),
    "003": ("7 Card Stud Hi/Lo Póker", "Hungarian document"),
    "004": ("Seven Card Stud", "stud document"),
}
ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh")
# What most records are: fixed limit with a bring-in. Other defaults are named beside this one.
COMMON_CASE = ("fixed-limit", 1)


def rule_sheets() -> list[Sheet]:
    """The rule sheets of all games, in the order in which the games are listed."""
    return [rule_sheet(name) for name in GAMES]


def game_entry(game: Game) -> Sheet:
    """A game in the list of games: name, title, how many can play, betting structures."""
    return {
        "name": game.name,
        "title": game.title,
        "players": {"from": 2, "to": game.most_seats(_house(game))},
        "structures": list(game.structures),
    }


def rule_sheet(game: str | Game) -> Sheet:
    """The rule sheet of a game, as data that JSON can hold. Raises KeyError for a name that is no game."""
    played = GAMES[game] if isinstance(game, str) else game
    return {
        **game_entry(played),
        "document": _document(played),
        "streets": _streets(played),
        "house_rules": [_house_rule(played, HOUSE_RULES[name]) for name in HOUSE_RULES if name in played.rules],
        "articles": [
            {"id": article.id, "text": article.text, "source": article.source, "judged": article.judged}
            for _, articles in chapters_of(played)
            for article in articles
        ],
    }


# -- articles --------------------------------------------------------------------------------------------------------


def chapters_of(game: Game) -> list[tuple[str, list[Article]]]:
    """The articles that a game is played by, in the book's order, each topic once: its own before its family's."""
    families = (game.name, *game.families)
    # What an article may need: a house rule that the game knows, or a pot that is for high or for low alone.
    has = {*game.rules, game.pot_kind(_house(game))}

    def applies(article: Article) -> bool:
        concerns = not article.needs or not has.isdisjoint(article.needs)
        return concerns and article_id(families, article.topic) == article.id

    chapters = [(title, [article for article in articles if applies(article)]) for title, articles in CHAPTERS]
    return [(title, articles) for title, articles in chapters if articles]


# -- the rest of the sheet -------------------------------------------------------------------------------------------


def _house(game: Game) -> House:
    return House(_defaults(game, *COMMON_CASE), ())


def _defaults(game: Game, structure: str, bring_in: int) -> dict[str, Value]:
    return defaults(game.rules, game.defaults, structure, bring_in, game.opens_by_high_card)


def _document(game: Game) -> Sheet | None:
    if not game.seed:
        return None
    title, cited_as = DOCUMENTS[game.seed]
    return {"number": game.seed, "title": title, "cited_as": cited_as}


def _streets(game: Game) -> list[Sheet]:
    """The betting rounds, by the number of cards that a full hand holds then, with the size of bets in fixed limit."""
    if not game.opens_by_street:
        return [{"street": game.hand_size, "name": "after every turn", "bets": "small"}]
    big_from = _defaults(game, *COMMON_CASE)["big_bet_from_street"]
    assert isinstance(big_from, int)
    return [
        {
            "street": street,
            "name": f"{ORDINALS[street - 2]} street",
            "bets": "big" if street >= big_from else "small",
        }
        for street in range(game.first_street, game.hand_size + 1)
    ]


def _house_rule(game: Game, rule: HouseRule) -> Sheet:
    """A house rule as a game plays it: its kind and values, its default, and where the default is another."""
    described: Sheet = {"name": rule.name, "kind": rule.kind, "meaning": rule.meaning}
    if rule.kind == "choice":
        described["values"] = [value for value in rule.values if game.accepts(rule.name, value)]
    elif rule.kind in ("integer", "optional-integer", "prices"):
        described |= {"from": rule.low, "to": rule.high}
    return described | {
        "default": _defaults(game, *COMMON_CASE)[rule.name],
        "other_defaults": _other_defaults(game, rule.name),
        "readings": [value for value in rule.readings if game.accepts(rule.name, value)],
        "disputable": rule.disputable,
        "article": game.article(rule.topic),
    }


def _other_defaults(game: Game, name: str) -> dict[str, Value]:
    usual = _defaults(game, *COMMON_CASE)[name]
    cases = {structure: (structure, 1) for structure in game.structures} | {"no bring-in": ("fixed-limit", 0)}
    found = {case: _defaults(game, *given)[name] for case, given in cases.items()}
    return {case: value for case, value in found.items() if value != usual}


# -- pages -----------------------------------------------------------------------------------------------------------


def pages() -> dict[str, str]:
    """The rule sheets as Markdown: the text of each page by its file name."""
    written = {f"{sheet['name']}.md": page(sheet) for sheet in rule_sheets()}
    return {"README.md": _contents(), **written}


def page(sheet: Sheet) -> str:
    """A game's page. Every article and every house rule has an anchor by its id or name."""
    lines = [f"# {sheet['title']}", "", *_head(sheet), "", "## House rules", ""]
    lines += ["What the documents leave to the house. A record names those that differ from the default.", ""]
    for rule in sheet["house_rules"]:
        lines += _rule_lines(rule)
    for title, articles in chapters_of(GAMES[sheet["name"]]):
        lines += ["", f"## {title}", "", *_article_lines(articles)]
    return "\n".join(lines) + "\n"


def _head(sheet: Sheet) -> list[str]:
    document, players = sheet["document"], sheet["players"]
    by = "no document of its own" if document is None else f"{document['title']} (cited as “{document['cited_as']}”)"
    rounds = ", ".join(f"{street['name']} ({street['bets']} bet)" for street in sheet["streets"])
    return [
        f"- In a record: `{sheet['name']}`",
        f"- Document: {by}",
        f"- Players: {players['from']} to {players['to']}",
        f"- Betting: {', '.join(sheet['structures'])}",
        f"- Rounds: {rounds}",
    ]


def _rule_lines(rule: Mapping[str, Any]) -> list[str]:
    default = [_value(rule["default"])]
    default += [f"{_value(value)} with {case}" for case, value in rule["other_defaults"].items()]
    name, article = rule["name"], rule["article"]
    return [
        f'- <a id="{name}"></a>`{name}`: {rule["meaning"]} {_values(rule)}; default {", ".join(default)}. '
        f"Article [{article}](#{article})."
    ]


def _values(rule: Mapping[str, Any]) -> str:
    if rule["kind"] == "choice":
        return ", ".join(f"`{value}`" for value in rule["values"])
    words = HOUSE_RULES[rule["name"]].in_words()
    return words[0].upper() + words[1:]


def _value(value: Value) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "`true`" if value else "`false`"
    return f"`{value}`"


def _article_lines(articles: Iterable[Article]) -> list[str]:
    lines = []
    for article in articles:
        lines += [f'<a id="{article.id}"></a>**{article.id}** {article.text} *({article.source})*', ""]
    return lines[:-1]


def _contents() -> str:
    lines = [
        "# The rule book",
        "",
        "One page a game: what the house may choose, and the articles that its rulings cite. An article is named",
        "`family/topic`; `stud` is what all games have in common, and a game's own article on a topic goes before it.",
        "These pages are written from the code by `python -m studbook.rulesheet docs/rules`.",
        "",
        "| game | in a record | players | document |",
        "|---|---|---|---|",
    ]
    for sheet in rule_sheets():
        title = sheet["document"]["title"] if sheet["document"] else ""
        players = f"{sheet['players']['from']}-{sheet['players']['to']}"
        lines.append(f"| [{sheet['title']}]({sheet['name']}.md) | `{sheet['name']}` | {players} | {title} |")
    lines += ["", "## House rules", "", "| rule | games |", "|---|---|"]
    for name in HOUSE_RULES:
        lines.append(f"| `{name}` | {_known_to(name)} |")
    lines += ["", "## Articles", ""]
    for title, articles in CHAPTERS:
        links = ", ".join(f"[{article.topic}]({_first_page(article)}#{article.id})" for article in articles)
        lines.append(f"- {title}: {links}")
    return "\n".join(lines) + "\n"


def _known_to(rule: str) -> str:
    known = [game.name for game in GAMES.values() if rule in game.rules]
    others = [game.name for game in GAMES.values() if rule not in game.rules]
    if not others:
        return "all"
    return f"all but {', '.join(others)}" if len(others) < len(known) else ", ".join(known)


def _first_page(article: Article) -> str:
    """The page of the first game that is played by an article."""
    return next(
        f"{game.name}.md" for game in GAMES.values() if any(article in articles for _, articles in chapters_of(game))
    )


def write_pages(folder: Path) -> list[Path]:
    """Writes the pages into ``folder``, and removes those of games that are no more. Returns what was written."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in pages().items():
        path = folder / name
        path.write_text(text, encoding="utf-8")
        written.append(path)
    for path in folder.glob("*.md"):
        if path not in written:
            path.unlink()
    return written


def main(arguments: Sequence[str]) -> int:
    """The command line: one argument, the folder."""
    if len(arguments) != 1:
        print("usage: python -m studbook.rulesheet FOLDER", file=sys.stderr)
        return 2
    print(f"{len(write_pages(Path(arguments[0])))} pages in {arguments[0]}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

__all__ = ["chapters_of", "page", "pages", "rule_sheet", "rule_sheets", "write_pages"]
