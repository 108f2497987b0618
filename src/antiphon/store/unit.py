"""One transaction on behalf of one principal, and the store that hands it out."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from antiphon.access.principal import Principal
from antiphon.conversation.errors import StoreUnavailable
from antiphon.conversation.ids import WorkspaceId

P = ParamSpec("P")
T = TypeVar("T")

# Serialization failure, deadlock: PostgreSQL asks to try again (XD03).
_TRY_AGAIN = frozenset({"40001", "40P01"})
_ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class Unit:
    """A connection inside a transaction; every statement is limited to the principal's workspace."""

    connection: AsyncConnection
    principal: Principal

    @property
    def workspace_id(self) -> WorkspaceId:
        """The workspace every row touched here belongs to."""
        return self.principal.workspace_id

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self.connection.dialect.name


class Store:
    """Questions and facts, each in its own transaction.

    Raises `StoreUnavailable` when the database cannot be reached; then nothing was written.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.is_sqlite = engine.dialect.name == "sqlite"
        self._reading = engine.execution_options(
            **({} if self.is_sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True})
        )
        self._group = _Group(engine.execution_options(writes=True)) if self.is_sqlite else None

    async def read(
        self,
        principal: Principal,
        question: Callable[Concatenate[Unit, P], Awaitable[T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Ask one question of one consistent snapshot."""
        async with _reachable(), self._reading.connect() as connection:
            return await question(Unit(connection, principal), *args, **kwargs)

    async def write(
        self,
        principal: Principal,
        fact: Callable[Concatenate[Unit, P], Awaitable[T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Record one fact. When this returns it is on disk; when it raises nothing happened."""

        async def deed(connection: AsyncConnection) -> T:
            return await fact(Unit(connection, principal), *args, **kwargs)

        async with _reachable():
            if self._group is not None:
                return await self._group.write(deed)
            return await self._write_alone(deed)

    async def _write_alone(self, deed: "Callable[[AsyncConnection], Awaitable[T]]") -> T:
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                async with self.engine.begin() as connection:
                    return await deed(connection)
            except DBAPIError as error:
                if getattr(error.orig, "sqlstate", None) not in _TRY_AGAIN or attempt == _ATTEMPTS:
                    raise
        raise AssertionError("the loop returns or raises")

    async def close(self) -> None:
        """Give all connections back."""
        await self.engine.dispose()


@asynccontextmanager
async def _reachable() -> AsyncIterator[None]:
    try:
        yield
    except (OperationalError, InterfaceError, PoolTimeout, OSError) as error:
        raise StoreUnavailable from error
    except DBAPIError as error:
        if error.connection_invalidated:
            raise StoreUnavailable from error
        raise


class _Job(Generic[T]):
    """One write that waits for its place in a transaction."""

    __slots__ = ("deed", "done", "error", "result")

    def __init__(self, deed: Callable[[AsyncConnection], Awaitable[T]]) -> None:
        self.deed = deed
        self.done = False
        self.error: Exception | None = None
        self.result: Any = None

    async def run(self, connection: AsyncConnection) -> None:
        """Do the deed inside a savepoint, so that its failure undoes only itself."""
        try:
            async with connection.begin_nested():
                self.result = await self.deed(connection)
        except (OperationalError, InterfaceError):
            raise
        except Exception as error:  # noqa: BLE001 - handed to whoever asked for the deed
            self.error = error


class _Group:
    """Group commit for SQLite: writes that wait together share one fsync.

    Whoever gets the lock first writes for all who wait; the others find their work done when their turn comes.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._lock = asyncio.Lock()
        self._waiting: list[_Job[Any]] = []

    async def write(self, deed: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        job = _Job(deed)
        self._waiting.append(job)
        try:
            async with self._lock:
                if not job.done:
                    await self._write_all()
        finally:
            if not job.done and job in self._waiting:
                self._waiting.remove(job)
        if job.error is not None:
            raise job.error
        result: T = job.result
        return result

    async def _write_all(self) -> None:
        jobs, self._waiting = self._waiting, []
        try:
            async with self._engine.begin() as connection:
                await self._run(jobs, connection)
        except Exception as error:  # noqa: BLE001 - the commit failed for all of them
            for job in jobs:
                job.error = error
        except BaseException:
            # The writer itself was cancelled and the transaction rolled back: the others are written next.
            self._waiting[:0] = jobs
            raise
        for job in jobs:
            job.done = True

    async def _run(self, jobs: list[_Job[Any]], connection: AsyncConnection) -> None:
        if len(jobs) == 1:
            jobs[0].result = await jobs[0].deed(connection)
            return
        for job in jobs:
            job.error = None
            await job.run(connection)
