"""What is to be done in a conversation."""

from sqlalchemy import bindparam, select

from antiphon.conversation.ids import ConversationId
from antiphon.conversation.todo import Todo
from antiphon.store.tables import todos
from antiphon.store.unit import Unit
from antiphon.store.visible import name_reader, visible_then

_TODOS = (
    select(
        todos.c.number,
        todos.c.title,
        todos.c.description,
        todos.c.status,
        todos.c.priority,
        todos.c.depends_on,
        todos.c.blocked_reason,
        todos.c.progress,
    )
    .where(todos.c.conversation_id == bindparam("conversation"), visible_then(todos, bindparam("conversation")))
    .order_by(todos.c.position, todos.c.number)
)


def read_todos(unit: Unit, conversation_id: ConversationId) -> tuple[Todo, ...]:
    """The list in its order; empty also for a conversation that is not there."""
    rows = unit.connection.execute(_TODOS, name_reader(unit) | {"conversation": conversation_id})
    return tuple(
        Todo(
            number=row.number,
            title=row.title,
            description=row.description,
            status=row.status,
            priority=row.priority,
            depends_on=tuple(row.depends_on),
            blocked_reason=row.blocked_reason or "",
            progress=row.progress,
        )
        for row in rows
    )
