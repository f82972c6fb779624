"""`studbook games`: the games, and the rule sheet of one."""

from __future__ import annotations

import sys
from typing import Any

import click

from api.text import json_text
from studbook.games import GAMES
from studbook.rulesheet import game_entry, rule_sheet


@click.command(name="games")
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="JSON, on a terminal too.")
def command(game: str | None, as_json: bool) -> None:
    """List the games, or print the rule sheet of GAME: house rules, their values and defaults, articles."""
    if game is not None and game not in GAMES:
        raise click.UsageError(f"There is no game {game!r}; there are {', '.join(GAMES)}.")
    if as_json or not sys.stdout.isatty():
        for document in [rule_sheet(game)] if game else map(game_entry, GAMES.values()):
            click.echo(json_text(document))
    elif game:
        _show_sheet(rule_sheet(game))
    else:
        _show_list()


def _show_list() -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("game", "", "players"):
        table.add_column(name)
    for game in GAMES.values():
        table.add_row(game.name, game.title, f"2 to {game.most_players}")
    Console(highlight=False).print(table)


def _show_sheet(rules: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    console.print(Text(rules["name"], style="bold"), Text(rules["title"]))
    console.print(f"{rules['players']['from']} to {rules['players']['to']} players; {', '.join(rules['structures'])}\n")
    table = Table(box=None, pad_edge=False, header_style="dim", title="House rules", title_justify="left")
    for name in ("rule", "default", "other values", "meaning"):
        table.add_column(name)
    for rule in rules["house_rules"]:
        others = [value for value in rule.get("values", rule["readings"]) if value != rule["default"]]
        table.add_row(rule["name"], _value(rule["default"]), ", ".join(map(_value, others)), Text(rule["meaning"]))
    console.print(table)
    for article in rules["articles"]:
        console.print(Text(f"\n{article['id']}", style="bold"), Text(f"({article['source']})", style="dim"))
        console.print(Text(article["text"]))


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json_text(value)
