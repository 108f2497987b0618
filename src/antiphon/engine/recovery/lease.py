"""This node's place among the living: a lease that is renewed all the time, or the end of the node.

The others take over from a node whose lease stands still. So a node that hears nothing from the database for as long as
a lease must take it that they have, and stops by itself. A database that says at once that it is not there is another
matter: then nobody can take over either, and what is running here waits for it.
"""

import asyncio
import logging
import random
import time
from collections.abc import Callable
from contextlib import suppress

from antiphon import __version__
from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal
from antiphon.conversation.errors import AntiphonError, StoreUnavailable
from antiphon.conversation.ids import NodeId
from antiphon.store.liveness import LivenessLock
from antiphon.store.unit import Store
from antiphon.store.writes.nodes import join, leave

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "nodes")

BEAT_SECONDS = 0.4
# Refused within this time is an answer; later it was silence that somebody gave up on.
_PROMPT_SECONDS = 1.0
_TICK_SECONDS = 0.25
# How often it is asked, of nobody but this process, whether the last write went through.
_LOOK_SECONDS = 1.0


class Lease:
    """Renews the lease of this node, and knows when it was last renewed."""

    def __init__(
        self,
        store: Store,
        lock: LivenessLock,
        principal: Principal,
        node_id: NodeId,
        *,
        seconds: float,
        on_lost: Callable[[], None],
    ) -> None:
        self._store = store
        self._lock = lock
        self._principal = principal
        self._node_id = node_id
        self._seconds = seconds
        self._on_lost = on_lost
        self._renewed_at = time.monotonic()
        self._silent = 0.0
        self._failure: AntiphonError | None = None

    @property
    def problem(self) -> str | None:
        """The code of what is wrong with the database as far as the last beats tell; nothing when all is well.

        Each beat is a write, so a lease that was renewed lately says that this node can write. On SQLite the last write
        of anybody says so.
        """
        if self._failure is not None:
            return self._failure.code
        if self._store.is_sqlite:
            return None
        return None if self.age < self._seconds / 2 else StoreUnavailable.code

    @property
    def age(self) -> float:
        """Seconds since the lease was last renewed."""
        return time.monotonic() - self._renewed_at

    async def enter(self) -> None:
        """Take the lock and the first lease."""
        await self._lock.hold()
        await self._store.write(self._principal, join, self._node_id, int(self._seconds * 1000), __version__)
        self._note_renewal()

    async def leave(self) -> None:
        """Hand over what is unfinished and say goodbye."""
        await self._store.write(self._principal, leave, self._node_id)

    async def let_go(self) -> None:
        """Give up the lock and end its session, whether or not anybody could be told."""
        await self._lock.release()

    async def renew_for_ever(self) -> None:
        """One beat after another, a little out of step with the other nodes; ends when the node was declared gone.

        SQLite has one process and nobody who would read its lease: there is a beat only while a write has failed, to
        find out when the trouble is over.
        """
        is_second = False
        while True:
            if self._failure is None or is_second:
                await self._pause()
            # A session that was lost is made anew at once: meanwhile its lock is free.
            is_second = self._failure is not None
            began = time.monotonic()
            try:
                renewed = await self._lock.renew(self._principal)
            except StoreUnavailable as error:
                self._failure = error
                if time.monotonic() - began < _PROMPT_SECONDS:
                    self._silent = 0.0
                logger.warning("beat_missed", extra={"seconds": round(self.age, 1)})
                continue
            if not renewed:
                self._lose("reaped")
                return
            self._note_renewal()

    async def look_again_for_ever(self) -> None:
        """While a write has failed, try another: a node that is not sent anything would never learn that it is over.

        Beats tell nothing of it, on PostgreSQL: their session is their own. And they must not wait for this.
        """
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            if self._store.condition.problem is not None:
                with suppress(StoreUnavailable):
                    await self._store.try_writing()

    async def watch_for_ever(self) -> None:
        """End the node when nothing was heard for as long as a lease, even if the beat itself hangs.

        Only time in which this process ran is counted: one that slept asks first. Not for SQLite, where nobody else
        could take over.
        """
        before = time.monotonic()
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            now = time.monotonic()
            self._silent += min(now - before, 2 * _TICK_SECONDS)
            before = now
            if self._silent > self._seconds:
                self._lose("silence")
                return

    async def _pause(self) -> None:
        await asyncio.sleep(BEAT_SECONDS * random.uniform(0.75, 1.25))  # noqa: S311 - jitter
        while self._store.is_sqlite and self._failure is None and self._store.condition.problem is None:
            await asyncio.sleep(_LOOK_SECONDS)

    def _note_renewal(self) -> None:
        self._renewed_at = time.monotonic()
        self._silent = 0.0
        self._failure = None

    def _lose(self, why: str) -> None:
        logger.error("lease_lost", extra={"node": self._node_id, "why": why, "seconds": round(self.age, 1)})
        self._on_lost()
