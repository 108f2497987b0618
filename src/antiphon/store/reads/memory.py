"""What is remembered about the person, and what waits for their word."""

from datetime import datetime
from typing import Any, Literal, NamedTuple, cast

from sqlalchemy import Row, Select, and_, func, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.store.tables import memories, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

# Proposed waits in the inbox; accepted is used; declined never is; retired was replaced by a newer one.
MemoryStatus = Literal["proposed", "accepted", "declined", "retired"]


class Memory(NamedTuple):
    """One memory with where it was found; `position` is absent once the turn is gone."""

    id: str
    kind: str
    text: str
    status: MemoryStatus
    conversation_id: ConversationId | None
    turn_id: TurnId | None
    position: int | None
    quote: str
    replaces_id: str | None
    analysis_id: str | None
    created_at: datetime
    decided_at: datetime | None


def read_memories(unit: Unit, status: MemoryStatus | None = None) -> tuple[Memory, ...]:
    """All of them, or those of one status; the order in which they came."""
    query = _memories(unit)
    if status is not None:
        query = query.where(memories.c.status == status)
    return tuple(_as_memory(row) for row in unit.connection.execute(query))


def read_memory(unit: Unit, memory_id: str) -> Memory:
    """One of them, or `NotFound`."""
    row = unit.connection.execute(_memories(unit).where(memories.c.id == memory_id)).one_or_none()
    if row is None:
        raise NotFound("memory", memory_id)
    return _as_memory(row)


def count_memories(unit: Unit) -> dict[str, int]:
    """How many there are of each status that occurs."""
    query = select(memories.c.status, func.count()).where(visible(unit, memories))
    return {row[0]: row[1] for row in unit.connection.execute(query.group_by(memories.c.status))}


def _memories(unit: Unit) -> Select[Any]:
    living = and_(turns.c.id == memories.c.turn_id, turns.c.deleted_at.is_(None))
    return (
        select(memories, turns.c.position)
        .select_from(memories)
        .outerjoin(turns, living)
        .where(visible(unit, memories))
        .order_by(memories.c.created_at, memories.c.id)
    )


def _as_memory(row: Row[Any]) -> Memory:
    return Memory(
        id=row.id,
        kind=row.kind,
        text=row.text,
        status=cast("MemoryStatus", row.status),
        conversation_id=None if row.conversation_id is None else ConversationId(row.conversation_id),
        turn_id=None if row.turn_id is None else TurnId(row.turn_id),
        position=row.position,
        quote=row.quote,
        replaces_id=row.replaces_id,
        analysis_id=row.analysis_id,
        created_at=row.created_at,
        decided_at=row.decided_at,
    )
