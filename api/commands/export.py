"""`studbook export`: stored hands, written in any format, or listed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any, BinaryIO

import click
import psycopg
from marshmallow import ValidationError
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from api.commands.ledger import app_id_of, app_option, in_one_line, ledger
from api.commands.patience import Patience
from api.commands.writing import Output, to_option
from api.pages.words import Money
from api.renditions import rendition
from db.find import find
from db.hands import documents
from db.pool import connect
from db.rows import Cursor, Filters, HandSummary
from schemas.errors import Fault, invalid_from
from schemas.queries import HandsQuery, Several

Hands = Iterator[tuple[str, dict[str, Any], dict[str, Any]]]

PAGE = 200
ROWS = 50  # of the table, where nobody says how many
INTERRUPTED = 130
_QUERY = HandsQuery()
_FILTERS = ["player" if field.name == "players" else field.name for field in fields(Filters)]


def filter_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The filters of the list of hands as options, named and described as there."""
    for name in reversed(_FILTERS):
        field = _QUERY.fields[name]
        several = isinstance(field, Several)
        option = click.option(f"--{name.replace('_', '-')}", name, multiple=several, help=field.metadata["description"])
        command = option(command)
    return command


@click.command(name="export")
@filter_options
@to_option(required=False)
@app_option
@click.option("--viewer", help="Hide the cards that this player (or: public) could not see.")
@click.option("--limit", type=click.IntRange(1), help="At most so many hands.")
@click.option(
    "-o", "--output", type=click.File("wb", lazy=False), help="The file to write to.  [default: standard output]"
)
@in_one_line
def command(
    target: str | None, app: str, viewer: str | None, limit: int | None, output: BinaryIO | None, **filters: Any
) -> None:
    """Write the stored hands that the filters let through, newest first; without filters all of them.

    Revised hands are left out. Without --to a terminal shows a list, and a pipe or a file gets NDJSON: records that
    import reads again. A hand that the format has no place for is named on standard error, and the exit code is 1.
    """
    chosen = chosen_filters(filters)
    listed = target is None and output is None and sys.stdout.isatty()
    with ledger() as conninfo, connect(conninfo) as connection, Patience():
        hands = Stored(connection, app_id_of(connection, app), chosen)
        try:
            if listed:
                _show_list(hands, limit or ROWS, more=limit is None)
                return
            out = Output(target or "ndjson", output)
            with _progress() as counted:
                out.write(counted(hands.rendered(limit, viewer)))
        except KeyboardInterrupt:
            click.echo("Interrupted; the last hand may be cut off.", err=True)
            sys.exit(INTERRUPTED)
    out.tell()
    if out.refused:
        sys.exit(1)


def chosen_filters(given: dict[str, Any]) -> Filters:
    """What the options of `filter_options` were given. Raises `click.UsageError` where one cannot be read."""
    asked = {name: list(value) if isinstance(value, tuple) else value for name, value in given.items() if value}
    try:
        query = _QUERY.load(asked)
    except ValidationError as error:
        raise click.UsageError("; ".join(_option(fault) for fault in invalid_from(error.messages).errors)) from None
    chosen = {name: query[name] for name in _FILTERS if name in query and name != "player"}
    return Filters(players=query.get("player", ()), **chosen)


def _option(fault: Fault) -> str:
    name = fault.pointer.strip("/").partition("/")[0]
    return fault.detail.replace(f'"{name}"', f"--{name.replace('_', '-')}", 1)


@dataclass(frozen=True, slots=True)
class Stored:
    """The hands of an app that the filters let through."""

    connection: psycopg.Connection
    app_id: int
    filters: Filters

    def pages(self, limit: int | None) -> Iterator[tuple[HandSummary, ...]]:
        """At most so many of them, some at a time, the newest first."""
        after: Cursor | None = None
        left = limit
        while left is None or left > 0:
            size = PAGE if left is None else min(PAGE, left)
            page = find(self.connection, self.app_id, self.filters, after=after, limit=size)
            yield page.hands
            if page.next is None:
                return
            after = page.next
            left = None if left is None else left - len(page.hands)

    def rendered(self, limit: int | None, viewer: str | None) -> Hands:
        """The same with their documents, as the viewer may see them: where from, record, verdict."""
        for hands in self.pages(limit):
            texts = documents(self.connection, self.app_id, [hand.id for hand in hands])
            for hand in hands:
                if hand.id in texts:
                    yield f"hand {hand.id}", *rendition(hand.id, texts[hand.id], viewer)


@contextmanager
def _progress() -> Iterator[Callable[[Hands], Hands]]:
    """Count on a terminal what goes through; how many will come is not known."""
    console = Console(stderr=True, highlight=False)
    columns = (SpinnerColumn(), TextColumn("{task.completed:,} hands"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=None)

        def counted(hands: Hands) -> Hands:
            for hand in hands:
                yield hand
                progress.advance(task)

        yield counted


def _show_list(stored: Stored, limit: int, *, more: bool) -> None:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("UTC, game, table and hand", overflow="fold")
    table.add_column("players, id", overflow="fold", min_width=36)
    table.add_column("pot", justify="right", no_wrap=True)
    count = 0
    for hands in stored.pages(limit):
        for hand in hands:
            count += 1
            table.add_row(*_row(hand))
    console = Console(highlight=False)
    console.print(table if count else "No hand is stored that fits.")
    if more and count == limit:
        console.print(f"[dim]The newest {limit}; --limit N shows more, --to FORMAT writes all.[/]")


def _row(hand: HandSummary) -> tuple[str | Text, ...]:
    money = Money(hand.currency, hand.decimals)
    players = Text(", ").join([_seat(seat.name or seat.player, seat.net, money) for seat in hand.seats])
    status = "" if hand.status == "settled" else f" ({hand.status})"
    where = ", ".join(filter(None, (hand.table, hand.hand_no or hand.ref)))
    return (
        Text(f"{hand.played_at:%Y-%m-%d %H:%M} {hand.game}").append(status, style="yellow").append(f"\n{where}"),
        players.append(f"\n{hand.id}", style="dim"),
        money(hand.pot),
    )


def _seat(name: str, net: int | None, money: Money) -> Text:
    style = "" if not net else "green" if net > 0 else "dim"
    return Text(name).append(f" {money.signed(net)}", style=style)
