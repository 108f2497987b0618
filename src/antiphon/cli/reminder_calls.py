"""The calls about what advisors are reminded of: todos and custom instructions."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from antiphon.cli.answers import Answer
from antiphon.cli.client import Client
from antiphon.conversation.errors import Malformed


class Todo(Answer):
    """One thing to do."""

    number: int
    title: str
    description: str = ""
    status: str
    priority: str
    depends_on: tuple[int, ...] = ()
    blocked_reason: str = ""
    progress: float = 0.0


class Instruction(Answer):
    """A custom instruction; without a conversation it is for all of them."""

    id: str
    name: str
    text: str
    conversation_id: str | None = None
    counts: bool


async def read_todos(client: Client, conversation_id: str) -> tuple[Todo, ...]:
    """The list of a conversation."""
    return _todos(await client.get(_todos_path(conversation_id)))


async def add_todo(client: Client, conversation_id: str, said: Mapping[str, Any]) -> tuple[Todo, ...]:
    """The list with one more."""
    return _todos(await client.ask("POST", _todos_path(conversation_id), said))


async def change_todo(client: Client, conversation_id: str, number: int, said: Mapping[str, Any]) -> tuple[Todo, ...]:
    """The list with one changed."""
    return _todos(await client.ask("PATCH", f"{_todos_path(conversation_id)}/{number}", said))


async def remove_todo(client: Client, conversation_id: str, number: int) -> tuple[Todo, ...]:
    """The list with one less."""
    return _todos(await client.ask("DELETE", f"{_todos_path(conversation_id)}/{number}"))


async def order_todos(client: Client, conversation_id: str, numbers: Sequence[int]) -> tuple[Todo, ...]:
    """The list with these first, in this order; `Malformed` for a number that is not on it."""
    before = {each.number: each for each in await read_todos(client, conversation_id)}
    for number in numbers:
        if number not in before:
            raise Malformed(f"there is no todo {number}")
    wanted = [before[number].model_dump() for number in dict.fromkeys((*numbers, *before))]
    return _todos(await client.ask("PUT", _todos_path(conversation_id), {"todos": wanted}))


async def read_instructions(client: Client, conversation_id: str | None) -> tuple[Instruction, ...]:
    """Those for every conversation, and those of this one."""
    named = {} if conversation_id is None else {"conversation": conversation_id}
    answer = await client.get("/v1/instructions", **named)
    return tuple(Instruction.model_validate(each) for each in answer["instructions"])


async def find_instruction(client: Client, conversation_id: str | None, wanted: str) -> Instruction:
    """The one with this id or this name; `Malformed` when there is none, or several have the name."""
    found = await read_instructions(client, conversation_id)
    fitting = [each for each in found if each.id == wanted] or [each for each in found if each.name == wanted]
    if len(fitting) != 1:
        raise Malformed(f"{len(fitting) or 'no'} instructions are called {wanted}; `antiphon instructions` lists ids")
    return fitting[0]


async def add_instruction(client: Client, said: Mapping[str, Any]) -> Instruction:
    """A new one behind the others."""
    return Instruction.model_validate(await client.ask("POST", "/v1/instructions", said))


async def change_instruction(client: Client, id: str, said: Mapping[str, Any]) -> Instruction:
    """The instruction as it is then."""
    return Instruction.model_validate(await client.ask("PATCH", _path(id), said))


async def switch_instruction(client: Client, id: str, conversation_id: str, enabled: bool) -> Instruction:
    """The instruction as it counts in this conversation then."""
    path = f"{_path(id)}/conversations/{quote(conversation_id, safe='')}"
    return Instruction.model_validate(await client.ask("PUT", path, {"enabled": enabled}))


async def remove_instruction(client: Client, id: str) -> None:
    """Take it away."""
    await client.ask("DELETE", _path(id))


async def order_instructions(client: Client, ids: Sequence[str]) -> None:
    """Put these first, in this order."""
    await client.ask("POST", "/v1/instructions/order", {"ids": list(ids)})


def _todos_path(conversation_id: str) -> str:
    return f"/v1/conversations/{quote(conversation_id, safe='')}/todos"


def _todos(answer: Mapping[str, Any]) -> tuple[Todo, ...]:
    return tuple(Todo.model_validate(each) for each in answer["todos"])


def _path(id: str) -> str:
    return f"/v1/instructions/{quote(id, safe='')}"
