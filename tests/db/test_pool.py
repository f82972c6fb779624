"""A worker's connections: opened after the fork, checked when borrowed, and gone with the right error."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from db.errors import TooSlow, Unavailable
from db.pool import Pool, connect, session_conninfo
from tests.conftest import Server

NOWHERE = "host=/nonexistent dbname=studbook"


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while not true():
        assert time.monotonic() < until, "waited for 30 seconds"
        time.sleep(0.02)


def test_a_connection_commits_by_itself_and_has_limits(database: str) -> None:
    with Pool(database) as pool, pool.connection() as connection:
        assert connection.autocommit
        for setting, value in (
            ("statement_timeout", "5s"),
            ("lock_timeout", "2s"),
            ("idle_in_transaction_session_timeout", "10s"),
            ("timezone", "UTC"),
            ("application_name", "studbook"),
        ):
            assert connection.execute(f"show {setting}").fetchone() == (value,)


def test_what_the_address_says_itself_stands() -> None:
    given = conninfo_to_dict(session_conninfo("dbname=x connect_timeout=9 options='-c statement_timeout=7s'"))
    assert given["connect_timeout"] == "9"
    assert given["options"].endswith("-c statement_timeout=7s")
    assert given["application_name"] == "studbook"


def test_a_pool_before_its_worker_is_ready_says_so(database: str) -> None:
    pool = Pool(database)
    with pytest.raises(Unavailable, match="not been opened yet"), pool.connection():
        pass


def test_a_pool_of_another_process_is_never_used(database: str) -> None:
    with Pool(database) as pool:
        with pool.connection() as connection:
            connection.execute("select 1")
        child = os.fork()
        if child == 0:  # a worker that forgot to open its own
            code = 1
            try:
                with pool.connection():
                    pass
            except RuntimeError:
                pool.close()
                code = 0
            finally:
                os._exit(code)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        with pool.connection() as connection:
            assert connection.execute("select 1").fetchone() == (1,)


def test_opening_does_not_wait_for_a_database_that_is_away() -> None:
    with Pool(NOWHERE, timeout=0.2) as pool, pytest.raises(Unavailable), pool.connection():
        pass


def test_a_single_connection_to_a_database_that_is_away_is_unavailable() -> None:
    with pytest.raises(Unavailable):
        connect(NOWHERE)


def test_connections_that_the_server_ended_are_replaced_before_they_are_lent(server: Server, database: str) -> None:
    with Pool(database, min_size=2) as pool:
        wait_until(lambda: pool.stats()["pool_available"] == 2)
        with psycopg.connect(server.admin, autocommit=True) as admin:
            query = "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s"
            ended = admin.execute(query, [conninfo_to_dict(database)["dbname"]]).fetchall()
            assert len(ended) == 2
        for _ in range(4):
            with pool.connection() as connection:
                assert connection.execute("select 1").fetchone() == (1,)


def test_a_connection_that_breaks_in_use_is_unavailable_and_the_pool_recovers(server: Server, database: str) -> None:
    with Pool(database) as pool:

        def break_it() -> None:
            with pool.connection() as connection:
                with psycopg.connect(server.admin, autocommit=True) as admin:
                    admin.execute("select pg_terminate_backend(%s)", [connection.info.backend_pid])
                connection.execute("select 1")

        with pytest.raises(Unavailable):
            break_it()
        with pool.connection() as connection:
            assert connection.execute("select 1").fetchone() == (1,)


def test_who_waits_too_long_for_a_connection_or_behind_too_many_is_unavailable(database: str) -> None:
    with Pool(database, min_size=1, max_size=1, timeout=30, max_waiting=1) as pool, pool.connection():
        with pytest.raises(Unavailable), pool.connection(timeout=0.05):
            pass
        let_go = threading.Event()

        def wait_in_line() -> None:
            try:
                with pool.connection():
                    let_go.wait()
            except Unavailable:
                let_go.wait()

        waiting = threading.Thread(target=wait_in_line)
        waiting.start()
        wait_until(lambda: pool.stats().get("requests_waiting") == 1)
        with pytest.raises(Unavailable), pool.connection():
            pass
        let_go.set()
    waiting.join()


def test_a_query_that_takes_too_long_is_too_slow(database: str) -> None:
    quick = make_conninfo(database, options="-c statement_timeout=30ms")
    with Pool(quick) as pool, pytest.raises(TooSlow), pool.connection() as connection:
        connection.execute("select pg_sleep(10)")


def test_behind_a_pooler_nothing_is_prepared(database: str) -> None:
    for prepare, prepared in ((True, 1), (False, 0)):
        with Pool(database, prepare=prepare, min_size=1, max_size=1) as pool, pool.connection() as connection:
            for _ in range(8):
                connection.execute("select 1")
            counted = connection.execute("select count(*) from pg_prepared_statements where statement = 'select 1'")
            assert counted.fetchone() == (prepared,)
