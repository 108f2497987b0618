"""A session with PostgreSQL that does not wait for ever.

The kernel notices a peer that is gone, but not one behind a proxy or a firewall that goes on acknowledging, and the
server's own limits do not reach us when nothing does. So each answer has a deadline here too.
"""

import time
from collections.abc import Generator
from typing import Any, TypeVar

from psycopg import Connection, Error, OperationalError
from psycopg.abc import PQGen
from psycopg.waiting import Ready, Wait
from typing_extensions import override

from antiphon.store.patience import Patience

T = TypeVar("T")

# A little less than our own patience: the server gives up first and says so.
_STATEMENT_MS = 7_000
# A transaction whose client is gone must not keep what others wait for. None of ours thinks that long in between.
_IDLE_MS = 10_000
_CONNECT_SECONDS = 3
_UNACKNOWLEDGED_MS = 5_000

# How libpq watches its own side of the connection.
HABITS: dict[str, Any] = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": _UNACKNOWLEDGED_MS,
    "connect_timeout": _CONNECT_SECONDS,
}
# How the server watches its side: without these it believes in a lost client for two hours, and keeps its locks.
_WATCH = {
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": str(_UNACKNOWLEDGED_MS),
    "statement_timeout": str(_STATEMENT_MS),
    "idle_in_transaction_session_timeout": str(_IDLE_MS),
}
# Where the server can, it also looks during a statement. Not every version and system has it.
_LOOK = {"client_connection_check_interval": "2000"}
_SET = """SELECT set_config(s.name, given.value, false) FROM pg_settings s
JOIN json_each_text(CAST(%s AS json)) AS given(name, value) ON given.name = s.name"""


class BoundedConnection(Connection[Any]):
    """A connection that closes itself when an answer takes too long, and says so as a lost connection."""

    patience = Patience()

    @override
    def wait(self, gen: PQGen[T], *args: Any, **kwargs: Any) -> T:
        """Consume what talks to the server, no longer than the patience lasts."""
        return super().wait(self._bound(gen), *args, **kwargs)

    def _bound(self, gen: PQGen[T]) -> Generator[Wait, Ready | int, T]:
        until = time.monotonic() + self.patience.seconds
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if ready == Ready.NONE and time.monotonic() > until:
                    self.pgconn.finish()
                    raise OperationalError("the server did not answer in time")
                wanted = gen.send(ready)
        except StopIteration as end:
            result: T = end.value
            return result


def open_session(cargs: tuple[Any, ...], cparams: dict[str, Any], patience: Patience) -> BoundedConnection:
    """Connect, and have both sides watch over the session from now on."""
    connection = BoundedConnection.connect(*cargs, **cparams)
    connection.patience = patience
    try:
        _watch(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _watch(connection: BoundedConnection) -> None:
    try:
        _set(connection, _WATCH | _LOOK)
    except OperationalError:
        raise
    except Error:
        connection.rollback()
        _set(connection, _WATCH)


def _set(connection: BoundedConnection, settings: dict[str, str]) -> None:
    given = "{" + ",".join(f'"{name}":"{value}"' for name, value in settings.items()) + "}"
    connection.execute(_SET, (given,))
    connection.commit()
