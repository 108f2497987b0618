"""Who lives, who is gone, and who takes over."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import Draining, StaleEpoch, StoreUnavailable
from antiphon.conversation.ids import NodeId, TurnId
from antiphon.conversation.state import ReplyState
from antiphon.store.liveness import LivenessLock
from antiphon.store.reads.recovery import read_look
from antiphon.store.reads.turns import read_turn
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.nodes import (
    forget_nodes,
    give_up,
    join,
    leave,
    reap,
    reap_all_but,
    renew_lease,
    take_orphans,
)
from tests.conftest import open_store
from tests.store.deeds import (
    accept_turn,
    ask,
    begin,
    claim_replies,
    draft,
    enlist,
    first,
    plan,
    receipts_for_all,
    settle,
    start,
)

_CUT_HOLDERS = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()"
_HOLD = """
import asyncio, sys, time
from antiphon.store.dialect import open_engine
from antiphon.store.liveness import LivenessLock
from antiphon.store.unit import Store, Unit
lock = LivenessLock(Store(open_engine(sys.argv[1], 1), 1), sys.argv[2], 10)
asyncio.run(lock.hold())
print("held", flush=True)
time.sleep(60)
"""

ME, GONE = NodeId("n_me"), NodeId("n_gone")
LEASE_MS = 10_000


@pytest.fixture
async def elsewhere(postgresql_url: str) -> AsyncIterator[Store]:
    """Another node's connections to the same PostgreSQL as `here`."""
    store = await open_store(postgresql_url)
    yield store
    await store.close()


@pytest.fixture
async def here(postgresql_url: str) -> AsyncIterator[Store]:
    """This node's connections to a PostgreSQL."""
    store = await open_store(postgresql_url)
    yield store
    await store.close()


async def take(store: Store, node: NodeId = ME, *, waiting_ms: int = 0, most: int = 10) -> list[TurnId]:
    """The turns this node answers for from now on, taken from nobody."""
    await enlist(store, node)
    return [each.turn_id for each in await store.write(LOCAL, take_orphans, node, waiting_ms, most)]


async def count_orphans(store: Store, waiting_ms: int = 0) -> int:
    """How many turns nobody answers for."""
    return (await store.read(LOCAL, read_look, ME, waiting_ms)).orphans


async def own(store: Store, node: NodeId) -> list[TurnId]:
    """The turns a node answers for."""
    return (await store.read(LOCAL, read_look, node, 0)).own


async def declare_gone(store: Store, node: NodeId = GONE, *, needs_free_lock: bool = False) -> int | None:
    """Reap it if its lease is the one just read."""
    leases = {each.node_id: each.value for each in (await store.read(LOCAL, read_look, ME, 0)).leases}
    return await store.write(LOCAL, reap, node, leases.get(node, 0), needs_free_lock=needs_free_lock)


async def test_leases_are_those_of_the_other_living_nodes(store: Store) -> None:
    """I-05."""
    for node in (ME, GONE, NodeId("n_idle")):
        await store.write(LOCAL, join, node, LEASE_MS)
    await declare_gone(store)

    leases = (await store.read(LOCAL, read_look, ME, 0)).leases

    assert [each.node_id for each in leases] == ["n_idle"]


async def test_node_that_has_renewed_since_is_not_declared_gone(store: Store) -> None:
    """Whoever looked a moment too early changes nothing."""
    await store.write(LOCAL, join, GONE, LEASE_MS)
    (seen,) = (await store.read(LOCAL, read_look, ME, 0)).leases
    await asyncio.sleep(0.005)

    await store.write(LOCAL, renew_lease, GONE, LEASE_MS)

    assert await store.write(LOCAL, reap, GONE, seen.value, needs_free_lock=False) is None
    assert await store.write(LOCAL, renew_lease, GONE, LEASE_MS)


async def test_reaping_hands_the_turns_over(store: Store) -> None:
    await store.write(LOCAL, join, GONE, LEASE_MS)
    turn = await ask(store, await begin(store), node=GONE)

    left = await declare_gone(store)

    assert (left, await count_orphans(store), await own(store, GONE)) == (1, 1, [])
    assert await take(store) == [turn.id]
    assert (await count_orphans(store), await own(store, ME)) == (0, [turn.id])


async def test_reaped_node_learns_it_at_its_next_beat(store: Store) -> None:
    """I-05: a node that was declared gone cannot come back under the same name."""
    await store.write(LOCAL, join, GONE, LEASE_MS)
    before = await store.write(LOCAL, renew_lease, GONE, LEASE_MS)
    await declare_gone(store)

    after = await store.write(LOCAL, renew_lease, GONE, LEASE_MS)

    assert (before, after) == (True, False)
    assert not await store.write(LOCAL, renew_lease, NodeId("n_never"), LEASE_MS)


async def test_of_several_nodes_each_takes_other_turns(store: Store) -> None:
    """XN01: each turn is handed over once, whoever reaped and however many take."""
    nodes = [NodeId(f"n_{number}") for number in range(4)]
    for node in (GONE, *nodes):
        await store.write(LOCAL, join, node, LEASE_MS)
    turns = [(await ask(store, await begin(store), node=GONE)).id for _ in range(8)]

    reaped = await asyncio.gather(*(declare_gone(store) for _ in range(4)))
    taken = await asyncio.gather(*(store.write(LOCAL, take_orphans, node, 0, 2) for node in nodes))
    rest = await store.write(LOCAL, take_orphans, ME, 0, 10)

    assert [each for each in reaped if each is not None] == [8]
    assert sorted(each.turn_id for some in taken for each in some) == sorted(turns)
    assert [len(some) for some in taken] == [2, 2, 2, 2]
    assert rest == []


async def test_living_node_keeps_its_turns_on_postgresql(here: Store, elsewhere: Store) -> None:
    """I-05: its lock cannot be taken while it lives."""
    lock = LivenessLock(elsewhere, GONE, 10)
    await lock.hold()
    await lock.hold()
    await here.write(LOCAL, join, GONE, LEASE_MS)
    turn = await ask(here, await begin(here), node=GONE)

    living = await declare_gone(here, needs_free_lock=True)
    still_renews = await here.write(LOCAL, renew_lease, GONE, LEASE_MS)
    await lock.release()
    dead = await declare_gone(here, needs_free_lock=True)

    assert living is None
    assert still_renews
    assert (dead, await take(here)) == (1, [turn.id])


async def test_frozen_node_loses_its_turns_though_it_holds_its_lock_on_postgresql(
    here: Store, elsewhere: Store
) -> None:
    """XN01: a stale lease is enough when the lock is not asked for."""
    lock = LivenessLock(elsewhere, GONE, 10)
    await lock.hold()
    await here.write(LOCAL, join, GONE, LEASE_MS)
    turn = await ask(here, await begin(here), node=GONE)

    left = await declare_gone(here)

    assert (left, await take(here)) == (1, [turn.id])
    assert not await here.write(LOCAL, renew_lease, GONE, LEASE_MS)
    await lock.release()


@pytest.mark.measured
async def test_killed_node_is_free_to_reap_at_once_on_postgresql(here: Store, postgresql_url: str) -> None:
    """XK02: the server frees the lock when the process is gone, whatever the lease says."""
    await here.write(LOCAL, join, GONE, LEASE_MS)
    turn = await ask(here, await begin(here), node=GONE)
    owner = subprocess.Popen([sys.executable, "-c", _HOLD, postgresql_url, GONE], stdout=subprocess.PIPE)
    assert owner.stdout is not None
    assert await asyncio.to_thread(owner.stdout.readline) == b"held\n"
    living = await declare_gone(here, needs_free_lock=True)

    owner.kill()
    owner.communicate()
    left: int | None = None
    async with asyncio.timeout(3):
        while left is None:
            left = await declare_gone(here, needs_free_lock=True)

    assert (living, left, await take(here)) == (None, 1, [turn.id])


async def test_lock_is_taken_again_after_its_session_was_cut_on_postgresql(here: Store, elsewhere: Store) -> None:
    """XD01: the first beat notices, the second holds again."""

    def cut_locks(unit: Unit) -> None:
        unit.connection.execute(text(_CUT_HOLDERS))

    lock = LivenessLock(elsewhere, GONE, 10)
    await lock.hold()
    await here.write(LOCAL, join, GONE, LEASE_MS)
    await here.write(LOCAL, cut_locks)

    with pytest.raises(StoreUnavailable):
        await lock.hold()
    await lock.hold()
    await ask(here, await begin(here), node=GONE)

    assert await declare_gone(here, needs_free_lock=True) is None
    await lock.release()


async def test_turn_taken_up_again_is_nobodys_orphan(store: Store) -> None:
    await store.write(LOCAL, join, GONE, LEASE_MS)
    turn = await ask(store, await begin(store), node=GONE)
    await declare_gone(store)

    await start(store, turn, node=ME)

    assert (await count_orphans(store), await take(store), await own(store, ME)) == (0, [], [turn.id])


async def test_turn_that_was_given_up_is_taken_again_only_after_a_while(store: Store) -> None:
    """A turn that fails at its start does not keep all nodes busy."""
    await enlist(store, ME)
    turn = await ask(store, await begin(store), node=ME)

    given_up = await store.write(LOCAL, give_up, ME, [turn.id])
    again = await store.write(LOCAL, give_up, ME, [turn.id])
    early = await take(store, GONE, waiting_ms=200)
    await asyncio.sleep(0.25)

    assert (given_up, again, early, await own(store, ME)) == (1, 0, [], [])
    assert await count_orphans(store, 200) == 1
    assert await take(store, GONE, waiting_ms=200) == [turn.id]
    await start(store, turn, node=GONE)


async def test_turn_given_up_before_the_clock_was_set_back_is_taken_at_once(store: Store) -> None:
    """A moment that lies ahead says nothing about how long ago it was."""

    def set_ahead(unit: Unit) -> None:
        unit.connection.execute(text("UPDATE open_turns SET handed_over_at = handed_over_at + 3600000"))

    await enlist(store, ME)
    turn = await ask(store, await begin(store), node=ME)
    await store.write(LOCAL, give_up, ME, [turn.id])

    await store.write(LOCAL, set_ahead)

    assert await take(store, GONE, waiting_ms=5_000) == [turn.id]


async def test_turn_of_a_node_that_is_not_listed_is_nobodys(store: Store) -> None:
    """I-05: however it came about, somebody finds it."""

    def unlist(unit: Unit) -> None:
        unit.connection.execute(text("DELETE FROM nodes"))

    turn = await ask(store, await begin(store), node=GONE)
    before = await count_orphans(store, 5_000)

    await store.write(LOCAL, unlist)

    assert (before, await count_orphans(store, 5_000)) == (0, 1)
    assert await take(store, waiting_ms=5_000) == [turn.id]
    await start(store, turn, node=ME)
    assert await count_orphans(store) == 0


async def test_turn_offered_twice_is_claimed_once(store: Store) -> None:
    """I-08: whoever comes second leaves the first in peace, though it reads the newest epoch."""
    turn = await ask(store, await begin(store), node=GONE)
    await declare_gone(store)
    await start(store, turn, node=ME)

    with pytest.raises(StaleEpoch):
        await start(store, turn, node=NodeId("n_third"))

    kept = await store.read(LOCAL, read_turn, turn.id)
    assert [reply.epoch for reply in kept.replies] == [1, 1]
    assert await own(store, ME) == [turn.id]


async def test_leaving_hands_over_what_is_unfinished(store: Store) -> None:
    """XK03."""
    await store.write(LOCAL, join, GONE, LEASE_MS)
    finished = await ask(store, await begin(store), advisors=1, node=GONE)
    await settle(store, finished, 0, epoch=0, state=ReplyState.STOPPED)
    turn = await ask(store, await begin(store), node=GONE)

    await store.write(LOCAL, leave, GONE)

    assert await take(store) == [turn.id]
    assert not await store.write(LOCAL, renew_lease, GONE, LEASE_MS)


async def test_only_process_of_a_sqlite_file_takes_everything_over(store: Store) -> None:
    await store.write(LOCAL, join, GONE, LEASE_MS)
    await store.write(LOCAL, join, ME, LEASE_MS)
    turn = await ask(store, await begin(store), node=GONE)

    await store.write(LOCAL, reap_all_but, ME)

    assert await take(store) == [turn.id]
    assert await store.write(LOCAL, renew_lease, ME, LEASE_MS)
    assert not await store.write(LOCAL, renew_lease, GONE, LEASE_MS)


@pytest.mark.parametrize("how", ["reaped", "left"])
async def test_node_that_is_gone_takes_nothing_in_and_nothing_over(store: Store, how: str) -> None:
    """It woke for a moment; what it would take in is refused with nothing written, what is open is not its."""
    await store.write(LOCAL, join, GONE, LEASE_MS)
    conversation = await begin(store)
    turn = await ask(store, await begin(store), node=GONE)
    if how == "reaped":
        await declare_gone(store)
    else:
        await store.write(LOCAL, leave, GONE)

    with pytest.raises(Draining):
        await store.write(LOCAL, accept_turn, draft(conversation, node=GONE), first(1), plan)
    with pytest.raises(StaleEpoch):
        await store.write(LOCAL, claim_replies, turn.id, GONE, receipts_for_all)

    assert await store.write(LOCAL, take_orphans, GONE, 0, 10) == []
    assert await take(store) == [turn.id]
    assert (await store.read(LOCAL, read_turn, turn.id)).replies[0].epoch == 0


async def test_nodes_gone_long_ago_are_forgotten(store: Store) -> None:
    for node in (ME, GONE):
        await store.write(LOCAL, join, node, LEASE_MS)
    await declare_gone(store)

    await store.write(LOCAL, forget_nodes, datetime.now(UTC) - timedelta(minutes=1))
    with pytest.raises(IntegrityError):
        await store.write(LOCAL, join, GONE, LEASE_MS)
    await store.write(LOCAL, forget_nodes, datetime.now(UTC) + timedelta(minutes=1))

    await store.write(LOCAL, join, GONE, LEASE_MS)
    assert await store.write(LOCAL, renew_lease, ME, LEASE_MS)
