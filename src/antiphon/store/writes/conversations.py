"""A conversation comes into being, gets another title, is named, changed, archived and brought back."""

from datetime import datetime
from typing import Any, Literal

from sqlalchemy import case, insert, literal, or_, select, update

from antiphon.conversation.errors import NotFound
from antiphon.conversation.event import ConversationCreated, ConversationRenamed
from antiphon.conversation.ids import ConversationId, PanelId, ReplyId
from antiphon.conversation.state import OPEN
from antiphon.store.reads.panels import read_default_panel, read_panel
from antiphon.store.tables import Moment, conversations, open_turns, replies
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
from antiphon.store.writes.facts import append_fact, take_seq
from antiphon.store.writes.list_number import count_list_change
from antiphon.store.writes.request_stop import StopRequest


def change_conversation(unit: Unit, conversation_id: ConversationId, **values: Any) -> None:
    """Set these columns; `NotFound` for a conversation that is not there or was archived."""
    changed = unit.connection.execute(
        update(conversations)
        .where(
            conversations.c.id == conversation_id,
            visible(unit, conversations),
            conversations.c.removed_at.is_(None),
        )
        .values(**values)
    )
    if changed.rowcount != 1:
        raise NotFound("conversation", conversation_id)


def create_conversation(
    unit: Unit,
    conversation_id: ConversationId,
    title: str,
    panel_id: PanelId | None,
    at: datetime,
    kept_until: datetime | None = None,
) -> ConversationCreated:
    """Write the conversation and its first fact; `NotFound` for a panel of somebody else."""
    panel = read_default_panel(unit) if panel_id is None else read_panel(unit, panel_id)
    unit.connection.execute(
        insert(conversations),
        {
            "id": conversation_id,
            "workspace_id": unit.workspace_id,
            "owner_id": unit.principal.id,
            "panel_id": panel.id,
            "title": title,
            "created_at": at,
            "updated_at": at,
            "last_seq": 1,
            "turn_count": 0,
            "open_replies": 0,
            "kept_until": kept_until,
        },
    )
    fact = ConversationCreated(conversation_id, 1, title, at)
    append_fact(unit, fact)
    return fact


def rename_conversation(
    unit: Unit, conversation_id: ConversationId, title: str, titled_by: Literal["person", "model"] = "person"
) -> ConversationRenamed:
    """Write the title, whose it is, and the fact that it changed. Without a title it is called by its first words."""
    head = take_seq(unit, conversation_id)
    unit.connection.execute(
        update(conversations)
        .where(conversations.c.id == conversation_id)
        .values(title=title, titled_by=titled_by if title else "words")
    )
    fact = ConversationRenamed(conversation_id, head.seq, title)
    append_fact(unit, fact)
    return fact


def name_conversation(
    unit: Unit, conversation_id: ConversationId, title: str, *, even_over_person: bool = False
) -> ConversationRenamed | None:
    """Give it this title, unless the person has named it meanwhile or archived it: their word counts more."""
    query = select(conversations.c.titled_by).where(
        conversations.c.id == conversation_id,
        visible(unit, conversations),
        conversations.c.removed_at.is_(None),
    )
    titled_by = unit.connection.execute(query.with_for_update()).scalar_one_or_none()
    if titled_by is None or (titled_by == "person" and not even_over_person):
        return None
    return rename_conversation(unit, conversation_id, title, titled_by="model")


def keep_conversation(unit: Unit, conversation_id: ConversationId) -> None:
    """Keep it from now on like any other; harmless for one that is kept."""
    change_conversation(unit, conversation_id, kept_until=None)


def keep_until(unit: Unit, conversation_id: ConversationId, until: datetime) -> None:
    """Keep one that is not kept until then; one that is kept stays so. `NotFound` for one that is not there."""
    changed = unit.connection.execute(
        update(conversations)
        .where(
            conversations.c.id == conversation_id,
            visible(unit, conversations),
            conversations.c.removed_at.is_(None),
        )
        .values(kept_until=case((conversations.c.kept_until.is_(None), None), else_=literal(until, Moment)))
    )
    if changed.rowcount != 1:
        raise NotFound("conversation", conversation_id)


def remove_conversation(unit: Unit, conversation_id: ConversationId, at: datetime) -> StopRequest:
    """Archive the conversation and ask what is being said there to stop; `NotFound` when it is archived already.

    Nothing is lost: its turns stay as they are, and replies that are still running end where they are stopped. One that
    is not kept is deleted for good soon.
    """
    keep_until(unit, conversation_id, at)
    change_conversation(unit, conversation_id, removed_at=at)
    stopped = stop_all(unit, conversation_id)
    count_list_change(unit)
    return StopRequest(conversation_id, stopped)


def restore_conversation(unit: Unit, conversation_id: ConversationId) -> None:
    """Bring it back to where it stood; harmless for one that was not away, `NotFound` for one that is not there."""
    changed = unit.connection.execute(
        update(conversations)
        .where(
            conversations.c.id == conversation_id,
            visible(unit, conversations),
            # One that is being deleted for good does not come back.
            or_(conversations.c.kept_until.is_(None), conversations.c.removed_at.is_(None)),
        )
        .values(removed_at=None)
    )
    if changed.rowcount != 1:
        raise NotFound("conversation", conversation_id)
    count_list_change(unit)


def stop_all(unit: Unit, conversation_id: ConversationId) -> tuple[ReplyId, ...]:
    """Mark every reply that has not ended; only open turns are looked at."""
    unfinished = select(open_turns.c.turn_id).where(
        open_turns.c.conversation_id == conversation_id, visible(unit, open_turns)
    )
    statement = (
        update(replies)
        .where(replies.c.turn_id.in_(unfinished), replies.c.state.in_(OPEN))
        .values(stop_requested=True)
        .returning(replies.c.id)
    )
    return tuple(ReplyId(each) for each in unit.connection.execute(statement).scalars())
