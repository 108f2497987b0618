"""What would go with a conversation and what would stay; which are to go, and which are gone."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, ColumnElement, Table, func, select, type_coerce

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId, PrincipalId, WorkspaceId
from antiphon.store.clock import now_ms
from antiphon.store.reads.conversations import OPENING, cut_opening
from antiphon.store.reads.own_files import find_own_files, find_shown_elsewhere
from antiphon.store.tables import (
    analyses,
    conversations,
    decisions,
    deletions,
    eval_cases,
    instructions,
    memories,
    open_turns,
    receipts,
    replies,
    todos,
    turns,
)
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


class Branch(NamedTuple):
    """A conversation that began with turns of another."""

    id: ConversationId
    title: str


class Everything(NamedTuple):
    """What is deleted with a conversation, and behind it what stays although it came from there."""

    turns: int
    replies: int
    receipts: int
    files: int
    analyses: int
    todos: int
    instructions: int
    proposed_memories: int
    in_flight: bool
    decisions: int
    memories: int
    tests: int
    shared_files: int
    branches: tuple[Branch, ...]


class Due(NamedTuple):
    """A conversation whose time has come, and whose it is."""

    id: ConversationId
    workspace_id: WorkspaceId
    owner_id: PrincipalId


def read_everything(unit: Unit, conversation_id: ConversationId) -> Everything:
    """Counted as it stands, for one that was archived too; `NotFound` for one that is not there."""
    query = select(conversations.c.open_replies).where(
        conversations.c.id == conversation_id, visible(unit, conversations)
    )
    open_replies = unit.connection.execute(query).scalar_one_or_none()
    if open_replies is None:
        raise NotFound("conversation", conversation_id)
    here = turns.c.conversation_id == conversation_id
    given = replies.c.turn_id.in_(select(turns.c.id).where(here))
    own = find_own_files(unit, conversation_id)
    shared = find_shown_elsewhere(unit, conversation_id, own)
    decided = memories.c.status.in_(("accepted", "retired"))
    return Everything(
        turns=_count(unit, turns, here),
        replies=_count(unit, replies, given),
        receipts=_count(unit, receipts, receipts.c.reply_id.in_(select(replies.c.id).where(given))),
        files=len(own) - len(shared),
        analyses=_count(unit, analyses, analyses.c.conversation_id == conversation_id),
        todos=_count(unit, todos, todos.c.conversation_id == conversation_id),
        instructions=_count(unit, instructions, instructions.c.conversation_id == conversation_id),
        proposed_memories=_count(unit, memories, memories.c.conversation_id == conversation_id, ~decided),
        in_flight=open_replies > 0,
        decisions=_count(
            unit, decisions, decisions.c.conversation_id == conversation_id, decisions.c.removed_at.is_(None)
        ),
        memories=_count(unit, memories, memories.c.conversation_id == conversation_id, decided),
        tests=_count(unit, eval_cases, eval_cases.c.source["conversation_id"].as_string() == conversation_id),
        shared_files=len(shared),
        branches=_read_branches(unit, conversation_id),
    )


def _count(unit: Unit, table: Table, *which: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(table).where(visible(unit, table), *which)
    return int(unit.connection.execute(query).scalar_one())


def _read_branches(unit: Unit, conversation_id: ConversationId) -> tuple[Branch, ...]:
    left = select(turns.c.id).where(turns.c.conversation_id == conversation_id)
    query = (
        select(conversations.c.id, conversations.c.title, func.coalesce(OPENING, "").label("opening"))
        .where(visible(unit, conversations), conversations.c.branched_from.in_(left))
        .order_by(conversations.c.created_at, conversations.c.id)
    )
    rows: Any = unit.connection.execute(query)
    return tuple(Branch(ConversationId(row.id), row.title or cut_opening(row.opening)) for row in rows)


def count_open_turns(unit: Unit, conversation_id: ConversationId) -> int:
    """How many of its turns are still being answered."""
    query = select(func.count()).where(open_turns.c.conversation_id == conversation_id, visible(unit, open_turns))
    return int(unit.connection.execute(query).scalar_one())


def read_due(unit: Unit, limit: int) -> tuple[Due, ...]:
    """Conversations that were to be kept no longer than until now, of any workspace. For the system only."""
    query = (
        select(conversations.c.id, conversations.c.workspace_id, conversations.c.owner_id)
        .where(type_coerce(conversations.c.kept_until, BigInteger) <= now_ms(unit.dialect))
        .order_by(conversations.c.kept_until)
        .limit(limit)
    )
    return tuple(
        Due(ConversationId(row.id), WorkspaceId(row.workspace_id), PrincipalId(row.owner_id))
        for row in unit.connection.execute(query)
    )


def read_deleted(unit: Unit, conversation_ids: Sequence[ConversationId]) -> list[ConversationId]:
    """Those of these that were deleted for good."""
    query = select(deletions.c.conversation_id).where(
        deletions.c.conversation_id.in_(conversation_ids),
        visible(unit, deletions),
        deletions.c.deleted_at.is_not(None),
    )
    return [ConversationId(each) for each in unit.connection.execute(query).scalars()]


class Deletion(NamedTuple):
    """Who deleted a conversation, why and when; no word of it."""

    conversation_id: ConversationId
    asked_by: str
    why: str
    asked_at: datetime
    deleted_at: datetime | None
    turns: int


def read_deletion(unit: Unit, conversation_id: ConversationId) -> Deletion | None:
    """What was written down about it, if it was deleted."""
    query = select(*(deletions.c[name] for name in Deletion._fields)).where(
        deletions.c.conversation_id == conversation_id, visible(unit, deletions)
    )
    row = unit.connection.execute(query).one_or_none()
    return None if row is None else Deletion._make(row)


def was_deleted_since(unit: Unit, moment: datetime, conversation_ids: Sequence[str] = ()) -> bool:
    """Whether one of these, or any where none are named, was deleted for good or is to be since this moment.

    Of any, not one whose days were over: it was in no list before.
    """
    query = select(deletions.c.conversation_id).where(visible(unit, deletions), deletions.c.asked_at >= moment)
    if conversation_ids:
        return not frozenset(unit.connection.execute(query).scalars()).isdisjoint(conversation_ids)
    query = query.where(deletions.c.why != "expired")
    return unit.connection.execute(query.limit(1)).first() is not None
