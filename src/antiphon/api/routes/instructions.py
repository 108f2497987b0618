"""Custom instructions: for every conversation, or for one."""

from dataclasses import asdict
from typing import Annotated, Any, cast

from fastapi import APIRouter, Query

from antiphon.access.policy import Policy, Verb
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.body import Id
from antiphon.api.schemas.instructions import (
    ChangedInstruction,
    InstructionAnswer,
    InstructionOrder,
    InstructionsAnswer,
    InstructionSwitch,
    NewInstruction,
)
from antiphon.api.schemas.page import answer_all
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.instruction import Instruction, InstructionChanges
from antiphon.engine.commands.instructions import (
    add_instruction,
    change_instruction,
    order_instructions,
    remove_instruction,
    switch_instruction,
)
from antiphon.store.reads.conversation_context import NOWHERE
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.instructions import read_instruction, read_instructions
from antiphon.store.unit import Unit

router = APIRouter(route_class=BoundedRoute, prefix="/v1/instructions", tags=["instructions"])
READ = Policy(Verb.READ, "instruction")
WRITE = Policy(Verb.WRITE, "instruction")
Conversation = Annotated[Id | None, Query(description="Those of this conversation as well.")]


@router.get("", response_model=InstructionsAnswer, operation_id="list_instructions")
@allow(READ, raises=(NotFound,))
async def get_instructions(caller: Caller, deps: Deps, conversation: Conversation = None) -> dict[str, Any]:
    """Every instruction for all conversations, and those of one."""
    place = None if conversation is None else ConversationId(conversation)
    return _answer_all(await deps.engine.store.read(caller, _read, place))


@router.post("", status_code=201, response_model=InstructionAnswer, operation_id="create_instruction")
@allow(WRITE, body=SHORT, raises=(NotFound,), location="/v1/instructions/{id}")
async def post_instruction(caller: Caller, deps: Deps, body: NewInstruction) -> dict[str, Any]:
    """Add an instruction behind the others."""
    place = None if body.conversation_id is None else ConversationId(body.conversation_id)
    return _answer(await add_instruction(deps.engine, caller, body.name, body.text, place))


@router.post("/order", response_model=InstructionsAnswer, operation_id="order_instructions")
@allow(WRITE, body=SHORT, raises=(NotFound,))
async def post_order(caller: Caller, deps: Deps, body: InstructionOrder) -> dict[str, Any]:
    """Put instructions into another order; those not named follow."""
    return _answer_all(await order_instructions(deps.engine, caller, body.ids))


@router.get("/{instruction_id}", response_model=InstructionAnswer, operation_id="get_instruction")
@allow(READ)
async def get_instruction(caller: Caller, deps: Deps, instruction_id: str) -> dict[str, Any]:
    """One instruction."""
    return _answer(await deps.engine.store.read(caller, read_instruction, instruction_id))


@router.patch("/{instruction_id}", response_model=InstructionAnswer, operation_id="update_instruction")
@allow(WRITE, body=SHORT)
async def patch_instruction(
    caller: Caller, deps: Deps, instruction_id: str, body: ChangedInstruction
) -> dict[str, Any]:
    """Rename, rewrite or switch an instruction."""
    changes = cast("InstructionChanges", body.model_dump(exclude_unset=True))
    return _answer(await change_instruction(deps.engine, caller, instruction_id, changes))


@router.put(
    "/{instruction_id}/conversations/{conversation_id}",
    response_model=InstructionAnswer,
    operation_id="switch_instruction",
)
@allow(WRITE, body=SHORT, raises=(NotFound,))
async def put_switch(
    caller: Caller, deps: Deps, instruction_id: str, conversation_id: str, body: InstructionSwitch
) -> dict[str, Any]:
    """Switch one for all conversations on or off in this one."""
    place = ConversationId(conversation_id)
    return _answer(await switch_instruction(deps.engine, caller, instruction_id, place, body.enabled))


@router.delete("/{instruction_id}", status_code=204, operation_id="delete_instruction")
@allow(WRITE)
async def delete_instruction(caller: Caller, deps: Deps, instruction_id: str) -> None:
    """Remove an instruction."""
    await remove_instruction(deps.engine, caller, instruction_id)


def _read(unit: Unit, conversation_id: ConversationId | None) -> tuple[Instruction, ...]:
    if conversation_id is not None:
        read_conversation(unit, conversation_id)
    return read_instructions(unit, conversation_id or NOWHERE)


def _answer(instruction: Instruction) -> dict[str, Any]:
    return asdict(instruction) | {"counts": instruction.counts}


def _answer_all(instructions: tuple[Instruction, ...]) -> dict[str, Any]:
    return answer_all(_answer(each) for each in instructions)
