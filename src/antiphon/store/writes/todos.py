"""A conversation's todo list changes."""

from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.todo import Todo
from antiphon.conversation.todo_edits import TodoEdit
from antiphon.store.reads.todos import read_todos
from antiphon.store.tables import conversations, todos
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


def edit_todos(unit: Unit, conversation_id: ConversationId, edit: TodoEdit, at: datetime) -> tuple[Todo, ...]:
    """The list after the edit; one that is refused changes nothing, and edits that meet come one after the other.

    `NotFound` for a conversation that is not there or was archived.
    """
    _hold(unit, conversation_id)
    before = read_todos(unit, conversation_id)
    after = edit(before)
    if after != before:
        _write(unit, conversation_id, before, after, at)
    return after


def _hold(unit: Unit, conversation_id: ConversationId) -> None:
    query = select(conversations.c.id).where(
        conversations.c.id == conversation_id,
        visible(unit, conversations),
        conversations.c.removed_at.is_(None),
    )
    if unit.connection.execute(query.with_for_update(key_share=True)).one_or_none() is None:
        raise NotFound("conversation", conversation_id)


def _write(
    unit: Unit, conversation_id: ConversationId, before: tuple[Todo, ...], after: tuple[Todo, ...], at: datetime
) -> None:
    """The whole list anew: it is short, and its order is part of it."""
    here = (todos.c.conversation_id == conversation_id) & (visible(unit, todos))
    moments = select(todos.c.number, todos.c.created_at, todos.c.updated_at).where(here)
    known = {row.number: (row.created_at, row.updated_at) for row in unit.connection.execute(moments)}
    unchanged = {each.number for each in before if each in after}
    unit.connection.execute(delete(todos).where(here))
    rows: list[dict[str, Any]] = []
    for position, each in enumerate(after):
        created_at, updated_at = known.get(each.number, (at, at))
        rows.append(
            {
                "workspace_id": unit.workspace_id,
                "conversation_id": conversation_id,
                "number": each.number,
                "position": position,
                "title": each.title,
                "description": each.description,
                "status": each.status,
                "blocked_reason": each.blocked_reason or None,
                "priority": each.priority,
                "depends_on": list(each.depends_on),
                "progress": each.progress,
                "created_at": created_at,
                "updated_at": updated_at if each.number in unchanged else at,
            }
        )
    if rows:
        unit.connection.execute(insert(todos), rows)
