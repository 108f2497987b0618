"""Why a reply came out as it did: which parts of what was sent made the difference."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Query

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.analysis.why.plan import MOST_CALLS, least_calls
from antiphon.api.analyses import describe_analysis
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.key import Key
from antiphon.api.routes.maps import answer_forecast
from antiphon.api.schemas.memory import AnalysisLine
from antiphon.api.schemas.whys import FindingWhy, WhyAnswer, WhyForecastAnswer, WhyPreviewAnswer
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.errors import CommandRefused, Draining, KeyMissing, ModelUnknown, TurnInFlight
from antiphon.conversation.ids import ReplyId, TurnId
from antiphon.conversation.reply import Reply
from antiphon.conversation.why import Finding, Part
from antiphon.conversation.wire import format_time
from antiphon.engine.commands.whys import PricedWhy, find_why, foresee_why, forget_why, preview_why
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.turns import read_placed_reply
from antiphon.store.reads.whys import KeptWhy, count_answered, place_turns, read_newest_why, read_why
from antiphon.store.reads.work import read_work
from antiphon.store.unit import Unit

router = APIRouter(route_class=BoundedRoute, prefix="/v1/replies/{reply_id}/why", tags=["why"])
READ = Policy(Verb.READ, "why")
WRITE = Policy(Verb.WRITE, "why")
# A little more than is taken, so that our own sentence says what is wrong.
WantedCalls = Annotated[int | None, Query(ge=1, le=10_000)]
LeftOut = Annotated[list[Annotated[str, Query(max_length=100)]], Query(max_length=500)]
_REFUSALS = (CommandRefused, KeyMissing, ModelUnknown, TurnInFlight)


class _Sight(NamedTuple):
    """Everything that is shown about a reply, of one moment."""

    turn_id: TurnId
    conversation_id: str
    reply: Reply
    newest: Analysis | None
    answered: int
    most: int | None
    kept: KeptWhy | None


@router.get("/forecast", response_model=WhyForecastAnswer, operation_id="forecast_why")
@allow(READ, raises=_REFUSALS)
async def get_why_forecast(caller: Caller, deps: Deps, reply_id: str, calls: WantedCalls = None) -> dict[str, Any]:
    """What finding out may take, and which parts are tried in which order. Nothing is sent."""
    priced = await foresee_why(deps.engine, deps.analyses.whys, caller, ReplyId(reply_id), calls)
    positions = await deps.engine.store.read(caller, place_turns, priced.foreseen.reply.sent.parts)
    limit = deps.engine.options_of(caller).analysis_tokens
    return _answer_forecast(priced, positions) | {"token_limit": limit}


@router.get("/preview", response_model=WhyPreviewAnswer, operation_id="preview_why")
@allow(READ, raises=_REFUSALS)
async def get_why_preview(caller: Caller, deps: Deps, reply_id: str, leave_out: LeftOut = []) -> dict[str, Any]:  # noqa: B006 - read, never changed
    """The very bytes that a replay without these parts sends; without any, those of the receipt."""
    request = await preview_why(deps.engine, deps.analyses.whys, caller, ReplyId(reply_id), leave_out)
    return {
        "provider": request.provider,
        "model": request.model,
        "url": request.url,
        "sha256": request.sha256,
        "bytes": len(request.body),
        "body": request.body.decode(),
    }


@router.post("", response_model=AnalysisLine, status_code=202, operation_id="find_why")
@allow(WRITE, body=SHORT, cost=CallCost.PAID, raises=(*_REFUSALS, Draining))
async def post_why(caller: Caller, deps: Deps, reply_id: str, body: FindingWhy, key: Key) -> dict[str, Any]:
    """Begin to find out, once for one key; `GET` of the same address tells how far it is and when it has ended."""
    begun = await find_why(deps.engine, deps.analyses.whys, caller, ReplyId(reply_id), body.calls, key)
    return describe_analysis(deps, begun)


@router.get("", response_model=WhyAnswer, operation_id="get_why")
@allow(READ)
async def get_why(caller: Caller, deps: Deps, reply_id: str) -> dict[str, Any]:
    """What was last found out about a reply, and how the newest attempt at it stands."""
    return _answer(deps, await deps.engine.store.read(caller, _read, ReplyId(reply_id)))


@router.delete("", status_code=204, operation_id="delete_why")
@allow(WRITE)
async def delete_why(caller: Caller, deps: Deps, reply_id: str) -> None:
    """Throw away what was found out about a reply, with all that was sent for it. What it used stays counted."""
    await forget_why(deps.engine, caller, ReplyId(reply_id))


def _read(unit: Unit, reply_id: ReplyId) -> _Sight:
    place, reply = read_placed_reply(unit, reply_id)
    read_conversation(unit, place.conversation_id)
    newest, most = read_newest_why(unit, reply_id), None
    if newest is not None and newest.status == "running":
        most = int(read_work(unit, newest.id).args["calls"])
    answered = 0 if newest is None else count_answered(unit, newest.id)
    return _Sight(place.turn_id, place.conversation_id, reply, newest, answered, most, read_why(unit, reply_id))


def _answer(deps: Dependencies, sight: _Sight) -> dict[str, Any]:
    newest = sight.newest
    return {
        "reply_id": sight.reply.id,
        "turn_id": sight.turn_id,
        "conversation_id": sight.conversation_id,
        "advisor_id": sight.reply.advisor_id,
        "status": "none" if newest is None else newest.status,
        "analysis": None if newest is None else describe_analysis(deps, newest),
        "answered": sight.answered,
        "most": sight.most,
        "found": None if sight.kept is None else _answer_found(sight.kept),
    }


def _answer_found(kept: KeptWhy) -> dict[str, Any]:
    why = kept.why
    parts = {each.id: _answer_part(each, kept.positions) for each in why.parts}
    names = ("compared_by", "unchanged", "unread", "spread", "least", "is_still", "strayed", "together", "stopped_by")
    return {name: getattr(why, name) for name in names} | {
        "analysis_id": kept.analysis_id,
        "model": kept.model,
        "found_at": None if kept.found_at is None else format_time(kept.found_at),
        "beyond_chance": len(why.beyond_chance),
        "findings": [_answer_finding(each, parts) for each in why.findings if each.part_id in parts],
    }


def _answer_finding(finding: Finding, parts: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    return asdict(finding) | {"part": parts[finding.part_id]}


def _answer_part(part: Part, positions: Mapping[TurnId, int]) -> dict[str, Any]:
    return asdict(part) | {"position": None if part.turn_id is None else positions.get(part.turn_id)}


def _answer_forecast(priced: PricedWhy, positions: Mapping[TurnId, int]) -> dict[str, Any]:
    reply, plan = priced.foreseen.reply, priced.foreseen.plan
    parts = {each.id: _answer_part(each, positions) for each in reply.sent.parts}
    return answer_forecast(priced.most) | {
        "reply_id": reply.reply_id,
        "surely": plan.surely,
        "likely_cost": priced.likely.cost,
        "tried": len(plan.tried),
        "alone": plan.alone,
        "least_calls": least_calls(),
        "most_calls": MOST_CALLS,
        "parts": [parts[each] for each in (*plan.tried, *plan.left)],
    }
