"""The queue for lasting work: fair, bounded, and nothing is lost on the way."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any

import pytest

from antiphon.access.principal import LOCAL, Principal, system_principal
from antiphon.conversation.errors import StoreUnavailable
from antiphon.conversation.ids import NodeId, WorkspaceId
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.work import NewWork, Work, WorkKind
from antiphon.engine.work.queue import BROKEN, CUT_OFF, Later, Worker, WorkQueue
from antiphon.store.reads.work import list_work
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.nodes import join, leave
from antiphon.store.writes.work import begin_work, end_work, take_work
from tests.fakes.reader import wait_until
from tests.store.deeds import NODE, NOON, OTHER

OPERATOR = system_principal(WorkspaceId("local"))
SECOND = NodeId("n_two")


class Bench:
    """A queue whose work is done when the test says so."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.told: list[WorkspaceId] = []
        self.may_take = True
        self.queue = WorkQueue(store, NODE, OPERATOR, lambda: self.may_take, self.told.append)
        self.begun: list[str] = []
        self.ended: dict[str, ReplyError] = {}
        self.gate = asyncio.Event()
        self.problem: Exception | None = None
        self.end_problem: Exception | None = None

    def take(self, kind: WorkKind = "map", places: int = 2) -> None:
        """Let work of this kind be done."""
        self.queue.register(kind, Worker(self.run, self.end, places))

    async def run(self, principal: Principal, work: Work) -> None:
        """Wait for the gate, then end as the test wants."""
        self.begun.append(work.id)
        if self.problem is not None:
            raise self.problem
        await self.gate.wait()
        await self.store.write(principal, end_work, work)

    def end(self, _unit: Unit, work: Work, error: ReplyError) -> None:
        """Somebody else has ended it."""
        if self.end_problem is not None:
            raise self.end_problem
        self.ended[work.id] = error

    async def write(self, work_id: str, seconds: int = 0, principal: Principal = LOCAL) -> None:
        """A piece of work, the later the younger."""
        at = NOON + timedelta(seconds=seconds)
        await self.store.write(principal, begin_work, NewWork(work_id, "map", at))
        self.queue.wake()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for it."""

        async def check() -> bool:
            return holds()

        await wait_until(check, seconds=10)


@pytest.fixture
async def bench(store: Store) -> AsyncIterator[Bench]:
    """A queue on a node that lives."""
    made = Bench(store)
    await store.write(LOCAL, join, NODE, 60_000)
    job = asyncio.create_task(made.queue.run_for_ever())
    yield made
    job.cancel()
    await asyncio.gather(job, return_exceptions=True)
    await made.queue.close()


async def test_places_are_shared_between_workspaces(bench: Bench) -> None:
    """One that has asked for much does not keep another waiting."""
    bench.may_take = False
    for number in range(4):
        await bench.write(f"w_{number}", number)
    await bench.write("w_other", 9, OTHER)

    bench.take(places=2)
    bench.may_take = True
    bench.queue.wake()
    await bench.until(lambda: len(bench.begun) == 2)

    assert sorted(bench.begun) == ["w_0", "w_other"]
    bench.gate.set()
    await bench.until(lambda: len(bench.begun) == 5)


async def test_much_of_one_kind_keeps_no_other_waiting(bench: Bench, store: Store) -> None:
    """Not even where nobody here can do it."""
    many = [NewWork(f"w_{number}", "title", NOON) for number in range(250)]
    await store.write(LOCAL, lambda unit: [begin_work(unit, each) for each in many])
    bench.take()

    await bench.write("w_map", 9)

    await bench.until(lambda: bench.begun == ["w_map"])


async def test_what_is_not_due_yet_is_given_back_and_does_not_count(bench: Bench, store: Store) -> None:
    bench.problem = Later(60)
    bench.take()
    await bench.write("w_1")
    await bench.until(lambda: bool(bench.begun))

    async def is_waiting() -> bool:
        return [(each.status, each.starts) for each in await store.read(LOCAL, list_work)] == [("waiting", 0)]

    await wait_until(is_waiting)
    bench.queue.wake()
    await asyncio.sleep(0.1)
    assert bench.begun == ["w_1"]


async def test_a_fault_of_ours_ends_the_work_and_is_told(bench: Bench, store: Store) -> None:
    bench.problem = ValueError("a fault")
    bench.take()
    await bench.write("w_1")

    await bench.until(lambda: bench.ended == {"w_1": BROKEN})

    assert await store.read(LOCAL, list_work) == ()


async def test_work_that_was_taken_unheard_is_taken_again(
    bench: Bench, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer to a commit was lost; what is under way meanwhile goes on, and nothing is begun twice."""
    write, lost = store.write, list[str]()

    async def lose(principal: Principal, fact: Callable[..., Any], *args: Any, **more: Any) -> Any:
        found = await write(principal, fact, *args, **more)
        if fact is take_work and "w_2" in args[-1] and not lost:
            lost.append("w_2")
            raise StoreUnavailable
        return found

    monkeypatch.setattr(store, "write", lose)
    bench.take()
    await bench.write("w_1")
    await bench.until(lambda: bench.begun == ["w_1"])

    await bench.write("w_2", 1)
    await bench.until(lambda: len(bench.begun) == 2)

    assert (lost, bench.begun) == (["w_2"], ["w_1", "w_2"])
    assert [(each.status, each.starts, each.epoch) for each in await store.read(LOCAL, list_work)] == [
        ("running", 1, 1),
        ("running", 1, 2),
    ]


async def test_work_whose_end_fails_is_begun_again_and_not_for_ever(bench: Bench, store: Store) -> None:
    bench.problem = ValueError("a fault")
    bench.end_problem = ValueError("another")
    bench.take()
    await bench.write("w_1")

    async def is_waiting() -> bool:
        return [(each.status, each.starts) for each in await store.read(LOCAL, list_work)] == [("waiting", 1)]

    await wait_until(is_waiting)
    await store.write(LOCAL, lambda unit: unit.connection.exec_driver_sql("UPDATE work SET starts = 5, due_at = NULL"))
    bench.queue.wake()
    await asyncio.sleep(0.5)

    [given_up] = await store.read(LOCAL, list_work)
    assert (given_up.status, given_up.starts, bench.begun) == ("running", 6, ["w_1"])


async def test_work_that_kills_is_not_begun_for_ever(bench: Bench, store: Store) -> None:
    """Five nodes have died over it."""
    await bench.write("w_1")
    for number in range(5):
        node = NodeId(f"n_dead{number}")
        await store.write(LOCAL, join, node, 60_000)
        assert len(await store.write(LOCAL, take_work, node, ["w_1"])) == 1
        await store.write(
            LOCAL, lambda unit, node=node: unit.connection.exec_driver_sql(f"DELETE FROM nodes WHERE id = '{node}'")
        )

    bench.take()
    bench.queue.wake()
    await bench.until(lambda: bench.ended == {"w_1": CUT_OFF})

    assert bench.begun == []


async def test_a_node_that_leaves_gives_back_what_it_held(store: Store, bench: Bench) -> None:
    """And whoever takes it has a newer epoch, and a clean record."""
    bench.take()
    await bench.write("w_1")
    await bench.until(lambda: bool(bench.begun))
    await bench.queue.close()
    await store.write(LOCAL, leave, NODE)
    await store.write(LOCAL, join, SECOND, 60_000)

    [taken] = await store.write(LOCAL, take_work, SECOND, ["w_1"])

    assert (taken.epoch, taken.starts) == (2, 1)


async def test_whoever_looks_is_told_when_work_begins_waits_ends_and_is_stopped(bench: Bench) -> None:
    """Once for each: what waits on is not told again at every look."""
    bench.take(places=1)

    await bench.write("w_1")
    await bench.until(lambda: bench.begun == ["w_1"] and len(bench.told) == 1)
    await bench.write("w_2", 1)
    await bench.until(lambda: len(bench.told) == 2)
    bench.queue.wake()
    await asyncio.sleep(0.1)
    assert bench.told == [LOCAL.workspace_id] * 2

    await bench.queue.stop(LOCAL, "w_2")
    assert len(bench.told) == 3
    bench.gate.set()
    await bench.until(lambda: len(bench.told) == 4)


async def test_a_command_takes_at_once_only_what_it_began(store: Store) -> None:
    """What others have left is taken up by one that stays."""
    bench = Bench(store)
    bench.queue = WorkQueue(store, NODE, OPERATOR, lambda: True, bench.told.append, patience=1.0)
    await store.write(LOCAL, join, NODE, 60_000)
    await bench.write("w_left")
    bench.take()
    job = asyncio.create_task(bench.queue.run_for_ever())
    await bench.write("w_own", 1)
    bench.queue.wake("w_own")

    await bench.until(lambda: bool(bench.begun))
    first = list(bench.begun)
    await bench.until(lambda: len(bench.begun) == 2)

    assert (first, bench.begun) == (["w_own"], ["w_own", "w_left"])
    job.cancel()
    await asyncio.gather(job, return_exceptions=True)
    await bench.queue.close()
