"""Advisors answer each other, round after round.

A round is a turn like any other. It is accepted in one transaction with the step of its run, so however often somebody
tries, on however many nodes, there is one turn for each round. When its turn has ended, the round is reckoned up, and
the run goes on, waits for its person, or ends; each of these is one transaction as well. Between two of them a process
may die: whoever looks next goes on from there.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal, system_principal
from antiphon.conversation.errors import (
    AnalysisError,
    AntiphonError,
    CeilingReached,
    Draining,
    NotFound,
    ProviderError,
    Refused,
    StoreUnavailable,
    TurnInFlight,
)
from antiphon.conversation.ids import TurnId, WorkspaceId
from antiphon.conversation.round import Round, RoundRun, RunReason
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Origin, Turn
from antiphon.engine.analyses.analyses import Analyses
from antiphon.engine.engine import Engine
from antiphon.engine.payloads.cost import Till, check_ceiling
from antiphon.engine.rounds.begin import begin_round, read_forecast
from antiphon.engine.runtime.failpoint import failpoint
from antiphon.store.reads.analyses import AnalysisUse
from antiphon.store.reads.rounds import LooseRun, find_run_of_turn, read_looks_since, read_loose_runs, read_run
from antiphon.store.reads.spending import ModelUsage, read_turn_used
from antiphon.store.reads.turns import read_accepted, read_turns
from antiphon.store.unit import Unit
from antiphon.store.writes.rounds import end_run, settle_round, take_run

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "rounds")
# How soon a run is taken up whose node is gone, or whose next round could not begin at once.
_EVERY_SECONDS: Final = 1.0
# How often it is asked whether there are any, while there are none.
_IDLE_SECONDS: Final = 5.0


class Rounds:
    """Sees runs on: after each of their turns, and where a node has left one."""

    def __init__(self, engine: Engine, analyses: Analyses) -> None:
        self._engine = engine
        self._analyses = analyses
        self._carried: set[str] = set()
        self._woken = asyncio.Event()

    def attach(self) -> None:
        """Hear when turns end, and look after runs for as long as the engine works."""
        self._engine.hear_endings(self.after_turn)
        self._engine.add_job("rounds", self.run_for_ever)

    def after_turn(self, principal: Principal, turn_id: TurnId, origin: Origin) -> None:
        """If this turn was a round, what comes after it."""
        if origin == "round":
            self._woken.set()
            self._analyses.runner.own(self._follow(principal, turn_id), f"round after {turn_id}")

    async def run_for_ever(self) -> None:
        """Look for runs that nobody sees on."""
        operator = system_principal(WorkspaceId("local"))
        pause = _EVERY_SECONDS
        while True:
            await self._pause(pause)
            try:
                found = await self._engine.store.read(operator, read_loose_runs, self._engine.node_id)
            except StoreUnavailable:
                logger.warning("rounds_wait")
                continue
            for loose in found:
                await self._take_up(loose)
            pause = _EVERY_SECONDS if found else _IDLE_SECONDS

    async def _pause(self, seconds: float) -> None:
        """Wait, but not once a round has ended here: what comes after it may have to be tried again soon."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._woken.wait()
                self._woken.clear()
                await asyncio.sleep(_EVERY_SECONDS)

    async def _follow(self, principal: Principal, turn_id: TurnId) -> None:
        try:
            run_id = await self._engine.store.read(principal, find_run_of_turn, turn_id)
            if run_id is not None:
                await self._carry(principal, run_id)
        except StoreUnavailable:
            logger.warning("rounds_wait", extra={"turn": turn_id})

    async def _take_up(self, loose: LooseRun) -> None:
        if loose.id not in self._carried:
            principal = system_principal(loose.workspace_id)
            self._analyses.runner.own(self._carry_quietly(principal, loose.id), f"rounds {loose.id}")

    async def _carry_quietly(self, principal: Principal, run_id: str) -> None:
        with suppress(StoreUnavailable):
            await self._carry(principal, run_id)

    async def _carry(self, principal: Principal, run_id: str) -> None:
        """Take the run as far as it goes now. On one node, one at a time; on several, the store sorts it out."""
        if run_id in self._carried or self._engine.draining:
            return
        self._carried.add(run_id)
        try:
            await self._step(principal, run_id)
        finally:
            self._carried.discard(run_id)

    async def _step(self, principal: Principal, run_id: str) -> None:
        store = self._engine.store
        try:
            run = await store.read(principal, read_run, run_id)
        except NotFound:
            await self._give_up(principal, run_id)
            return
        turn, _ = await store.read(principal, read_accepted, run.last.turn_id)
        if not turn.all_completed:
            return
        if not run.last.ended:
            failpoint("round_ended")
            settled = await self._settle(principal, run, turn)
            if settled is None:
                return
            run = settled
        failpoint("round_reckoned")
        if run.status == "running":
            await self._go_on(principal, run)

    async def _give_up(self, principal: Principal, run_id: str) -> None:
        """The conversation was removed meanwhile."""
        left = await self._engine.store.write(principal, take_run, run_id, self._engine.node_id)
        if left is not None:
            await self._end(principal, left, "refused", NotFound("conversation", left.conversation_id))

    async def _settle(self, principal: Principal, run: RoundRun, turn: Turn) -> RoundRun | None:
        """Write down what the newest round cost and brought, and what that means for the run."""
        store = self._engine.store
        if run.status == "running":
            await store.write(principal, take_run, run.id, self._engine.node_id)
        earlier = await store.read(principal, _read_earlier, run)
        new_claims = await self._count_new(principal, run, turn, earlier)
        looked_at = (turn.id, *earlier) if run.until_quiet else ()
        replies, looks = await store.read(principal, _read_used, turn, looked_at)
        cost = Till(self._engine.composer, self._engine.calibration).reckon(replies, looks)
        ended = replace(run.last, cost=cost, new_claims=new_claims, ended=True)
        settled = await store.write(principal, _write_settled, run, ended, judge(run, turn, new_claims))
        if settled is not None and settled.status == "waiting":
            await self._foresee(principal, settled)
        return settled

    async def _count_new(
        self, principal: Principal, run: RoundRun, turn: Turn, earlier: Sequence[TurnId]
    ) -> int | None:
        """How many claims nobody had made before; unknown where that is not asked for or could not be told."""
        if not run.until_quiet or run.status != "running" or judge(run, turn, None) is not None:
            return None
        if not self._may_count(run, turn):
            return None
        try:
            return await self._analyses.maps.count_new_claims(principal, turn.id, earlier)
        except (Refused, AnalysisError, ProviderError) as reason:
            logger.info("claims_not_counted", extra={"run": run.id, "code": reason.code})
            return None

    def _may_count(self, run: RoundRun, turn: Turn) -> bool:
        """Whether reading this round's answers stays within the ceiling too."""
        if run.ceiling is None:
            return True
        runner = self._analyses.runner
        model = runner.choose_model()
        answers = [runner.weigh(model)(reply.text) for reply in turn.replies if reply.text]
        till = Till(self._engine.composer, self._engine.calibration)
        reading = till.foresee_reading(model, answers)
        return reading is not None and run.covers((run.last.forecast or 0.0) + reading)

    async def _foresee(self, principal: Principal, run: RoundRun) -> None:
        """A run that would ask its person for something the ceiling forbids ends instead."""
        try:
            foreseen = await self._engine.store.read(principal, read_forecast, self._engine, run)
            check_ceiling(run, foreseen)
        except Refused as reason:
            await self._end(principal, run, "ceiling" if isinstance(reason, CeilingReached) else "refused", reason)

    async def _go_on(self, principal: Principal, run: RoundRun) -> None:
        try:
            await begin_round(self._engine, principal.workspace_id, run)
        except CeilingReached as reason:
            await self._end(principal, run, "ceiling", reason)
        except (Draining, TurnInFlight):
            # Somebody is asked again about an earlier turn, or another node goes on: the next look finds out.
            logger.info("round_waits", extra={"run": run.id})
        except Refused as reason:
            await self._end(principal, run, "refused", reason)

    async def _end(self, principal: Principal, run: RoundRun, reason: RunReason, why: AntiphonError) -> None:
        facts = {"code": why.code, "message": str(why), **why.facts}
        await self._engine.store.write(principal, end_run, run, reason, datetime.now(UTC), facts)


def judge(run: RoundRun, turn: Turn, new_claims: int | None) -> RunReason | None:
    """Why the run ends with this round, if it does. A reply that the person stopped ends it."""
    states = {reply.state for reply in turn.replies if reply.chosen}
    if ReplyState.STOPPED in states:
        return "stopped"
    if ReplyState.COMPLETE not in states:
        return "failed"
    if len(run.rounds) >= run.planned:
        return "done"
    return "quiet" if run.until_quiet and new_claims == 0 else None


def _write_settled(unit: Unit, run: RoundRun, ended: Round, reason: RunReason | None) -> RoundRun | None:
    at = datetime.now(UTC)
    settled = settle_round(unit, run, ended, "waiting" if run.asks and reason is None else "running", at)
    if settled is None or reason is None:
        return settled
    end_run(unit, settled, reason, at)
    return read_run(unit, run.id)


def _read_earlier(unit: Unit, run: RoundRun) -> tuple[TurnId, ...]:
    """The turn they began to answer, and the rounds before the newest."""
    first, _ = read_accepted(unit, run.rounds[0].turn_id)
    before = read_turns(unit, run.conversation_id, before=first.position, limit=1)
    return (*(each.id for each in before), *(each.turn_id for each in run.rounds[:-1]))


def _read_used(
    unit: Unit, turn: Turn, looked_at: Sequence[TurnId]
) -> tuple[tuple[ModelUsage, ...], tuple[AnalysisUse, ...]]:
    return read_turn_used(unit, turn.id), read_looks_since(unit, looked_at, turn.created_at)
