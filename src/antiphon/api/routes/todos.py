"""What is to be done in a conversation. Every change but a removal answers with the whole list."""

from collections.abc import Iterable
from dataclasses import asdict
from functools import partial
from typing import Any, cast

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.page import answer_all
from antiphon.api.schemas.todos import ChangedTodo, NewTodo, TodoAnswer, TodoList, TodosAnswer
from antiphon.conversation.errors import NotFound, TodosRefused
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.todo import Todo
from antiphon.conversation.todo_edits import TodoChanges, add_todos, change_todo, remove_todo, replace_todos
from antiphon.engine.commands.todos import edit_todos
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.todos import read_todos
from antiphon.store.unit import Unit

router = APIRouter(route_class=BoundedRoute, prefix="/v1/conversations/{conversation_id}/todos", tags=["todos"])
READ = Policy(Verb.READ, "todo")
WRITE = Policy(Verb.WRITE, "todo")


@router.get("", response_model=TodosAnswer, operation_id="list_todos")
@allow(READ)
async def get_todos(caller: Caller, deps: Deps, conversation_id: str) -> dict[str, Any]:
    """The list."""
    return _answer(await deps.engine.store.read(caller, _read, ConversationId(conversation_id)))


@router.put("", response_model=TodosAnswer, operation_id="replace_todos")
@allow(WRITE, body=SHORT, raises=(NotFound, TodosRefused))
async def put_todos(caller: Caller, deps: Deps, conversation_id: str, body: TodoList) -> dict[str, Any]:
    """Put this list in place of the old one, in this order."""
    edit = partial(replace_todos, wanted=[_read_changes(each) for each in body.todos])
    return _answer(await edit_todos(deps.engine, caller, ConversationId(conversation_id), edit))


@router.post("", status_code=201, response_model=TodosAnswer, operation_id="create_todo")
@allow(WRITE, body=SHORT, raises=(TodosRefused,), location="/v1/conversations/{conversation_id}/todos")
async def post_todo(caller: Caller, deps: Deps, conversation_id: str, body: NewTodo) -> dict[str, Any]:
    """Add an item behind the others."""
    edit = partial(add_todos, added=[_read_changes(body)])
    return _answer(await edit_todos(deps.engine, caller, ConversationId(conversation_id), edit))


@router.patch("/{number}", response_model=TodosAnswer, operation_id="update_todo")
@allow(WRITE, body=SHORT, raises=(TodosRefused,))
async def patch_todo(
    caller: Caller, deps: Deps, conversation_id: str, number: int, body: ChangedTodo
) -> dict[str, Any]:
    """Change an item."""
    edit = partial(change_todo, number=number, changes=_read_changes(body))
    return _answer(await edit_todos(deps.engine, caller, ConversationId(conversation_id), edit))


@router.get("/{number}", response_model=TodoAnswer, operation_id="get_todo")
@allow(READ)
async def get_todo(caller: Caller, deps: Deps, conversation_id: str, number: int) -> dict[str, Any]:
    """One item."""
    found = await deps.engine.store.read(caller, _read, ConversationId(conversation_id))
    for each in found:
        if each.number == number:
            return asdict(each)
    raise NotFound("todo", str(number))


@router.delete("/{number}", status_code=204, operation_id="delete_todo")
@allow(WRITE, raises=(TodosRefused,))
async def delete_todo(caller: Caller, deps: Deps, conversation_id: str, number: int) -> None:
    """Remove an item; what waited for it no longer does."""
    edit = partial(remove_todo, number=number)
    await edit_todos(deps.engine, caller, ConversationId(conversation_id), edit)


def _read(unit: Unit, conversation_id: ConversationId) -> tuple[Todo, ...]:
    read_conversation(unit, conversation_id)
    return read_todos(unit, conversation_id)


def _read_changes(body: ChangedTodo) -> TodoChanges:
    return cast("TodoChanges", body.model_dump(exclude_unset=True))


def _answer(todos: Iterable[Todo]) -> dict[str, Any]:
    return answer_all(asdict(each) for each in todos)
