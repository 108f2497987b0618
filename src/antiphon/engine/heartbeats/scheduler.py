"""Advisors that speak unasked: every node looks for occasions, and each occasion is taken once.

Heartbeats come every so often in one conversation; reviews come on the day a decision is to be looked back on. What is
due is asked of the database by the database's clock, so a node whose own clock is wrong takes nothing too early. An
occasion whose node dies is not taken again: it may have been said.
"""

import asyncio
import logging
import random
from collections.abc import Callable
from typing import Final

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal, system_principal
from antiphon.advisors.prompt import load_heartbeat_prompts, load_prompts
from antiphon.conversation.errors import StoreUnavailable
from antiphon.conversation.heartbeat import Heartbeat
from antiphon.conversation.ids import NodeId
from antiphon.engine.analyses.runner import AnalysisRunner
from antiphon.engine.heartbeats.due import TakenRun, take_heartbeat, take_review
from antiphon.engine.heartbeats.run import HeartbeatDeps, HeartbeatRunner
from antiphon.live.live import Live
from antiphon.store.reads.heartbeats import read_due_heartbeats, read_next_occasion
from antiphon.store.reads.reviews import DueReview, read_due_reviews
from antiphon.store.unit import Store
from antiphon.store.writes.heartbeat_runs import interrupt_heartbeat_runs

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "heartbeats")

# Looks are at least so far apart, and at most: another node may have been told of an occasion.
_LOOK_SECONDS: Final = 1.0
_IDLE_SECONDS: Final = 5.0
# Nobody waits for these: a few at a time leave room for those who do.
_AT_ONCE: Final = 4
# More than are taken, so that nodes that look at the same moment find something each.
_READ_AT_ONCE: Final = 40


class HeartbeatScheduler:
    """Takes what is due and sees it to its end. Owns the tasks this happens in."""

    def __init__(
        self,
        store: Store,
        live: Live,
        looks: AnalysisRunner,
        node_id: NodeId,
        operator: Principal,
        is_open: Callable[[], bool],
    ) -> None:
        self.deps = HeartbeatDeps(store, live, looks, load_heartbeat_prompts(), load_prompts().identity)
        self._store = store
        self._looks = looks
        self._node_id = node_id
        self._operator = operator
        self._is_open = is_open
        self._tasks: set[asyncio.Task[None]] = set()

    async def run_for_ever(self) -> None:
        """Look for occasions when one is due, a little out of step with the other nodes."""
        pause = _LOOK_SECONDS
        while True:
            await asyncio.sleep(pause * random.uniform(0.75, 1.25))  # noqa: S311 - jitter
            try:
                pause = await self._look_if_due()
            except StoreUnavailable:
                pause = _LOOK_SECONDS
                logger.warning("heartbeats_postponed")

    async def _look_if_due(self) -> float:
        """Look, if there is anything to look for; returns how long that can wait the next time."""
        coming = await self._store.read(self._operator, read_next_occasion)
        if coming.left or (coming.seconds is not None and coming.seconds <= 0):
            await self.look()
            return _LOOK_SECONDS
        if coming.seconds is None:
            return _IDLE_SECONDS
        return min(_IDLE_SECONDS, max(_LOOK_SECONDS, coming.seconds))

    async def look(self) -> None:
        """Close what nodes left that are gone, and take what is due until nothing is left."""
        await self._store.write(self._operator, interrupt_heartbeat_runs)
        while self._may_take:
            if not await self._take_some():
                return

    async def close(self) -> None:
        """End what is on its way; each says that it was interrupted."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def _may_take(self) -> bool:
        return self._is_open() and self._looks.live_options.now.heartbeats

    async def _take_some(self) -> bool:
        """Whether anything due was found; waits for a free place before it looks on."""
        due: list[Heartbeat | DueReview] = [
            *await self._store.read(self._operator, read_due_reviews, _READ_AT_ONCE),
            *await self._store.read(self._operator, read_due_heartbeats, _READ_AT_ONCE),
        ]
        # Two nodes that walk through the same list in the same order would meet at every step.
        random.shuffle(due)
        found = False
        for each in due:
            await self._wait_for_place()
            if not self._may_take:
                return False
            found = await self._take(each) or found
        return found

    async def _take(self, due: Heartbeat | DueReview) -> bool:
        """Whether the occasion is settled now, taken or let pass; a review that has to wait is not."""
        principal = system_principal(due.workspace_id)
        options = self._looks.live_options.now
        if isinstance(due, DueReview):
            taken = await self._store.write(principal, take_review, due, self._node_id, options)
        else:
            taken = await self._store.write(principal, take_heartbeat, due, self._node_id, options)
        if taken is not None:
            self._own(asyncio.create_task(self._see_through(principal, taken), name=f"beat {taken.beat.id}"))
        return taken is not None or isinstance(due, Heartbeat)

    async def _see_through(self, principal: Principal, taken: TakenRun) -> None:
        model = self.deps.choose_model(taken.model, taken.advisor)
        await HeartbeatRunner(self.deps, principal, taken, model).run()

    async def _wait_for_place(self) -> None:
        while len(self._tasks) >= _AT_ONCE:
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)

    def _own(self, task: "asyncio.Task[None]") -> None:
        self._tasks.add(task)
        task.add_done_callback(self._disown)

    def _disown(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            logger.error("beat_failed", exc_info=problem, extra={"beat": task.get_name()})
