"""Better words for an advisor: looked for, compared, and taken over."""

from typing import Any, NamedTuple

from fastapi import APIRouter

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.evals import describe_improvement, describe_whole_improvement
from antiphon.api.guard import Caller, allow
from antiphon.api.key import Key
from antiphon.api.schemas.evals import ImprovementAnswer, ImprovementLine, ImprovingAdvisor
from antiphon.conversation.errors import (
    AdvisorStale,
    CommandRefused,
    Draining,
    EvalFileInvalid,
    KeyMissing,
    ModelUnknown,
)
from antiphon.conversation.evals import EvalOutcome, Improvement
from antiphon.conversation.ids import AdvisorId
from antiphon.engine.commands.evals import accept_improvement, improve_advisor, stop_improving
from antiphon.engine.evals.improvements import Improving
from antiphon.store.reads.eval_runs import read_outcomes
from antiphon.store.reads.evals import read_cases_by_id, read_improvement
from antiphon.store.unit import Unit

router = APIRouter(route_class=BoundedRoute, tags=["evals"])
READ = Policy(Verb.READ, "evals")
WRITE = Policy(Verb.WRITE, "evals")


class _Compared(NamedTuple):
    improvement: Improvement
    names: dict[str, str]
    before: tuple[EvalOutcome, ...]
    after: tuple[EvalOutcome, ...]


@router.post(
    "/v1/advisors/{advisor_id}/improvements",
    response_model=ImprovementLine,
    status_code=202,
    operation_id="improve_advisor",
)
@allow(
    WRITE, body=SHORT, cost=CallCost.PAID, raises=(CommandRefused, Draining, EvalFileInvalid, KeyMissing, ModelUnknown)
)
async def post_improvement(
    caller: Caller, deps: Deps, advisor_id: str, body: ImprovingAdvisor, key: Key
) -> dict[str, Any]:
    """Have better words looked for, once for one key; the advisor stays as it is until they are taken over."""
    wanted = Improving(
        AdvisorId(advisor_id),
        None if body.case_ids is None else tuple(body.case_ids),
        body.rounds,
        body.model,
        body.judge_model,
        body.writer_model,
    )
    return describe_improvement(await improve_advisor(deps.engine, deps.improvements, caller, wanted, key))


@router.get("/v1/improvements/{improvement_id}", response_model=ImprovementAnswer, operation_id="get_improvement")
@allow(READ)
async def get_improvement(caller: Caller, deps: Deps, improvement_id: str) -> dict[str, Any]:
    """What was tried so far, and the best wording beside the advisor's own."""
    return describe_whole_improvement(*await deps.engine.store.read(caller, _read_compared, improvement_id))


@router.post("/v1/improvements/{improvement_id}/stop", response_model=ImprovementLine, operation_id="stop_improvement")
@allow(WRITE)
async def post_improvement_stop(caller: Caller, deps: Deps, improvement_id: str) -> dict[str, Any]:
    """Try nothing further; what was found so far can be taken over."""
    return describe_improvement(await stop_improving(deps.improvements, caller, improvement_id))


@router.post(
    "/v1/improvements/{improvement_id}/accept", response_model=ImprovementLine, operation_id="accept_improvement"
)
@allow(WRITE, raises=(AdvisorStale, CommandRefused))
async def post_improvement_accept(caller: Caller, deps: Deps, improvement_id: str) -> dict[str, Any]:
    """Make the best wording the advisor's next version; refused when the advisor was changed since."""
    return describe_improvement(await accept_improvement(deps.engine, caller, improvement_id))


def _read_compared(unit: Unit, improvement_id: str) -> _Compared:
    improvement = read_improvement(unit, improvement_id)
    names = {each.id: each.name for each in read_cases_by_id(unit, improvement.case_ids).values()}
    runs = {each.number: each.run_id for each in improvement.attempts}
    best = runs.get(improvement.best) if improvement.best else None
    return _Compared(improvement, names, _read_of(unit, runs.get(0)), _read_of(unit, best))


def _read_of(unit: Unit, run_id: str | None) -> tuple[EvalOutcome, ...]:
    return () if run_id is None else read_outcomes(unit, run_id)
