"""Custom instructions, in the order in which they are sent."""

from typing import Any

from sqlalchemy import Select, bindparam, case, or_, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.instruction import Instruction
from antiphon.store.reads.conversation_context import NOWHERE
from antiphon.store.tables import instruction_switches, instructions
from antiphon.store.unit import Unit
from antiphon.store.visible import name_reader, visible_then

_COLUMNS: Select[Any] = select(
    instructions.c.id,
    instructions.c.name,
    instructions.c.text,
    instructions.c.position,
    instructions.c.enabled,
    instructions.c.conversation_id,
    instruction_switches.c.enabled.label("switched"),
).outerjoin(
    instruction_switches,
    (instruction_switches.c.instruction_id == instructions.c.id)
    & (instruction_switches.c.conversation_id == bindparam("conversation")),
)
_HERE = _COLUMNS.where(
    visible_then(instructions),
    or_(instructions.c.conversation_id.is_(None), instructions.c.conversation_id == bindparam("conversation")),
).order_by(
    # Those for every conversation come first; the two databases disagree on where NULL sorts.
    case((instructions.c.conversation_id.is_(None), 0), else_=1),
    instructions.c.position,
    instructions.c.id,
)
_ONE = _COLUMNS.where(visible_then(instructions), instructions.c.id == bindparam("wanted"))


def read_instructions(unit: Unit, conversation_id: ConversationId = NOWHERE) -> tuple[Instruction, ...]:
    """Those for every conversation, then those of this one, whether or not they are switched on."""
    named = name_reader(unit) | {"conversation": conversation_id}
    return tuple(Instruction(**row._mapping) for row in unit.connection.execute(_HERE, named))


def read_instruction(unit: Unit, id: str, conversation_id: ConversationId = NOWHERE) -> Instruction:
    """One of them, as it is switched in this conversation; `NotFound` when it is not there."""
    named = name_reader(unit) | {"conversation": conversation_id, "wanted": id}
    row = unit.connection.execute(_ONE, named).one_or_none()
    if row is None:
        raise NotFound("instruction", id)
    return Instruction(**row._mapping)
