"""Topics: a tree that turns belong to."""

from typing import NamedTuple

from sqlalchemy import bindparam, select

from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.store.tables import conversations, topics, turns
from antiphon.store.unit import Unit


class TopicLine(NamedTuple):
    """A topic in a list."""

    id: str
    path: str
    prelude: str
    model: str | None


_TOPIC_OF = (
    select(topics.c.id, topics.c.path)
    .join(conversations, conversations.c.topic_id == topics.c.id)
    .where(conversations.c.id == bindparam("conversation"), conversations.c.workspace_id == bindparam("workspace"))
)
_TOPIC_OF_TURN = (
    select(topics.c.id, topics.c.path)
    .join(turns, turns.c.topic_id == topics.c.id)
    .where(turns.c.id == bindparam("turn"), turns.c.workspace_id == bindparam("workspace"))
)


def read_topic_of(
    unit: Unit, conversation_id: ConversationId, replaces: TurnId | None = None
) -> tuple[str | None, str | None]:
    """The id and path of the topic a conversation's next turn belongs to; nothing when it has none.

    A turn that replaces another belongs where that one did.
    """
    here = {"workspace": unit.workspace_id}
    if replaces is None:
        row = unit.connection.execute(_TOPIC_OF, here | {"conversation": conversation_id}).one_or_none()
    else:
        row = unit.connection.execute(_TOPIC_OF_TURN, here | {"turn": replaces}).one_or_none()
    return (None, None) if row is None else (row.id, row.path)


def read_topics(unit: Unit) -> tuple[TopicLine, ...]:
    """Every topic of the workspace, in the order of its path."""
    query = select(topics.c.id, topics.c.path, topics.c.prelude, topics.c.model).where(
        topics.c.workspace_id == unit.workspace_id
    )
    return tuple(TopicLine(*row) for row in unit.connection.execute(query.order_by(topics.c.path)))
