"""What is remembered about the person: the inbox, and the scans that fill it."""

from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.api.analyses import describe_analysis, describe_call
from antiphon.api.guard import Caller, allow
from antiphon.api.house import Rooms
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
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.wire import format_time
from antiphon.engine.commands.decide_memory import add_memory, change_memory, forget_memory
from antiphon.engine.commands.scan_memory import scan_memory
from antiphon.store.reads.analyses import Listed, list_analyses, read_analysis
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.memory import Memory, count_memories, read_memories
from antiphon.store.unit import Unit

router = APIRouter(tags=["memory"])
READ = Policy(Verb.READ, "memory")
WRITE = Policy(Verb.WRITE, "memory")


@router.get("/v1/memories", response_model=MemoriesAnswer)
@allow(READ)
async def get_memories(caller: Caller, rooms: Rooms, status: Status | None = None) -> dict[str, Any]:
    """Every memory, or those of one status."""
    found, counts = await rooms.engine.store.read(caller, _read_inbox, status)
    every = {name: counts.get(name, 0) for name in ("proposed", "accepted", "declined", "retired")}
    return {"memories": [_answer(each) for each in found], "counts": every}


@router.post("/v1/memories", response_model=MemoryAnswer, status_code=201)
@allow(WRITE)
async def post_memory(caller: Caller, rooms: Rooms, body: WritingMemory) -> dict[str, Any]:
    """Write something down by hand; it counts as accepted."""
    return _answer(await add_memory(rooms.engine, caller, body.kind, body.text))


@router.patch("/v1/memories/{memory_id}", response_model=MemoryAnswer)
@allow(WRITE)
async def patch_memory(caller: Caller, rooms: Rooms, memory_id: str, body: ChangingMemory) -> dict[str, Any]:
    """Accept, decline, word anew, or take a decision back."""
    said = body.model_dump(exclude_none=True)
    return _answer(await change_memory(rooms.engine, caller, memory_id, **said))


@router.delete("/v1/memories/{memory_id}", status_code=204)
@allow(WRITE)
async def delete_memory(caller: Caller, rooms: Rooms, memory_id: str) -> None:
    """Forget one for good, in the bytes of scans too."""
    await forget_memory(rooms.engine, caller, memory_id)


@router.post("/v1/conversations/{conversation_id}/memories/scan", response_model=AnalysisLine, status_code=202)
@allow(WRITE)
async def post_scan(caller: Caller, rooms: Rooms, conversation_id: str, body: ScanningMemory) -> dict[str, Any]:
    """Have the conversation read for things to remember; `GET /v1/analyses/{id}` tells when it has ended."""
    turn_ids = None if body.turn_ids is None else [TurnId(each) for each in body.turn_ids]
    begun = await scan_memory(rooms.engine, caller, ConversationId(conversation_id), turn_ids)
    return describe_analysis(rooms, begun)


@router.get("/v1/conversations/{conversation_id}/analyses", response_model=AnalysesAnswer)
@allow(READ)
async def get_analyses(
    caller: Caller, rooms: Rooms, conversation_id: str, kind: str | None = None, before: str | None = None
) -> dict[str, Any]:
    """The newest looks at a conversation, of every kind or of one, without what was sent.

    `before` is the oldest look that is known already; those that came before it follow.
    """
    found = await rooms.engine.store.read(caller, _read_looks, ConversationId(conversation_id), kind, before)
    return {"analyses": [describe_analysis(rooms, each) for each in found.analyses], "has_older": found.has_older}


@router.get("/v1/analyses/{analysis_id}", response_model=AnalysisAnswer)
@allow(READ)
async def get_analysis(caller: Caller, rooms: Rooms, analysis_id: str) -> dict[str, Any]:
    """One look at a conversation, with the exact bytes of every request."""
    found = await rooms.engine.store.read(caller, read_analysis, analysis_id)
    return {**describe_analysis(rooms, found), "calls": [describe_call(rooms, found, each) for each in found.calls]}


def _read_inbox(unit: Unit, status: Status | None) -> tuple[tuple[Memory, ...], dict[str, int]]:
    return read_memories(unit, status), count_memories(unit)


def _read_looks(unit: Unit, conversation_id: ConversationId, kind: str | None, before: str | None) -> Listed:
    read_conversation(unit, conversation_id)
    return list_analyses(unit, conversation_id, kind, before)


def _answer(memory: Memory) -> dict[str, Any]:
    decided = None if memory.decided_at is None else format_time(memory.decided_at)
    return memory._asdict() | {"created_at": format_time(memory.created_at), "decided_at": decided}
