"""`studbook keys`: which applications may use the service, and for what."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click
import psycopg

from api.commands.ledger import in_one_line, ledger
from api.keys import SCOPES, new_key
from api.secret import the_secret
from db import keys
from db.pool import connect


@contextmanager
def _connected() -> Iterator[psycopg.Connection]:
    with ledger() as conninfo, connect(conninfo) as connection:
        yield connection


@click.group(name="keys")
def command() -> None:
    """Make, list and revoke API keys. Each belongs to an app, which sees its own hands only."""


@command.command(name="create")
@click.option("--app", default="default", show_default=True, help="The app; it is made where there is none.")
@click.option("--name", default="", help="What the key is for, for your own list.")
@click.option(
    "--scope",
    "scopes",
    type=click.Choice(SCOPES),
    multiple=True,
    help="read: fetch and list; write: store; rule: decide disputes. More than one may be given; else read and write.",
)
@in_one_line
def create_command(app: str, name: str, scopes: tuple[str, ...]) -> None:
    """Make a key and print it. It is not kept and cannot be shown again."""
    if not 0 < len(app) <= 200 or not app.isprintable():
        raise click.UsageError("An app's name has 1 to 200 printable characters.")
    with _connected() as connection:
        secret = the_secret()
        app_id = keys.app_named(connection, app)
        key, prefix, hashed = new_key(app_id, secret)
        allowed = tuple(dict.fromkeys(scopes)) or ("read", "write")
        keys.keep(connection, app_id, prefix, hashed, name, allowed)
    click.echo(key)
    click.echo(f"The key of app {app}, for {', '.join(allowed)}. Keep it: it is not shown again.", err=True)


@command.command(name="list")
@in_one_line
def list_command() -> None:
    """List the keys of every app, without what is secret of them."""
    with _connected() as connection:
        rows = [(name, key) for app_id, name in keys.apps(connection) for key in keys.keys_of(connection, app_id)]
    if not sys.stdout.isatty():
        for app, key in rows:
            revoked = key.revoked_at.isoformat() if key.revoked_at else ""
            fields = (f"sb_{key.app_id}_{key.prefix}", app, ",".join(key.scopes), key.created_at.isoformat(), revoked)
            click.echo("\t".join((*fields, key.name)))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("key", "app", "for", "made", "revoked", "name"):
        table.add_column(heading)
    for app, key in rows:
        revoked = f"{key.revoked_at:%Y-%m-%d %H:%M}" if key.revoked_at else ""
        made = f"{key.created_at:%Y-%m-%d %H:%M}"
        scopes = ", ".join(key.scopes)
        table.add_row(f"sb_{key.app_id}_{key.prefix}", Text(app), scopes, made, revoked, Text(key.name))
    Console(highlight=False).print(table)


@command.command(name="revoke")
@click.argument("key")
@in_one_line
def revoke_command(key: str) -> None:
    """Revoke a key, named as the list names it (sb_1_0123456789ab). Services notice within half a minute."""
    parts = key.split("_", 3)
    if len(parts) < 3 or parts[0] != "sb" or not parts[1].isdigit() or len(parts[1]) > 18:
        raise click.UsageError("A key is named by its beginning, like sb_1_0123456789ab; see studbook keys list.")
    with _connected() as connection:
        if not keys.revoke(connection, int(parts[1]), parts[2]):
            raise click.ClickException(f"There is no key {'_'.join(parts[:3])} to revoke.")
    click.echo(f"Revoked {'_'.join(parts[:3])}.")
