"""The engine: turns, from the claim to the last reply, and what a node needs to run them."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime

from antiphon.access.principal import Principal, on_behalf_of, system_principal
from antiphon.advisors.prompt import load_tool_prompts
from antiphon.conversation.errors import Draining, StoreUnavailable
from antiphon.conversation.ids import NodeId, TurnId, WorkspaceId
from antiphon.conversation.turn import Origin
from antiphon.engine.payloads.compose import Composer
from antiphon.engine.recovery.fitness import Fitness
from antiphon.engine.recovery.housekeeping import forget_before, keep_house
from antiphon.engine.recovery.lease import Lease
from antiphon.engine.recovery.takeover import Recovery
from antiphon.engine.retrieval.reading import DocumentReader
from antiphon.engine.runtime.jobs import start_job
from antiphon.engine.runtime.limits import Limits
from antiphon.engine.runtime.live_options import LiveOptions
from antiphon.engine.runtime.metrics import live_healthy, node, oldest_turn_seconds, store_writable
from antiphon.engine.runtime.options import EngineOptions
from antiphon.engine.runtime.token_calibration import TokenCalibration
from antiphon.engine.runtime.toolkit import Toolkit
from antiphon.engine.turns.checkpoint import Checkpointer
from antiphon.engine.turns.prepared import Composeds
from antiphon.engine.turns.reply import Abandoned, ReplyDeps
from antiphon.engine.turns.tool_round import ToolDeps
from antiphon.engine.turns.turn import Claimed, TurnDeps, begin_turn, end_unsent, prepare_new, run_replies
from antiphon.engine.work.owed import list_owed
from antiphon.engine.work.queue import WorkQueue
from antiphon.live.live import Live
from antiphon.store.liveness import LivenessLock
from antiphon.store.reads.approvals import ApprovalDecision
from antiphon.store.reads.recovery import OpenTurn
from antiphon.store.reads.turn_snapshot import OpenSlots
from antiphon.store.unit import Store
from antiphon.store.writes.nodes import seize_turn
from antiphon.tracing import names
from antiphon.tracing.spans import SILENT, Tracer

logger = logging.getLogger(__name__)

OPERATOR = system_principal(WorkspaceId("local"))


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
        limits: Limits,
        composer: Composer,
        calibration: TokenCalibration,
        live_options: LiveOptions,
        toolkit: Toolkit,
        node_id: NodeId,
        on_lost: Callable[[], None],
        patience: float = 0.0,
        reading: DocumentReader | None = None,
        tracer: Tracer = SILENT,
    ) -> None:
        self.tracer = tracer
        self.toolkit = toolkit
        self.reading = reading or DocumentReader()
        self.store = store
        node.info({"id": node_id})
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
        options = live_options.instance
        self.work = WorkQueue(store, node_id, OPERATOR, lambda: not self.draining, live.tell_work_changed, patience)
        self._checkpointer = Checkpointer(store, OPERATOR, options.checkpoint_seconds)
        tools = ToolDeps(store, live, toolkit, load_tool_prompts(), live_options, self.reading, tracer)
        replies = ReplyDeps(store, live, limits, self._checkpointer, calibration, live_options, tools, tracer)
        self._deps = TurnDeps(replies, node_id, composer, calibration, live_options)
        # The turns that run here, each in a task that sees it from its claim to its end.
        self._turns: dict[TurnId, asyncio.Task[None]] = {}
        self._begun: dict[TurnId, float] = {}
        live_healthy.set_function(lambda: float(live.healthy))
        oldest_turn_seconds.set_function(self._find_oldest_age)
        self._on_lost = on_lost
        lock = LivenessLock(store, node_id, options.lease_seconds)
        self.lease = Lease(store, lock, OPERATOR, node_id, seconds=options.lease_seconds, on_lost=self._lose)
        self.fitness = Fitness(store, OPERATOR)
        self._recovery = Recovery(
            store,
            OPERATOR,
            node_id,
            lease_seconds=options.lease_seconds,
            is_running=lambda turn_id: turn_id in self._turns,
            may_take=lambda: not self.draining,
            take_up=self._take_up,
            wake_work=self.work.wake,
        )
        self._jobs: list[asyncio.Task[None]] = []
        self._more_jobs: dict[str, Callable[[], Awaitable[None]]] = {}
        self._listeners: list[Callable[[Principal, TurnId, Origin], None]] = []
        self._closers: list[Callable[[], Awaitable[None]]] = []
        live.on_stop(lambda reply_ids: self._checkpointer.stop(tuple(reply_ids)))

    async def start(self) -> None:
        """Join the other nodes and begin to work. A start that fails leaves no session open, and nobody listening.

        A reader that is only cancelled may miss it, and the process would never end.
        """
        try:
            await self._start()
        except BaseException:
            await self._end_sessions()
            await self.live.close()
            raise

    async def _start(self) -> None:
        await self.live.start()
        await self.calibration.load(self.store, OPERATOR)
        await self.fitness.look()
        await self.lease.enter()
        await self._recovery.enter()
        self._jobs = [
            start_job("lease", self.lease.renew_for_ever),
            start_job("checkpoints", self._checkpointer.run_for_ever),
            start_job("recovery", self._recovery.run_for_ever),
            start_job("work", self.work.run_for_ever),
            start_job("housekeeping", self._keep_house),
            start_job("calibrations", lambda: self.calibration.run_for_ever(self.store, OPERATOR)),
        ]
        self._jobs += [start_job(name, work) for name, work in self._more_jobs.items()]
        if not self.store.is_sqlite:
            self._jobs.append(start_job("deadline", self.lease.watch_for_ever))
            self._jobs.append(start_job("condition", self.lease.look_again_for_ever))
            # Nobody else migrates a SQLite file while this process has it.
            self._jobs.append(start_job("fitness", lambda: self.fitness.watch_for_ever(self.drain)))
        if not self.live.alone:
            self._jobs.append(start_job("settings", lambda: self.live_options.run_for_ever(self.store, OPERATOR)))

    def add_job(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Have this run from the start of the engine to its end; said before it starts."""
        self._more_jobs[name] = work

    def hear_endings(self, listener: Callable[[Principal, TurnId, Origin], None]) -> None:
        """Tell this listener of every turn that ends here, after those before it; it must not take long."""
        self._listeners.append(listener)

    def close_with(self, close: Callable[[], Awaitable[None]]) -> None:
        """Have this awaited when all that runs here has ended, in the order in which it was said."""
        self._closers.append(close)

    async def drain(self) -> None:
        """Take no new work and let running replies finish for a while; then send the clients away.

        With other nodes about, clients leave at once: they can follow the same replies there.
        """
        self.draining = True
        self.leaving = not self.live.alone
        self.live.wake_all()
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self.live_options.instance.drain_seconds
        while self.running and loop.time() < deadline:
            await asyncio.sleep(0.05)
        self.leaving = True
        self.live.wake_all()

    async def close(self) -> None:
        """Drain, save the rest, hand it over, and stop."""
        if not self.leaving:
            await self.drain()
        await self.work.close()
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        for close in self._closers:
            await close()
        if not self.lost:
            await self._say_goodbye()
        await self._end_sessions()
        await self.toolkit.toolbox.close()
        await self.live.close()
        await self.limits.close()

    async def _end_sessions(self) -> None:
        for turn in self._turns.values():
            turn.cancel()
        await asyncio.gather(*self._turns.values(), return_exceptions=True)
        await self.lease.let_go()

    async def _say_goodbye(self) -> None:
        try:
            await self._checkpointer.flush()
            await self.calibration.save(self.store, OPERATOR)
            self._abandon_all()
            await self.lease.leave()
        except StoreUnavailable:
            logger.warning("left_without_goodbye", extra={"node": self.node_id})

    def prepare_turn(self, author: Principal, new: OpenSlots, composed: Composeds, origin: Origin) -> Claimed:
        """What of a turn that is being accepted will be sent, for the transaction that accepts it to claim."""
        return prepare_new(self._deps, _act_for(author), new, composed, origin)

    async def start_turn(self, turn_id: TurnId, author: Principal, claimed: Claimed | None = None) -> None:
        """Start a turn that is on disk, claimed or not; returns when its replies are on their way.

        The claim is on disk before anything is sent, so whatever becomes of this process, `open_turns` and the epochs
        remember. If this fails, recovery does it at one of its next looks.
        """
        principal = _act_for(author)
        begin = (
            begin_turn(self._deps, principal, turn_id)
            if claimed is None
            else end_unsent(self._deps, principal, claimed)
        )
        beginning = asyncio.create_task(begin)
        self._own(turn_id, principal, beginning)
        with suppress(Abandoned):
            await asyncio.shield(beginning)

    def check_open(self) -> None:
        """Refuse new work while shutting down."""
        if self.draining:
            raise Draining

    def _take_up(self, turn: OpenTurn) -> None:
        """This node answers for a turn that another has left."""
        if turn.turn_id not in self._turns:
            principal = on_behalf_of(turn.workspace_id, turn.author_id, turn.token_id)
            beginning = asyncio.create_task(begin_turn(self._deps, principal, turn.turn_id))
            self._own(turn.turn_id, principal, beginning)

    async def retry_turn(self, turn_id: TurnId) -> None:
        """Begin an open turn anew here, whoever was at it; `NotFound` for one that has ended or never was.

        As after a crash: what is open is claimed under its next epoch, as often as a reply may be started at all.
        """
        self.check_open()
        turn = await self.store.write(OPERATOR, seize_turn, self.node_id, turn_id)
        if (running := self._turns.pop(turn_id, None)) is not None:
            self._begun.pop(turn_id, None)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
        self._take_up(turn)

    @property
    def has_recovered(self) -> bool:
        """Whether this node has looked once, and nothing was left that nobody answers for."""
        return self._recovery.is_through

    def _own(self, turn_id: TurnId, principal: Principal, beginning: "asyncio.Task[Claimed]") -> None:
        run = self._see_through(turn_id, principal, beginning)
        self._turns[turn_id] = asyncio.create_task(run, name=f"turn {turn_id}")
        self._begun[turn_id] = time.monotonic()

    def _find_oldest_age(self) -> float:
        """Of the turns here that wait for nobody's leave: a person may be asked for as long as `approval_hours`."""
        asking = {run.prepared.turn_id for run in self._checkpointer.runs.values() if run.waits}
        now = time.monotonic()
        return now - min((begun for turn_id, begun in self._begun.items() if turn_id not in asking), default=now)

    async def _see_through(self, turn_id: TurnId, principal: Principal, beginning: "asyncio.Task[Claimed]") -> None:
        """See every reply of a turn to its end, and tell those who want to hear of it.

        A turn that is no longer this node's is left alone. One that fails by a fault of ours stays in `open_turns`, and
        recovery finds that nobody runs it.
        """
        try:
            with self.tracer.span(names.TURN, {names.TURN_ID: turn_id}) as span:
                claimed = await beginning
                span.note({names.CONVERSATION_ID: claimed.slots.conversation_id, names.ORIGIN: claimed.origin})
                await run_replies(self._deps, claimed)
            for listener in self._listeners:
                listener(principal, turn_id, claimed.origin)
            if list_owed(self.options_of(principal)):
                self.work.wake()
        except Abandoned:
            logger.info("turn_abandoned", extra={"turn": turn_id})
        except Exception:
            logger.exception("turn_failed", extra={"turn": turn_id})
        finally:
            if self._turns.get(turn_id) is asyncio.current_task():
                del self._turns[turn_id], self._begun[turn_id]

    async def forget(self, before: datetime) -> None:
        """Forget what is older than this moment now, instead of when its time comes."""
        await forget_before(self.store, OPERATOR, before)

    async def _keep_house(self) -> None:
        await keep_house(self.store, OPERATOR, self.live_options.instance.retention_seconds)

    def options_of(self, principal: Principal) -> EngineOptions:
        """What holds now for what is done for this principal; a later look may see others."""
        return self.live_options.of(principal)

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
        self._abandon_all()
        self.live.wake_all()
        self._on_lost()


def _act_for(author: Principal) -> Principal:
    """What a turn does, it does on its author's behalf, whether or not they are still there."""
    return on_behalf_of(author.workspace_id, author.id, author.token_id)
