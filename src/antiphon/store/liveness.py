"""What a living process holds: a lease that it renews, and a lock.

PostgreSQL frees the lock when it loses the session that holds it, so a killed node is noticed soon. A free lock is a
hint and no proof: a session can be lost while its process lives, and for a while a lost session can keep the lock from
its own process. What counts is the lease.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar, cast

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from antiphon.access.principal import Principal
from antiphon.conversation.ids import NodeId
from antiphon.store.dialect import lock_key
from antiphon.store.failure import name_failure
from antiphon.store.patience import Patience
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.nodes import renew_lease

T = TypeVar("T")


class LivenessLock:
    """Renews one lease and holds one advisory lock, on a session and a thread of their own.

    Nobody else's waiting delays it. SQLite needs no lock, and its lease is renewed like anything else is written.
    """

    def __init__(self, store: Store, node_id: NodeId, lease_seconds: float) -> None:
        self._store = store
        self._node_id = node_id
        self._lease_ms = int(lease_seconds * 1000)
        # Three tries fit into a lease.
        self._patience = Patience(lease_seconds / 3)
        self._key = lock_key("alive", node_id)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="alive")
        self._connection: Connection | None = None
        self.has_lock = False

    async def hold(self) -> bool:
        """Take the lock if it is free; whether it is held. Never waits for it."""
        if self._store.is_sqlite:
            return True
        return await self._in_own_thread(lambda: self._use(_knock))

    async def renew(self, principal: Principal) -> bool:
        """Push the lease out, whoever has the lock; False when the others have declared this node gone."""
        if self._store.is_sqlite:
            return await self._store.write(principal, renew_lease, self._node_id, self._lease_ms)
        renewed = []

        def renew(connection: Connection) -> None:
            renewed.append(renew_lease(Unit(connection, principal), self._node_id, self._lease_ms))

        await self._in_own_thread(lambda: self._use(renew))
        return renewed[-1]

    async def release(self) -> None:
        """Let go. Harmless when nothing is held."""
        await self._in_own_thread(self._release)
        self._thread.shutdown(wait=False)

    async def _in_own_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _use(self, first: Callable[[Connection], None]) -> bool:
        """Do this on the session, and see that it holds the lock if it can."""
        try:
            connection = self._connect()
            first(connection)
            if not self.has_lock:
                taken = connection.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": self._key})
                self.has_lock = bool(taken.scalar_one())
        except (DBAPIError, OSError) as error:
            self._drop()
            raise name_failure(error) from error
        return self.has_lock

    def _connect(self) -> Connection:
        if self._connection is None:
            from antiphon.store.session import BoundedConnection

            connection = self._store.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            self._connection = connection
            # Every engine of ours opens these.
            cast("BoundedConnection", connection.connection.dbapi_connection).patience = self._patience
        return self._connection

    def _release(self) -> None:
        if self._connection is not None and self.has_lock:
            with suppress(SQLAlchemyError, OSError):
                self._connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": self._key})
        self._drop()

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        self.has_lock = False
        if connection is not None:
            # Closing the session frees the lock; the pool must not reuse it.
            connection.invalidate()
            connection.close()


def _knock(connection: Connection) -> None:
    connection.execute(text("SELECT 1"))
