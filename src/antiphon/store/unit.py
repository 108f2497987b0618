"""One transaction on behalf of one principal, and the store that hands it out.

Questions and facts are plain functions over a plain connection. Each runs from beginning to end on a thread of its own,
off the event loop: one hop there and back for a whole transaction costs less than a hop for every statement in it.
"""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from antiphon.access.principal import Principal
from antiphon.conversation.errors import StoreUnavailable
from antiphon.conversation.ids import WorkspaceId
from antiphon.store.condition import Condition, take_room
from antiphon.store.failure import TRY_AGAIN, is_away, named_failures
from antiphon.store.patience import LINE_SECONDS

P = ParamSpec("P")
T = TypeVar("T")

_ATTEMPTS = 3
# Writes that share a transaction at most.
_GROUPED = 8


@dataclass(frozen=True, slots=True)
class Unit:
    """A connection inside a transaction; every statement is limited to the principal's workspace."""

    connection: Connection
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

    Raises `StoreUnavailable`, by its own name where the cause is known, when the database cannot be reached or cannot
    be written; then nothing was written.
    """

    def __init__(self, engine: Engine, threads: int) -> None:
        self.engine = engine
        self.is_sqlite = engine.dialect.name == "sqlite"
        self._reading = engine.execution_options(
            **({} if self.is_sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True})
        )
        self._writing = engine.execution_options(writes=True)
        self.condition = Condition(engine)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="store")
        self._group = _Group(self._writing, self.condition, self._in_thread) if self.is_sqlite else None

    async def read(
        self,
        principal: Principal,
        question: Callable[Concatenate[Unit, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Ask one question of one consistent snapshot."""

        def ask() -> T:
            with _reachable(), self._reading.connect() as connection:
                return question(Unit(connection, principal), *args, **kwargs)

        return await self._in_thread(ask)

    async def write(
        self,
        principal: Principal,
        fact: Callable[Concatenate[Unit, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Record one fact. When this returns it is on disk; when it raises nothing happened.

        A caller that is cancelled meanwhile still waits for the outcome: no transaction is left in between.
        """

        def deed(connection: Connection) -> T:
            return fact(Unit(connection, principal), *args, **kwargs)

        if self._group is not None:
            return await self._group.write(deed)
        return await self._in_thread(lambda: _write_alone(self._writing, self.condition, deed))

    async def try_writing(self) -> None:
        """Write as everybody writes, on PostgreSQL, so that the condition is known again; nothing is left of it."""
        await self._in_thread(lambda: _write_alone(self._writing, self.condition, take_room))

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Run database work that is neither a question nor a fact, such as holding a lock."""
        return await self._in_thread(work)

    async def close(self) -> None:
        """Give all connections back."""
        await self._in_thread(self.engine.dispose, even_late=True)
        self._threads.shutdown(wait=False)

    async def _in_thread(self, work: Callable[[], T], *, even_late: bool = False) -> T:
        latest = math.inf if even_late or self.is_sqlite else time.monotonic() + LINE_SECONDS

        def begin() -> T:
            if time.monotonic() > latest:
                raise self._note_full_line()
            return work()

        future = asyncio.get_running_loop().run_in_executor(self._threads, begin)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            # However often somebody loses patience: a transaction is never left alone with its connection.
            while not future.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait([future])
            # Nobody is left to be told how it went; unread, a failure would be printed when the future is forgotten.
            future.exception()
            raise

    def _note_full_line(self) -> StoreUnavailable:
        """Whoever is sent away here would be sent away with the next message too: the node cannot take work."""
        failure = StoreUnavailable()
        failure.__cause__ = TimeoutError(f"no connection was free for {LINE_SECONDS:g} s")
        self.condition.note_failure(failure)
        return failure


def _write_alone(engine: Engine, condition: Condition, deed: Callable[[Connection], T]) -> T:
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            with _noted(condition), engine.begin() as connection:
                return deed(connection)
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) not in TRY_AGAIN or attempt == _ATTEMPTS:
                raise
    raise AssertionError("the loop returns or raises")


@contextmanager
def _reachable() -> Iterator[None]:
    try:
        with named_failures():
            yield
    except PoolTimeout as error:
        raise StoreUnavailable from error


@contextmanager
def _noted(condition: Condition) -> Iterator[None]:
    """Tell how a write went, where the database had a part in it."""
    try:
        with _reachable():
            yield
    except StoreUnavailable as failure:
        condition.note_failure(failure)
        raise
    condition.note_success()


class _Job(Generic[T]):
    """One write that waits for its place in a transaction."""

    __slots__ = ("deed", "done", "error", "result")

    def __init__(self, deed: Callable[[Connection], T]) -> None:
        self.deed = deed
        self.done = False
        self.error: Exception | None = None
        self.result: Any = None

    def run_apart(self, connection: Connection) -> None:
        """Do the deed inside a savepoint, so that its failure undoes only itself."""
        try:
            with connection.begin_nested():
                self.result = self.deed(connection)
        except Exception as error:
            if isinstance(error, DBAPIError) and is_away(error):
                raise
            # Not ours to judge: it goes to whoever asked for the deed.
            self.error = error


class _Group:
    """Group commit for SQLite: writes that wait together share one fsync.

    Whoever gets the lock first writes for those who wait longest; they find their work done when their turn comes. Few
    at a time, so that in a burst the first are answered while the last still wait.

    A deed that fails takes the others with it, and all are done again, each behind a savepoint: what is rare pays, and
    not everybody every time. So a deed may run twice, as it may on PostgreSQL, and must not mind.
    """

    def __init__(
        self, engine: Engine, condition: Condition, in_thread: Callable[[Callable[[], None]], Awaitable[None]]
    ) -> None:
        self._engine = engine
        self._condition = condition
        self._in_thread = in_thread
        self._lock = asyncio.Lock()
        self._waiting: list[_Job[Any]] = []

    async def write(self, deed: Callable[[Connection], T]) -> T:
        """Do the deed in the next transaction."""
        job = _Job(deed)
        self._waiting.append(job)
        try:
            await self._take_turn(job)
        except asyncio.CancelledError:
            if job in self._waiting:
                self._waiting.remove(job)
            else:
                # Somebody is writing it right now: see it through before leaving.
                await self._take_turn(job)
            raise
        if job.error is not None:
            raise job.error
        result: T = job.result
        return result

    async def _take_turn(self, job: _Job[Any]) -> None:
        """Return once the job is done, having written it and all others who waited unless somebody else did."""
        async with self._lock:
            if not job.done:
                jobs, self._waiting = self._waiting[:_GROUPED], self._waiting[_GROUPED:]
                await self._in_thread(lambda: self._write_all(jobs))

    def _write_all(self, jobs: list[_Job[Any]]) -> None:
        try:
            if not self._write_together(jobs):
                self._write_apart(jobs)
        except Exception as error:  # noqa: BLE001 - the transaction failed for all of them
            for job in jobs:
                job.error = error
        for job in jobs:
            job.done = True

    def _write_together(self, jobs: list[_Job[Any]]) -> bool:
        """All of them in one go; False when one of several failed by itself, and then nothing was written."""
        try:
            with _noted(self._condition), self._engine.begin() as connection:
                for job in jobs:
                    job.result = job.deed(connection)
        except StoreUnavailable:
            raise
        except Exception:
            if len(jobs) == 1:
                raise
            return False
        return True

    def _write_apart(self, jobs: list[_Job[Any]]) -> None:
        with _noted(self._condition), self._engine.begin() as connection:
            for job in jobs:
                job.run_apart(connection)
