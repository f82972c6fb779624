"""`studbook db`: the ledger's database, an embedded one or that of DATABASE_URL."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click

from api.commands.ledger import in_one_line
from api.settings import from_environment
from db import localpg
from db.localpg import LocalPG, default_root
from db.migrate import make_room, migrate


@click.group(name="db")
def command() -> None:
    """Look after the ledger's database: that of DATABASE_URL, or the embedded one in STUDBOOK_DATA."""


@command.command(name="migrate")
@in_one_line
def migrate_command() -> None:
    """Bring the database's schema up to this version's."""
    url = from_environment().database_url
    if url:
        applied = migrate(url)
    else:
        with LocalPG(default_root()) as server:
            applied = migrate(server.conninfo)
    for name in applied:
        click.echo(f"applied {name}")
    if not applied:
        click.echo("Nothing to do: the schema is that of this version.")


@command.command(name="stop")
@in_one_line
def stop_command() -> None:
    """Stop an embedded server that a killed service left running."""
    click.echo("Stopped." if localpg.stop(default_root()) else "No embedded server runs.")


@command.command(name="psql", context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@in_one_line
def psql_command(arguments: tuple[str, ...]) -> None:
    """Open psql on the ledger; ARGUMENTS are psql's own."""
    url = from_environment().database_url
    if not url:
        sys.exit(localpg.psql(default_root(), arguments))
    sys.exit(_client("psql", [url, *arguments]))


@command.command(name="dump")
@click.argument("target", type=click.Path(dir_okay=False, writable=True, path_type=Path))
@in_one_line
def dump_command(target: Path) -> None:
    """Write a dump of the ledger to TARGET, for pg_restore."""
    url = from_environment().database_url
    if not url:
        localpg.dump(default_root(), target)
    elif code := _client("pg_dump", ["--format=custom", "--no-owner", "--file", str(target), url]):
        sys.exit(code)
    click.echo(f"Dumped to {target}, {os.path.getsize(target):,} bytes.")


@command.command(name="restore")
@click.argument("source", type=click.Path(exists=True, dir_okay=False, readable=True, path_type=Path))
@in_one_line
def restore_command(source: Path) -> None:
    """Restore a dump of the ledger from SOURCE into an empty one, and bring it up to this version's schema."""
    url = from_environment().database_url
    if url:
        _restore(url, "pg_restore", source)
        return
    with LocalPG(default_root()) as server:
        _restore(server.conninfo, str(server.binaries.bin / "pg_restore"), source)


def _restore(conninfo: str, program: str, source: Path) -> None:
    if _client(program, ["--list", "--file", os.devnull, str(source)]):
        raise click.ClickException(f"{source} is no dump that this pg_restore reads; nothing was changed.")
    make_room(conninfo)
    options = ["--no-owner", "--single-transaction", "--exit-on-error"]
    if _client(program, [*options, "--dbname", conninfo, str(source)]):
        raise click.ClickException("The dump could not be restored; nothing of it stays.")
    migrate(conninfo)
    click.echo(f"Restored {source}.")


def _client(program: str, arguments: list[str]) -> int:
    """One of PostgreSQL's own client programs, as installed; another server may be of another version than ours."""
    try:
        return subprocess.call([program, *arguments])
    except FileNotFoundError:
        raise click.ClickException(f"{program} is not installed; it belongs to PostgreSQL's client programs.") from None
