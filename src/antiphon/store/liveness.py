"""The lock a living process holds.

PostgreSQL frees it the moment the process's connection is gone, so a killed node is noticed at once; a frozen one keeps
it, and is noticed by its lease.
"""

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from antiphon.conversation.errors import StoreUnavailable
from antiphon.conversation.ids import NodeId
from antiphon.store.dialect import lock_key


class LivenessLock:
    """Holds one advisory lock on a connection of its own; SQLite needs none and this does nothing."""

    def __init__(self, engine: AsyncEngine, node_id: NodeId) -> None:
        self._engine = engine
        self._key = lock_key("alive", node_id)
        self._connection: AsyncConnection | None = None

    async def hold(self) -> None:
        """Take the lock, or make sure it is still held; take it again after the server was restarted."""
        if self._engine.dialect.name != "postgresql":
            return
        try:
            if self._connection is None:
                self._connection = await self._connect()
                await self._connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": self._key})
            else:
                await self._connection.execute(text("SELECT 1"))
        except (DBAPIError, OSError) as error:
            await self.release()
            raise StoreUnavailable from error

    async def release(self) -> None:
        """Let go. Harmless when nothing is held."""
        connection, self._connection = self._connection, None
        if connection is not None:
            # Closing the session frees its locks; the pool must not hand it to anybody else.
            await connection.invalidate()
            await connection.close()

    async def _connect(self) -> AsyncConnection:
        connection = await self._engine.connect()
        return await connection.execution_options(isolation_level="AUTOCOMMIT")
