"""Decisions whose day has come to be looked back on."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import BigInteger, ColumnElement, and_, exists, false, not_, or_, select, type_coerce

from antiphon.access.policy import Verb
from antiphon.conversation.ids import AdvisorId, ConversationId, PrincipalId, WorkspaceId
from antiphon.store.clock import now_ms
from antiphon.store.reads.people import is_active
from antiphon.store.tables import beats, conversations, decisions
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


class DueReview(NamedTuple):
    """A decision that an advisor should ask about now: what was asked, what was chosen, how sure the person was."""

    workspace_id: WorkspaceId
    owner_id: PrincipalId
    decision_id: str
    conversation_id: ConversationId
    reviewer_id: AdvisorId
    review_at: datetime
    question: str
    choice: str
    confidence: int
    change_my_mind: str
    decided_at: datetime


def read_due_reviews(unit: Unit, limit: int) -> tuple[DueReview, ...]:
    """Those nobody has asked about on their day, the longest due first. Asked by the system across all workspaces.

    One that has an outcome needs no asking. One whose conversation is archived or being answered waits, and so does one
    that was put off, so that it does not stand in the way of others.
    """
    asked = exists(
        select(beats.c.id).where(
            beats.c.conversation_id == decisions.c.conversation_id,
            beats.c.workspace_id == decisions.c.workspace_id,
            beats.c.kind == "review",
            beats.c.decision_id == decisions.c.id,
            beats.c.due_at == decisions.c.review_at,
            not_(may_ask_again(unit.dialect)),
        )
    )
    query = (
        select(*_COLUMNS)
        .join(
            conversations,
            (conversations.c.id == decisions.c.conversation_id)
            & (conversations.c.workspace_id == decisions.c.workspace_id),
        )
        .where(
            type_coerce(decisions.c.review_at, BigInteger) <= now_ms(unit.dialect),
            or_(
                decisions.c.waits_until.is_(None),
                type_coerce(decisions.c.waits_until, BigInteger) <= now_ms(unit.dialect),
            ),
            decisions.c.reviewer_id.is_not(None),
            is_active(decisions.c.owner_id, decisions.c.workspace_id, Verb.WRITE),
            decisions.c.outcome.is_(None),
            decisions.c.removed_at.is_(None),
            conversations.c.removed_at.is_(None),
            conversations.c.open_replies == 0,
            asked == false(),
        )
        .order_by(decisions.c.review_at)
        .limit(limit)
    )
    return tuple(DueReview._make(row) for row in unit.connection.execute(query))


def find_review(unit: Unit, decision_id: str) -> DueReview | None:
    """The decision an advisor asks about, if it still has one who should."""
    query = select(*_COLUMNS).where(
        decisions.c.id == decision_id,
        visible(unit, decisions),
        decisions.c.reviewer_id.is_not(None),
        decisions.c.review_at.is_not(None),
    )
    row = unit.connection.execute(query).one_or_none()
    return None if row is None else DueReview._make(row)


def may_ask_again(dialect: str) -> ColumnElement[bool]:
    """Whether a review that came to nothing is tried again: later, a few times, and never if it may have spoken."""
    return and_(
        beats.c.status == "skipped",
        beats.c.reason.in_(_PASSING),
        beats.c.times < _MOST_TIMES,
        type_coerce(beats.c.taken_at, BigInteger) < now_ms(dialect) - _PAUSE_MS,
    )


def is_still_due(unit: Unit, due: DueReview) -> bool:
    """Whether the decision is as it was when it was found due: nobody has said how it went, or moved the day."""
    query = select(decisions.c.id).where(
        decisions.c.id == due.decision_id,
        visible(unit, decisions),
        decisions.c.review_at == due.review_at,
        decisions.c.reviewer_id == due.reviewer_id,
        decisions.c.outcome.is_(None),
        decisions.c.removed_at.is_(None),
    )
    return unit.connection.execute(query).first() is not None


# What stands in the way for a while only.
_PASSING = ("answering", "quiet_hours", "failed")
_MOST_TIMES = 5
_PAUSE_MS = 3_600_000

_COLUMNS = (
    decisions.c.workspace_id,
    decisions.c.owner_id,
    decisions.c.id,
    decisions.c.conversation_id,
    decisions.c.reviewer_id,
    decisions.c.review_at,
    decisions.c.question,
    decisions.c.choice,
    decisions.c.confidence,
    decisions.c.change_my_mind,
    decisions.c.created_at,
)
