"""Advisors answering each other: forecast, start, go on, stop."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.access.principal import Principal
from antiphon.advisors.panel import RoundHabits, encode_habits
from antiphon.advisors.prompt import load_round_prompts
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.context import read_choice
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.key import Key
from antiphon.api.schemas.page import answer_all
from antiphon.api.schemas.rounds import ForecastAnswer, RoundsAnswer, RunAnswer, StartingRounds, Wording
from antiphon.conversation.errors import (
    CeilingReached,
    CommandRefused,
    Draining,
    FilterInvalid,
    NoAdvisors,
    NotFound,
    PriceUnknown,
    Refused,
    TurnInFlight,
    UserPromptTooLarge,
)
from antiphon.conversation.ids import AdvisorId, ConversationId
from antiphon.conversation.round import RoundRun
from antiphon.conversation.wire import format_time
from antiphon.engine.payloads.cost import Till
from antiphon.engine.rounds.begin import describe_forecast, describe_split, read_forecast, read_split_forecast
from antiphon.engine.rounds.start import StartRounds, next_round, plan_run, start_rounds
from antiphon.engine.rounds.stop import stop_rounds
from antiphon.store.reads.panels import read_panel_of
from antiphon.store.reads.rounds import encode_round, read_run, read_runs
from antiphon.store.unit import Unit

router = APIRouter(route_class=BoundedRoute, prefix="/v1", tags=["rounds"])
READ = Policy(Verb.READ, "turn")
WRITE = Policy(Verb.WRITE, "turn")

# Why a round may not begin.
_REFUSALS = (
    CeilingReached,
    CommandRefused,
    Draining,
    FilterInvalid,
    NoAdvisors,
    PriceUnknown,
    TurnInFlight,
    UserPromptTooLarge,
)


@router.get("/conversations/{conversation_id}/rounds", response_model=RoundsAnswer, operation_id="list_rounds")
@allow(READ)
async def get_rounds(caller: Caller, deps: Deps, conversation_id: str) -> dict[str, Any]:
    """The newest runs, and what a round in the usual words would cost now."""
    here = ConversationId(conversation_id)
    habits, runs = await deps.engine.store.read(caller, _read_rounds, here)
    usual = plan_run(deps.engine, caller, StartRounds(here, count=1))
    return {
        **answer_all([await _answer(deps, caller, run) for run in runs]),
        **await _foresee(deps, caller, usual),
        "habits": encode_habits(habits),
        "wordings": asdict(load_round_prompts()),
    }


@router.post(
    "/conversations/{conversation_id}/rounds/forecast", response_model=ForecastAnswer, operation_id="forecast_round"
)
@allow(READ, body=SHORT, cost=CallCost.HEAVY, raises=(FilterInvalid,))
async def post_forecast(caller: Caller, deps: Deps, conversation_id: str, body: Wording) -> dict[str, Any]:
    """What a round in these words would cost at most. Nothing is written."""
    planned = plan_run(deps.engine, caller, _command(deps, caller, conversation_id, body, count=1))
    foreseen = await (_foresee_split if body.only_split else _foresee)(deps, caller, planned)
    return {"split": None, **foreseen}


@router.post(
    "/conversations/{conversation_id}/rounds", status_code=201, response_model=RunAnswer, operation_id="start_rounds"
)
@allow(
    WRITE,
    body=SHORT,
    cost=CallCost.PAID,
    raises=_REFUSALS,
    location="/v1/rounds/{id}",
)
async def post_rounds(
    caller: Caller, deps: Deps, conversation_id: str, body: StartingRounds, key: Key
) -> dict[str, Any]:
    """Let them answer each other, once for one key. A 201 means that the first round is on disk and on its way."""
    more = {"ceiling": body.ceiling, "asks": body.asks, "until_quiet": body.until_quiet}
    command = _command(deps, caller, conversation_id, body, count=body.count, **more)
    return await _answer(deps, caller, await start_rounds(deps.engine, caller, command, key))


@router.get("/rounds/{run_id}", response_model=RunAnswer, operation_id="get_rounds")
@allow(READ)
async def get_run(caller: Caller, deps: Deps, run_id: str) -> dict[str, Any]:
    """One run as far as it has come."""
    return await _answer(deps, caller, await deps.engine.store.read(caller, read_run, run_id))


@router.post("/rounds/{run_id}/next", response_model=RunAnswer, operation_id="continue_rounds")
@allow(
    WRITE,
    cost=CallCost.PAID,
    raises=_REFUSALS,
)
async def post_next(caller: Caller, deps: Deps, run_id: str, key: Key) -> dict[str, Any]:
    """Your word to a run that waits for it; one round for one key."""
    return await _answer(deps, caller, await next_round(deps.engine, caller, run_id, key))


@router.post("/rounds/{run_id}/stop", response_model=RunAnswer, operation_id="stop_rounds")
@allow(WRITE)
async def post_stop(caller: Caller, deps: Deps, run_id: str) -> dict[str, Any]:
    """No further round, and the one under way stops; what was said is kept."""
    return await _answer(deps, caller, await stop_rounds(deps.engine, caller, run_id))


def _command(deps: Dependencies, caller: Principal, conversation_id: str, body: Wording, **more: Any) -> StartRounds:
    return StartRounds(
        conversation_id=ConversationId(conversation_id),
        advisor_ids=None if body.advisor_ids is None else tuple(AdvisorId(each) for each in body.advisor_ids),
        text=body.text,
        only_split=body.only_split,
        choice=read_choice(deps.engine.options_of(caller).choice, body.choice),
        **more,
    )


def _read_rounds(unit: Unit, conversation_id: ConversationId) -> tuple[RoundHabits, tuple[RoundRun, ...]]:
    return read_panel_of(unit, conversation_id).rounds, read_runs(unit, conversation_id)


async def _foresee(deps: Dependencies, caller: Principal, run: RoundRun) -> dict[str, Any]:
    """The forecast, or the refusal a round would meet."""
    try:
        foreseen = await deps.engine.store.read(caller, read_forecast, deps.engine, run)
    except Refused as reason:
        return _refuse(reason)
    return {"forecast": describe_forecast(foreseen), "refusal": None}


async def _foresee_split(deps: Dependencies, caller: Principal, run: RoundRun) -> dict[str, Any]:
    """The same for a round between those who are split, and what is saved."""
    engine, runner = deps.engine, deps.analyses.runner
    try:
        foreseen = await engine.store.read(caller, read_split_forecast, engine, run)
    except Refused as reason:
        return _refuse(reason)
    try:
        model = runner.choose_model(caller)
    except Refused:
        reading = None
    else:
        reading = Till(engine.composer, engine.calibration).foresee_reading(model, foreseen.longest)
    return {
        "forecast": describe_forecast(foreseen.forecast),
        "refusal": None,
        "split": describe_split(foreseen, reading),
    }


def _refuse(reason: Refused) -> dict[str, Any]:
    if isinstance(reason, NotFound) and reason.kind == "conversation":
        raise reason
    return {"forecast": None, "refusal": {"code": reason.code, "message": str(reason)}}


async def _answer(deps: Dependencies, caller: Principal, run: RoundRun) -> dict[str, Any]:
    waiting = await _foresee(deps, caller, run) if run.status == "waiting" else {"forecast": None}
    return {
        "id": run.id,
        "conversation_id": run.conversation_id,
        "planned": run.planned,
        "ceiling": run.ceiling,
        "asks": run.asks,
        "until_quiet": run.until_quiet,
        "only_split": run.only_split,
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
