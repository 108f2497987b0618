"""Noticing nodes that are gone, and taking over what they left.

A living node renews a lease, and holds a lock that its database session carries. A killed process drops the lock soon;
a frozen one keeps it, and its lease stands still. Whoever notices hands the dead node's turns over, in one transaction,
so that two nodes cannot both do it; the turns then go to whichever node is free.

A node that was declared gone while it slept stops itself when it wakes. Even before it notices, it can take nothing in
and nothing over, its epoch is stale, and the store refuses what it writes.
"""

import asyncio
import logging
import random
import time
from collections.abc import Callable

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal
from antiphon.conversation.errors import StoreUnavailable
from antiphon.conversation.ids import NodeId, TurnId
from antiphon.engine.recovery.durable import Durable
from antiphon.engine.recovery.lease import BEAT_SECONDS
from antiphon.engine.recovery.watch import Silent, Watch
from antiphon.engine.runtime import metrics
from antiphon.store.reads.recovery import OpenTurn, read_leases, read_orphans, read_own_turns
from antiphon.store.unit import Store
from antiphon.store.writes.nodes import hand_over_orphans, hand_over_own, reap, reap_all_but

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "nodes")

# After the database itself was away nobody has renewed anything; give everyone time to come back.
_GRACE_SECONDS = 3.0
# How long an offered turn may wait before it is offered again, and how many are looked at in one beat.
_ORPHAN_MS = 5_000
_ORPHANS_AT_ONCE = 100


class Recovery:
    """Watches over the other nodes and over turns that nobody runs."""

    def __init__(
        self,
        store: Store,
        durable: Durable,
        principal: Principal,
        node_id: NodeId,
        *,
        lease_seconds: float,
        is_running: Callable[[TurnId], bool],
        may_take: Callable[[], bool],
    ) -> None:
        self._store = store
        self._durable = durable
        self._principal = principal
        self._node_id = node_id
        self._is_running = is_running
        self._may_take = may_take
        self._watch = Watch(lease_seconds)
        self._unsure_until = 0.0
        self._idle_before: set[TurnId] = set()

    async def enter(self) -> None:
        """On SQLite, take over whatever the last process left."""
        if self._store.is_sqlite:
            await self._store.write(self._principal, reap_all_but, self._node_id)
            await self._offer_orphans(0)

    async def run_for_ever(self) -> None:
        """One look after another; a node that is going takes nothing over any more."""
        while True:
            await asyncio.sleep(BEAT_SECONDS * random.uniform(0.75, 1.25))  # noqa: S311 - jitter
            if not self._may_take():
                continue
            try:
                await self._look()
            except StoreUnavailable:
                self._unsure_until = time.monotonic() + _GRACE_SECONDS
                logger.warning("look_missed")

    async def _look(self) -> None:
        if not self._store.is_sqlite:
            silent = self._watch.look(await self._store.read(self._principal, read_leases, self._node_id))
            if time.monotonic() < self._unsure_until:
                return
            for each in silent:
                await self._try_reap(each)
        await self._watch_own()
        await self._offer_orphans(_ORPHAN_MS)

    async def _try_reap(self, silent: Silent) -> None:
        turns = await self._store.write(
            self._principal, reap, silent.node_id, silent.lease, needs_free_lock=not silent.is_frozen
        )
        if turns is not None:
            facts = {"node": silent.node_id, "frozen": silent.is_frozen, "turns": len(turns)}
            logger.warning("node_reaped", extra=facts)
            await self._offer(turns)

    async def _watch_own(self) -> None:
        """Turns this node answers for but does not run: their start failed. Seen twice, they are offered to all."""
        own = await self._store.read(self._principal, read_own_turns, self._node_id)
        idle = {turn.turn_id for turn in own if not self._is_running(turn.turn_id)}
        again = [turn_id for turn_id in idle if turn_id in self._idle_before]
        self._idle_before = idle
        if again:
            await self._offer(await self._store.write(self._principal, hand_over_own, self._node_id, again))

    async def _offer_orphans(self, waiting_ms: int) -> None:
        found = await self._store.read(self._principal, read_orphans, waiting_ms, _ORPHANS_AT_ONCE)
        if found:
            await self._offer(await self._store.write(self._principal, hand_over_orphans, found, waiting_ms))

    async def _offer(self, turns: list[OpenTurn]) -> None:
        if turns:
            metrics.recovered_turns.inc(len(turns))
            await self._durable.resume(turns)
