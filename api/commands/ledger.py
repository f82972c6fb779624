"""The ledger for a command: that of DATABASE_URL, or the embedded server, which a running service may share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

import click
import psycopg

from api.settings import SettingsError, from_environment
from db.errors import LedgerError
from db.keys import apps
from db.localpg import LocalPG, LocalPGError, default_root
from db.migrate import MigrationError, migrate

P = ParamSpec("P")
T = TypeVar("T")


def in_one_line(function: Callable[P, T]) -> Callable[P, T]:
    """What the ledger says against a command becomes one line for a person."""

    @wraps(function)
    def told(*args: P.args, **options: P.kwargs) -> T:
        try:
            return function(*args, **options)
        except (SettingsError, LocalPGError, LedgerError, MigrationError) as error:
            raise click.ClickException(str(error)) from None

    return told


@contextmanager
def ledger() -> Iterator[str]:
    """The ledger's address, its schema that of this version. An embedded server is made, started, and left again."""
    url = from_environment().database_url
    if url:
        migrate(url)
        yield url
        return
    with LocalPG(default_root()) as server:
        migrate(server.conninfo)
        yield server.conninfo


app_option = click.option("--app", default="default", show_default=True, help="The app whose hands they are.")


def app_id_of(connection: psycopg.Connection, name: str) -> int:
    """The id of an app. Raises `click.UsageError` where there is none of that name: a command makes none by mistake."""
    found = {named: app_id for app_id, named in apps(connection)}
    if name not in found:
        raise click.UsageError(f"There is no app {name!r}; there are {', '.join(sorted(found))}.")
    return found[name]


def is_there() -> bool:
    """Whether there is a ledger to look into: looking makes none."""
    return bool(from_environment().database_url) or (default_root() / "data" / "PG_VERSION").is_file()
