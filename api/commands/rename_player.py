"""`studbook rename-player`: another id for a player in stored hands. For operators only; noted in a table."""

from __future__ import annotations

import sys

import click
import psycopg
from marshmallow import ValidationError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from api.commands.export import INTERRUPTED
from api.commands.ledger import app_id_of, app_option, in_one_line, ledger
from api.commands.operator import be_sure, hidden, note_option, whoever_runs_this, yes_option
from api.commands.patience import Patience
from api.renaming import Renaming
from db import upkeep
from db.pool import connect
from schemas.fields import Text

_PLAYER = Text(1, 200, reserved=("public",))
_NAME = Text(0, 200)


@click.command(name="rename-player")
@click.argument("player")
@click.argument("new")
@click.option("--name", help="The name that people are shown becomes this one.")
@click.option("--no-name", is_flag=True, help="People are shown no name but the new id.")
@click.option("--merge", is_flag=True, help="NEW plays already: from now on both are one. Cannot be undone.")
@app_option
@yes_option
@note_option
@in_one_line
def command(
    player: str, new: str, name: str | None, no_name: bool, merge: bool, app: str, yes: bool, note: str | None
) -> None:
    """Give PLAYER the id NEW in every stored hand, revision, link and dispute.

    The digest of each hand stays that of the first post, so that a repeated post is still known. What an app or a
    person wrote freely (meta, notes, refs) is not looked into, and an app that goes on posting the old id makes new
    hands with it.
    """
    _readable(_PLAYER, new)
    if name is not None:
        _readable(_NAME, name)
    if name is not None and no_name:
        raise click.UsageError("Give --name or --no-name, not both.")
    if new == player and name is None and not no_name:
        raise click.UsageError("That is the id that the player has.")
    renaming = Renaming(player, new, naming=no_name or name is not None, name=name)
    with ledger() as conninfo, connect(conninfo) as connection, Patience() as patience:
        app_id = app_id_of(connection, app)
        hands = upkeep.hands_with_player(connection, app_id, player)
        if not hands:
            raise click.ClickException(f"No hand of app {app} has a player {player!r}.")
        if new != player:
            _refuse_unless_free(connection, app_id, player, new, merge)
        be_sure(f"Change {player!r} to {new!r} in {hands:,} hands of app {app}?", yes)
        detail = {"player": hidden(player), "new": new, "merge": merge, "named": renaming.naming}
        operation = upkeep.begin(connection, app_id, "rename-player", whoever_runs_this(), detail, note)
        done, interrupted = 0, False
        try:
            done = _rename(connection, app_id, renaming, hands, patience)
        except KeyboardInterrupt:
            interrupted = True
        if not interrupted:
            upkeep.end(connection, app_id, operation, done)
    if interrupted:
        click.echo("Interrupted: some hands have the new id, others the old one. Run the same again, with --merge.")
        sys.exit(INTERRUPTED)
    click.echo(f"Changed {done:,} hands, revised ones counted.")


def _readable(field: Text, given: str) -> None:
    try:
        field.deserialize(given)
    except ValidationError as error:
        raise click.UsageError(f"{given!r} {error.messages[0]}.") from None


def _refuse_unless_free(connection: psycopg.Connection, app_id: int, player: str, new: str, merge: bool) -> None:
    if both := upkeep.hands_with_both(connection, app_id, player, new):
        more = " and others" if len(both) > 3 else ""
        raise click.ClickException(
            f"{player!r} and {new!r} sit in one hand and cannot be one person: {', '.join(map(str, both[:3]))}{more}."
        )
    there = upkeep.hands_with_player(connection, app_id, new)
    if there and not merge:
        raise click.ClickException(f"{new!r} has played {there:,} hands already. To make both one player say --merge.")


def _rename(connection: psycopg.Connection, app_id: int, renaming: Renaming, hands: int, patience: Patience) -> int:
    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    done = 0
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=hands)
        after = None
        while True:
            with patience.finishing():
                some = upkeep.rename_some(
                    connection, app_id, renaming.player, renaming.new, renaming.hand,
                    naming=renaming.naming, name=renaming.name, after=after,
                )  # fmt: skip
            if some is None:
                break
            count, after = some
            done += count
            progress.update(task, completed=done)
        upkeep.rename_elsewhere(connection, app_id, renaming.player, renaming.new, renaming.dispute)
    return done
