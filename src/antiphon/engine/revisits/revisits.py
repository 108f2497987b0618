"""See on what was begun: the next question when the one before it was answered, until all are, or somebody stops it.

A question is one transaction with the step it is, so whoever takes this up after a crash goes on with the next one.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from antiphon.access.principal import Principal
from antiphon.conversation.errors import CommandRefused, Draining, NotFound, Refused, StaleEpoch, TurnInFlight
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.revisit import Revisit, RevisitStatus
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Origin, Turn
from antiphon.conversation.work import Work
from antiphon.engine.commands.accept_turn import AcceptTurn, accept_turn
from antiphon.engine.engine import Engine
from antiphon.engine.payloads.compose import Composed
from antiphon.engine.revisits.start import choose_usual, name_question
from antiphon.engine.runtime.failpoint import failpoint
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.engine.work.queue import Later, Worker
from antiphon.store.reads.revisits import read_questions, read_revisit
from antiphon.store.reads.turns import read_accepted, read_places
from antiphon.store.unit import Unit
from antiphon.store.writes.request_stop import request_stop_of_turn
from antiphon.store.writes.revisits import ask_next, end_revisit
from antiphon.store.writes.work import check_held, end_work

logger = logging.getLogger(__name__)

# How soon it is noticed that a question was answered on another node.
_LOOK_SECONDS: Final = 1.0
# How soon a question is tried again that could not be asked at once.
_AGAIN_SECONDS: Final = 1.0
# Most of the time they wait for answers.
_PLACES: Final = 50


class Revisits:
    """Sees them on, from one question to the next."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._ended = asyncio.Event()
        engine.hear_endings(self._hear_ending)
        engine.work.register("revisit", Worker(self._see_on, _end_left, _PLACES))

    def _hear_ending(self, _principal: Principal, _turn_id: TurnId, _origin: Origin) -> None:
        """Somebody was answered here: whoever waits looks whether it was theirs."""
        self._ended.set()
        self._ended = asyncio.Event()

    async def _see_on(self, principal: Principal, work: Work) -> None:
        store = self._engine.store
        while True:
            try:
                revisit = await store.read(principal, read_revisit, work.id)
            except NotFound:
                # Its conversation was deleted for good, and this work with it.
                raise StaleEpoch(work.id, work.epoch) from None
            turn, _ = await store.read(principal, read_accepted, revisit.turn_id)
            if not turn.all_completed:
                await self._wait()
            elif (end := judge(revisit, turn)) is not None:
                await self._end(principal, work, *end)
                return
            elif not await self._go_on(principal, work, revisit):
                return

    async def _wait(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(_LOOK_SECONDS):
                await self._ended.wait()

    async def _go_on(self, principal: Principal, work: Work, revisit: Revisit) -> bool:
        """Ask the next question; False when it ends here."""
        failpoint("revisit_answered")
        try:
            await self._ask(principal, work, revisit)
        except (Draining, TurnInFlight):
            raise Later(_AGAIN_SECONDS) from None
        except _PersonSpoke:
            await self._end(principal, work, "person")
            return False
        except Refused as reason:
            facts = {"code": reason.code, "message": str(reason)}
            await self._end(principal, work, "failed", facts)
            return False
        return True

    async def _ask(self, principal: Principal, work: Work, revisit: Revisit) -> None:
        found = await self._engine.store.read(principal, read_questions, revisit.source_id, revisit.created_at)
        number = find_next(revisit, found.texts)
        if number is None:
            raise CommandRefused("the next question", "it was removed from where it stood")

        def in_same_transaction(unit: Unit, turn_id: TurnId, _composed: Mapping[AdvisorId, Composed]) -> None:
            check_held(unit, work)
            standing = read_places(unit, revisit.conversation_id)
            if not standing or standing[-1][1] != revisit.turn_id:
                raise _PersonSpoke
            ask_next(unit, revisit, number + 1, turn_id, datetime.now(UTC))

        question = AcceptTurn(
            conversation_id=revisit.conversation_id,
            text=found.texts[number],
            key=name_question(revisit.id, number),
            choice=choose_usual(self._engine, principal),
            in_same_transaction=in_same_transaction,
        )
        await accept_turn(self._engine, principal, question)

    async def _end(
        self, principal: Principal, work: Work, status: RevisitStatus, facts: Mapping[str, object] | None = None
    ) -> None:
        await retry_write(lambda: self._engine.store.write(principal, _write_end, work, status, facts))


class _PersonSpoke(Exception):
    """Whoever speaks has the floor: nothing is asked in the person's name between the person's own words."""


def find_next(revisit: Revisit, texts: Sequence[str]) -> int | None:
    """Which question is asked next; one that was deleted meanwhile is passed over, and no other for it."""
    return next((number for number in range(revisit.asked, min(revisit.planned, len(texts))) if texts[number]), None)


def judge(revisit: Revisit, turn: Turn) -> tuple[RevisitStatus, Mapping[str, object] | None] | None:
    """How it ends with this answer, if it does: all was asked, somebody was stopped, or nobody answered."""
    states = {reply.state for reply in turn.replies if reply.chosen}
    if ReplyState.STOPPED in states:
        return "stopped", None
    if ReplyState.COMPLETE not in states:
        error = next((reply.error for reply in turn.replies if reply.error is not None), None)
        message = "nobody answered" if error is None else f"nobody answered: {error.message}"
        return "failed", {"code": "nobody_answered", "message": message}
    return ("done", None) if revisit.asked >= revisit.planned else None


def _write_end(unit: Unit, work: Work, status: RevisitStatus, facts: Mapping[str, object] | None) -> None:
    end_work(unit, work)
    end_revisit(unit, work.id, status, datetime.now(UTC), facts)


def _end_left(unit: Unit, work: Work, error: ReplyError) -> None:
    """Somebody else has decided that it ends; whoever is speaking for it is stopped too."""
    is_stop = error.code == "stopped"
    with suppress(NotFound):
        if is_stop:
            request_stop_of_turn(unit, read_revisit(unit, work.id).turn_id)
    facts = {} if is_stop else {"code": error.code, "message": error.message}
    end_revisit(unit, work.id, "stopped" if is_stop else "failed", datetime.now(UTC), facts)
