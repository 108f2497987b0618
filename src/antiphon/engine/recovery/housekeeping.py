"""What is only useful for a while is forgotten, a little every so often, and what is stuck is counted."""

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal
from antiphon.conversation.errors import StoreUnavailable
from antiphon.engine.recovery.stuck import find_stuck, find_stuck_work
from antiphon.engine.runtime.metrics import stuck
from antiphon.store.reads.clock import read_now
from antiphon.store.unit import Store
from antiphon.store.writes.documents import forget_documents
from antiphon.store.writes.exports import forget_exports
from antiphon.store.writes.forget import forget_keys, sweep_chunks
from antiphon.store.writes.heartbeat_runs import forget_heartbeat_runs
from antiphon.store.writes.nodes import forget_nodes
from antiphon.store.writes.outside import forget_fingerprints, put_away
from antiphon.store.writes.webhooks import forget_deliveries

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "retention")
_EVERY_SECONDS = 600.0
# Why nothing was said is worth knowing for a while; what was said stays.
_SILENCE_DAYS = 30
# A program that keeps a chat may come back to it after a long while.
_HISTORY_DAYS = 365
# Longer than anything is looked for that was to be told: what is forgotten earlier would be told once more.
_TOLD_DAYS = 31


async def keep_house(store: Store, principal: Principal, retention_seconds: float) -> None:
    """Forget old keys and what nobody needs any more, for ever. Two nodes doing this at once only share the work."""
    while True:
        try:
            now = await read_earlier_now(store, principal)
            await forget_before(store, principal, now - timedelta(seconds=retention_seconds))
            await store.write(principal, put_away, now)
            await store.write(principal, forget_exports, now)
            await count_stuck(store, principal)
        except StoreUnavailable:
            logger.warning("housekeeping_postponed")
        await asyncio.sleep(_EVERY_SECONDS)


async def count_stuck(store: Store, principal: Principal) -> None:
    """For whoever watches: a turn that no node runs is in no node's figures."""
    stuck.labels("turn").set(len(await find_stuck(store, principal)))
    stuck.labels("work").set(len(await find_stuck_work(store, principal)))


async def read_earlier_now(
    store: Store, principal: Principal, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> datetime:
    """This node's time or the database's, whichever is earlier: one clock that is ahead must not forget everything."""
    return min(clock(), await store.read(principal, read_now))


async def forget_before(store: Store, principal: Principal, before: datetime) -> None:
    """Forget what is older than this moment."""
    await store.write(principal, forget_keys, before)
    await store.write(principal, sweep_chunks)
    await store.write(principal, forget_nodes, before)
    await store.write(principal, forget_documents, before)
    await store.write(principal, forget_fingerprints, before, before - timedelta(days=_HISTORY_DAYS))
    await store.write(principal, forget_deliveries, before - timedelta(days=_TOLD_DAYS))
    await store.write(principal, forget_heartbeat_runs, before - timedelta(days=_SILENCE_DAYS))
