"""Noticing nodes that are gone, and taking over what they left.

A living node renews a lease, and holds a lock that its database session carries. A killed process drops the lock soon;
a frozen one keeps it, and its lease stands still. Whoever notices declares it gone, in one transaction, so that two
nodes cannot both do it. Its turns are then nobody's, and every node takes a share of those at its next look.

A node that was declared gone while it slept stops itself when it wakes. Even before it notices, it can take nothing in
and nothing over, its epoch is stale, and the store refuses what it writes.
"""

import asyncio
import logging
import math
import random
import time
from collections.abc import Callable

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal
from antiphon.conversation.errors import StoreUnavailable
from antiphon.conversation.ids import NodeId, TurnId
from antiphon.engine.recovery.lease import BEAT_SECONDS
from antiphon.engine.recovery.watch import Silent, Watch
from antiphon.engine.runtime import metrics
from antiphon.store.reads.recovery import OpenTurn, read_look
from antiphon.store.unit import Store
from antiphon.store.writes.nodes import give_up, reap, reap_all_but, take_orphans

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "nodes")

# After the database itself was away nobody has renewed anything; give everyone time to come back.
_GRACE_SECONDS = 3.0
# How long a turn that could not be started waits for the next try, and how many a node takes over in one look.
_AGAIN_MS = 5_000
_TAKEN_AT_ONCE = 100
# A node that is alone has nobody to watch; it only looks for turns whose start failed, and for others that came.
_ALONE_SECONDS = 2.0


class Recovery:
    """Watches over the other nodes and over turns that nobody runs.

    `take_up` is given the turns this node answers for from now on; `wake_work` is told when lasting work waits.
    """

    def __init__(
        self,
        store: Store,
        principal: Principal,
        node_id: NodeId,
        *,
        lease_seconds: float,
        is_running: Callable[[TurnId], bool],
        may_take: Callable[[], bool],
        take_up: Callable[[OpenTurn], None],
        wake_work: Callable[[], None],
    ) -> None:
        self._store = store
        self._principal = principal
        self._node_id = node_id
        self._is_running = is_running
        self._may_take = may_take
        self._take_up = take_up
        self._wake_work = wake_work
        self._watch = Watch(lease_seconds)
        self._unsure_until = 0.0
        self._idle_before: set[TurnId] = set()
        # Whether this node has once seen that nobody's turns were left to be taken over.
        self.is_through = False

    async def enter(self) -> None:
        """On SQLite, take over whatever the last process left."""
        if self._store.is_sqlite:
            await self._store.write(self._principal, reap_all_but, self._node_id)
            self.is_through = await self._take(_TAKEN_AT_ONCE, waiting_ms=0) < _TAKEN_AT_ONCE

    async def run_for_ever(self) -> None:
        """One look after another; a node that is going takes nothing over any more."""
        others = not self._store.is_sqlite
        while True:
            pause = BEAT_SECONDS if others else _ALONE_SECONDS
            await asyncio.sleep(pause * random.uniform(0.75, 1.25))  # noqa: S311 - jitter
            if not self._may_take():
                continue
            try:
                others = await self._look()
            except StoreUnavailable:
                self._unsure_until = time.monotonic() + _GRACE_SECONDS
                logger.warning("look_missed")

    async def _look(self) -> bool:
        """Take over what is to be taken over; returns whether there are other nodes to be watched."""
        seen = await self._store.read(self._principal, read_look, self._node_id, _AGAIN_MS)
        if seen.work:
            self._wake_work()
        silent = self._watch.look(seen.leases)
        if time.monotonic() < self._unsure_until:
            return True
        left = sum([await self._try_reap(each) for each in silent])
        await self._give_up_idle(seen.own)
        self.is_through = self.is_through or not (seen.orphans or left)
        if seen.orphans or left:
            living = len(seen.leases) + 1
            await self._take(min(_TAKEN_AT_ONCE, math.ceil((seen.orphans + left) / living)), _AGAIN_MS)
        return bool(seen.leases)

    async def _try_reap(self, silent: Silent) -> int:
        """How many turns a node left that is declared gone now; none when it is not."""
        turns = await self._store.write(
            self._principal, reap, silent.node_id, silent.lease, needs_free_lock=not silent.is_frozen
        )
        if turns is not None:
            facts = {"node": silent.node_id, "frozen": silent.is_frozen, "turns": turns}
            logger.warning("node_reaped", extra=facts)
        return turns or 0

    async def _give_up_idle(self, own: list[TurnId]) -> None:
        """Turns this node answers for but does not run: their start failed. Seen twice, they are anybody's."""
        idle = {turn_id for turn_id in own if not self._is_running(turn_id)}
        again = [turn_id for turn_id in idle if turn_id in self._idle_before]
        self._idle_before = idle
        if again:
            await self._store.write(self._principal, give_up, self._node_id, again)

    async def _take(self, most: int, waiting_ms: int) -> int:
        """Take over so many at most; returns how many there were."""
        turns = await self._store.write(self._principal, take_orphans, self._node_id, waiting_ms, most)
        metrics.recovered_turns.inc(len(turns))
        for turn in turns:
            self._take_up(turn)
        return len(turns)
