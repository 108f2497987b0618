"""Lasting work of people who may not have it done any more rests, and goes on when they may."""

import asyncio
import threading
import time
from typing import Any

import pytest

from antiphon.access.principal import Principal
from antiphon.conversation.errors import StaleEpoch
from antiphon.conversation.work import NewWork, Work, WorkKind
from antiphon.engine.accounts.accounts import Accounts, begin_deed
from antiphon.engine.accounts.people import change_roles, restore, suspend
from antiphon.engine.recovery.stuck import find_stuck_work
from antiphon.store.reads.recovery import read_look
from antiphon.store.reads.work import read_waiting
from antiphon.store.unit import Unit
from antiphon.store.writes.nodes import join as join_node
from antiphon.store.writes.people import suspend_person
from antiphon.store.writes.work import begin_work, condemn_work, end_work, take_work
from tests.engine.test_accounts import BOB, HOME, SYSTEM, join, own
from tests.engine.test_accounts import accounts as accounts
from tests.store.deeds import NODE, NOON


async def come(accounts: Accounts) -> tuple[Principal, Principal]:
    """An owner, and Bob, at a node that lives."""
    await accounts.store.write(SYSTEM, join_node, NODE, 60_000)
    ada = await own(accounts)
    return ada, await join(accounts, ada, BOB)


async def begin(accounts: Accounts, person: Principal, kind: WorkKind) -> Work:
    """Work of this person's, which this node is at."""
    await accounts.store.write(person, begin_work, NewWork(f"w_{kind}", kind, NOON))
    [work] = await accounts.store.write(SYSTEM, take_work, NODE, [f"w_{kind}"])
    return work


async def find_waiting(accounts: Accounts) -> tuple[int, Any]:
    """How much work a node finds when it looks around, and which."""
    look = await accounts.store.read(SYSTEM, read_look, NODE, 0)
    return look.work, {each.id for each in await accounts.store.read(SYSTEM, read_waiting)}


async def test_work_of_whoever_is_suspended_rests_until_they_are_back(accounts: Accounts) -> None:
    """Whoever was at it finds out when they next write, nobody looks for it in vain, and it counts as no start."""
    ada, bob = await come(accounts)
    work = await begin(accounts, bob, "revisit")

    await suspend(accounts, ada, bob.id, HOME)
    with pytest.raises(StaleEpoch):
        await accounts.store.write(SYSTEM, end_work, work)
    resting = await find_waiting(accounts), await accounts.store.write(SYSTEM, take_work, NODE, [work.id])
    await restore(accounts, ada, bob.id, HOME)

    assert resting == ((0, set()), [])
    assert await find_waiting(accounts) == (1, {work.id})
    [again] = await accounts.store.write(SYSTEM, take_work, NODE, [work.id])
    assert again.starts == work.starts


async def test_what_rests_is_not_stuck_however_long(accounts: Accounts) -> None:
    """Closing what is stuck would end it, and it is to go on when its person is back."""
    ada, bob = await come(accounts)
    work = await begin(accounts, bob, "revisit")
    await suspend(accounts, ada, bob.id, HOME)

    assert await find_stuck_work(accounts.store, SYSTEM) == ()

    await restore(accounts, ada, bob.id, HOME)
    assert [each.id for each in await find_stuck_work(accounts.store, SYSTEM)] == [work.id]


async def test_work_that_is_taken_while_its_person_is_being_suspended_rests(accounts: Accounts) -> None:
    """A node that takes it before the suspension is written sees somebody who may have it done."""
    if accounts.store.is_sqlite:
        pytest.skip("the same rules on one database: SQLite has one writer")
    ada, bob = await come(accounts)
    await accounts.store.write(bob, begin_work, NewWork("w_1", "revisit", NOON))
    suspended = threading.Event()

    def suspend_slowly(unit: Unit) -> None:
        suspend_person(unit, bob.id, begin_deed(HOME))
        suspended.set()
        time.sleep(0.5)

    suspending = asyncio.create_task(accounts.store.write(ada, suspend_slowly))
    await asyncio.to_thread(suspended.wait, 10)
    taken = await accounts.store.write(SYSTEM, take_work, NODE, ["w_1"])
    await suspending

    assert taken == []
    await restore(accounts, ada, bob.id, HOME)
    [work] = await accounts.store.write(SYSTEM, take_work, NODE, ["w_1"])
    assert work.starts == 1


async def test_what_asks_models_rests_while_its_person_only_reads(accounts: Accounts) -> None:
    """What they take along asks nobody, and is written to its end."""
    ada, bob = await come(accounts)
    rounds, export = await begin(accounts, bob, "rounds"), await begin(accounts, bob, "export")

    await change_roles(accounts, ada, bob.id, "member", "viewer", HOME)
    await accounts.store.write(SYSTEM, end_work, export)
    resting = await find_waiting(accounts)
    await change_roles(accounts, ada, bob.id, "member", "member", HOME)

    assert resting == (0, set())
    assert await find_waiting(accounts) == (1, {rounds.id})


async def test_work_that_is_only_to_be_ended_waits_for_nobody(accounts: Accounts) -> None:
    ada, bob = await come(accounts)
    work = await begin(accounts, bob, "map")
    await suspend(accounts, ada, bob.id, HOME)

    await accounts.store.write(SYSTEM, condemn_work, [work.id], 5)

    assert await find_waiting(accounts) == (1, {work.id})
