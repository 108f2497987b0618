"""The engine: everything above, started and stopped together."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime

from antiphon.access.principal import Principal, system_principal
from antiphon.advisors.prompt import load_tool_prompts
from antiphon.conversation.errors import Draining, StoreUnavailable
from antiphon.conversation.ids import NodeId, TurnId, WorkspaceId
from antiphon.engine.checkpoint import Checkpointer
from antiphon.engine.compose import Composer
from antiphon.engine.durable import Durable
from antiphon.engine.evals import Evals
from antiphon.engine.heartbeats import Heartbeats
from antiphon.engine.housekeeping import forget_before, keep_house
from antiphon.engine.improve import Improvements
from antiphon.engine.in_force import InForce
from antiphon.engine.index_documents import Indexing
from antiphon.engine.jobs import start_job
from antiphon.engine.learned import Learned
from antiphon.engine.limits import Limits
from antiphon.engine.looks import Looks
from antiphon.engine.maps import Maps
from antiphon.engine.options import EngineOptions
from antiphon.engine.prepared import Composeds
from antiphon.engine.recall import Recall
from antiphon.engine.recover import Recovery
from antiphon.engine.reply import Abandoned, Desk
from antiphon.engine.scans import Scans
from antiphon.engine.syntheses import Syntheses
from antiphon.engine.titles import Titles
from antiphon.engine.tool_round import Workbench
from antiphon.engine.toolkit import Toolkit
from antiphon.engine.turn import Stage, begin_turn, finish_turn, run_slot
from antiphon.live.live import Live
from antiphon.recall.embedder import Embedder
from antiphon.store.liveness import LivenessLock
from antiphon.store.reads.approvals import Decision
from antiphon.store.unit import Store

logger = logging.getLogger(__name__)

_OPERATOR = system_principal(WorkspaceId("local"))


_TOLD_AT_ONCE = 2


@dataclass(slots=True)
class Running:
    """A turn on this node: how many replies it has, and those that are being run, by slot."""

    slot_count: int = 0
    tasks: "dict[int, asyncio.Task[str]]" = field(default_factory=dict)


class Engine:
    """Runs turns on this node. Commands (`engine/commands`) are what the rest of the house asks of it."""

    def __init__(
        self,
        *,
        store: Store,
        live: Live,
        durable: Durable,
        limits: Limits,
        composer: Composer,
        learned: Learned,
        in_force: InForce,
        toolkit: Toolkit,
        embedder: Embedder | None,
        node_id: NodeId,
        on_lost: Callable[[], None],
    ) -> None:
        self.toolkit = toolkit
        self.store = store
        self.live = live
        self.node_id = node_id
        self.in_force = in_force
        self.composer = composer
        self.learned = learned
        self.limits = limits
        # Reading a file may take a gibibyte in a process of its own for a while.
        self.reading = asyncio.Semaphore(2)
        self.draining = False
        self.leaving = False
        self._durable = durable
        options = in_force.now
        self._checkpointer = Checkpointer(store, _OPERATOR, options.checkpoint_seconds)
        bench = Workbench(store, live, toolkit, load_tool_prompts(), in_force)
        desk = Desk(store, live, limits, self._checkpointer, learned, in_force, bench)
        self._stage = Stage(desk, node_id, composer, learned, in_force)
        self.recall = Recall(store, embedder)
        self.indexing = Indexing(self.recall, _OPERATOR)
        self.looks = Looks(store, limits, composer, learned, in_force, node_id)
        self.titles = Titles(store, live, self.looks)
        self.scans = Scans(store, self.looks)
        self.heartbeats = Heartbeats(store, live, self.looks, node_id, _OPERATOR, lambda: not self.draining)
        self.maps = Maps(store, self.looks)
        self.syntheses = Syntheses(store, self.looks, self.maps)
        self.evals = Evals(store, limits, composer, learned, self.looks, node_id)
        self.improvements = Improvements(store, self.evals, self.looks, node_id)
        self._turns: dict[TurnId, Running] = {}
        self._telling = asyncio.Semaphore(_TOLD_AT_ONCE)
        self._on_lost = on_lost
        self._recovery = Recovery(
            store,
            durable,
            LivenessLock(store, node_id),
            _OPERATOR,
            node_id,
            lease_seconds=options.lease_seconds,
            is_running=lambda turn_id: turn_id in self._turns,
            on_lost=self._lose,
        )
        self._jobs: list[asyncio.Task[None]] = []
        self._more_jobs: dict[str, Callable[[], Awaitable[None]]] = {}
        self._listeners: list[Callable[[Principal, TurnId], None]] = []
        live.on_stop(lambda reply_ids: self._checkpointer.stop(tuple(reply_ids)))

    async def start(self) -> None:
        """Join the other nodes and begin to work."""
        await self.live.start()
        await self.learned.load(self.store, _OPERATOR)
        await self._durable.launch(self)
        await self._recovery.enter()
        self._jobs = [
            start_job("checkpoints", self._checkpointer.run_for_ever),
            start_job("recovery", self._recovery.run_for_ever),
            start_job("housekeeping", self._keep_house),
            start_job("calibrations", lambda: self.learned.run_for_ever(self.store, _OPERATOR)),
            start_job("indexing", self.indexing.run_for_ever),
            start_job("heartbeats", self.heartbeats.run_for_ever),
        ]
        self._jobs += [start_job(name, work) for name, work in self._more_jobs.items()]
        if not self.live.alone:
            self._jobs.append(start_job("settings", lambda: self.in_force.run_for_ever(self.store, _OPERATOR)))

    def add_job(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Have this run from the start of the engine to its end; said before it starts."""
        self._more_jobs[name] = work

    def hear_endings(self, listener: Callable[[Principal, TurnId], None]) -> None:
        """Tell this listener of every turn that ends here; it must not take long."""
        self._listeners.append(listener)

    async def drain(self) -> None:
        """Take no new work and let running replies finish for a while; then send the clients away.

        With other nodes about, clients leave at once: they can follow the same replies there.
        """
        self.draining = True
        self.leaving = not self.live.alone
        self.live.wake_all()
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self.options.drain_seconds
        while self.running and loop.time() < deadline:
            await asyncio.sleep(0.05)
        self.leaving = True
        self.live.wake_all()

    async def close(self) -> None:
        """Drain, save the rest, hand it over, and stop (XK03)."""
        if not self.leaving:
            await self.drain()
        await self.heartbeats.close()
        await self.looks.close()
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        await self.recall.close()
        try:
            await self._checkpointer.flush()
            await self.learned.save(self.store, _OPERATOR)
            self._abandon_all()
            await self._recovery.leave()
        except StoreUnavailable:
            logger.warning("left_without_goodbye", extra={"node": self.node_id})
        await self._durable.close()
        await self.toolkit.toolbox.close()
        await self.live.close()
        await self.limits.close()

    async def start_turn(
        self, turn_id: TurnId, workspace_id: WorkspaceId, *, composed: Composeds | None = None, round_: int = 0
    ) -> None:
        """Start a turn that is on disk, with what was composed for it. If this fails the next beat of recovery does it.

        First the claim, then the replies are sent, then the durable engine is told; it waits for them. Whatever is lost
        of its bookkeeping in a crash, the claim remembers. In a burst the telling is done a few at a time: those who
        wait for their first word go first.
        """
        await self._begin(turn_id, workspace_id, composed)
        try:
            async with self._telling:
                await self._durable.start(turn_id, workspace_id, round_)
        except BaseException:
            self.leave(turn_id)
            raise

    def check_open(self) -> None:
        """Refuse new work while shutting down."""
        if self.draining:
            raise Draining

    async def begin(self, turn_id: TurnId, workspace_id: WorkspaceId) -> int:
        """Called by the durable turn: claim its replies and send them, unless `start_turn` has done so."""
        running = self._turns.get(turn_id)
        return running.slot_count if running else await self._begin(turn_id, workspace_id)

    async def run_slot(self, turn_id: TurnId, slot: int) -> str:
        """Called by the durable step: see one reply to its end."""
        running = self._turns.get(turn_id)
        if running is None:
            raise Abandoned
        task = running.tasks.get(slot)
        return "ended" if task is None else await task

    async def finish(self, turn_id: TurnId, workspace_id: WorkspaceId) -> None:
        """Called by the durable turn: nothing may be left open."""
        await finish_turn(self._stage, system_principal(workspace_id), turn_id)
        self.scans.after_turn(system_principal(workspace_id), turn_id)
        for listener in self._listeners:
            listener(system_principal(workspace_id), turn_id)
        self.maps.after_turn(system_principal(workspace_id), turn_id)
        self.titles.after_turn(system_principal(workspace_id), turn_id)
        self.syntheses.after_turn(system_principal(workspace_id), turn_id)

    async def _begin(self, turn_id: TurnId, workspace_id: WorkspaceId, composed: Composeds | None = None) -> int:
        running = self._turns[turn_id] = Running()
        try:
            plan = await begin_turn(self._stage, system_principal(workspace_id), turn_id, composed)
        except BaseException:
            self.leave(turn_id)
            raise
        running.slot_count = plan.slot_count
        for slot in plan.prepared:
            running.tasks[slot] = asyncio.create_task(run_slot(self._stage, plan, slot), name=f"reply {slot}")
        return plan.slot_count

    def leave(self, turn_id: TurnId) -> None:
        """Called by the durable turn when it ends, however it ends."""
        running = self._turns.pop(turn_id, None)
        for task in running.tasks.values() if running else ():
            task.cancel()

    async def forget(self, before: datetime) -> int:
        """Forget finished work from before this moment now, instead of when its time comes."""
        return await forget_before(self.store, self._durable, _OPERATOR, before)

    async def _keep_house(self) -> None:
        await keep_house(self.store, self._durable, _OPERATOR, self.options.retention_seconds)

    @property
    def options(self) -> EngineOptions:
        """What this node lives by now; a later look may see others."""
        return self.in_force.now

    @property
    def running(self) -> int:
        """How many replies this node is streaming; one that waits for its person can wait elsewhere."""
        return sum(1 for run in self._checkpointer.runs.values() if not run.is_waiting)

    def hear_decision(self, decision: Decision) -> None:
        """A person has decided; whoever waits for it here need not wait for the next checkpoint."""
        self._checkpointer.hear(decision)

    def _abandon_all(self) -> None:
        for run in list(self._checkpointer.runs.values()):
            run.end("abandon")

    def _lose(self) -> None:
        """The others have declared this node gone: whatever it still says does not count."""
        self.draining = self.leaving = True
        self._abandon_all()
        self._on_lost()
