"""`studbook serve`: the referee and the ledger over HTTP, with a PostgreSQL of their own where none is named."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from api import samples, serving
from api.secret import the_secret
from api.settings import Settings, SettingsError, from_environment
from db.errors import LedgerError
from db.localpg import LocalPG, LocalPGError, default_root
from db.migrate import MigrationError, migrate
from db.pool import connect


@click.command(name="serve")
def command() -> None:
    """Serve over HTTP in the foreground; Ctrl-C stops it.

    The ledger is the database of DATABASE_URL where that is set, else a PostgreSQL of the service's own, whose data
    lies in STUDBOOK_DATA. STUDBOOK_BIND is the address (127.0.0.1:8000); STUDBOOK_OPEN=1 asks nobody for a key.
    """
    signal.signal(signal.SIGTERM, _stop)  # until gunicorn has its own
    try:
        settings = from_environment()
        serving.refuse_used_port(settings.bind)
        with _ledger(settings) as (conninfo, where):
            if not (settings.open and settings.database_url):
                os.environ["STUDBOOK_SECRET"] = the_secret()
            os.environ["DATABASE_URL"] = conninfo  # for the workers
            serving.serve(settings.bind, lambda: _greet(settings, where))
    except (SettingsError, serving.CannotServe, LocalPGError, LedgerError, MigrationError) as error:
        raise click.ClickException(str(error)) from None


def _stop(number: int, frame: Any) -> None:
    sys.exit(0)


@contextmanager
def _ledger(settings: Settings) -> Iterator[tuple[str, str]]:
    """The migrated ledger's address, and in words where its data lies; an embedded server stops at the end."""
    if settings.database_url:
        migrate(settings.database_url)
        yield settings.database_url, "the database of DATABASE_URL"
        return
    server = LocalPG(default_root())
    with serving.only_one(server.root, settings.bind):
        begun_by = os.getpid()
        try:
            with server:
                migrate(server.conninfo)
                if server.first_start:
                    with connect(server.conninfo) as connection:
                        samples.load(connection)
                yield server.conninfo, f"{server.root} (PostgreSQL {server.version} of its own)"
        finally:
            # Workers are forks and leave through here too; but only this process stops the server.
            if os.getpid() == begun_by:
                click.echo(f"Stopped. The data stays in {server.root}.", err=True)


def _greet(settings: Settings, where: str) -> None:
    base = f"http://{settings.bind}"
    hand = samples.folder().joinpath("hand.json")
    post = f"-H 'Content-Type: application/json' -d @{os.path.relpath(os.path.realpath(str(hand)))}"
    if not settings.open:
        post = f"-H 'Authorization: Bearer KEY' {post}"
    click.echo(f"""
Studbook serves {base}

  judge a hand   curl -s {base}/v1/adjudications {post}
  store it       curl -s {base}/v1/hands {post}
  find it        curl -s '{base}/v1/hands?player=ann'
  the contract   {base}/openapi.yaml

The ledger's data lies in {where}.
{"No key is asked for: open mode, for this machine only." if settings.open else "Keys: studbook keys create."}
Ctrl-C stops everything.
""")
