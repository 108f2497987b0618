"""The journal: decisions, how the advisors stood, how it turned out, and what that says."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any, cast

from fastapi import APIRouter, Query
from starlette.responses import Response

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.analysis import scorecard
from antiphon.analysis.calibration import ENOUGH, Calibration, Prediction, calibrate
from antiphon.analysis.journal_page import write_decision as write_page
from antiphon.analysis.journal_page import write_journal
from antiphon.analysis.scorecard import DecisionCounts, Score, score_advisors
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.content import declare_text
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.key import MayHaveKey
from antiphon.api.schemas.journal import (
    CalibrationAnswer,
    ChangingDecision,
    DecisionAnswer,
    DecisionsAnswer,
    ScorecardAnswer,
    WritingDecision,
)
from antiphon.api.schemas.page import answer_all
from antiphon.conversation.decision import Decision, DecisionChanges, encode_frozen
from antiphon.conversation.errors import NotFound, NotKept, TurnInFlight
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.wire import format_time
from antiphon.engine.commands.journal import (
    DecisionDraft,
    change_decision,
    remove_decision,
    restore_decision,
    write_decision,
)
from antiphon.store.reads.journal import (
    Placed,
    count_due,
    read_decision,
    read_decisions_of,
    read_journal,
    read_known,
    read_waiting,
)
from antiphon.store.unit import Unit

router = APIRouter(route_class=BoundedRoute, tags=["journal"])
READ = Policy(Verb.READ, "decision")
WRITE = Policy(Verb.WRITE, "decision")
_LINE = ("advisor_id", "name", "colour", "state", "attitude")


@router.get("/v1/decisions", response_model=DecisionsAnswer, operation_id="list_decisions")
@allow(READ, raises=(NotFound,))
async def get_decisions(
    caller: Caller,
    deps: Deps,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    before: str | None = None,
    turn_id: str | None = None,
) -> dict[str, Any]:
    """What waits to be looked back on, then what is known; or the decisions made in one turn."""
    now = datetime.now(UTC)
    found, due, rest = await deps.engine.store.read(caller, _read_page, now, limit, before, turn_id)
    return {"items": [_describe(each, now) for each in found], "due": due, "next": rest}


@router.post("/v1/decisions", response_model=DecisionAnswer, status_code=201, operation_id="create_decision")
@allow(WRITE, body=SHORT, raises=(NotFound, NotKept, TurnInFlight), location="/v1/decisions/{id}")
async def post_decision(caller: Caller, deps: Deps, body: WritingDecision, key: MayHaveKey = None) -> dict[str, Any]:
    """Write a decision down; how every advisor of the turn stands is frozen with it. The same key twice writes one."""
    said = body.model_dump(exclude={"stances", "turn_id", "reviewer_id"})
    deciding = DecisionDraft(
        **said,
        turn_id=TurnId(body.turn_id),
        reviewer_id=None if body.reviewer_id is None else AdvisorId(body.reviewer_id),
        attitudes={AdvisorId(name): each for name, each in body.stances.items()},
    )
    return _answer(await write_decision(deps.engine, caller, deciding, key))


@router.get("/v1/decisions/{decision_id}", response_model=DecisionAnswer, operation_id="get_decision")
@allow(READ)
async def get_decision(caller: Caller, deps: Deps, decision_id: str) -> dict[str, Any]:
    """One decision with everything that was frozen."""
    return _answer(await deps.engine.store.read(caller, read_decision, decision_id))


@router.patch("/v1/decisions/{decision_id}", response_model=DecisionAnswer, operation_id="update_decision")
@allow(WRITE, body=SHORT)
async def patch_decision(caller: Caller, deps: Deps, decision_id: str, body: ChangingDecision) -> dict[str, Any]:
    """Say what happened, take that back, or move the day to look back."""
    changes = cast("DecisionChanges", body.model_dump(exclude_unset=True))
    return _answer(await change_decision(deps.engine, caller, decision_id, changes))


@router.delete("/v1/decisions/{decision_id}", status_code=204, operation_id="delete_decision")
@allow(WRITE)
async def delete_decision(caller: Caller, deps: Deps, decision_id: str) -> None:
    """Take a decision out of the journal; it can be put back."""
    await remove_decision(deps.engine, caller, decision_id)


@router.post("/v1/decisions/{decision_id}/restore", response_model=DecisionAnswer, operation_id="restore_decision")
@allow(WRITE)
async def post_restore(caller: Caller, deps: Deps, decision_id: str) -> dict[str, Any]:
    """Put a decision back as it was."""
    return _answer(await restore_decision(deps.engine, caller, decision_id))


@router.get("/v1/journal/calibration", response_model=CalibrationAnswer, operation_id="get_calibration")
@allow(READ)
async def get_calibration(caller: Caller, deps: Deps) -> dict[str, Any]:
    """How sure the person was against how often they were right."""
    every = await deps.engine.store.read(caller, read_journal, words=False)
    known = [(each.confidence, each.outcome, each.outcome_at) for each in every]
    predictions = [
        Prediction(sure, outcome, at) for sure, outcome, at in known if outcome is not None and at is not None
    ]
    return {**_encode(calibrate(predictions)), "enough": ENOUGH, "waiting": len(every) - len(predictions)}


@router.get("/v1/journal/scorecard", response_model=ScorecardAnswer, operation_id="get_scorecard")
@allow(READ)
async def get_scorecard(caller: Caller, deps: Deps) -> dict[str, Any]:
    """How each advisor's stances have turned out."""
    scores = score_advisors(await deps.engine.store.read(caller, read_journal))
    return {**answer_all(_answer_score(each) for each in scores), "enough": scorecard.ENOUGH}


@router.get(
    "/v1/journal/export",
    response_class=Response,
    responses=declare_text("text/markdown", "A page to keep"),
    operation_id="export_journal",
)
@allow(READ, cost=CallCost.HEAVY, raises=(NotFound,))
async def get_export(caller: Caller, deps: Deps, decision_id: str | None = None) -> Response:
    """The whole journal as Markdown, oldest first, or one decision."""
    if decision_id is None:
        page = write_journal(await deps.engine.store.read(caller, read_journal))
    else:
        page = write_page((await deps.engine.store.read(caller, read_decision, decision_id)).decision) + "\n"
    disposition = {"Content-Disposition": 'attachment; filename="journal.md"'}
    return Response(page, media_type="text/markdown; charset=utf-8", headers=disposition)


def _read_page(
    unit: Unit, now: datetime, limit: int, before: str | None, turn_id: str | None
) -> tuple[tuple[Placed, ...], int, str | None]:
    due = count_due(unit, now)
    if turn_id is not None:
        return read_decisions_of(unit, [TurnId(turn_id)]), due, None
    known = read_known(unit, limit=limit + 1, before=before)
    rest = known[limit - 1].decision.id if len(known) > limit else None
    waiting = read_waiting(unit) if before is None else ()
    return (*waiting, *known[:limit]), due, rest


def _answer(placed: Placed) -> dict[str, Any]:
    stances = [encode_frozen(each) for each in placed.decision.stances]
    return {**_describe(placed, datetime.now(UTC)), "stances": stances}


def _describe(placed: Placed, now: datetime) -> dict[str, Any]:
    decision = placed.decision
    names = ("id", "conversation_id", "turn_id", "question", "choice", "confidence", "change_my_mind", "reviewer_id")
    return {name: getattr(decision, name) for name in (*names, "outcome", "outcome_text")} | {
        "title": placed.title,
        "position": placed.position,
        "options": list(decision.options),
        "reviewer": None if decision.reviewer is None else decision.reviewer.name,
        "standing": decision.standing(now),
        "stances": [{name: getattr(each, name) for name in _LINE} for each in decision.stances],
        **_format_moments(decision),
    }


def _format_moments(decision: Decision) -> dict[str, str | None]:
    moments = {name: getattr(decision, name) for name in ("created_at", "review_at", "outcome_at")}
    return {name: None if moment is None else format_time(moment) for name, moment in moments.items()}


def _encode(found: Calibration) -> dict[str, Any]:
    return asdict(found) | {"curve": [asdict(each) | {"at": format_time(each.at)} for each in found.curve]}


def _answer_score(score: Score) -> dict[str, Any]:
    reckoned = {name: getattr(score, name) for name in ("adopted_share", "right", "judged", "right_share")}
    tallies = {name: _answer_tally(getattr(score, name)) for name in ("stood_for", "stood_against")}
    return asdict(score) | reckoned | tallies


def _answer_tally(tally: DecisionCounts) -> dict[str, int]:
    return asdict(tally) | {"count": tally.count}
