"""Have a conversation read for things to remember, and what the person says about them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

from antiphon.access.principal import Principal
from antiphon.analysis.extraction import MOST_CHARS
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.text import clean_text
from antiphon.conversation.used_key import UsedKey
from antiphon.engine.analyses.memory_scans import MemoryScans
from antiphon.engine.engine import Engine
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.once import do_once
from antiphon.store.reads.analyses import read_analysis
from antiphon.store.reads.memory import Memory, MemoryStatus
from antiphon.store.writes.memory import NewMemory
from antiphon.store.writes.memory import add_memory as write_memory
from antiphon.store.writes.memory import change_memory as write_change
from antiphon.store.writes.memory import forget_memory as erase_memory


async def add_memory(engine: Engine, principal: Principal, kind: str, text: str) -> Memory:
    """Something the person wrote down; it counts as accepted."""
    engine.check_open()
    memory = NewMemory(new_id("m"), kind, _read_text(text), "accepted")
    return await engine.store.write(principal, write_memory, memory, datetime.now(UTC))


async def change_memory(
    engine: Engine,
    principal: Principal,
    memory_id: str,
    *,
    text: str | None = None,
    kind: str | None = None,
    status: MemoryStatus | None = None,
) -> Memory:
    """The memory as it is now. Every decision can be taken back by deciding `proposed`."""
    engine.check_open()
    said = None if text is None else _read_text(text)
    now = datetime.now(UTC)
    return await engine.store.write(principal, write_change, memory_id, now, text=said, kind=kind, status=status)


async def forget_memory(engine: Engine, principal: Principal, memory_id: str) -> None:
    """Forget it for good. What advisors were sent before stays on the receipts of those replies."""
    engine.check_open()
    await engine.store.write(principal, erase_memory, memory_id)


def _read_text(text: str) -> str:
    line = " ".join(clean_text(text).split())
    if not 0 < len(line) <= MOST_CHARS:
        raise Malformed(f"a memory has 1 to {MOST_CHARS} characters")
    return line


async def scan_memory(
    engine: Engine,
    memory_scans: MemoryScans,
    principal: Principal,
    conversation_id: ConversationId,
    turn_ids: Sequence[TurnId] | None = None,
    key: UsedKey | None = None,
) -> Analysis:
    """The scan as it begins; it goes on by itself, and what it finds waits in the inbox.

    Reads the turns named, or all since the last scan. Nothing it finds is used until the person accepts it. The
    same key again begins nothing, and returns the same scan.
    """
    engine.check_open()
    begin = partial(memory_scans.begin, principal, conversation_id, turn_ids, key)
    return await do_once(engine.store, principal, key, begin, read_analysis)
