"""Topics: a tree that turns belong to."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypedDict

from sqlalchemy import bindparam, func, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.store.tables import conversations, topics, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import name_reader, visible, visible_then


class TopicLine(NamedTuple):
    """A topic in a list; `parent_id` is empty for one at the root."""

    id: str
    parent_id: str | None
    name: str
    path: str
    prelude: str
    model: str | None


class TopicChange(TypedDict, total=False):
    """What to change about a topic; an absent key is left alone, no parent is the root."""

    name: str
    parent_id: str | None
    prelude: str
    model: str | None


class TopicCount(NamedTuple):
    """How many turns belong to a topic itself, and how many to the topics below it."""

    own: int
    below: int


_TOPIC_OF = (
    select(topics.c.id, topics.c.path)
    .join(conversations, conversations.c.topic_id == topics.c.id)
    .where(conversations.c.id == bindparam("conversation"), visible_then(conversations))
)
_TOPIC_OF_TURN = (
    select(topics.c.id, topics.c.path)
    .join(turns, turns.c.topic_id == topics.c.id)
    .where(turns.c.id == bindparam("turn"), visible_then(turns))
)


def read_topic_of(
    unit: Unit, conversation_id: ConversationId, replaces: TurnId | None = None
) -> tuple[str | None, str | None]:
    """The id and path of the topic a conversation's next turn belongs to; nothing when it has none.

    A turn that replaces another belongs where that one did.
    """
    here = name_reader(unit)
    if replaces is None:
        row = unit.connection.execute(_TOPIC_OF, here | {"conversation": conversation_id}).one_or_none()
    else:
        row = unit.connection.execute(_TOPIC_OF_TURN, here | {"turn": replaces}).one_or_none()
    return (None, None) if row is None else (row.id, row.path)


_TOPICS = select(topics.c.id, topics.c.parent_id, topics.c.name, topics.c.path, topics.c.prelude, topics.c.model)
# Deleted turns and conversations that were archived do not count.
_COUNTS = (
    select(turns.c.topic_id, func.count())
    .join(conversations, conversations.c.id == turns.c.conversation_id)
    .where(
        visible_then(turns),
        turns.c.topic_id.is_not(None),
        turns.c.deleted_at.is_(None),
        conversations.c.removed_at.is_(None),
        conversations.c.kept_until.is_(None),
    )
    .group_by(turns.c.topic_id)
)


def read_topics(unit: Unit) -> tuple[TopicLine, ...]:
    """Every topic of the workspace, in the order of its path."""
    query = _TOPICS.where(visible(unit, topics)).order_by(topics.c.path)
    return tuple(TopicLine(*row) for row in unit.connection.execute(query))


def read_topic(unit: Unit, topic_id: str) -> TopicLine:
    """One topic, or `NotFound`."""
    query = _TOPICS.where(visible(unit, topics), topics.c.id == topic_id)
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("topic", topic_id)
    return TopicLine(*row)


def read_counted_topics(unit: Unit) -> tuple[tuple[TopicLine, TopicCount], ...]:
    """Every topic with its number of turns."""
    lines = read_topics(unit)
    own = {row[0]: row[1] for row in unit.connection.execute(_COUNTS, name_reader(unit))}
    below = _add_up(lines, own)
    return tuple((line, TopicCount(own.get(line.id, 0), below.get(line.id, 0))) for line in lines)


def _add_up(lines: Sequence[TopicLine], own: Mapping[str, int]) -> dict[str, int]:
    """What lies below each topic. The deepest are added first."""
    below: dict[str, int] = {}
    for line in sorted(lines, key=lambda line: line.path.count("/"), reverse=True):
        if line.parent_id is not None:
            whole = own.get(line.id, 0) + below.get(line.id, 0)
            below[line.parent_id] = below.get(line.parent_id, 0) + whole
    return below
