"""Conversations, newest change first."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import func, literal, select, tuple_

from antiphon.conversation.errors import NotFound, NotKept
from antiphon.conversation.ids import ConversationId, PanelId, TurnId
from antiphon.conversation.turn import Surface
from antiphon.store.reads.folders import read_folder
from antiphon.store.tables import Id, Moment, beats, conversations, folders, topics, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


class ConversationLine(NamedTuple):
    """A conversation as it stands in a list; `opening` is how its first turn begins, on one line.

    `unread` counts what advisors have said there unasked and nobody has seen yet. A branch says which turn of which
    conversation it was begun at, for as long as that is there. `folder_id` is where it lies, if that folder is there.
    `surface` is the wire of the program that began it; none where a person did.
    """

    id: ConversationId
    title: str
    panel_id: PanelId
    created_at: datetime
    updated_at: datetime
    seq: int
    turn_count: int
    in_flight: bool
    topic: str | None
    opening: str
    unread: int = 0
    branched_from: TurnId | None = None
    branched_from_position: int | None = None
    branched_from_id: ConversationId | None = None
    branched_from_title: str | None = None
    kept_until: datetime | None = None
    folder_id: str | None = None
    surface: Surface | None = None


class PageMark(NamedTuple):
    """The last line of a page; the next page begins after it."""

    updated_at: datetime
    id: str


# White space is gathered afterwards, so a little more is read than shown.
_OPENING_READ, _OPENING_SHOWN = 200, 80
_FIRST = turns.alias("first_turn")
# How a conversation begins, whatever else is read beside it.
OPENING = (
    select(func.substr(_FIRST.c.text, 1, _OPENING_READ))
    .where(_FIRST.c.conversation_id == conversations.c.id, _FIRST.c.deleted_at.is_(None))
    .order_by(_FIRST.c.position)
    .limit(1)
    .correlate(conversations)
    .scalar_subquery()
)
_BEGAN = turns.alias("began")
_SURFACE = (
    select(_BEGAN.c.surface)
    .where(_BEGAN.c.conversation_id == conversations.c.id)
    .order_by(_BEGAN.c.position)
    .limit(1)
    .correlate(conversations)
    .scalar_subquery()
)
_UNREAD = (
    select(func.count())
    .select_from(beats.join(turns, turns.c.id == beats.c.turn_id))
    .where(
        beats.c.workspace_id == conversations.c.workspace_id,
        beats.c.conversation_id == conversations.c.id,
        beats.c.status == "fired",
        beats.c.read_at.is_(None),
        turns.c.deleted_at.is_(None),
    )
    .correlate(conversations)
    .scalar_subquery()
)
# What a branch was begun at.
_LEFT_TURN = turns.alias("left_turn")
_LEFT = conversations.alias("left_conversation")
_LINES = select(
    conversations.c.id,
    conversations.c.title,
    conversations.c.panel_id,
    conversations.c.created_at,
    conversations.c.updated_at,
    conversations.c.last_seq,
    (conversations.c.turn_count - conversations.c.removed_turns).label("turn_count"),
    (conversations.c.open_replies > 0).label("in_flight"),
    topics.c.path,
    func.coalesce(OPENING, ""),
    _UNREAD,
    _LEFT_TURN.c.id,
    _LEFT_TURN.c.position,
    _LEFT.c.id,
    _LEFT.c.title,
    conversations.c.kept_until,
    folders.c.id,
    _SURFACE,
).select_from(
    conversations.outerjoin(topics, topics.c.id == conversations.c.topic_id)
    .outerjoin(folders, (folders.c.id == conversations.c.folder_id) & folders.c.removed_at.is_(None))
    .outerjoin(
        _LEFT_TURN.join(_LEFT, (_LEFT.c.id == _LEFT_TURN.c.conversation_id) & _LEFT.c.removed_at.is_(None)),
        _LEFT_TURN.c.id == conversations.c.branched_from,
    )
)


def read_conversations(
    unit: Unit,
    *,
    limit: int = 50,
    after: PageMark | None = None,
    removed: bool = False,
    folder_id: str | None = None,
) -> list[ConversationLine]:
    """One page of the workspace's conversations, or of those that were archived; none that is kept for a while only.

    With a folder only those in it; `NotFound` for one that is not there.
    """
    put_away = conversations.c.removed_at.is_not(None) if removed else conversations.c.removed_at.is_(None)
    query = _LINES.where(visible(unit, conversations), conversations.c.kept_until.is_(None), put_away)
    if folder_id is not None:
        read_folder(unit, folder_id)
        query = query.where(conversations.c.folder_id == folder_id)
    if after is not None:
        mark = tuple_(literal(after.updated_at, Moment), literal(after.id, Id))
        query = query.where(tuple_(conversations.c.updated_at, conversations.c.id) < mark)
    query = query.order_by(conversations.c.updated_at.desc(), conversations.c.id.desc()).limit(limit)
    return [_as_line(row) for row in unit.connection.execute(query)]


def read_conversation(unit: Unit, conversation_id: ConversationId) -> ConversationLine:
    """One line, or `NotFound`; a conversation that was archived is not found."""
    query = _LINES.where(
        conversations.c.id == conversation_id,
        visible(unit, conversations),
        conversations.c.removed_at.is_(None),
    )
    row = (unit.connection.execute(query)).one_or_none()
    if row is None:
        raise NotFound("conversation", conversation_id)
    return _as_line(row)


def check_kept(unit: Unit, conversation_id: ConversationId) -> None:
    """`NotKept` for a conversation that is not kept: nothing of it may stay elsewhere."""
    query = select(conversations.c.id).where(
        conversations.c.id == conversation_id,
        visible(unit, conversations),
        conversations.c.kept_until.is_not(None),
    )
    if unit.connection.execute(query).first() is not None:
        raise NotKept(conversation_id)


def _as_line(row: Sequence[Any]) -> ConversationLine:
    line = ConversationLine(*row)
    return line._replace(opening=cut_opening(line.opening))


def cut_opening(text: str) -> str:
    """The first words on one line, as a conversation without a title is called."""
    return " ".join(text.split())[:_OPENING_SHOWN].rstrip()
