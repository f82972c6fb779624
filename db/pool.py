"""Connections: the pool of a worker, and single ones for the command line.

A pool is made closed, before the workers fork, and opened in each of them. Connections are autocommit: a post is one
statement, and nothing keeps a transaction open while Python thinks.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from types import TracebackType
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg_pool import ConnectionPool

from db.errors import Unavailable, translated

PREPARE_AFTER = 5  # psycopg prepares a statement that it has seen so often

SESSION = {
    "connect_timeout": 3,  # seconds
    "tcp_user_timeout": 5000,  # milliseconds: a peer that vanished is noticed
    "application_name": "studbook",
    # Below gunicorn's timeout, so that a slow query ends before its worker is ended.
    "options": "-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000 "
    "-c timezone=UTC",
}


def session_conninfo(conninfo: str) -> str:
    """``conninfo`` with the session's limits; what it says itself stands, and its own options come last."""
    given = conninfo_to_dict(conninfo)
    settings: dict[str, Any] = {**SESSION, **given}
    if "options" in given:
        settings["options"] = f"{SESSION['options']} {given['options']}"
    return make_conninfo(**settings)


def connect(conninfo: str) -> psycopg.Connection:
    """One autocommit connection with the session's limits. Raises the ledger's errors."""
    with translated():
        return psycopg.connect(session_conninfo(conninfo), autocommit=True)


class Pool:
    """A worker's connections. ``prepare=False`` goes with a pooler that shares sessions (PgBouncer before 1.21)."""

    def __init__(
        self,
        conninfo: str,
        *,
        min_size: int = 2,
        max_size: int = 4,
        timeout: float = 2.0,
        max_waiting: int = 32,
        prepare: bool = True,
    ) -> None:
        self._opened_by: int | None = None
        self._pool = ConnectionPool(
            session_conninfo(conninfo),
            kwargs={"autocommit": True, "prepare_threshold": PREPARE_AFTER if prepare else None},
            min_size=min(min_size, max_size),
            max_size=max_size,
            timeout=timeout,
            max_waiting=max_waiting,
            max_lifetime=1800,
            reconnect_timeout=30,
            # After a restart of an idle server each stale connection would cost one request.
            check=ConnectionPool.check_connection,
            name="ledger",
            open=False,
        )

    def open(self) -> None:
        """Open it in this process, without waiting for the database."""
        self._opened_by = os.getpid()
        self._pool.open(wait=False)

    def close(self) -> None:
        """Give the connections back; a pool that another process opened is left alone."""
        if self._opened_by == os.getpid():
            self._pool.close(timeout=2)

    def __enter__(self) -> Pool:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextlib.contextmanager
    def connection(self, timeout: float | None = None) -> Iterator[psycopg.Connection]:
        """Borrow a connection, waiting ``timeout`` seconds (None: the pool's own). Raises the ledger's errors."""
        if self._opened_by is None:
            raise Unavailable("The ledger's connections have not been opened yet.")
        if self._opened_by != os.getpid():
            # Two processes talking on one socket get each other's answers.
            raise RuntimeError("this pool was opened in another process: open it after the fork")
        with translated(), self._pool.connection(timeout) as connection:
            yield connection

    def stats(self) -> dict[str, int]:
        """The pool's own figures (pool_size, pool_available, requests_waiting, ...)."""
        return self._pool.get_stats()
