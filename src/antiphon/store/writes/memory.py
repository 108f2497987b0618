"""Something is proposed, decided, worded anew, or forgotten."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Text, Update, and_, cast, delete, insert, or_, select, update

from antiphon.conversation.analysis import AnalysisCall, decode_call, encode_call
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.store.reads.memory import Memory, MemoryStatus, read_memories, read_memory
from antiphon.store.tables import analyses, analysis_calls, memories
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
from antiphon.store.writes.analyses import AnalysisEnding, end_analysis, erase_words


class NewMemory(NamedTuple):
    """A memory before it is written."""

    id: str
    kind: str
    text: str
    status: MemoryStatus
    conversation_id: ConversationId | None = None
    turn_id: TurnId | None = None
    quote: str = ""
    replaces_id: str | None = None
    analysis_id: str | None = None


class Settlement(NamedTuple):
    """What a scan comes to: what it proposes, its calls with the memories that came of each, and its end."""

    proposed: Sequence[NewMemory]
    calls: Sequence[AnalysisCall]
    ending: AnalysisEnding


Settle = Callable[[Sequence[Memory]], Settlement]


def add_memory(unit: Unit, memory: NewMemory, at: datetime) -> Memory:
    """Write one down."""
    decided = None if memory.status == "proposed" else at
    owner = {"workspace_id": unit.workspace_id, "owner_id": unit.principal.id}
    row = memory._asdict() | owner | {"created_at": at, "decided_at": decided}
    unit.connection.execute(insert(memories).values(row))
    return read_memory(unit, memory.id)


def settle_scan(unit: Unit, analysis_id: str, settle: Settle) -> None:
    """End a scan with what it proposes, all at once. `settle` is shown everything there is and says what is new."""
    proposed, calls, ending = settle(read_memories(unit))
    for index, each in enumerate(proposed):
        # A millisecond apart, so that they stay in the order in which they were found.
        add_memory(unit, each, ending.at + timedelta(milliseconds=index))
    end_analysis(unit, analysis_id, ending, dict(enumerate(calls)))


def change_memory(
    unit: Unit, memory_id: str, at: datetime, *, text: str | None, kind: str | None, status: MemoryStatus | None
) -> Memory:
    """Word it anew, decide about it, or both. Accepting one that replaces another retires the other.

    Taking an acceptance back brings the other back, unless something else has replaced it too.
    """
    before = read_memory(unit, memory_id)
    changes: dict[str, object] = {name: value for name, value in (("text", text), ("kind", kind)) if value is not None}
    if status is not None and status != before.status:
        changes |= {"status": status, "decided_at": None if status == "proposed" else at}
    if changes:
        unit.connection.execute(_mine(unit, memory_id).values(**changes))
    if before.replaces_id and "accepted" in (status, before.status) and status not in (None, before.status):
        _replace(unit, before.replaces_id, at, retire=status == "accepted")
    return read_memory(unit, memory_id)


def forget_memory(unit: Unit, memory_id: str) -> None:
    """Take it out of everything kept about it, the bytes of scans included; `NotFound` when it is not there."""
    memory = read_memory(unit, memory_id)
    gone = delete(memories).where(memories.c.id == memory_id, visible(unit, memories))
    unit.connection.execute(gone)
    unit.connection.execute(
        update(memories).where(memories.c.replaces_id == memory_id, visible(unit, memories)).values(replaces_id=None)
    )
    _erase_from_calls(unit, memory)


def _replace(unit: Unit, memory_id: str, at: datetime, *, retire: bool) -> None:
    before, after = ("accepted", "retired") if retire else ("retired", "accepted")
    others = select(memories.c.id).where(memories.c.replaces_id == memory_id, memories.c.status == "accepted")
    if not retire and unit.connection.execute(others).first() is not None:
        return
    statement = _mine(unit, memory_id).where(memories.c.status == before)
    unit.connection.execute(statement.values(status=after, decided_at=at))


def _erase_from_calls(unit: Unit, memory: Memory) -> None:
    """Ids are unlike any word, so a row that mentions this one can be found in its text.

    A scan of the same conversation that did not come to its end credits nobody: it may hold anything, so all its words
    go.
    """
    unsettled = and_(analyses.c.conversation_id == memory.conversation_id, analyses.c.status != "done")
    calls = analysis_calls.c
    query = (
        select(calls.analysis_id, calls.number, calls.call, analyses.c.status)
        .join(analyses, analyses.c.id == calls.analysis_id)
        .where(visible(unit, analyses), calls.workspace_id == unit.workspace_id)
        .where(or_(cast(calls.call, Text).contains(memory.id), unsettled))
    )
    for row in unit.connection.execute(query).all():
        held = decode_call(row.call)
        kept = _erase(held, memory.id) if row.status == "done" else erase_words(held)
        mine = (calls.analysis_id == row.analysis_id) & (calls.number == row.number)
        unit.connection.execute(update(analysis_calls).where(mine).values(call=encode_call(kept)))


def _erase(call: AnalysisCall, memory_id: str) -> AnalysisCall:
    return erase_words(call) if memory_id in (*call.shown, *call.found) else call


def _mine(unit: Unit, memory_id: str) -> Update:
    return update(memories).where(memories.c.id == memory_id, visible(unit, memories))
