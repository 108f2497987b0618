"""The engine: turns, from the claim to the last reply, and what a node needs to run them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime

from antiphon.access.principal import Principal, system_principal
from antiphon.advisors.prompt import load_tool_prompts
from antiphon.conversation.errors import Draining, StoreUnavailable
from antiphon.conversation.ids import NodeId, TurnId, WorkspaceId
from antiphon.engine.payloads.compose import Composer
from antiphon.engine.recovery.durable import Durable
from antiphon.engine.recovery.housekeeping import forget_before, keep_house
from antiphon.engine.recovery.lease import Lease
from antiphon.engine.recovery.takeover import Recovery
from antiphon.engine.runtime.jobs import start_job
from antiphon.engine.runtime.limits import Limits
from antiphon.engine.runtime.live_options import LiveOptions
from antiphon.engine.runtime.metrics import store_writable
from antiphon.engine.runtime.options import EngineOptions
from antiphon.engine.runtime.token_calibration import TokenCalibration
from antiphon.engine.runtime.toolkit import Toolkit
from antiphon.engine.turns.checkpoint import Checkpointer
from antiphon.engine.turns.prepared import Composeds
from antiphon.engine.turns.reply import Abandoned, ReplyDeps
from antiphon.engine.turns.tool_round import ToolDeps
from antiphon.engine.turns.turn import TurnDeps, begin_turn, finish_turn, run_slot
from antiphon.live.live import Live
from antiphon.store.liveness import LivenessLock
from antiphon.store.reads.approvals import ApprovalDecision
from antiphon.store.unit import Store

logger = logging.getLogger(__name__)

OPERATOR = system_principal(WorkspaceId("local"))


_TOLD_AT_ONCE = 2
_TOLD_SECONDS = 4.0


@dataclass(slots=True)
class Running:
    """A turn on this node: how many replies it has, and those that are being run, by slot."""

    slot_count: int = 0
    tasks: "dict[int, asyncio.Task[str]]" = field(default_factory=dict)
    claimed: asyncio.Event = field(default_factory=asyncio.Event)


class Engine:
    """Runs turns on this node, and no more. Commands (`engine/commands`) are what the other rooms ask of it.

    Whoever works beside the turns (analyses, rounds, heartbeats, indexing) is built by `app`, and says here what it
    wants to hear, what is to run for as long as the engine does, and how it is closed.
    """

    def __init__(
        self,
        *,
        store: Store,
        live: Live,
        durable: Durable,
        limits: Limits,
        composer: Composer,
        calibration: TokenCalibration,
        live_options: LiveOptions,
        toolkit: Toolkit,
        node_id: NodeId,
        on_lost: Callable[[], None],
    ) -> None:
        self.toolkit = toolkit
        self.store = store
        store_writable.set_function(lambda: float(store.condition.problem is None))
        self.live = live
        self.node_id = node_id
        self.live_options = live_options
        self.composer = composer
        self.calibration = calibration
        self.limits = limits
        self.draining = False
        self.leaving = False
        self.lost = False
        self._durable = durable
        options = live_options.now
        self._checkpointer = Checkpointer(store, OPERATOR, options.checkpoint_seconds)
        tools = ToolDeps(store, live, toolkit, load_tool_prompts(), live_options)
        replies = ReplyDeps(store, live, limits, self._checkpointer, calibration, live_options, tools)
        self._deps = TurnDeps(replies, node_id, composer, calibration, live_options)
        self._turns: dict[TurnId, Running] = {}
        self._telling = asyncio.Semaphore(_TOLD_AT_ONCE)
        self._on_lost = on_lost
        self._untold: set[asyncio.Task[None]] = set()
        lock = LivenessLock(store, node_id, options.lease_seconds)
        self.lease = Lease(store, lock, OPERATOR, node_id, seconds=options.lease_seconds, on_lost=self._lose)
        self._recovery = Recovery(
            store,
            durable,
            OPERATOR,
            node_id,
            lease_seconds=options.lease_seconds,
            is_running=lambda turn_id: turn_id in self._turns,
            may_take=lambda: not self.draining,
        )
        self._jobs: list[asyncio.Task[None]] = []
        self._more_jobs: dict[str, Callable[[], Awaitable[None]]] = {}
        self._listeners: list[Callable[[Principal, TurnId], None]] = []
        self._closers: list[Callable[[], Awaitable[None]]] = []
        self._last_closers: list[Callable[[], Awaitable[None]]] = []
        live.on_stop(lambda reply_ids: self._checkpointer.stop(tuple(reply_ids)))

    async def start(self) -> None:
        """Join the other nodes and begin to work. A start that fails leaves no session open."""
        try:
            await self._start()
        except BaseException:
            await self._end_sessions()
            raise

    async def _start(self) -> None:
        await self.live.start()
        await self.calibration.load(self.store, OPERATOR)
        await self._durable.launch(self)
        await self.lease.enter()
        await self._recovery.enter()
        self._jobs = [
            start_job("lease", self.lease.renew_for_ever),
            start_job("checkpoints", self._checkpointer.run_for_ever),
            start_job("recovery", self._recovery.run_for_ever),
            start_job("housekeeping", self._keep_house),
            start_job("calibrations", lambda: self.calibration.run_for_ever(self.store, OPERATOR)),
        ]
        self._jobs += [start_job(name, work) for name, work in self._more_jobs.items()]
        if not self.store.is_sqlite:
            self._jobs.append(start_job("deadline", self.lease.watch_for_ever))
        if not self.live.alone:
            self._jobs.append(start_job("settings", lambda: self.live_options.run_for_ever(self.store, OPERATOR)))

    def add_job(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Have this run from the start of the engine to its end; said before it starts."""
        self._more_jobs[name] = work

    def hear_endings(self, listener: Callable[[Principal, TurnId], None]) -> None:
        """Tell this listener of every turn that ends here, after those before it; it must not take long."""
        self._listeners.append(listener)

    def close_with(self, close: Callable[[], Awaitable[None]], *, after_jobs: bool = False) -> None:
        """Have this awaited when the engine has drained, in the order in which it was said.

        Before the jobs are stopped, so that it may still be written how something ended; or after them, for what a job
        uses to its end.
        """
        (self._last_closers if after_jobs else self._closers).append(close)

    async def drain(self) -> None:
        """Take no new work and let running replies finish for a while; then send the clients away.

        With other nodes about, clients leave at once: they can follow the same replies there.
        """
        self.draining = True
        self._durable.stop_taking()
        self.leaving = not self.live.alone
        self.live.wake_all()
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self.options.drain_seconds
        while self.running and loop.time() < deadline:
            await asyncio.sleep(0.05)
        self.leaving = True
        self.live.wake_all()

    async def close(self) -> None:
        """Drain, save the rest, hand it over, and stop."""
        if not self.leaving:
            await self.drain()
        for close in self._closers:
            await close()
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        for close in self._last_closers:
            await close()
        if not self.lost:
            await self._say_goodbye()
        await self._end_sessions()
        await self.toolkit.toolbox.close()
        await self.live.close()
        await self.limits.close()

    async def _end_sessions(self) -> None:
        await self.lease.let_go()
        await self._durable.close()

    async def _say_goodbye(self) -> None:
        try:
            await self._checkpointer.flush()
            await self.calibration.save(self.store, OPERATOR)
            self._abandon_all()
            await self.lease.leave()
        except StoreUnavailable:
            logger.warning("left_without_goodbye", extra={"node": self.node_id})

    async def start_turn(
        self, turn_id: TurnId, workspace_id: WorkspaceId, *, composed: Composeds | None = None, round_: int = 0
    ) -> None:
        """Start a turn that is on disk, with what was composed for it. If this fails the next beat of recovery does it.

        First the claim, then the replies are sent, then the durable engine is told; it waits for them. Whatever is lost
        of its bookkeeping in a crash, the claim remembers. In a burst the telling is done a few at a time: those who
        wait for their first word go first. Whoever waits for this does not wait for a database that has gone since.
        """
        try:
            await self._begin(turn_id, workspace_id, composed)
        except Abandoned:
            # Another node was quicker. It answers for the turn now.
            return
        telling = asyncio.create_task(self._tell(turn_id, workspace_id, round_), name="telling")
        self._untold.add(telling)
        telling.add_done_callback(self._untold.discard)
        await asyncio.wait({telling}, timeout=_TOLD_SECONDS)
        if telling.done():
            telling.result()

    async def _tell(self, turn_id: TurnId, workspace_id: WorkspaceId, round_: int) -> None:
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
        """Called by the durable turn: claim its replies and send them, unless that has been done here.

        A node that is going takes nothing over: raises `Abandoned`, and the turn is offered to the others again.
        """
        while (running := self._turns.get(turn_id)) is not None:
            await running.claimed.wait()
            if self._turns.get(turn_id) is running:
                return running.slot_count
        if self.draining:
            raise Abandoned
        return await self._begin(turn_id, workspace_id)

    async def run_slot(self, turn_id: TurnId, slot: int) -> str:
        """Called by the durable step: see one reply to its end."""
        running = self._turns.get(turn_id)
        if running is None:
            raise Abandoned
        task = running.tasks.get(slot)
        return "ended" if task is None else await task

    async def finish(self, turn_id: TurnId, workspace_id: WorkspaceId) -> None:
        """Called by the durable turn: nothing may be left open."""
        await finish_turn(self._deps, system_principal(workspace_id), turn_id)
        for listener in self._listeners:
            listener(system_principal(workspace_id), turn_id)

    async def _begin(self, turn_id: TurnId, workspace_id: WorkspaceId, composed: Composeds | None = None) -> int:
        running = self._turns[turn_id] = Running()
        try:
            plan = await begin_turn(self._deps, system_principal(workspace_id), turn_id, composed)
        except BaseException:
            self.leave(turn_id)
            raise
        running.slot_count = plan.slot_count
        for slot in plan.prepared:
            running.tasks[slot] = asyncio.create_task(run_slot(self._deps, plan, slot), name=f"reply {slot}")
        running.claimed.set()
        return plan.slot_count

    def leave(self, turn_id: TurnId) -> None:
        """Called by the durable turn when it ends, however it ends."""
        running = self._turns.pop(turn_id, None)
        if running is None:
            return
        running.claimed.set()
        for task in running.tasks.values():
            task.cancel()

    async def forget(self, before: datetime) -> int:
        """Forget finished work from before this moment now, instead of when its time comes."""
        return await forget_before(self.store, self._durable, OPERATOR, before)

    async def _keep_house(self) -> None:
        await keep_house(self.store, self._durable, OPERATOR, self.options.retention_seconds)

    @property
    def options(self) -> EngineOptions:
        """What this node lives by now; a later look may see others."""
        return self.live_options.now

    @property
    def running(self) -> int:
        """How many replies this node is streaming; one that waits for its person can wait elsewhere."""
        return sum(1 for run in self._checkpointer.runs.values() if not run.is_waiting)

    def hear_decision(self, decision: ApprovalDecision) -> None:
        """A person has decided; whoever waits for it here need not wait for the next checkpoint."""
        self._checkpointer.hear(decision)

    def _abandon_all(self) -> None:
        for run in list(self._checkpointer.runs.values()):
            run.end("abandon")

    def _lose(self) -> None:
        """The others have declared this node gone, or must have: whatever it still says does not count."""
        if self.lost:
            return
        self.draining = self.leaving = self.lost = True
        self._durable.stop_taking()
        self._abandon_all()
        self.live.wake_all()
        self._on_lost()
