"""Where the driver's errors end."""

from __future__ import annotations

import psycopg
import psycopg_pool
import pytest
from psycopg import errors as pg

from db.errors import BadData, Conflict, LedgerError, Refused, TooSlow, Unavailable, meaning, translated


@pytest.mark.parametrize(
    ("error", "means"),
    [
        (psycopg.OperationalError, Unavailable),
        (pg.AdminShutdown, Unavailable),
        (pg.CannotConnectNow, Unavailable),
        (pg.DiskFull, Unavailable),
        (pg.ConnectionFailure, Unavailable),
        (pg.ReadOnlySqlTransaction, Unavailable),
        (pg.IdleInTransactionSessionTimeout, Unavailable),
        (pg.UndefinedTable, Unavailable),
        (psycopg_pool.PoolTimeout, Unavailable),
        (psycopg_pool.TooManyRequests, Unavailable),
        (psycopg_pool.PoolClosed, Unavailable),
        (pg.QueryCanceled, TooSlow),
        (pg.LockNotAvailable, Conflict),
        (pg.DeadlockDetected, Conflict),
        (pg.SerializationFailure, Conflict),
        (psycopg.DataError, BadData),
        (pg.NumericValueOutOfRange, BadData),
        (pg.UntranslatableCharacter, BadData),
        (pg.UniqueViolation, Refused),
        (pg.CheckViolation, Refused),
    ],
)
def test_each_error_of_the_driver_means_one_thing(error: type[psycopg.Error], means: type[LedgerError]) -> None:
    with pytest.raises(means) as caught, translated():
        raise error("what the driver says")
    assert isinstance(caught.value.__cause__, error)
    assert "what the driver says" not in str(caught.value)


def test_a_fault_of_this_program_is_not_hidden() -> None:
    assert meaning(pg.SyntaxError("near select")) is None
    with pytest.raises(pg.SyntaxError), translated():
        raise pg.SyntaxError("near select")


def test_a_constraint_that_refuses_is_named(ledger: psycopg.Connection) -> None:
    with pytest.raises(Refused, match="apps_name") as caught, translated():
        ledger.execute("insert into apps (app_id, name) values (2, 'default')")
    assert caught.value.constraint == "apps_name"
