"""One owner for everything that lasts: analyses, rounds, evals, improvements, heartbeats, reviews, vectors.

A piece of work is a row from its beginning to its end. It is written in the transaction that asks for it, taken by a
node that has a place free for its kind, and removed in the transaction that writes what came of it. A node that dies
leaves its rows to the others; one that goes gives them back. Whoever lost a row cannot write: every deed names the
epoch under which it was taken.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal, on_behalf_of
from antiphon.conversation.errors import StaleEpoch, StoreUnavailable
from antiphon.conversation.ids import NodeId, PrincipalId
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.work import MOST_STARTS, Work, WorkKind
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.store.reads.work import WaitingWork, read_waiting, read_work
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.work import end_work, give_back, give_back_others, release_work, stop_work, take_work

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "work")

CUT_OFF: Final = ReplyError("interrupted", "this was cut off too often and is not begun again")
BROKEN: Final = ReplyError("interrupted", "this ended by a fault of ours; the server's log says which")
STOPPED: Final = ReplyError("stopped", "this was stopped before it ended")
# How long work rests that the database was away for.
_AGAIN_MS: Final = 2_000


class Later(Exception):
    """Not now: this work is given back, and is due again after so many seconds."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"due again in {seconds:g} s")


@dataclass(frozen=True, slots=True)
class Worker:
    """How one kind of work is done, and how many of it at once on one node.

    `run` sees it to its end and removes its row with `end_work`, in the transaction that writes what came of it. `end`
    writes an end that somebody else decided on; the row is removed beside it.
    """

    run: Callable[[Principal, Work], Awaitable[None]]
    end: Callable[[Unit, Work, ReplyError], None]
    places: int = 4


class _Held(NamedTuple):
    work: Work
    task: "asyncio.Task[None]"


class WorkQueue:
    """Takes what is waiting, and owns the tasks it is done in.

    For the first `patience` seconds it takes only what was begun here. A command that opens the house for a moment
    would otherwise begin what others have left, leave it again when it ends, and have somebody pay for what was on
    its way.
    """

    def __init__(
        self,
        store: Store,
        node_id: NodeId,
        operator: Principal,
        may_take: Callable[[], bool],
        tell: Callable[[PrincipalId], None],
        patience: float = 0.0,
    ) -> None:
        self._store = store
        self._node_id = node_id
        self._operator = operator
        self._may_take = may_take
        self._tell = tell
        self._patience = patience
        self._begun_here: set[str] = set()
        self._workers: dict[WorkKind, Worker] = {}
        self._held: dict[str, _Held] = {}
        self._waiting: set[WaitingWork] = set()
        # Whether something may have been taken here without the answer being heard.
        self._unsure = False
        self._woken = asyncio.Event()
        self._woken.set()
        # Set and replaced whenever something is taken here.
        self._taken = asyncio.Event()

    def register(self, kind: WorkKind, worker: Worker) -> None:
        """Have this kind done by this worker; what nobody here can do is left to other nodes."""
        self._workers[kind] = worker

    def wake(self, begun: str | None = None) -> None:
        """There may be something to take, and this was begun here."""
        if begun is not None and self._patience:
            self._begun_here.add(begun)
        self._woken.set()

    def count_free(self, kind: WorkKind) -> int:
        """How many more of this kind this node would begin now."""
        return self._workers[kind].places - sum(each.work.kind == kind for each in self._held.values())

    async def wait_for_place(self, kind: WorkKind) -> None:
        """Until one of this kind could be begun."""
        while self.count_free(kind) <= 0:
            tasks = [each.task for each in self._held.values() if each.work.kind == kind]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)

    async def wait(self, work_id: str, seconds: float) -> None:
        """Until this work has ended here, or something was taken, or so long: it may be another node's."""
        held = self._held.get(work_id)
        waited = asyncio.ensure_future(self._taken.wait()) if held is None else held.task
        await asyncio.wait([waited], timeout=seconds)
        if held is None:
            waited.cancel()

    async def run_for_ever(self) -> None:
        """Take what there is whenever somebody says that there may be something."""
        if self._patience:
            asyncio.get_running_loop().call_later(self._patience, self._lose_patience)
        while True:
            await self._woken.wait()
            self._woken.clear()
            try:
                await self._take()
            except StoreUnavailable:
                logger.warning("work_waits")
                asyncio.get_running_loop().call_later(_AGAIN_MS / 1000, self.wake)

    async def stop(self, principal: Principal, work_id: str) -> Work:
        """End this work now, and keep what it has come to. `NotFound` when it has ended or never was."""
        stopped = await self._store.write(principal, self._stop, work_id)
        self.cancel(work_id)
        self._tell(stopped.owner_id)
        return stopped

    async def begin_anew(self, work_id: str) -> None:
        """Have somebody begin this anew, as if nobody had; `NotFound` when it has ended or never was."""
        await self._store.write(self._operator, release_work, work_id)
        self.cancel(work_id)
        self.wake()

    def cancel(self, work_id: str) -> None:
        """Its row is gone: whoever is at it here need not wait until they find out."""
        if (held := self._held.get(work_id)) is not None:
            held.task.cancel()

    async def close(self) -> None:
        """End the tasks; whoever leaves gives back what it held."""
        tasks = [each.task for each in self._held.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _take(self) -> None:
        if not self._may_take():
            return
        if self._unsure:
            # Only here is anything taken, so whatever else is this node's is held.
            await self._store.write(self._operator, give_back_others, self._node_id, list(self._held))
            self._unsure = False
        waiting = await self._store.read(self._operator, read_waiting)
        chosen = list(self._choose(waiting))
        taken = await self._take_these(chosen) if chosen else []
        for work in taken:
            task = asyncio.create_task(self._see_through(work), name=f"{work.kind} {work.id}")
            self._held[work.id] = _Held(work, task)
        new = set(waiting) - self._waiting
        self._waiting = set(waiting)
        # What waits on was told when it came.
        for owner_id in {each.owner_id for each in new} | {each.owner_id for each in taken}:
            self._tell(owner_id)
        self._taken.set()
        self._taken = asyncio.Event()

    async def _take_these(self, chosen: list[str]) -> list[Work]:
        self._unsure = True
        taken = await self._store.write(self._operator, take_work, self._node_id, chosen)
        self._unsure = False
        return taken

    def _lose_patience(self) -> None:
        self._patience = 0.0
        self._begun_here.clear()
        self.wake()

    def _choose(self, waiting: list[WaitingWork]) -> Iterator[str]:
        """As many of each kind as there are places, those first whose workspace has the fewest under way."""
        waiting = [each for each in waiting if not self._patience or each.id in self._begun_here]
        for kind in self._workers:
            busy = Counter(each.work.workspace_id for each in self._held.values() if each.work.kind == kind)
            mine = [each for each in waiting if each.kind == kind and each.id not in self._held]
            for _ in range(min(self.count_free(kind), len(mine))):
                next_ = min(mine, key=lambda each: busy[each.workspace_id])
                mine.remove(next_)
                busy[next_.workspace_id] += 1
                yield next_.id

    async def _see_through(self, work: Work) -> None:
        try:
            await self._run(work)
        finally:
            if (held := self._held.get(work.id)) is not None and held.task is asyncio.current_task():
                del self._held[work.id]
            self._tell(work.owner_id)
            self.wake()

    async def _run(self, work: Work) -> None:
        worker, principal = self._workers[work.kind], find_principal(work)
        try:
            if work.starts > MOST_STARTS:
                await self._end(principal, work, CUT_OFF)
            else:
                await worker.run(principal, work)
        except Later as later:
            await self._give_back(work, round(later.seconds * 1000))
        except StoreUnavailable:
            await self._give_back(work, _AGAIN_MS)
        except Exception as problem:
            if _is_lost(problem):
                logger.info("work_lost", extra={"work": work.id, "kind": work.kind})
                return
            logger.exception("work_failed", extra={"work": work.id, "kind": work.kind})
            await self._end(principal, work, BROKEN)

    async def _give_back(self, work: Work, wait_ms: int, *, counts: bool = False) -> None:
        await retry_write(lambda: self._store.write(self._operator, give_back, work, wait_ms, counts=counts))

    async def _end(self, principal: Principal, work: Work, error: ReplyError) -> None:
        def write(unit: Unit) -> None:
            try:
                end_work(unit, work)
            except StaleEpoch:
                return
            self._workers[work.kind].end(unit, work, error)

        try:
            await retry_write(lambda: self._store.write(principal, write))
        except Exception:
            logger.exception("work_end_failed", extra={"work": work.id, "kind": work.kind})
            if work.starts <= MOST_STARTS:
                # Begun anew it may end otherwise; it counts, so that this does not go on for ever.
                await self._give_back(work, _AGAIN_MS, counts=True)

    def _stop(self, unit: Unit, work_id: str) -> Work:
        work = read_work(unit, work_id)
        stop_work(unit, work_id)
        self._workers[work.kind].end(unit, work, STOPPED)
        return work


def find_principal(work: Work) -> Principal:
    """On whose behalf this is done."""
    return on_behalf_of(work.workspace_id, work.owner_id, work.token_id)


def _is_lost(problem: BaseException) -> bool:
    """Whether somebody else has this work now, or has ended it; several that asked at once may all have found out."""
    if isinstance(problem, BaseExceptionGroup):
        return problem.subgroup(StaleEpoch) is not None
    return isinstance(problem, StaleEpoch)
