"""Write, change, order, switch and remove custom instructions; the next message is sent with them as they are then."""

from collections.abc import Sequence
from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.instruction import Instruction, InstructionChanges, tidy_name, tidy_text
from antiphon.engine.engine import Engine
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.conversation_context import NOWHERE
from antiphon.store.reads.instructions import read_instruction, read_instructions
from antiphon.store.unit import Unit
from antiphon.store.writes import instructions as writes


async def add_instruction(
    engine: Engine, principal: Principal, name: str, text: str, conversation_id: ConversationId | None
) -> Instruction:
    """A new one behind the others; without a name it is called by its first words."""
    engine.check_open()
    kept = tidy_text(text)
    return await engine.store.write(
        principal,
        writes.add_instruction,
        new_id("i"),
        tidy_name(name, kept),
        kept,
        conversation_id,
        datetime.now(UTC),
    )


async def change_instruction(engine: Engine, principal: Principal, id: str, changes: InstructionChanges) -> Instruction:
    """The instruction as it is then."""
    engine.check_open()
    return await engine.store.write(principal, _change, id, changes, datetime.now(UTC))


async def remove_instruction(engine: Engine, principal: Principal, id: str) -> None:
    """Take it away; what was sent with it stays as it was sent."""
    engine.check_open()
    await engine.store.write(principal, writes.remove_instruction, id)


async def order_instructions(engine: Engine, principal: Principal, ids: Sequence[str]) -> tuple[Instruction, ...]:
    """Everything of that place, in the new order."""
    engine.check_open()
    await engine.store.write(principal, writes.order_instructions, ids)
    first = await engine.store.read(principal, read_instruction, ids[0])
    return await engine.store.read(principal, read_instructions, first.conversation_id or NOWHERE)


async def switch_instruction(
    engine: Engine, principal: Principal, id: str, conversation_id: ConversationId, enabled: bool | None
) -> Instruction:
    """The instruction as it counts in this conversation then."""
    engine.check_open()
    return await engine.store.write(principal, writes.switch_instruction, id, conversation_id, enabled)


def _change(unit: Unit, id: str, changes: InstructionChanges, at: datetime) -> Instruction:
    before = read_instruction(unit, id)
    tidied = changes.copy()
    if "text" in changes:
        tidied["text"] = tidy_text(changes["text"])
    if "name" in changes:
        tidied["name"] = tidy_name(changes["name"], tidied.get("text", before.text))
    return writes.change_instruction(unit, id, tidied, at)
