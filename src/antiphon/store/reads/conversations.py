"""Conversations, newest change first."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import literal, select, tuple_

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId, PanelId
from antiphon.store.tables import Id, Moment, conversations
from antiphon.store.unit import Unit


class ConversationLine(NamedTuple):
    """A conversation as it stands in a list."""

    id: ConversationId
    title: str
    panel_id: PanelId
    created_at: datetime
    updated_at: datetime
    seq: int
    turn_count: int
    in_flight: bool


class PageMark(NamedTuple):
    """The last line of a page; the next page begins after it."""

    updated_at: datetime
    id: str


_COLUMNS = (
    conversations.c.id,
    conversations.c.title,
    conversations.c.panel_id,
    conversations.c.created_at,
    conversations.c.updated_at,
    conversations.c.last_seq,
    (conversations.c.turn_count - conversations.c.removed_turns).label("turn_count"),
    (conversations.c.open_replies > 0).label("in_flight"),
)


def read_conversations(unit: Unit, *, limit: int = 50, after: PageMark | None = None) -> list[ConversationLine]:
    """One page of the workspace's conversations."""
    query = select(*_COLUMNS).where(conversations.c.workspace_id == unit.workspace_id)
    if after is not None:
        mark = tuple_(literal(after.updated_at, Moment), literal(after.id, Id))
        query = query.where(tuple_(conversations.c.updated_at, conversations.c.id) < mark)
    query = query.order_by(conversations.c.updated_at.desc(), conversations.c.id.desc()).limit(limit)
    return [ConversationLine(*row) for row in unit.connection.execute(query)]


def read_conversation(unit: Unit, conversation_id: ConversationId) -> ConversationLine:
    """One line, or `NotFound`."""
    query = select(*_COLUMNS).where(
        conversations.c.id == conversation_id, conversations.c.workspace_id == unit.workspace_id
    )
    row = (unit.connection.execute(query)).one_or_none()
    if row is None:
        raise NotFound("conversation", conversation_id)
    return ConversationLine(*row)
