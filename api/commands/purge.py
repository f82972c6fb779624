"""`studbook purge`: stored hands taken away for good. For operators only; noted in the table of operations."""

from __future__ import annotations

import sys
import uuid
from dataclasses import asdict
from datetime import datetime
from typing import Any

import click
import psycopg
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from api.commands.export import INTERRUPTED, Stored, chosen_filters, filter_options
from api.commands.ledger import app_id_of, app_option, in_one_line, ledger
from api.commands.operator import be_sure, hidden, note_option, whoever_runs_this, yes_option
from api.commands.patience import Patience
from db import upkeep
from db.hands import get
from db.pool import connect
from db.rows import Filters

BATCH = 100  # hands that go together


@click.command(name="purge")
@filter_options
@click.option("--id", "ids", type=click.UUID, multiple=True, help="This hand; may be given several times.")
@app_option
@click.option("--disputed", is_flag=True, help="Also hands that are disputed, with their disputes.")
@click.option("--dry-run", is_flag=True, help="Only count them.")
@yes_option
@note_option
@in_one_line
def command(
    ids: tuple[uuid.UUID, ...], app: str, disputed: bool, dry_run: bool, yes: bool, note: str | None, **filters: Any
) -> None:
    """Take the stored hands away that the filters let through, or those of --id, for good.

    Each goes with all of its revisions, seats, tags, links and disputes. A hand that is disputed stays, unless
    --disputed; the exit code is 1 then. The name of a hand (ref) and its digest stay, so that a repeated post or import
    does not bring it back. Dumps made before still hold it.
    """
    chosen = chosen_filters(filters)
    if chosen == Filters() and not ids:
        raise click.UsageError("Say which hands: give a filter or --id. All of an app: --since 1970-01-01T00:00:00Z")
    if chosen != Filters() and ids:
        raise click.UsageError("Give filters or --id, not both.")
    with ledger() as conninfo, connect(conninfo) as connection, Patience() as patience:
        app_id = app_id_of(connection, app)
        wanted = _named(connection, app_id, ids) if ids else _found(connection, app_id, chosen)
        if dry_run or not wanted:
            click.echo(f"{len(wanted):,} hands fit. Nothing was changed.")
            return
        be_sure(f"Purge {len(wanted):,} hands of app {app} for good?", yes)
        detail = {"hands": [str(hand) for hand in ids]} if ids else {"filters": _told(chosen)}
        operation = upkeep.begin(
            connection, app_id, "purge", whoever_runs_this(), detail | {"disputed": disputed}, note
        )
        gone, interrupted = 0, False
        kept: list[uuid.UUID] = []
        try:
            with _progress(len(wanted)) as (progress, task):
                for at in range(0, len(wanted), BATCH):
                    with patience.finishing():
                        done = upkeep.purge(connection, app_id, wanted[at : at + BATCH], disputed=disputed)
                        gone += done.hands
                        kept += done.disputed
                    progress.update(task, completed=min(at + BATCH, len(wanted)))
        except KeyboardInterrupt:
            interrupted = True
        upkeep.end(connection, app_id, operation, gone)
    click.echo(f"{'Interrupted. ' if interrupted else ''}Purged {gone:,} hands, their revisions counted.")
    for hand in kept:
        click.echo(f"{hand} is disputed and stays; --disputed takes it too.", err=True)
    if interrupted:
        sys.exit(INTERRUPTED)
    if kept:
        sys.exit(1)


def _named(connection: psycopg.Connection, app_id: int, ids: tuple[uuid.UUID, ...]) -> list[uuid.UUID]:
    for hand in ids:
        if get(connection, app_id, hand) is None:
            raise click.ClickException(f"No hand {hand} is stored.")
    return list(ids)


def _found(connection: psycopg.Connection, app_id: int, filters: Filters) -> list[uuid.UUID]:
    return [hand.id for page in Stored(connection, app_id, filters).pages(None) for hand in page]


def _told(filters: Filters) -> dict[str, Any]:
    """The filters as the table of operations keeps them: players by their hash only."""
    told = {name: value for name, value in asdict(filters).items() if value not in (None, ())}
    if filters.players:
        told["players"] = [hidden(player) for player in filters.players]
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in told.items()}


class _progress:
    """A bar on a terminal."""

    def __init__(self, total: int) -> None:
        console = Console(stderr=True)
        columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self.bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self.total = total

    def __enter__(self) -> tuple[Progress, Any]:
        self.bar.start()
        return self.bar, self.bar.add_task("", total=self.total)

    def __exit__(self, *exc: object) -> None:
        self.bar.stop()
