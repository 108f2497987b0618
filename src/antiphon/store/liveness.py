"""The lock a living process holds.

PostgreSQL frees it the moment the process's connection is gone, so a killed node is noticed at once; a frozen one keeps
it, and is noticed by its lease.
"""

from contextlib import suppress

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from antiphon.conversation.errors import StoreUnavailable
from antiphon.conversation.ids import NodeId
from antiphon.store.dialect import lock_key
from antiphon.store.unit import Store


class LivenessLock:
    """Holds one advisory lock on a connection of its own; SQLite needs none and this does nothing."""

    def __init__(self, store: Store, node_id: NodeId) -> None:
        self._store = store
        self._key = lock_key("alive", node_id)
        self._connection: Connection | None = None

    async def hold(self) -> None:
        """Take the lock, or make sure it is still held; take it again after the server was restarted."""
        if not self._store.is_sqlite:
            await self._store.in_thread(self._hold)

    async def release(self) -> None:
        """Let go. Harmless when nothing is held."""
        await self._store.in_thread(self._release)

    def _hold(self) -> None:
        try:
            if self._connection is None:
                connection = self._store.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
                self._connection = connection
                connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": self._key})
            else:
                self._connection.execute(text("SELECT 1"))
        except (DBAPIError, OSError) as error:
            self._release()
            raise StoreUnavailable from error

    def _release(self) -> None:
        connection, self._connection = self._connection, None
        if connection is None:
            return
        with suppress(SQLAlchemyError, OSError):
            connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": self._key})
        # Should that have failed, closing the session frees the lock a moment later; the pool must not reuse it.
        connection.invalidate()
        connection.close()
