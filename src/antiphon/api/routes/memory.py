"""What is remembered about the person: the inbox, and the scans that fill it."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.api.guard import Caller, allow
from antiphon.api.house import House, Rooms
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
from antiphon.context.cost import cost_of
from antiphon.conversation.analysis import Analysis, AnalysisCall
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.wire import encode_error, format_time
from antiphon.engine.commands.decide_memory import add_memory, change_memory, forget_memory
from antiphon.engine.commands.scan_memory import scan_memory
from antiphon.store.reads.analyses import read_analyses, read_analysis
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
    return _describe(rooms, begun)


@router.get("/v1/conversations/{conversation_id}/analyses", response_model=AnalysesAnswer)
@allow(READ)
async def get_analyses(caller: Caller, rooms: Rooms, conversation_id: str, kind: str = "memory") -> dict[str, Any]:
    """The newest looks at a conversation, without what was sent."""
    found = await rooms.engine.store.read(caller, _read_looks, ConversationId(conversation_id), kind)
    return {"analyses": [_describe(rooms, each) for each in found]}


@router.get("/v1/analyses/{analysis_id}", response_model=AnalysisAnswer)
@allow(READ)
async def get_analysis(caller: Caller, rooms: Rooms, analysis_id: str) -> dict[str, Any]:
    """One look at a conversation, with the exact bytes of every request."""
    found = await rooms.engine.store.read(caller, read_analysis, analysis_id)
    return {**_describe(rooms, found), "calls": [_answer_call(each) for each in found.calls]}


def _read_inbox(unit: Unit, status: Status | None) -> tuple[tuple[Memory, ...], dict[str, int]]:
    return read_memories(unit, status), count_memories(unit)


def _read_looks(unit: Unit, conversation_id: ConversationId, kind: str) -> tuple[Analysis, ...]:
    read_conversation(unit, conversation_id)
    return read_analyses(unit, conversation_id, kind)


def _answer(memory: Memory) -> dict[str, Any]:
    decided = None if memory.decided_at is None else format_time(memory.decided_at)
    return memory._asdict() | {"created_at": format_time(memory.created_at), "decided_at": decided}


def _describe(rooms: House, analysis: Analysis) -> dict[str, Any]:
    return {
        "id": analysis.id,
        "conversation_id": analysis.conversation_id,
        "kind": analysis.kind,
        "model": analysis.model,
        "status": analysis.status,
        "first_position": analysis.first_position,
        "last_position": analysis.last_position,
        "created_at": format_time(analysis.created_at),
        "ended_at": None if analysis.ended_at is None else format_time(analysis.ended_at),
        "error": encode_error(analysis.error),
        "counts": dict(analysis.counts),
        "usage": dict(analysis.usage),
        "cost": _price(rooms, analysis),
    }


def _price(rooms: House, analysis: Analysis) -> float | None:
    """What its calls cost together; absent while it runs and when the usage or the price is not known."""
    if analysis.model.partition(":")[0] in rooms.scripted:
        return 0.0
    if not analysis.usage or analysis.usage.get("unreported"):
        return None
    return cost_of(
        rooms.engine.learned.facts(analysis.model).prices,
        input_tokens=analysis.usage.get("input_tokens"),
        output_tokens=analysis.usage.get("output_tokens"),
        cached_tokens=analysis.usage.get("cached_tokens", 0),
    )


def _answer_call(call: AnalysisCall) -> dict[str, Any]:
    size = None if call.body is None else len(call.body.encode())
    return asdict(call) | {"bytes": size, "usage": None if call.usage is None else dict(call.usage)}
