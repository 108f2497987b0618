"""The todo list as a tool: advisors read it and keep it up to date."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, cast

from antiphon.access.principal import Principal
from antiphon.advisors.prompt import load_tool_text
from antiphon.context.reminder_texts import write_todo
from antiphon.conversation.errors import Malformed, NotFound, TodosRefused
from antiphon.conversation.todo import PRIORITIES, STATUSES, Todo
from antiphon.conversation.todo_edits import TodoChanges, TodoEdit, add_todos, change_todos, replace_todos
from antiphon.conversation.tool import ToolDefinition, ToolResult
from antiphon.engine.engine import Engine
from antiphon.engine.runtime.toolkit import ToolContext
from antiphon.store.reads.todos import read_todos
from antiphon.store.writes.todos import edit_todos
from antiphon.tools.builtin import Offer, find_wrong_argument

SERVER = "todo"

_ITEM: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "number": {"type": "integer"},
        "title": {"type": "string"},
        "description": {"type": "string"},
        "status": {"type": "string", "enum": list(STATUSES)},
        "priority": {"type": "string", "enum": list(PRIORITIES)},
        "depends_on": {"type": "array", "items": {"type": "integer"}},
        "blocked_reason": {"type": "string"},
        "progress": {"type": "number"},
    },
    "additionalProperties": False,
}
_UPDATE: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "operation": {"type": "string", "enum": ["add", "update", "replace"]},
        "items": {"type": "array", "items": _ITEM},
    },
    "required": ["operation", "items"],
    "additionalProperties": False,
}
_READ: Mapping[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}


class TodoTool:
    """Reads and changes the list of the conversation it is used in, and of no other."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._definitions = (
            ToolDefinition(SERVER, "read", load_tool_text("todo_read"), _READ, read_only=True),
            ToolDefinition(SERVER, "update", load_tool_text("todo_update"), _UPDATE, read_only=False),
        )

    @property
    def server(self) -> str:
        """Its name."""
        return SERVER

    def offer(self, principal: Principal) -> Offer:
        """`read` and `update`."""
        return Offer(self._definitions)

    async def call(self, name: str, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """The list as text. A change that is refused changes nothing, and the answer says why."""
        definition = next(each for each in self._definitions if each.name == name)
        if wrong := find_wrong_argument(definition, arguments):
            return ToolResult(ok=False, text=wrong)
        if name == "read":
            found = await self._engine.store.read(context.principal, read_todos, context.conversation_id)
            return ToolResult(ok=True, text=write_list(found))
        try:
            edit = _build_edit(arguments["operation"], arguments["items"])
            write = self._engine.store.write
            # A node that takes nothing new lets those who are answering finish, and this is part of an answer.
            after = await write(context.principal, edit_todos, context.conversation_id, edit, datetime.now(UTC))
        except (Malformed, NotFound, TodosRefused) as error:
            return ToolResult(ok=False, text=f"nothing was changed: {error}")
        return ToolResult(ok=True, text=write_list(after))


def write_list(todos: Sequence[Todo]) -> str:
    """Every item with its state and its description, in the order of the list."""
    if not todos:
        return "The list is empty."
    return "\n".join(_write(each) for each in todos)


def _write(todo: Todo) -> str:
    described = "".join(f"\n  {line}" for line in todo.description.splitlines())
    return f"{write_todo(todo)} [{todo.status}]{described}"


def _build_edit(operation: str, items: Sequence[Mapping[str, Any]]) -> TodoEdit:
    wanted = [_read_item(each) for each in items]
    if operation == "add":
        return partial(add_todos, added=wanted)
    if operation == "replace":
        return partial(replace_todos, wanted=wanted)
    changes = {number: each for each in wanted if (number := each.get("number")) is not None}
    if len(changes) != len(wanted):
        raise Malformed("each item to be updated is named once, by its number")
    return partial(change_todos, changes=changes)


def _read_item(item: Mapping[str, Any]) -> TodoChanges:
    """Whole numbers may come as 3.0."""
    read = dict(item)
    if "number" in read:
        read["number"] = int(read["number"])
    if "depends_on" in read:
        read["depends_on"] = [int(each) for each in read["depends_on"]]
    return cast("TodoChanges", read)
