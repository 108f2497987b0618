"""Advisors answer each other, round after round.

A round is a turn like any other. It is accepted in one transaction with the step of its run, so however often
somebody tries, on however many nodes, there is one turn for each round. When its turn has ended, the round is
reckoned up, and the run goes on, waits for its person, or ends; each of these is one transaction as well. A run that
goes on by itself is work: whoever takes it up goes on from where it stands.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from antiphon.access.principal import Principal
from antiphon.conversation.errors import (
    AnalysisError,
    AntiphonError,
    CeilingReached,
    Draining,
    NotFound,
    ProviderError,
    Refused,
    TurnInFlight,
)
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.round import Round, RoundRun, RunReason
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Origin, Turn
from antiphon.conversation.work import Work
from antiphon.engine.analyses.analyses import Analyses
from antiphon.engine.engine import Engine
from antiphon.engine.payloads.cost import Till, check_ceiling
from antiphon.engine.rounds.begin import begin_round, read_forecast
from antiphon.engine.rounds.split import Movement, measure_movement
from antiphon.engine.runtime.failpoint import failpoint
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.engine.work.queue import Later, Worker
from antiphon.store.reads.analyses import AnalysisUse
from antiphon.store.reads.claims import read_drawn
from antiphon.store.reads.pictures_made import read_turn_made
from antiphon.store.reads.rounds import read_looks_since, read_run
from antiphon.store.reads.spending import ModelUsage, read_turn_used
from antiphon.store.reads.turns import read_accepted, read_turns
from antiphon.store.unit import Unit
from antiphon.store.writes.facts import lock_conversation
from antiphon.store.writes.rounds import end_run, end_run_of, settle_round
from antiphon.store.writes.work import check_held, end_work

logger = logging.getLogger(__name__)

# How soon it is noticed that a round has ended on another node.
_LOOK_SECONDS: Final = 1.0
# How soon a round is tried again that could not begin at once.
_AGAIN_SECONDS: Final = 1.0
# Runs that one node sees on: most of the time they wait for their turn to end.
_PLACES: Final = 200


class Rounds:
    """Sees runs on, from one of their turns to the next."""

    def __init__(self, engine: Engine, analyses: Analyses) -> None:
        self._engine = engine
        self._analyses = analyses
        self._ended = asyncio.Event()
        engine.hear_endings(self._hear_ending)
        engine.work.register("rounds", Worker(self._see_on, _end_run, _PLACES))

    def _hear_ending(self, _principal: Principal, _turn_id: TurnId, origin: Origin) -> None:
        """A round has ended here: whoever waits for one looks whether it was theirs."""
        if origin == "round":
            self._ended.set()
            self._ended = asyncio.Event()

    async def _see_on(self, principal: Principal, work: Work) -> None:
        """Take the run as far as it goes by itself."""
        store = self._engine.store
        while True:
            try:
                run = await store.read(principal, read_run, work.id)
            except NotFound:
                await self._give_up(principal, work)
                return
            turn, _ = await store.read(principal, read_accepted, run.last.turn_id)
            if not turn.all_completed:
                await self._wait()
            elif not await self._step(principal, work, run, turn):
                return

    async def _wait(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(_LOOK_SECONDS):
                await self._ended.wait()

    async def _step(self, principal: Principal, work: Work, run: RoundRun, turn: Turn) -> bool:
        """Reckon up the round that has ended and begin the next; False when the run goes on by itself no more."""
        if not run.last.ended:
            failpoint("round_ended")
            settled = await self._settle(principal, work, run, turn)
            if settled is None:
                return True
            run = settled
        failpoint("round_reckoned")
        if run.status == "running":
            await self._go_on(principal, run)
            return True
        # Nothing is left for this work, unless the person has just let them go on.
        return not await retry_write(lambda: self._engine.store.write(principal, _end_if_idle, work))

    async def _give_up(self, principal: Principal, work: Work) -> None:
        """The conversation was removed meanwhile."""
        error = NotFound("conversation", work.conversation_id or "")
        facts = {"code": error.code, "message": str(error), **error.facts}
        await retry_write(lambda: self._engine.store.write(principal, _end_left, work, facts))

    async def _settle(self, principal: Principal, work: Work, run: RoundRun, turn: Turn) -> RoundRun | None:
        """Write down what the newest round cost and brought, and what that means for the run."""
        store = self._engine.store
        earlier = await store.read(principal, _read_earlier, run)
        new_claims = await self._count_new(principal, work, run, turn, earlier)
        reason = judge(run, turn, new_claims)
        movement = await self._read_movement(principal, run, turn) if run.only_split and reason is None else None
        if run.only_split and run.status == "running" and reason is None:
            reason = judge_movement(movement)
        looked_at = (turn.id, *earlier) if run.until_quiet or run.only_split else ()
        replies, looks = await store.read(principal, _read_used, turn, looked_at)
        cost = Till(self._engine.composer, self._engine.calibration).reckon(replies, looks)
        moved = None if movement is None else movement.moved
        ended = replace(run.last, cost=cost, new_claims=new_claims, moved=moved, ended=True)
        settled = await store.write(principal, _write_settled, work, run, ended, reason)
        if settled is not None and settled.status == "waiting":
            await self._foresee(principal, settled)
        return settled

    async def _count_new(
        self, principal: Principal, work: Work, run: RoundRun, turn: Turn, earlier: Sequence[TurnId]
    ) -> int | None:
        """How many claims nobody had made before; unknown where that is not asked for or could not be told."""
        if not run.until_quiet or run.status != "running" or judge(run, turn, None) is not None:
            return None
        if not self._may_count(principal, run, turn):
            return None
        try:
            return await self._analyses.maps.count_new_claims(principal, work, turn.id, earlier)
        except (Refused, AnalysisError, ProviderError) as reason:
            logger.info("claims_not_counted", extra={"run": run.id, "code": reason.code})
            return None

    async def _read_movement(self, principal: Principal, run: RoundRun, turn: Turn) -> Movement | None:
        """What the newest round has moved, by its own map beside the one it went by; nothing when that is not known."""
        if run.status != "running" or run.last.map_id is None or not self._may_count(principal, run, turn):
            return None
        try:
            now = await self._analyses.maps.ensure(principal, turn.id)
        except (Refused, AnalysisError, ProviderError) as reason:
            logger.info("movement_not_read", extra={"run": run.id, "code": reason.code})
            return None
        before = await self._engine.store.read(principal, read_drawn, run.last.map_id)
        return measure_movement(before, now, turn)

    def _may_count(self, principal: Principal, run: RoundRun, turn: Turn) -> bool:
        """Whether reading this round's answers stays within the ceiling too."""
        if run.ceiling is None:
            return True
        runner = self._analyses.runner
        model = runner.choose_model(principal)
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
            await begin_round(self._engine, principal, run)
        except CeilingReached as reason:
            await self._end(principal, run, "ceiling", reason)
        except (Draining, TurnInFlight):
            # Somebody is asked again about an earlier turn, or this node is going: it is tried again.
            logger.info("round_waits", extra={"run": run.id})
            raise Later(_AGAIN_SECONDS) from None
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


def judge_movement(movement: Movement | None) -> RunReason | None:
    """Why rounds between those who are split end with this one, if they do. What cannot be told ends them."""
    if movement is None:
        return "unread"
    if movement.left == 0:
        return "settled"
    return "unmoved" if movement.moved == 0 else None


def _end_left(unit: Unit, work: Work, facts: Mapping[str, Any]) -> None:
    end_work(unit, work)
    end_run_of(unit, work.id, "refused", datetime.now(UTC), facts)


def _end_run(unit: Unit, work: Work, error: ReplyError) -> None:
    """Somebody else has decided that the run ends."""
    reason: RunReason = "stopped" if error.code == "stopped" else "failed"
    end_run_of(unit, work.id, reason, datetime.now(UTC), {"code": error.code, "message": error.message})


def _end_if_idle(unit: Unit, work: Work) -> bool:
    """End work whose run does not go on by itself. Whoever lets it go on has the conversation's lock, too."""
    lock_conversation(unit, ConversationId(work.conversation_id or ""))
    if read_run(unit, work.id).status == "running":
        return False
    end_work(unit, work)
    return True


def _write_settled(unit: Unit, work: Work, run: RoundRun, ended: Round, reason: RunReason | None) -> RoundRun | None:
    check_held(unit, work)
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
    looked = read_looks_since(unit, looked_at, turn.created_at)
    return read_turn_used(unit, turn.id), (*looked, *read_turn_made(unit, turn.id))
