"""Turns that should have ended long ago. Asked by the system across all workspaces."""

from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, exists, func, select

from antiphon.conversation.ids import ConversationId, PrincipalId, TurnId, WorkspaceId
from antiphon.store.tables import approvals, open_turns, receipts, replies, turns
from antiphon.store.unit import Unit

_MOST: Final = 200


class StuckTurn(NamedTuple):
    """A turn that is open, since when, whose it is, and how many of its replies have not ended."""

    turn_id: TurnId
    conversation_id: ConversationId
    since: datetime
    workspace_id: WorkspaceId
    author_id: PrincipalId
    replies: int


def open_since() -> ColumnElement[datetime]:
    """Since when an open turn waits for an answer: since it was last asked, or since it was accepted."""
    sent = (
        select(func.max(receipts.c.sent_at))
        .join(replies, replies.c.id == receipts.c.reply_id)
        .where(replies.c.turn_id == turns.c.id, replies.c.settled_at.is_(None))
        .scalar_subquery()
    )
    return func.coalesce(sent, turns.c.created_at, type_=turns.c.created_at.type)


def list_stuck(unit: Unit, before: datetime) -> tuple[StuckTurn, ...]:
    """Every open turn that waits since before this moment, and not for anybody's leave, the oldest first."""
    waits = exists(select(approvals.c.id).where(approvals.c.turn_id == turns.c.id, approvals.c.status == "pending"))
    unended = (
        select(func.count()).where(replies.c.turn_id == turns.c.id, replies.c.settled_at.is_(None)).scalar_subquery()
    )
    since = open_since()
    query = (
        select(turns, since.label("since"), unended.label("unended"))
        .join(open_turns, open_turns.c.turn_id == turns.c.id)
        .where(since < before, ~waits)
        .order_by(since, turns.c.id)
        .limit(_MOST)
    )
    return tuple(
        StuckTurn(
            TurnId(row.id),
            ConversationId(row.conversation_id),
            row.since,
            WorkspaceId(row.workspace_id),
            PrincipalId(row.author_id),
            row.unended,
        )
        for row in unit.connection.execute(query)
    )
