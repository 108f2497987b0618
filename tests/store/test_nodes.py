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
from antiphon.conversation.errors import StoreUnavailable
from antiphon.conversation.ids import NodeId
from antiphon.conversation.state import ReplyState
from antiphon.store.liveness import LivenessLock
from antiphon.store.reads.recovery import OpenTurn, read_orphans, read_own_turns, read_suspects
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.nodes import (
    forget_nodes,
    join,
    leave,
    mark_handed_over,
    reap,
    reap_all_but,
    renew_lease,
)
from tests.conftest import open_store
from tests.store.deeds import ask, begin, settle, start

_CUT_HOLDERS = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()"
_HOLD = """
import asyncio, sys, time
from antiphon.store.dialect import open_engine
from antiphon.store.liveness import LivenessLock
from antiphon.store.unit import Store, Unit
lock = LivenessLock(Store(open_engine(sys.argv[1], 1), 1), sys.argv[2])
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


async def test_suspects_are_nodes_that_answer_for_something(store: Store) -> None:
    """I-05."""
    for node in (ME, GONE, NodeId("n_idle")):
        await store.write(LOCAL, join, node, LEASE_MS)
    await ask(store, await begin(store), node=GONE)
    await ask(store, await begin(store), node=ME)

    suspects = await store.read(LOCAL, read_suspects, ME, LEASE_MS)

    assert [each.node_id for each in suspects] == [GONE]
    assert 0 <= suspects[0].silent_ms < 5_000


async def test_silence_is_counted_from_the_last_beat(store: Store) -> None:
    """I-05: by the database's clock, whatever the nodes' own say."""
    await store.write(LOCAL, join, GONE, LEASE_MS)
    await ask(store, await begin(store), node=GONE)
    await asyncio.sleep(0.3)
    (quiet,) = await store.read(LOCAL, read_suspects, ME, LEASE_MS)

    assert await store.write(LOCAL, renew_lease, GONE, LEASE_MS)

    (renewed,) = await store.read(LOCAL, read_suspects, ME, LEASE_MS)
    assert quiet.silent_ms >= 250
    assert renewed.silent_ms < quiet.silent_ms


async def test_reaping_hands_the_turns_over(store: Store) -> None:
    await store.write(LOCAL, join, GONE, LEASE_MS)
    turn = await ask(store, await begin(store), node=GONE)

    handed = await store.write(LOCAL, reap, GONE, needs_free_lock=False)

    assert [each.turn_id for each in handed] == [turn.id]
    assert [each.turn_id for each in await store.read(LOCAL, read_orphans, 0, 10)] == [turn.id]
    assert await store.read(LOCAL, read_own_turns, GONE) == []


async def test_reaped_node_learns_it_at_its_next_beat(store: Store) -> None:
    """I-05: a node that was declared gone cannot come back under the same name."""
    await store.write(LOCAL, join, GONE, LEASE_MS)
    before = await store.write(LOCAL, renew_lease, GONE, LEASE_MS)
    await store.write(LOCAL, reap, GONE, needs_free_lock=False)

    after = await store.write(LOCAL, renew_lease, GONE, LEASE_MS)

    assert (before, after) == (True, False)
    assert not await store.write(LOCAL, renew_lease, NodeId("n_never"), LEASE_MS)


async def test_of_two_reapers_one_gets_the_turns(store: Store) -> None:
    """XN01: each turn is handed over once."""
    await store.write(LOCAL, join, GONE, LEASE_MS)
    turns = {(await ask(store, await begin(store), node=GONE)).id for _ in range(3)}

    handed = await asyncio.gather(*(store.write(LOCAL, reap, GONE, needs_free_lock=False) for _ in range(4)))

    assert sorted(len(each) for each in handed) == [0, 0, 0, 3]
    assert {each.turn_id for found in handed for each in found} == turns


async def test_living_node_keeps_its_turns_on_postgresql(here: Store, elsewhere: Store) -> None:
    """XN02: its lock cannot be taken while it lives."""
    lock = LivenessLock(elsewhere, GONE)
    await lock.hold()
    await lock.hold()
    await here.write(LOCAL, join, GONE, LEASE_MS)
    turn = await ask(here, await begin(here), node=GONE)

    living = await here.write(LOCAL, reap, GONE, needs_free_lock=True)
    still_renews = await here.write(LOCAL, renew_lease, GONE, LEASE_MS)
    await lock.release()
    dead = await here.write(LOCAL, reap, GONE, needs_free_lock=True)

    assert living == []
    assert still_renews
    assert [each.turn_id for each in dead] == [turn.id]


async def test_frozen_node_loses_its_turns_though_it_holds_its_lock_on_postgresql(
    here: Store, elsewhere: Store
) -> None:
    """XK05: a stale lease is enough when the lock is not asked for."""
    lock = LivenessLock(elsewhere, GONE)
    await lock.hold()
    await here.write(LOCAL, join, GONE, LEASE_MS)
    turn = await ask(here, await begin(here), node=GONE)

    handed = await here.write(LOCAL, reap, GONE, needs_free_lock=False)

    assert [each.turn_id for each in handed] == [turn.id]
    assert not await here.write(LOCAL, renew_lease, GONE, LEASE_MS)
    await lock.release()


async def test_killed_node_is_free_to_reap_at_once_on_postgresql(here: Store, postgresql_url: str) -> None:
    """XK01: the server frees the lock when the process is gone, whatever the lease says."""
    await here.write(LOCAL, join, GONE, LEASE_MS)
    turn = await ask(here, await begin(here), node=GONE)
    owner = subprocess.Popen([sys.executable, "-c", _HOLD, postgresql_url, GONE], stdout=subprocess.PIPE)
    assert owner.stdout is not None
    assert await asyncio.to_thread(owner.stdout.readline) == b"held\n"
    living = await here.write(LOCAL, reap, GONE, needs_free_lock=True)

    owner.kill()
    owner.communicate()
    handed: list[OpenTurn] = []
    async with asyncio.timeout(3):
        while not handed:
            handed = await here.write(LOCAL, reap, GONE, needs_free_lock=True)

    assert living == []
    assert [each.turn_id for each in handed] == [turn.id]


async def test_lock_is_taken_again_after_its_session_was_cut_on_postgresql(here: Store, elsewhere: Store) -> None:
    """XD02: the first beat notices, the second holds again."""

    def cut_locks(unit: Unit) -> None:
        unit.connection.execute(text(_CUT_HOLDERS))

    lock = LivenessLock(elsewhere, GONE)
    await lock.hold()
    await here.write(LOCAL, join, GONE, LEASE_MS)
    await here.write(LOCAL, cut_locks)

    with pytest.raises(StoreUnavailable):
        await lock.hold()
    await lock.hold()
    await ask(here, await begin(here), node=GONE)

    assert await here.write(LOCAL, reap, GONE, needs_free_lock=True) == []
    await lock.release()


async def test_turn_taken_up_again_is_nobodys_orphan(store: Store) -> None:
    await store.write(LOCAL, join, GONE, LEASE_MS)
    turn = await ask(store, await begin(store), node=GONE)
    await store.write(LOCAL, reap, GONE, needs_free_lock=False)

    await start(store, turn, node=ME)

    assert await store.read(LOCAL, read_orphans, 0, 10) == []
    assert [each.turn_id for each in await store.read(LOCAL, read_own_turns, ME)] == [turn.id]


async def test_orphan_is_offered_again_only_after_a_while(store: Store) -> None:
    await store.write(LOCAL, join, GONE, LEASE_MS)
    turn = await ask(store, await begin(store), node=GONE)
    await store.write(LOCAL, reap, GONE, needs_free_lock=False)
    await asyncio.sleep(0.25)
    due = await store.read(LOCAL, read_orphans, 200, 10)

    await store.write(LOCAL, mark_handed_over, [turn.id])

    assert [each.turn_id for each in due] == [turn.id]
    assert await store.read(LOCAL, read_orphans, 200, 10) == []


async def test_leaving_hands_over_what_is_unfinished(store: Store) -> None:
    """XK03."""
    await store.write(LOCAL, join, GONE, LEASE_MS)
    finished = await ask(store, await begin(store), advisors=1, node=GONE)
    await settle(store, finished, 0, epoch=0, state=ReplyState.STOPPED)
    turn = await ask(store, await begin(store), node=GONE)

    await store.write(LOCAL, leave, GONE)

    assert [each.turn_id for each in await store.read(LOCAL, read_orphans, 0, 10)] == [turn.id]
    assert not await store.write(LOCAL, renew_lease, GONE, LEASE_MS)


async def test_only_process_of_a_sqlite_file_takes_everything_over(store: Store) -> None:
    await store.write(LOCAL, join, GONE, LEASE_MS)
    await store.write(LOCAL, join, ME, LEASE_MS)
    turn = await ask(store, await begin(store), node=GONE)

    await store.write(LOCAL, reap_all_but, ME)

    assert [each.turn_id for each in await store.read(LOCAL, read_orphans, 0, 10)] == [turn.id]
    assert await store.write(LOCAL, renew_lease, ME, LEASE_MS)
    assert not await store.write(LOCAL, renew_lease, GONE, LEASE_MS)


async def test_message_accepted_by_a_node_already_reaped_is_found(store: Store) -> None:
    """XK05: it woke for a moment and took one more message; nobody's message is lost."""
    await store.write(LOCAL, join, GONE, LEASE_MS)
    await store.write(LOCAL, reap, GONE, needs_free_lock=False)
    turn = await ask(store, await begin(store), node=GONE)

    suspects = await store.read(LOCAL, read_suspects, ME, LEASE_MS)
    handed = await store.write(LOCAL, reap, GONE, needs_free_lock=False)

    assert [each.node_id for each in suspects] == [GONE]
    assert [each.turn_id for each in handed] == [turn.id]


async def test_nodes_gone_long_ago_are_forgotten(store: Store) -> None:
    for node in (ME, GONE):
        await store.write(LOCAL, join, node, LEASE_MS)
    await store.write(LOCAL, reap, GONE, needs_free_lock=False)

    await store.write(LOCAL, forget_nodes, datetime.now(UTC) - timedelta(minutes=1))
    with pytest.raises(IntegrityError):
        await store.write(LOCAL, join, GONE, LEASE_MS)
    await store.write(LOCAL, forget_nodes, datetime.now(UTC) + timedelta(minutes=1))

    await store.write(LOCAL, join, GONE, LEASE_MS)
    assert await store.write(LOCAL, renew_lease, ME, LEASE_MS)
