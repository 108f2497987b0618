"""What a failing database is suffering from."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from antiphon.conversation.errors import StoreDamaged, StoreFull, StoreReadOnly, StoreUnavailable

# Serialization failure, deadlock: PostgreSQL asks to try again.
TRY_AGAIN = frozenset({"40001", "40P01"})

# read_only_sql_transaction: a standby, or a server that was told so
_READ_ONLY = "25006"

_SQLSTATES: dict[str, type[StoreUnavailable]] = {
    "53100": StoreFull,  # disk_full
    _READ_ONLY: StoreReadOnly,
    "XX001": StoreDamaged,  # data_corrupted
    "XX002": StoreDamaged,  # index_corrupted
}
_SQLITE: dict[int, type[StoreUnavailable]] = {
    sqlite3.SQLITE_FULL: StoreFull,
    sqlite3.SQLITE_READONLY: StoreReadOnly,
    sqlite3.SQLITE_PERM: StoreReadOnly,
    sqlite3.SQLITE_CANTOPEN: StoreReadOnly,
    sqlite3.SQLITE_CORRUPT: StoreDamaged,
    sqlite3.SQLITE_NOTADB: StoreDamaged,
    # The file ends before it should: it was cut.
    sqlite3.SQLITE_IOERR_SHORT_READ: StoreDamaged,
    # SQLite's shared memory could not be made larger; there is no other reason for it than a full disk.
    sqlite3.SQLITE_IOERR_SHMSIZE: StoreFull,
}
_ERRNOS: dict[int, type[StoreUnavailable]] = {
    errno.ENOSPC: StoreFull,
    errno.EDQUOT: StoreFull,
    errno.EROFS: StoreReadOnly,
    errno.EACCES: StoreReadOnly,
    errno.EPERM: StoreReadOnly,
}


def name_failure(error: BaseException) -> StoreUnavailable:
    """The failure with the name it has here; `StoreUnavailable` itself when no better one is known."""
    return (_find_cause(error) or StoreUnavailable)()


@contextmanager
def named_failures() -> Iterator[None]:
    """What a database or its disk raises in here comes out with its name."""
    try:
        yield
    except DBAPIError as error:
        if is_away(error):
            raise name_failure(error) from error
        raise
    except OSError as error:
        raise name_failure(error) from error


def is_away(error: DBAPIError) -> bool:
    """True when the database, not the statement, is the problem."""
    if getattr(error.orig, "sqlstate", None) in TRY_AGAIN:
        return False
    # SQLite calls a wrong statement an operational error too.
    if getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR:
        return False
    if _find_cause(error) is not None:
        return True
    return error.connection_invalidated or isinstance(error, OperationalError | InterfaceError)


def is_read_only(error: BaseException | None) -> bool:
    """True when PostgreSQL answers and refuses what writes."""
    return getattr(error, "sqlstate", None) == _READ_ONLY


def _find_cause(error: BaseException) -> type[StoreUnavailable] | None:
    if isinstance(error, OSError):
        return _ERRNOS.get(error.errno or 0)
    origin = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(origin, "sqlite_errorcode", None)
    if code is not None:
        # The low byte is the kind; what is above it says more, and is looked up first.
        return _SQLITE.get(code) or _SQLITE.get(code & 0xFF)
    return _SQLSTATES.get(getattr(origin, "sqlstate", None) or "")
