"""Advisors that speak unasked: every node looks for occasions, and each occasion is taken once.

Heartbeats come every so often in one conversation; reviews come on the day a decision is to be looked back on. What
is due is asked of the database by the database's clock, so a node whose own clock is wrong takes nothing too early.
An occasion that is taken is work: a node that dies over it leaves it to another, and what it says is said once,
because the words and the end of the work are one transaction.
"""

import asyncio
import logging
import random
from collections.abc import Callable
from typing import Final

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal, on_behalf_of
from antiphon.advisors.prompt import load_heartbeat_prompts, load_prompts
from antiphon.conversation.errors import StoreUnavailable
from antiphon.conversation.heartbeat import Heartbeat
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.work import Work, WorkKind
from antiphon.engine.analyses.runner import AnalysisRunner
from antiphon.engine.heartbeats.due import read_taken, take_heartbeat, take_review
from antiphon.engine.heartbeats.run import HeartbeatDeps, HeartbeatRunner, end_silent
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.engine.work.queue import Worker
from antiphon.live.live import Live
from antiphon.store.reads.heartbeats import read_due_heartbeats, read_next_occasion
from antiphon.store.reads.reviews import DueReview, read_due_reviews
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.heartbeat_runs import skip_heartbeat_run

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "heartbeats")

# Looks are at least so far apart, and at most: another node may have been told of an occasion.
_LOOK_SECONDS: Final = 1.0
_IDLE_SECONDS: Final = 5.0
# Nobody waits for these: a few at a time leave room for those who do.
_AT_ONCE: Final = 4
_KINDS: Final[tuple[WorkKind, ...]] = ("heartbeat", "review")
# More than are taken, so that nodes that look at the same moment find something each.
_READ_AT_ONCE: Final = 40


class HeartbeatScheduler:
    """Takes what is due, and is how the queue sees it to its end."""

    def __init__(
        self,
        store: Store,
        live: Live,
        looks: AnalysisRunner,
        operator: Principal,
        is_open: Callable[[], bool],
    ) -> None:
        self.deps = HeartbeatDeps(store, live, looks, load_heartbeat_prompts(), load_prompts().identity)
        self._store = store
        self._looks = looks
        self._queue = looks.queue
        self._operator = operator
        self._is_open = is_open
        for kind in _KINDS:
            self._queue.register(kind, Worker(self._see_through, _end_unsaid, _AT_ONCE))

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
        seconds = await self._store.read(self._operator, read_next_occasion)
        if seconds is not None and seconds <= 0:
            await self.look()
            return _LOOK_SECONDS
        if seconds is None:
            return _IDLE_SECONDS
        return min(_IDLE_SECONDS, max(_LOOK_SECONDS, seconds))

    async def look(self) -> None:
        """Take what is due until nothing is left."""
        while self._is_open():
            if not await self._take_some():
                return

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
            # What is taken is seen through at once: a person who writes meanwhile makes it void.
            await self._queue.wait_for_place("review" if isinstance(each, DueReview) else "heartbeat")
            if not self._is_open():
                return False
            found = await self._take(each) or found
        return found

    async def _take(self, due: Heartbeat | DueReview) -> bool:
        """Whether the occasion is settled now, taken or let pass; a review that has to wait is not."""
        principal = on_behalf_of(due.workspace_id, due.owner_id)
        options = self._looks.live_options.of(principal)
        if isinstance(due, DueReview):
            taken = await self._store.write(principal, take_review, due, options)
        else:
            taken = await self._store.write(principal, take_heartbeat, due, options)
        if taken:
            self._queue.wake()
        return taken or isinstance(due, Heartbeat)

    async def _see_through(self, principal: Principal, work: Work) -> None:
        taken = await self._store.read(principal, read_taken, work)
        if taken is None:
            await retry_write(lambda: self._store.write(principal, end_silent, work, "not_in_panel", "", None))
            return
        model = await self._store.read(
            principal, self.deps.choose_model, taken.beat.conversation_id, taken.model, taken.advisor
        )
        await HeartbeatRunner(self.deps, principal, work, taken, model).run()


def _end_unsaid(unit: Unit, work: Work, error: ReplyError) -> None:
    skip_heartbeat_run(unit, work.id, "interrupted", error.message, None)
