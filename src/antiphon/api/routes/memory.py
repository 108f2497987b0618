"""What is remembered about the person: the inbox, and the scans that fill it."""

from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.api.analyses import describe_analysis, describe_call
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.key import Key
from antiphon.api.schemas.memory import (
    AnalysesAnswer,
    AnalysisAnswer,
    AnalysisLine,
    ChangingMemory,
    MemoriesAnswer,
    MemoryAnswer,
    ScanningMemory,
    Status,
    WritingMemory,
)
from antiphon.api.schemas.page import answer_all
from antiphon.conversation.errors import CommandRefused, Draining, KeyMissing, ModelUnknown, NotKept
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.wire import format_time
from antiphon.engine.commands.memory import add_memory, change_memory, forget_memory, scan_memory
from antiphon.store.reads.analyses import AnalysisPage, list_analyses, read_analysis
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.memory import Memory, count_memories, read_memories, read_memory
from antiphon.store.unit import Unit

router = APIRouter(route_class=BoundedRoute, tags=["memory"])
READ = Policy(Verb.READ, "memory")
WRITE = Policy(Verb.WRITE, "memory")


@router.get("/v1/memories", response_model=MemoriesAnswer, operation_id="list_memories")
@allow(READ)
async def get_memories(caller: Caller, deps: Deps, status: Status | None = None) -> dict[str, Any]:
    """Every memory, or those of one status."""
    found, counts = await deps.engine.store.read(caller, _read_inbox, status)
    every = {name: counts.get(name, 0) for name in ("proposed", "accepted", "declined", "retired")}
    return {**answer_all(_answer(each) for each in found), "counts": every}


@router.post("/v1/memories", response_model=MemoryAnswer, status_code=201, operation_id="create_memory")
@allow(WRITE, body=SHORT, location="/v1/memories/{id}")
async def post_memory(caller: Caller, deps: Deps, body: WritingMemory) -> dict[str, Any]:
    """Write something down by hand; it counts as accepted."""
    return _answer(await add_memory(deps.engine, caller, body.kind, body.text))


@router.get("/v1/memories/{memory_id}", response_model=MemoryAnswer, operation_id="get_memory")
@allow(READ)
async def get_memory(caller: Caller, deps: Deps, memory_id: str) -> dict[str, Any]:
    """One memory."""
    return _answer(await deps.engine.store.read(caller, read_memory, memory_id))


@router.patch("/v1/memories/{memory_id}", response_model=MemoryAnswer, operation_id="update_memory")
@allow(WRITE, body=SHORT)
async def patch_memory(caller: Caller, deps: Deps, memory_id: str, body: ChangingMemory) -> dict[str, Any]:
    """Accept, decline, word anew, or take a decision back."""
    said = body.model_dump(exclude_none=True)
    return _answer(await change_memory(deps.engine, caller, memory_id, **said))


@router.delete("/v1/memories/{memory_id}", status_code=204, operation_id="delete_memory")
@allow(WRITE)
async def delete_memory(caller: Caller, deps: Deps, memory_id: str) -> None:
    """Forget one for good, in the bytes of scans too."""
    await forget_memory(deps.engine, caller, memory_id)


@router.post(
    "/v1/conversations/{conversation_id}/memories/scan",
    response_model=AnalysisLine,
    status_code=202,
    operation_id="scan_memory",
)
@allow(WRITE, body=SHORT, cost=CallCost.PAID, raises=(CommandRefused, Draining, KeyMissing, ModelUnknown, NotKept))
async def post_scan(caller: Caller, deps: Deps, conversation_id: str, body: ScanningMemory, key: Key) -> dict[str, Any]:
    """Have the conversation read for things to remember; `GET /v1/analyses/{id}` tells when it has ended.

    Once for one key.
    """
    turn_ids = None if body.turn_ids is None else [TurnId(each) for each in body.turn_ids]
    begun = await scan_memory(
        deps.engine, deps.analyses.memory_scans, caller, ConversationId(conversation_id), turn_ids, key
    )
    return describe_analysis(deps, begun)


@router.get("/v1/conversations/{conversation_id}/analyses", response_model=AnalysesAnswer, operation_id="list_analyses")
@allow(READ)
async def get_analyses(
    caller: Caller, deps: Deps, conversation_id: str, kind: str | None = None, before: str | None = None
) -> dict[str, Any]:
    """The newest looks at a conversation, of every kind or of one, without what was sent.

    Hand `next` back as `before` for older ones.
    """
    found = await deps.engine.store.read(caller, _read_looks, ConversationId(conversation_id), kind, before)
    following = found.analyses[-1].id if found.has_older else None
    return {"items": [describe_analysis(deps, each) for each in found.analyses], "next": following}


@router.get("/v1/analyses/{analysis_id}", response_model=AnalysisAnswer, operation_id="get_analysis")
@allow(READ)
async def get_analysis(caller: Caller, deps: Deps, analysis_id: str) -> dict[str, Any]:
    """One look at a conversation, with the exact bytes of every request."""
    found = await deps.engine.store.read(caller, read_analysis, analysis_id)
    return {**describe_analysis(deps, found), "calls": [describe_call(deps, found, each) for each in found.calls]}


def _read_inbox(unit: Unit, status: Status | None) -> tuple[tuple[Memory, ...], dict[str, int]]:
    return read_memories(unit, status), count_memories(unit)


def _read_looks(unit: Unit, conversation_id: ConversationId, kind: str | None, before: str | None) -> AnalysisPage:
    read_conversation(unit, conversation_id)
    return list_analyses(unit, conversation_id, kind, before)


def _answer(memory: Memory) -> dict[str, Any]:
    decided = None if memory.decided_at is None else format_time(memory.decided_at)
    return memory._asdict() | {"created_at": format_time(memory.created_at), "decided_at": decided}
