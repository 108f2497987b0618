"""Custom instructions are written, changed, ordered, switched and removed."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, bindparam, delete, func, insert, select, update

from antiphon.conversation.errors import Malformed, NotFound
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.instruction import Instruction, InstructionChanges
from antiphon.store.dialect import insert_into
from antiphon.store.reads.conversation_context import NOWHERE
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.instructions import read_instruction, read_instructions
from antiphon.store.tables import instruction_switches, instructions
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


def add_instruction(
    unit: Unit, id: str, name: str, text: str, conversation_id: ConversationId | None, at: datetime
) -> Instruction:
    """A new one behind the others of its place, switched on; `NotFound` for a conversation that is not there."""
    if conversation_id is not None:
        read_conversation(unit, conversation_id)
    query = select(func.coalesce(func.max(instructions.c.position), -1)).where(
        visible(unit, instructions),
        instructions.c.conversation_id.is_not_distinct_from(conversation_id),
    )
    last = unit.connection.execute(query).scalar_one()
    owner = {"workspace_id": unit.workspace_id, "owner_id": unit.principal.id}
    row = {"id": id, "conversation_id": conversation_id, "name": name, "text": text, "position": last + 1}
    unit.connection.execute(insert(instructions), owner | row | {"created_at": at, "updated_at": at})
    return read_instruction(unit, id)


def change_instruction(unit: Unit, id: str, changes: InstructionChanges, at: datetime) -> Instruction:
    """The instruction as it is then; `NotFound` when it is not there."""
    mine = (instructions.c.id == id) & (visible(unit, instructions))
    changed = unit.connection.execute(update(instructions).where(mine).values(**changes, updated_at=at))
    if changed.rowcount != 1:
        raise NotFound("instruction", id)
    return read_instruction(unit, id)


def remove_instruction(unit: Unit, id: str) -> None:
    """Take it away, with how it was switched anywhere; `NotFound` when it is not there."""
    mine = (instructions.c.id == id) & (visible(unit, instructions))
    if not unit.connection.execute(delete(instructions).where(mine)).rowcount:
        raise NotFound("instruction", id)
    unit.connection.execute(delete(instruction_switches).where(_switches_of(unit, id)))


def order_instructions(unit: Unit, ids: Sequence[str]) -> None:
    """Put these into this order; those of the same place that are not named follow in theirs.

    `Malformed` when they do not all belong to the same place, `NotFound` for one that is not there.
    """
    named = [read_instruction(unit, each) for each in dict.fromkeys(ids)]
    places = {each.conversation_id for each in named}
    if len(places) != 1:
        raise Malformed("order the instructions of one place at a time: of all conversations, or of one")
    place = places.pop()
    here = [each for each in read_instructions(unit, place or NOWHERE) if each.conversation_id == place]
    rest = [each for each in here if each.id not in set(ids)]
    statement = (
        update(instructions)
        .where(instructions.c.id == bindparam("wanted"), visible(unit, instructions))
        .values(position=bindparam("place"))
    )
    rows = [{"wanted": each.id, "place": position} for position, each in enumerate((*named, *rest))]
    unit.connection.execute(statement, rows)


def switch_instruction(unit: Unit, id: str, conversation_id: ConversationId, enabled: bool | None) -> Instruction:
    """One for every conversation, on or off in this one; as everywhere with `None`.

    `Malformed` for one that belongs to a single conversation, `NotFound` when either is not there.
    """
    read_conversation(unit, conversation_id)
    if read_instruction(unit, id).conversation_id is not None:
        raise Malformed("this instruction belongs to one conversation; change it there")
    if enabled is None:
        here = instruction_switches.c.conversation_id == conversation_id
        unit.connection.execute(delete(instruction_switches).where(_switches_of(unit, id) & here))
    else:
        row = {"workspace_id": unit.workspace_id, "instruction_id": id, "conversation_id": conversation_id}
        statement = insert_into(instruction_switches, unit.dialect).values(row | {"enabled": enabled})
        unit.connection.execute(
            statement.on_conflict_do_update(
                index_elements=["instruction_id", "conversation_id"], set_={"enabled": enabled}
            )
        )
    return read_instruction(unit, id, conversation_id)


def _switches_of(unit: Unit, id: str) -> ColumnElement[bool]:
    return (instruction_switches.c.instruction_id == id) & (visible(unit, instruction_switches))
