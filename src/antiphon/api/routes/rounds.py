"""Advisors answering each other: forecast, start, go on, stop."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal
from antiphon.advisors.panel import RoundHabits, encode_habits
from antiphon.advisors.prompt import load_round_prompts
from antiphon.api.context import read_choice
from antiphon.api.guard import Caller, allow
from antiphon.api.house import House, Rooms
from antiphon.api.schemas.rounds import ForecastAnswer, RoundsAnswer, RunAnswer, StartingRounds, Wording
from antiphon.conversation.errors import NotFound, Refused
from antiphon.conversation.ids import AdvisorId, ConversationId
from antiphon.conversation.round_run import RoundRun
from antiphon.conversation.wire import format_time
from antiphon.engine.commands.begin_round import describe_forecast, read_forecast
from antiphon.engine.commands.start_rounds import StartRounds, next_round, plan_run, start_rounds
from antiphon.engine.commands.stop_rounds import stop_rounds
from antiphon.store.reads.line_up import read_panel_of
from antiphon.store.reads.rounds import encode_round, read_run, read_runs
from antiphon.store.unit import Unit

router = APIRouter(prefix="/v1", tags=["rounds"])
READ = Policy(Verb.READ, "turn")
WRITE = Policy(Verb.WRITE, "turn")


@router.get("/conversations/{conversation_id}/rounds", response_model=RoundsAnswer)
@allow(READ)
async def get_rounds(caller: Caller, rooms: Rooms, conversation_id: str) -> dict[str, Any]:
    """The newest runs, and what a round in the usual words would cost now."""
    here = ConversationId(conversation_id)
    habits, runs = await rooms.engine.store.read(caller, _read_rounds, here)
    usual = plan_run(rooms.engine, caller, StartRounds(here, count=1))
    return {
        "runs": [await _answer(rooms, caller, run) for run in runs],
        **await _foresee(rooms, caller, usual),
        "habits": encode_habits(habits),
        "wordings": asdict(load_round_prompts()),
    }


@router.post("/conversations/{conversation_id}/rounds/forecast", response_model=ForecastAnswer)
@allow(READ)
async def post_forecast(caller: Caller, rooms: Rooms, conversation_id: str, body: Wording) -> dict[str, Any]:
    """What a round in these words would cost at most. Nothing is written."""
    planned = plan_run(rooms.engine, caller, _command(rooms, conversation_id, body, count=1))
    return await _foresee(rooms, caller, planned)


@router.post("/conversations/{conversation_id}/rounds", status_code=201, response_model=RunAnswer)
@allow(WRITE)
async def post_rounds(caller: Caller, rooms: Rooms, conversation_id: str, body: StartingRounds) -> dict[str, Any]:
    """Let them answer each other. A 201 means that the first round is on disk and on its way."""
    more = {"ceiling": body.ceiling, "asks": body.asks, "until_quiet": body.until_quiet}
    command = _command(rooms, conversation_id, body, count=body.count, **more)
    return await _answer(rooms, caller, await start_rounds(rooms.engine, caller, command))


@router.get("/rounds/{run_id}", response_model=RunAnswer)
@allow(READ)
async def get_run(caller: Caller, rooms: Rooms, run_id: str) -> dict[str, Any]:
    """One run as far as it has come."""
    return await _answer(rooms, caller, await rooms.engine.store.read(caller, read_run, run_id))


@router.post("/rounds/{run_id}/next", response_model=RunAnswer)
@allow(WRITE)
async def post_next(caller: Caller, rooms: Rooms, run_id: str) -> dict[str, Any]:
    """Your word to a run that waits for it."""
    return await _answer(rooms, caller, await next_round(rooms.engine, caller, run_id))


@router.post("/rounds/{run_id}/stop", response_model=RunAnswer)
@allow(WRITE)
async def post_stop(caller: Caller, rooms: Rooms, run_id: str) -> dict[str, Any]:
    """No further round, and the one under way stops; what was said is kept."""
    return await _answer(rooms, caller, await stop_rounds(rooms.engine, caller, run_id))


def _command(rooms: House, conversation_id: str, body: Wording, **more: Any) -> StartRounds:
    return StartRounds(
        conversation_id=ConversationId(conversation_id),
        advisor_ids=None if body.advisor_ids is None else tuple(AdvisorId(each) for each in body.advisor_ids),
        text=body.text,
        choice=read_choice(rooms.engine.options.choice, body.choice),
        **more,
    )


def _read_rounds(unit: Unit, conversation_id: ConversationId) -> tuple[RoundHabits, tuple[RoundRun, ...]]:
    return read_panel_of(unit, conversation_id).rounds, read_runs(unit, conversation_id)


async def _foresee(rooms: House, caller: Principal, run: RoundRun) -> dict[str, Any]:
    """The forecast, or the refusal a round would meet."""
    try:
        foreseen = await rooms.engine.store.read(caller, read_forecast, rooms.engine, run)
    except Refused as reason:
        if isinstance(reason, NotFound) and reason.kind == "conversation":
            raise
        return {"forecast": None, "refusal": {"code": reason.code, "message": str(reason)}}
    return {"forecast": describe_forecast(foreseen), "refusal": None}


async def _answer(rooms: House, caller: Principal, run: RoundRun) -> dict[str, Any]:
    waiting = await _foresee(rooms, caller, run) if run.status == "waiting" else {"forecast": None}
    return {
        "id": run.id,
        "conversation_id": run.conversation_id,
        "planned": run.planned,
        "ceiling": run.ceiling,
        "asks": run.asks,
        "until_quiet": run.until_quiet,
        "text": run.text,
        "advisor_ids": None if run.advisor_ids is None else list(run.advisor_ids),
        "status": run.status,
        "reason": run.reason,
        "facts": dict(run.facts),
        "spent": run.spent,
        "rounds": [encode_round(each) for each in run.rounds],
        "next_forecast": waiting["forecast"],
        "created_at": format_time(run.created_at),
    }
