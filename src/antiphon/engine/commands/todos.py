"""Change what is to be done in a conversation."""

from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.todo import Todo
from antiphon.conversation.todo_edits import TodoEdit
from antiphon.engine.engine import Engine
from antiphon.store.writes.todos import edit_todos as write_todos


async def edit_todos(
    engine: Engine, principal: Principal, conversation_id: ConversationId, edit: TodoEdit
) -> tuple[Todo, ...]:
    """The list after the edit, which the next message is sent with; a refused edit changes nothing."""
    engine.check_open()
    return await engine.store.write(principal, write_todos, conversation_id, edit, datetime.now(UTC))
