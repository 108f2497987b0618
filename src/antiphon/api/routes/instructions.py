"""Custom instructions: for every conversation, or for one."""

from dataclasses import asdict
from typing import Annotated, Any, cast

from fastapi import APIRouter, Query

from antiphon.access.policy import Policy, Verb
from antiphon.api.guard import Caller, allow
from antiphon.api.house import Rooms
from antiphon.api.schemas.body import Id
from antiphon.api.schemas.instructions import (
    ChangedInstruction,
    InstructionAnswer,
    InstructionOrder,
    InstructionsAnswer,
    InstructionSwitch,
    NewInstruction,
)
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.instruction import Instruction, InstructionChanges
from antiphon.engine.commands.edit_instructions import (
    add_instruction,
    change_instruction,
    order_instructions,
    remove_instruction,
    switch_instruction,
)
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.ground import NOWHERE
from antiphon.store.reads.instructions import read_instructions
from antiphon.store.unit import Unit

router = APIRouter(prefix="/v1/instructions", tags=["instructions"])
READ = Policy(Verb.READ, "instruction")
WRITE = Policy(Verb.WRITE, "instruction")
Conversation = Annotated[Id | None, Query(description="Those of this conversation as well.")]


@router.get("", response_model=InstructionsAnswer)
@allow(READ)
async def get_instructions(caller: Caller, rooms: Rooms, conversation: Conversation = None) -> dict[str, Any]:
    """Every instruction for all conversations, and those of one."""
    place = None if conversation is None else ConversationId(conversation)
    return _answer_all(await rooms.engine.store.read(caller, _read, place))


@router.post("", status_code=201, response_model=InstructionAnswer)
@allow(WRITE)
async def post_instruction(caller: Caller, rooms: Rooms, body: NewInstruction) -> dict[str, Any]:
    """Add an instruction behind the others."""
    place = None if body.conversation_id is None else ConversationId(body.conversation_id)
    return _answer(await add_instruction(rooms.engine, caller, body.name, body.text, place))


@router.post("/order", response_model=InstructionsAnswer)
@allow(WRITE)
async def post_order(caller: Caller, rooms: Rooms, body: InstructionOrder) -> dict[str, Any]:
    """Put instructions into another order; those not named follow."""
    return _answer_all(await order_instructions(rooms.engine, caller, body.ids))


@router.patch("/{instruction_id}", response_model=InstructionAnswer)
@allow(WRITE)
async def patch_instruction(
    caller: Caller, rooms: Rooms, instruction_id: str, body: ChangedInstruction
) -> dict[str, Any]:
    """Rename, rewrite or switch an instruction."""
    changes = cast("InstructionChanges", body.model_dump(exclude_unset=True))
    return _answer(await change_instruction(rooms.engine, caller, instruction_id, changes))


@router.put("/{instruction_id}/conversations/{conversation_id}", response_model=InstructionAnswer)
@allow(WRITE)
async def put_switch(
    caller: Caller, rooms: Rooms, instruction_id: str, conversation_id: str, body: InstructionSwitch
) -> dict[str, Any]:
    """Switch one for all conversations on or off in this one."""
    place = ConversationId(conversation_id)
    return _answer(await switch_instruction(rooms.engine, caller, instruction_id, place, body.enabled))


@router.delete("/{instruction_id}", status_code=204)
@allow(WRITE)
async def delete_instruction(caller: Caller, rooms: Rooms, instruction_id: str) -> None:
    """Remove an instruction."""
    await remove_instruction(rooms.engine, caller, instruction_id)


def _read(unit: Unit, conversation_id: ConversationId | None) -> tuple[Instruction, ...]:
    if conversation_id is not None:
        read_conversation(unit, conversation_id)
    return read_instructions(unit, conversation_id or NOWHERE)


def _answer(instruction: Instruction) -> dict[str, Any]:
    return asdict(instruction) | {"counts": instruction.counts}


def _answer_all(instructions: tuple[Instruction, ...]) -> dict[str, Any]:
    return {"instructions": [_answer(each) for each in instructions]}
