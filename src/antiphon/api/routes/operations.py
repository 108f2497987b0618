"""The whole installation, for whoever runs it: what goes on, what is slow, what fails, and a way to end it.

It names nobody and quotes nothing. Whoever stops something here does so on behalf of the person it belongs to.
"""

import logging
from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.access.principal import on_behalf_of
from antiphon.api.bounded import BoundedRoute
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.operations import DoneAnswer, OperationsAnswer
from antiphon.conversation.errors import Draining, NotFound
from antiphon.conversation.ids import TurnId
from antiphon.conversation.wire import format_time
from antiphon.engine.commands.turns import stop_turn
from antiphon.engine.engine import OPERATOR
from antiphon.engine.recovery.operations import (
    ErrorCount,
    NodeView,
    OpenView,
    Operations,
    ProviderView,
    read_operations,
)
from antiphon.engine.rounds.stop import stop_rounds
from antiphon.engine.runtime.faults import Fault, faults
from antiphon.store.reads.operations import TURN, OpenCount, Waiting, Whose, find_whose

logger = logging.getLogger(__name__)

router = APIRouter(route_class=BoundedRoute, prefix="/v1/operations", tags=["operations"])
OPERATE = Policy(Verb.OPERATE, "operations")


@router.get("", response_model=OperationsAnswer, operation_id="get_operations")
@allow(OPERATE, cost=CallCost.HEAVY)
async def get_operations(caller: Caller, deps: Deps) -> dict[str, Any]:
    """Nodes, what is under way and what waits, providers, disk and errors, over everybody's workspaces."""
    engine = deps.engine
    lease = engine.live_options.instance.lease_seconds
    seen = await read_operations(engine.store, OPERATOR, engine.node_id, lease, deps.settings.data_dir)
    return _describe(deps, seen)


@router.post("/{thing_id}/stop", response_model=DoneAnswer, operation_id="stop_operation")
@allow(OPERATE, raises=(NotFound,))
async def post_stop(caller: Caller, deps: Deps, thing_id: str) -> dict[str, str]:
    """End a turn or a piece of work of anybody's; what it has come to is kept."""
    found = await deps.engine.store.read(OPERATOR, find_whose, thing_id)
    await _stop(deps, found, thing_id)
    logger.info("work_stopped_by_operator", extra={"by": caller.id, "work": thing_id, "kind": found.kind})
    return {"id": thing_id, "kind": found.kind}


@router.post("/{thing_id}/retry", response_model=DoneAnswer, operation_id="retry_operation")
@allow(OPERATE, raises=(NotFound, Draining))
async def post_retry(caller: Caller, deps: Deps, thing_id: str) -> dict[str, str]:
    """Begin a turn or a piece of work anew, whichever node was at it. Models are asked again, and paid again.

    A turn is begun here, as after a crash: no reply is started more often than after crashes.
    """
    found = await deps.engine.store.read(OPERATOR, find_whose, thing_id)
    if found.kind == TURN:
        await deps.engine.retry_turn(TurnId(thing_id))
    else:
        await deps.engine.work.begin_anew(thing_id)
    logger.info("work_retried_by_operator", extra={"by": caller.id, "work": thing_id, "kind": found.kind})
    return {"id": thing_id, "kind": found.kind}


async def _stop(deps: Dependencies, found: Whose, thing_id: str) -> None:
    person = on_behalf_of(found.workspace_id, found.owner_id)
    if found.kind == TURN:
        await stop_turn(deps.engine, person, TurnId(thing_id))
    elif found.kind == "rounds":
        await stop_rounds(deps.engine, person, thing_id)
    else:
        await deps.engine.work.stop(person, thing_id)


def _describe(deps: Dependencies, seen: Operations) -> dict[str, Any]:
    engine = deps.engine
    errors = [*(_describe_error(each) for each in seen.errors), *(_describe_fault(each) for each in faults.read())]
    return {
        "at": format_time(seen.at),
        "since": format_time(seen.since),
        "nodes": [_describe_node(each, engine.node_id) for each in seen.nodes],
        "under_way": [_describe_open(each, seen) for each in seen.under_way],
        "counts": [_describe_kind(each) for each in seen.counts],
        "queue": [_describe_kind(each) for each in seen.queue],
        "providers": [_describe_provider(each) for each in seen.providers],
        "errors": sorted(errors, key=lambda each: str(each["last_at"]), reverse=True),
        "disk": {
            **seen.disk.kept._asdict(),
            "free_bytes": seen.disk.free_bytes,
            "total_bytes": seen.disk.total_bytes,
            "database": engine.store.condition.problem or engine.lease.problem or "ok",
        },
    }


def _describe_node(each: NodeView, me: str) -> dict[str, Any]:
    return {
        "id": each.node.id,
        "version": each.node.version,
        "state": each.state,
        "answers": each.node.id == me,
        "started_at": format_time(each.node.started_at),
        "seen_at": format_time(each.seen_at),
        "turns": each.node.turns,
        "work": each.node.work,
    }


def _describe_open(each: OpenView, seen: Operations) -> dict[str, Any]:
    thing = each.thing
    is_later = thing.due_at is not None and thing.due_at > seen.at
    idle = "later" if is_later else "waiting"
    return {
        "id": thing.id,
        "kind": thing.kind,
        "status": "asking" if thing.waits else idle if thing.node_id is None else "running",
        "node": thing.node_id,
        "created_at": format_time(thing.created_at),
        "due_at": format_time(thing.due_at) if is_later and thing.due_at is not None else None,
        "starts": thing.starts,
        "stuck": each.is_stuck,
    }


def _describe_kind(each: OpenCount | Waiting) -> dict[str, Any]:
    return {"kind": each.kind, "count": each.total, "oldest_at": format_time(each.oldest_at)}


def _describe_provider(each: ProviderView) -> dict[str, Any]:
    return {
        "name": each.name,
        "requests": each.requests,
        "failed": each.failed,
        "first_word_seconds": each.first_token_seconds,
        "slow_first_word_seconds": each.slow_first_token_seconds,
        "whole_seconds": each.total_seconds,
        "last_at": format_time(each.last_at),
        "last_problem": each.last_problem,
    }


def _describe_error(each: ErrorCount) -> dict[str, Any]:
    return {
        "source": each.source,
        "where": each.where,
        "code": each.code,
        "count": each.times,
        "last_at": format_time(each.last_at),
    }


def _describe_fault(each: Fault) -> dict[str, Any]:
    return {
        "source": "log",
        "where": None,
        "code": each.name,
        "count": each.times,
        "last_at": format_time(each.last_at),
    }
