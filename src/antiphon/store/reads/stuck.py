"""Turns that should have ended long ago. Asked by the system across all workspaces."""

from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import exists, func, select

from antiphon.conversation.ids import ConversationId, PrincipalId, TurnId, WorkspaceId
from antiphon.store.tables import approvals, open_turns, replies, turns
from antiphon.store.unit import Unit

_MOST: Final = 200


class StuckTurn(NamedTuple):
    """A turn that is open, since when, whose it is, and how many of its replies have not ended."""

    turn_id: TurnId
    conversation_id: ConversationId
    created_at: datetime
    workspace_id: WorkspaceId
    author_id: PrincipalId
    replies: int


def list_stuck(unit: Unit, before: datetime) -> tuple[StuckTurn, ...]:
    """Every open turn that was accepted before this moment and waits for nobody's leave, the oldest first."""
    waits = exists(select(approvals.c.id).where(approvals.c.turn_id == turns.c.id, approvals.c.status == "pending"))
    unended = (
        select(func.count()).where(replies.c.turn_id == turns.c.id, replies.c.settled_at.is_(None)).scalar_subquery()
    )
    query = (
        select(turns, unended.label("unended"))
        .join(open_turns, open_turns.c.turn_id == turns.c.id)
        .where(turns.c.created_at < before, ~waits)
        .order_by(turns.c.created_at, turns.c.id)
        .limit(_MOST)
    )
    return tuple(
        StuckTurn(
            TurnId(row.id),
            ConversationId(row.conversation_id),
            row.created_at,
            WorkspaceId(row.workspace_id),
            PrincipalId(row.author_id),
            row.unended,
        )
        for row in unit.connection.execute(query)
    )
