"""What tests share: one PostgreSQL for each process that runs tests, and a database of its own for each test."""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import hypothesis
import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from db.localpg import LocalPG
from db.migrate import migrate

SOAK = bool(os.environ.get("STUDBOOK_SOAK"))

# A developer's own settings must not decide what the tests find.
for name in list(os.environ):
    if name == "DATABASE_URL" or (
        name.startswith(("PG", "STUDBOOK_")) and name not in ("STUDBOOK_SOAK", "STUDBOOK_CORPUS")
    ):
        del os.environ[name]

# No deadline: the machine may be busy with something else.
hypothesis.settings.register_profile("test", deadline=None)
hypothesis.settings.register_profile("soak", deadline=None, max_examples=2000)
hypothesis.settings.load_profile("soak" if SOAK else "test")

TABLES = ("operations", "shares", "disputes", "hand_tags", "seats", "hands", "api_keys")
counter = itertools.count(1)


class Server:
    """Makes databases: empty ones, or clones of a template that has the real migrations."""

    def __init__(self, admin: str, role: str | None) -> None:
        self.admin = admin
        self.role = role
        self.template = self.create()
        migrate(self.conninfo(self.template))

    def conninfo(self, database: str) -> str:
        wanted = {"dbname": database} if self.role is None else {"dbname": database, "user": self.role}
        return make_conninfo(self.admin, **wanted)

    def create(self, template: str | None = None) -> str:
        name = f"studbook_test_{os.getpid()}_{next(counter)}"
        owner = f" owner {self.role}" if self.role else ""
        # On a memory disk copying files is twice as fast as writing them to the log.
        copied = f" template {template} strategy file_copy" if template else ""
        with psycopg.connect(self.admin, autocommit=True) as connection:
            connection.execute(f"create database {name}{owner}{copied}")
        return name

    def drop(self, name: str) -> None:
        with psycopg.connect(self.admin, autocommit=True) as connection:
            connection.execute(f"drop database if exists {name} with (force)")

    @contextmanager
    def database(self, *, migrated: bool = True) -> Iterator[str]:
        name = self.create(self.template if migrated else None)
        try:
            yield self.conninfo(name)
        finally:
            self.drop(name)


@pytest.fixture(scope="session")
def memory_folder() -> Iterator[Path]:
    """A folder for a server's data, on a memory disk where there is one; also the server's account can get there."""
    base = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="studbook-test-", dir=base))
    folder.chmod(0o711)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def server(memory_folder: Path) -> Iterator[Server]:
    """TEST_DATABASE_URL's server, else an embedded one that forgets everything when the machine fails."""
    if url := os.environ.get("TEST_DATABASE_URL"):
        server = Server(make_conninfo(**conninfo_to_dict(url)), None)
        try:
            yield server
        finally:
            server.drop(server.template)
        return
    careless = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")
    with LocalPG(memory_folder / "shared", careless) as local:
        yield Server(local.admin_conninfo, "studbook")


@pytest.fixture
def database(server: Server) -> Iterator[str]:
    """The address of a fresh database with the real schema."""
    with server.database() as conninfo:
        yield conninfo


@pytest.fixture
def bare_database(server: Server) -> Iterator[str]:
    """The address of a fresh database without anything in it."""
    with server.database(migrated=False) as conninfo:
        yield conninfo


@pytest.fixture(scope="module")
def module_database(server: Server) -> Iterator[str]:
    """The address of a database that the tests of one file share; ``empty`` empties it."""
    with server.database() as conninfo:
        yield conninfo


@pytest.fixture
def ledger(database: str) -> Iterator[psycopg.Connection]:
    """An open connection to a fresh database with the real schema."""
    with psycopg.connect(database, autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="session")
def empty() -> Callable[[str], None]:
    """Deletes every row of the apps from a database: for small tables faster than truncating them."""

    def delete_all(conninfo: str) -> None:
        with psycopg.connect(conninfo) as connection:
            for table in TABLES:
                connection.execute(f"delete from {table}")

    return delete_all
