"""What the person says about memories: writes one down, accepts, declines, words anew, forgets."""

from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.analysis.extraction import MOST_CHARS
from antiphon.conversation.errors import Malformed
from antiphon.conversation.text import clean_text
from antiphon.engine.engine import Engine
from antiphon.engine.identity import new_id
from antiphon.store.reads.memory import Memory, MemoryStatus
from antiphon.store.writes.memories import NewMemory
from antiphon.store.writes.memories import add_memory as write_memory
from antiphon.store.writes.memories import change_memory as write_change
from antiphon.store.writes.memories import forget_memory as erase_memory


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
