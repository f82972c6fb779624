"""Where the driver's errors end: `translated` turns each into one of the few that callers tell apart."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import psycopg
from psycopg import errors as pg


class LedgerError(Exception):
    """The ledger could not do this."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or type(self).__doc__)


class Unavailable(LedgerError):
    """The ledger cannot be reached at the moment; nothing was stored. Try again with the same key."""


class TooSlow(LedgerError):
    """The ledger took too long over this and gave up; nothing was stored. A narrower question may be answered."""


class Conflict(LedgerError):
    """Somebody else is changing the same thing at this moment; nothing was stored. Try again with the same key."""


class BadData(LedgerError):
    """The ledger cannot hold one of these values; nothing was stored."""


class Refused(LedgerError):
    """A constraint of the ledger refuses this; nothing was stored. ``constraint`` is its name."""

    def __init__(self, constraint: str) -> None:
        super().__init__(f"The constraint {constraint} of the ledger refuses this; nothing was stored.")
        self.constraint = constraint


# Order matters: psycopg makes a cancelled query, a lock not available and a deadlock OperationalErrors, as it does a
# lost connection; and a server that became a standby, or ended an idle transaction, an InternalError.
MEANINGS: tuple[tuple[tuple[type[psycopg.Error], ...], type[LedgerError]], ...] = (
    ((pg.QueryCanceled,), TooSlow),
    ((pg.LockNotAvailable, pg.DeadlockDetected, pg.SerializationFailure), Conflict),
    ((psycopg.DataError,), BadData),
    # A database that was never migrated, or not yet, is not ready either; /readyz says so.
    ((pg.UndefinedTable, pg.UndefinedColumn), Unavailable),
    ((pg.ReadOnlySqlTransaction, pg.IdleInTransactionSessionTimeout), Unavailable),
    ((psycopg.OperationalError,), Unavailable),  # also the pool's PoolTimeout, TooManyRequests and PoolClosed
)


def meaning(error: psycopg.Error) -> LedgerError | None:
    """What the driver's error means to a caller; None for a fault of this program, which is to be seen as one."""
    if isinstance(error, psycopg.IntegrityError):
        return Refused(error.diag.constraint_name or "(unnamed)")
    for classes, means in MEANINGS:
        if isinstance(error, classes):
            return means()
    return None


@contextlib.contextmanager
def translated() -> Iterator[None]:
    """Raise the ledger's errors in place of the driver's, which stay on as the cause."""
    try:
        yield
    except psycopg.Error as error:
        if (means := meaning(error)) is None:
            raise
        raise means from error
