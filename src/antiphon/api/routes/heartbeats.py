"""Speaking unasked: who may, what became of it, and what would be asked."""

from typing import Any, NamedTuple

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.advisors.advisor import Advisor
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.heartbeats import (
    AskingAnswer,
    HeartbeatAnswer,
    HeartbeatRunAnswer,
    HeartbeatRunsAnswer,
    HeartbeatsAnswer,
    SettingHeartbeat,
)
from antiphon.api.schemas.page import answer_all
from antiphon.conversation.errors import KeyMissing, ModelUnknown, NotFound
from antiphon.conversation.heartbeat import MOST_UNANSWERED, Heartbeat, HeartbeatRun, format_clock
from antiphon.conversation.ids import AdvisorId, ConversationId
from antiphon.conversation.wire import format_time
from antiphon.engine.commands.heartbeats import (
    SetHeartbeat,
    end_heartbeat,
    preview_heartbeat,
    read_heartbeat_message,
    set_heartbeat,
)
from antiphon.store.reads.advisors import read_advisor_lines
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.heartbeat_runs import count_unanswered, count_unread, read_heartbeat_runs
from antiphon.store.reads.heartbeats import read_heartbeat, read_heartbeats
from antiphon.store.reads.panels import read_panel_advisors
from antiphon.store.unit import Unit

router = APIRouter(route_class=BoundedRoute, tags=["heartbeats"])
READ = Policy(Verb.READ, "heartbeat")
WRITE = Policy(Verb.WRITE, "heartbeat")

# What is shown of an advisor that was never given leave: a few times a day, and never at night.
_EVERY_MINUTES = 240
_QUIET_FROM, _QUIET_UNTIL = "22:00", "08:00"


class _Standing(NamedTuple):
    """One advisor on the panel, its leave if it ever had one, and what it has said."""

    advisor: Advisor
    heartbeat: Heartbeat | None
    unread: int
    unanswered: int


@router.get(
    "/v1/conversations/{conversation_id}/heartbeats", response_model=HeartbeatsAnswer, operation_id="list_heartbeats"
)
@allow(READ)
async def get_heartbeats(caller: Caller, deps: Deps, conversation_id: str) -> dict[str, Any]:
    """Every advisor on the panel, and whether it may speak unasked here."""
    here = ConversationId(conversation_id)
    found = await deps.engine.store.read(caller, _read_standings, here)
    options = deps.engine.options_of(caller)
    return {
        **answer_all(_answer(here, each) for each in found),
        "time_zone": str(options.zone),
        "most_unanswered": MOST_UNANSWERED,
        "running": options.heartbeats,
    }


@router.put(
    "/v1/conversations/{conversation_id}/heartbeats/{advisor_id}",
    response_model=HeartbeatAnswer,
    operation_id="set_heartbeat",
)
@allow(WRITE, body=SHORT, raises=(KeyMissing, ModelUnknown, NotFound))
async def put_heartbeat(
    caller: Caller, deps: Deps, conversation_id: str, advisor_id: str, body: SettingHeartbeat
) -> dict[str, Any]:
    """Give an advisor leave to speak unasked, or change how often."""
    here, who = ConversationId(conversation_id), AdvisorId(advisor_id)
    await set_heartbeat(deps.engine, caller, SetHeartbeat(here, who, **body.model_dump()))
    return _answer(here, await deps.engine.store.read(caller, _read_standing, here, who))


@router.delete(
    "/v1/conversations/{conversation_id}/heartbeats/{advisor_id}", status_code=204, operation_id="delete_heartbeat"
)
@allow(WRITE)
async def delete_heartbeat(caller: Caller, deps: Deps, conversation_id: str, advisor_id: str) -> None:
    """Take the leave back; what is on its way is not said any more."""
    await end_heartbeat(deps.engine, caller, ConversationId(conversation_id), AdvisorId(advisor_id))


@router.get(
    "/v1/conversations/{conversation_id}/heartbeats/{advisor_id}/preview",
    response_model=AskingAnswer,
    operation_id="preview_heartbeat",
)
@allow(READ)
async def get_heartbeat_preview(caller: Caller, deps: Deps, conversation_id: str, advisor_id: str) -> dict[str, Any]:
    """What the advisor would be asked now, word for word. Nothing is sent."""
    asked = await preview_heartbeat(
        deps.engine, deps.heartbeats.deps, caller, ConversationId(conversation_id), AdvisorId(advisor_id)
    )
    return {"model": asked.model, "messages": [{"role": each.role, "content": each.content} for each in asked.messages]}


@router.get(
    "/v1/conversations/{conversation_id}/heartbeat-runs",
    response_model=HeartbeatRunsAnswer,
    operation_id="list_heartbeat_runs",
)
@allow(READ)
async def get_heartbeat_runs(caller: Caller, deps: Deps, conversation_id: str) -> dict[str, Any]:
    """The newest occasions to speak unasked: what was said, and why nothing was."""
    found, names = await deps.engine.store.read(caller, _read_runs, ConversationId(conversation_id))
    return answer_all(_answer_run(each, names.get(each.advisor_id)) for each in found)


@router.post(
    "/v1/heartbeat-runs/{run_id}/read", response_model=HeartbeatRunAnswer, operation_id="mark_heartbeat_run_read"
)
@allow(WRITE)
async def post_heartbeat_run_read(caller: Caller, deps: Deps, run_id: str) -> dict[str, Any]:
    """The person has seen what was said; the advisor may speak again when its time comes."""
    run = await read_heartbeat_message(deps.engine, caller, run_id)
    names = await deps.engine.store.read(caller, _read_names)
    return _answer_run(run, names.get(run.advisor_id))


def _read_standings(unit: Unit, conversation_id: ConversationId) -> list[_Standing]:
    given = {each.advisor_id: each for each in read_heartbeats(unit, conversation_id)}
    return [
        _stand(unit, each, conversation_id, given.get(each.id)) for each in read_panel_advisors(unit, conversation_id)
    ]


def _read_standing(unit: Unit, conversation_id: ConversationId, advisor_id: AdvisorId) -> _Standing:
    advisor = next(each for each in read_panel_advisors(unit, conversation_id) if each.id == advisor_id)
    return _stand(unit, advisor, conversation_id, read_heartbeat(unit, conversation_id, advisor_id))


def _stand(unit: Unit, advisor: Advisor, conversation_id: ConversationId, heartbeat: Heartbeat | None) -> _Standing:
    unread = count_unread(unit, conversation_id, advisor.id)
    return _Standing(advisor, heartbeat, unread, count_unanswered(unit, conversation_id, advisor.id))


def _read_runs(
    unit: Unit, conversation_id: ConversationId
) -> tuple[tuple[HeartbeatRun, ...], dict[AdvisorId, Advisor]]:
    read_conversation(unit, conversation_id)
    return read_heartbeat_runs(unit, conversation_id), _read_names(unit)


def _read_names(unit: Unit) -> dict[AdvisorId, Advisor]:
    return {line.advisor.id: line.advisor for line in read_advisor_lines(unit, archived=True)}


def _answer(conversation_id: ConversationId, standing: _Standing) -> dict[str, Any]:
    advisor, heartbeat = standing.advisor, standing.heartbeat
    about = {
        "conversation_id": conversation_id,
        "advisor_id": advisor.id,
        "name": advisor.name,
        "colour": advisor.colour,
        "unread": standing.unread,
        "unanswered": standing.unanswered,
    }
    if heartbeat is None:
        usual = {"every_minutes": _EVERY_MINUTES, "quiet_from": _QUIET_FROM, "quiet_until": _QUIET_UNTIL}
        return about | usual | {"enabled": False, "model": None, "next_at": None}
    quiet = heartbeat.quiet
    return about | {
        "enabled": heartbeat.enabled,
        "every_minutes": heartbeat.every_minutes,
        "quiet_from": None if quiet is None else format_clock(quiet.start),
        "quiet_until": None if quiet is None else format_clock(quiet.end),
        "model": heartbeat.model,
        "next_at": None if heartbeat.next_at is None else format_time(heartbeat.next_at),
    }


def _answer_run(run: HeartbeatRun, advisor: Advisor | None) -> dict[str, Any]:
    return {
        "id": run.id,
        "conversation_id": run.conversation_id,
        "advisor_id": run.advisor_id,
        "name": run.advisor_id if advisor is None else advisor.name,
        "colour": "" if advisor is None else advisor.colour,
        "kind": run.kind,
        "due_at": format_time(run.due_at),
        "status": run.status,
        "reason": run.reason,
        "times": run.times,
        "why": run.why,
        "decision_id": run.decision_id or None,
        "analysis_id": run.analysis_id,
        "turn_id": run.turn_id,
        "ended_at": None if run.ended_at is None else format_time(run.ended_at),
        "unread": run.is_unread,
    }
