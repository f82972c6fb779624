"""Migrations: numbered SQL files, each applied once, in order, and never edited afterwards.

A file ``0007_words.sql`` runs in one transaction; one whose first line is ``-- no-transaction`` runs statement by
statement on its own (for CREATE INDEX CONCURRENTLY). Statements are sent one at a time: a sharded database refuses
some pairs of them in one string.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import LiteralString

import psycopg

from db.errors import translated

LOCK = 0x5354_5544  # "STUD"; the advisory lock of migrations
LOCK_TIMEOUT = "5s"  # a migration that waits for a table makes everybody else wait behind it

CREATE_TABLE = """
create table if not exists migrations (
    number integer constraint migrations_pkey primary key,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now()
)"""


class MigrationError(Exception):
    """The migrations in the package and those of the database do not go together; the message says how."""


@dataclass(frozen=True)
class Migration:
    """One file: its number, its name without the ending, and its text."""

    number: int
    name: str
    text: str

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def in_transaction(self) -> bool:
        return self.text.partition("\n")[0].strip() != "-- no-transaction"

    def statements(self) -> list[LiteralString]:
        """The statements, comments left out; the files hold no semicolon inside a string."""
        bare = re.sub(r"--[^\n]*", "", self.text)
        return [part.strip() for part in bare.split(";") if part.strip()]


def available() -> list[Migration]:
    """The migrations in the package, in order. Raises `MigrationError` on a gap, a double or a strange name."""
    found = []
    for file in sorted(resources.files("db").joinpath("migrations").iterdir(), key=lambda file: file.name):
        if not file.name.endswith(".sql"):
            continue
        if (match := re.fullmatch(r"(\d{4})_([a-z0-9_]+)\.sql", file.name)) is None:
            raise MigrationError(f"{file.name}: a migration is named like 0007_words.sql")
        found.append(Migration(int(match[1]), file.name.removesuffix(".sql"), file.read_text(encoding="utf-8")))
    return checked(found)


def checked(migrations: list[Migration]) -> list[Migration]:
    """The same list, if it counts 1, 2, 3, ... without a gap or a double."""
    for expected, migration in enumerate(migrations, start=1):
        if migration.number != expected:
            raise MigrationError(f"{migration.name}: number {expected:04} was expected here; one is missing or double")
    return migrations


@cache
def newest() -> int:
    """The number of the newest migration in the package."""
    return available()[-1].number


def schema_version(connection: psycopg.Connection) -> int:
    """The number of the newest migration that the database has seen; 0 where there was none yet."""
    if connection.execute("select to_regclass('migrations')::text").fetchone() == (None,):
        return 0
    row = connection.execute("select coalesce(max(number), 0) from migrations").fetchone()
    return int(row[0]) if row else 0


def migrate(conninfo: str, migrations: list[Migration] | None = None, patience: float = 600) -> list[str]:
    """Apply what is missing; the names of what was applied. Several at once do no harm: one works, the others wait.

    Raises `MigrationError` where an applied file was edited or is not in the package, or where one fails, of which
    nothing stays unless it is a ``-- no-transaction`` one; and the ledger's errors.
    """
    wanted = checked(migrations) if migrations is not None else available()
    with translated(), psycopg.connect(conninfo, autocommit=True, application_name="studbook migrate") as connection:
        connection.execute(f"set lock_timeout = '{LOCK_TIMEOUT}'")
        connection.execute("set client_min_messages = warning")
        return list(_apply_missing(connection, wanted, patience))


def make_room(conninfo: str) -> None:
    """Take an empty ledger's schema away, so that a dump can be restored in its place. Raises `MigrationError` where
    hands are stored."""
    with translated(), psycopg.connect(conninfo) as connection:
        if connection.execute("select to_regclass('hands')::text").fetchone() != (None,):
            row = connection.execute("select exists (select from hands)").fetchone()
            if row != (False,):
                raise MigrationError("The ledger holds hands; a dump is restored into an empty one.")
        connection.execute("drop schema public cascade")
        connection.execute("create schema public")


def _apply_missing(connection: psycopg.Connection, wanted: list[Migration], patience: float) -> Iterator[str]:
    if _all_there(connection, wanted):
        return  # without the lock, which a pooler that shares sessions would not let go of
    _take_lock(connection, patience)
    connection.execute(CREATE_TABLE)
    done: dict[int, str] = dict(connection.execute("select number, sha256 from migrations").fetchall())
    if unknown := sorted(set(done) - {migration.number for migration in wanted}):
        raise MigrationError(
            f"The database has seen migration {unknown[-1]:04}, which this version of Studbook does not have: "
            "it was migrated by a newer one."
        )
    for migration in wanted:
        if migration.number in done:
            if done[migration.number] != migration.sha256:
                raise MigrationError(f"{migration.name} was edited after it was applied; make a new migration instead.")
            continue
        try:
            with connection.transaction() if migration.in_transaction else contextlib.nullcontext():
                _apply(connection, migration)
        except psycopg.Error as error:
            raise MigrationError(f"{migration.name} failed: {str(error).strip()}") from error
        yield migration.name


def _all_there(connection: psycopg.Connection, wanted: list[Migration]) -> bool:
    """Whether there is nothing to apply and nothing to complain of."""
    if connection.execute("select to_regclass('migrations')::text").fetchone() == (None,):
        return False
    done: dict[int, str] = dict(connection.execute("select number, sha256 from migrations").fetchall())
    return done == {migration.number: migration.sha256 for migration in wanted}


def _take_lock(connection: psycopg.Connection, patience: float) -> None:
    """Ask again and again: who waits inside the lock holds a snapshot, for which CREATE INDEX CONCURRENTLY waits."""
    until = time.monotonic() + patience
    while connection.execute("select pg_try_advisory_lock(%s)", [LOCK]).fetchone() != (True,):
        if time.monotonic() > until:
            raise MigrationError("Another migration has been running all this time.")
        time.sleep(0.05)


def _apply(connection: psycopg.Connection, migration: Migration) -> None:
    for statement in migration.statements():
        connection.execute(statement)
    connection.execute(
        "insert into migrations (number, name, sha256) values (%s, %s, %s)",
        [migration.number, migration.name, migration.sha256],
    )
