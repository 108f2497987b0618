"""Lasting work: what is under way, how far it has come, and how it is stopped."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.api.bounded import BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.page import answer_all
from antiphon.api.schemas.work import WorkAnswer, WorkPage
from antiphon.conversation.wire import format_time
from antiphon.conversation.work import Work
from antiphon.engine.rounds.stop import stop_rounds
from antiphon.store.reads.work import list_work, read_work
from antiphon.store.reads.work_progress import EndedWork, Progress, list_ended, read_progress
from antiphon.store.unit import Unit

router = APIRouter(route_class=BoundedRoute, prefix="/v1", tags=["work"])
READ = Policy(Verb.READ, "work")
WRITE = Policy(Verb.WRITE, "work")


class _Seen(NamedTuple):
    work: Work
    progress: Progress


@router.get("/work", response_model=WorkPage, operation_id="list_work")
@allow(READ)
async def get_work(caller: Caller, deps: Deps) -> dict[str, Any]:
    """What is under way here, and what has ended lately."""
    seen, ended = await deps.engine.store.read(caller, _read_all)
    return answer_all(_describe(each) for each in seen) | {"ended": [_describe_ended(each) for each in ended]}


@router.get("/work/{work_id}", response_model=WorkAnswer, operation_id="get_work")
@allow(READ)
async def get_one(caller: Caller, deps: Deps, work_id: str) -> dict[str, Any]:
    """One piece as far as it has come; not found once it has ended."""
    return _describe(await deps.engine.store.read(caller, _read_one, work_id))


@router.post("/work/{work_id}/stop", response_model=WorkAnswer, operation_id="stop_work")
@allow(WRITE)
async def post_stop(caller: Caller, deps: Deps, work_id: str) -> dict[str, Any]:
    """Go on with it no further; what it has come to is kept. The answer is the work as it was before."""
    seen = await deps.engine.store.read(caller, _read_one, work_id)
    if seen.work.kind == "rounds":
        # Its replies are told to stop, and it ends when they have.
        await stop_rounds(deps.engine, caller, work_id)
    else:
        await deps.engine.work.stop(caller, work_id)
    return _describe(seen)


def _read_all(unit: Unit) -> tuple[list[_Seen], tuple[EndedWork, ...]]:
    return [_Seen(each, read_progress(unit, each)) for each in list_work(unit)], list_ended(unit)


def _read_one(unit: Unit, work_id: str) -> _Seen:
    work = read_work(unit, work_id)
    return _Seen(work, read_progress(unit, work))


def _describe(seen: _Seen) -> dict[str, Any]:
    work = seen.work
    return {
        "id": work.id,
        "kind": work.kind,
        "status": work.status,
        "conversation_id": work.conversation_id,
        "advisor_id": work.advisor_id,
        "turn_id": work.args.get("turn_id"),
        "starts": work.starts,
        "progress": seen.progress._asdict(),
        "created_at": format_time(work.created_at),
    }


def _describe_ended(ended: EndedWork) -> dict[str, Any]:
    return ended._asdict() | {
        "error": _describe_error(ended.error),
        "created_at": format_time(ended.created_at),
        "ended_at": format_time(ended.ended_at),
    }


def _describe_error(error: Mapping[str, Any] | None) -> dict[str, str] | None:
    return None if not error else {"code": str(error.get("code", "")), "message": str(error.get("message", ""))}
