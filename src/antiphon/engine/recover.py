"""Noticing nodes that are gone, and taking over what they left.

A living node holds a lock that its database connection carries, and renews a lease. A killed process drops the lock at
once; a frozen one keeps it and lets the lease run out. Whoever notices hands the dead node's turns over, under a lock
and in one transaction, so that two nodes cannot both do it; the turns then go to whichever node is free.

A node that was declared gone while it slept stops itself when it wakes. Even before it notices, its epoch is stale and
the store refuses what it writes.
"""

import asyncio
import logging
import random
import time
from collections.abc import Callable

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal
from antiphon.conversation.errors import StoreUnavailable
from antiphon.conversation.ids import NodeId
from antiphon.engine import metrics
from antiphon.engine.durable import Durable
from antiphon.store.liveness import LivenessLock
from antiphon.store.reads.recovery import OpenTurn, read_orphans, read_own_turns, read_suspects
from antiphon.store.unit import Store
from antiphon.store.writes.nodes import join, leave, mark_handed_over, reap, reap_all_but, renew_lease

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "nodes")

_BEAT_SECONDS = 0.4
# A missed beat or two: with a free lock that is proof enough. Alone it proves nothing, nodes pause for garbage too.
_MISSED_MS = 1_000
# After the database itself was away nobody has renewed anything; give everyone time to come back.
_GRACE_SECONDS = 3.0
# How long an offered turn may wait before it is offered again, and how many are looked at in one beat.
_ORPHAN_MS = 5_000
_ORPHANS_AT_ONCE = 100


class Recovery:
    """Keeps this node alive in the eyes of the others, and watches over them."""

    def __init__(
        self,
        store: Store,
        durable: Durable,
        lock: LivenessLock,
        principal: Principal,
        node_id: NodeId,
        *,
        lease_seconds: float,
        is_running: Callable[[str], bool],
        on_lost: Callable[[], None],
    ) -> None:
        self._store = store
        self._durable = durable
        self._lock = lock
        self._principal = principal
        self._node_id = node_id
        self._lease_ms = int(lease_seconds * 1000)
        self._is_running = is_running
        self._on_lost = on_lost
        self._unsure_until = 0.0
        self._idle_before: set[str] = set()

    async def enter(self) -> None:
        """Take the lock and the first lease; on SQLite also take over whatever the last process left."""
        await self._lock.hold()
        await self._store.write(self._principal, join, self._node_id, self._lease_ms)
        if self._store.is_sqlite:
            await self._store.write(self._principal, reap_all_but, self._node_id)
            await self._offer(await self._store.read(self._principal, read_orphans, 0, _ORPHANS_AT_ONCE))

    async def leave(self) -> None:
        """Hand over what is unfinished and say goodbye."""
        await self._store.write(self._principal, leave, self._node_id)
        await self._lock.release()

    async def run_for_ever(self) -> None:
        """One beat after another, a little out of step with the other nodes."""
        while True:
            await asyncio.sleep(_BEAT_SECONDS * random.uniform(0.75, 1.25))  # noqa: S311 - jitter
            try:
                await self._beat()
            except StoreUnavailable:
                self._unsure_until = time.monotonic() + _GRACE_SECONDS
                logger.warning("beat_missed")

    async def _beat(self) -> None:
        await self._lock.hold()
        if not await self._store.write(self._principal, renew_lease, self._node_id, self._lease_ms):
            logger.error("lease_lost", extra={"node": self._node_id})
            self._on_lost()
            return
        if time.monotonic() < self._unsure_until:
            return
        if not self._store.is_sqlite:
            await self._watch_others()
        await self._watch_own()
        await self._offer(await self._store.read(self._principal, read_orphans, _ORPHAN_MS, _ORPHANS_AT_ONCE))

    async def _watch_others(self) -> None:
        for suspect in await self._store.read(self._principal, read_suspects, self._node_id, self._lease_ms):
            if suspect.silent_ms > _MISSED_MS:
                await self._try_reap(suspect.node_id, frozen=suspect.silent_ms > self._lease_ms)

    async def _try_reap(self, node_id: NodeId, *, frozen: bool) -> None:
        turns = await self._store.write(self._principal, reap, node_id, needs_free_lock=not frozen)
        if turns:
            logger.warning("node_reaped", extra={"node": node_id, "frozen": frozen, "turns": len(turns)})
            await self._offer(turns)

    async def _watch_own(self) -> None:
        """Turns this node answers for but does not run: their start failed. Seen twice, they are started again."""
        own = await self._store.read(self._principal, read_own_turns, self._node_id)
        idle = {turn.turn_id: turn for turn in own if not self._is_running(turn.turn_id)}
        again = [turn for turn_id, turn in idle.items() if turn_id in self._idle_before]
        self._idle_before = set(idle)
        await self._offer(again)

    async def _offer(self, turns: list[OpenTurn]) -> None:
        if not turns:
            return
        metrics.recovered_turns.inc(len(turns))
        await self._store.write(self._principal, mark_handed_over, [turn.turn_id for turn in turns])
        await self._durable.resume(turns)
