"""Who may speak unasked, and whose time has come by the database's clock."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Row, func, select, type_coerce

from antiphon.access.policy import Verb
from antiphon.conversation.heartbeat import Heartbeat, QuietHours, parse_clock
from antiphon.conversation.ids import AdvisorId, ConversationId, PrincipalId, WorkspaceId
from antiphon.store.clock import now_ms
from antiphon.store.reads.people import is_active
from antiphon.store.tables import Moment, decisions, heartbeats
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

_MAY_SPEAK = is_active(heartbeats.c.owner_id, heartbeats.c.workspace_id, Verb.WRITE)


def read_now(unit: Unit) -> datetime:
    """The moment as the database sees it: nodes whose clocks disagree still agree about this."""
    found: datetime = unit.connection.execute(select(type_coerce(now_ms(unit.dialect), Moment))).scalar_one()
    return found


def read_heartbeats(unit: Unit, conversation_id: ConversationId) -> tuple[Heartbeat, ...]:
    """Every advisor that was ever given leave here, switched off ones too."""
    query = _mine(unit, conversation_id).order_by(heartbeats.c.advisor_id)
    return tuple(as_heartbeat(row) for row in unit.connection.execute(query))


def read_heartbeat(unit: Unit, conversation_id: ConversationId, advisor_id: AdvisorId) -> Heartbeat | None:
    """One of them, or nothing when it was never given leave."""
    query = _mine(unit, conversation_id).where(heartbeats.c.advisor_id == advisor_id)
    row = unit.connection.execute(query).one_or_none()
    return None if row is None else as_heartbeat(row)


def read_due_heartbeats(unit: Unit, limit: int) -> tuple[Heartbeat, ...]:
    """Those whose time has come, longest waiting first. Asked by the system across all workspaces."""
    query = (
        select(heartbeats)
        .where(
            heartbeats.c.enabled,
            type_coerce(heartbeats.c.next_at, BigInteger) <= now_ms(unit.dialect),
            _MAY_SPEAK,
        )
        .order_by(heartbeats.c.next_at)
        .limit(limit)
    )
    return tuple(as_heartbeat(row) for row in unit.connection.execute(query))


def read_next_occasion(unit: Unit) -> float | None:
    """How many seconds until the next occasion, if there is any to come. Asked by the system across all workspaces.

    A review that was asked about and waits for its person still counts: then it is looked for in vain.
    """
    beat = select(func.min(type_coerce(heartbeats.c.next_at, BigInteger))).where(heartbeats.c.enabled, _MAY_SPEAK)
    review = select(func.min(type_coerce(decisions.c.review_at, BigInteger))).where(
        decisions.c.reviewer_id.is_not(None),
        decisions.c.outcome.is_(None),
        is_active(decisions.c.owner_id, decisions.c.workspace_id, Verb.WRITE),
    )
    query = select(beat.scalar_subquery(), review.scalar_subquery(), now_ms(unit.dialect))
    beat_at, review_at, now = unit.connection.execute(query).one()
    coming = [at - now for at in (beat_at, review_at) if at is not None]
    return min(coming) / 1000 if coming else None


def as_heartbeat(row: Row[Any]) -> Heartbeat:
    """What the row says."""
    return Heartbeat(
        workspace_id=WorkspaceId(row.workspace_id),
        conversation_id=ConversationId(row.conversation_id),
        advisor_id=AdvisorId(row.advisor_id),
        owner_id=PrincipalId(row.owner_id),
        enabled=row.enabled,
        every_minutes=row.every_minutes,
        quiet=_as_quiet(row.quiet_from, row.quiet_until),
        model=row.model,
        jitter=row.jitter,
        generation=row.generation,
        next_at=row.next_at,
    )


def _as_quiet(start: str | None, end: str | None) -> QuietHours | None:
    begins, ends = parse_clock(start or ""), parse_clock(end or "")
    return None if begins is None or ends is None else QuietHours(begins, ends)


def _mine(unit: Unit, conversation_id: ConversationId) -> Any:
    return select(heartbeats).where(visible(unit, heartbeats), heartbeats.c.conversation_id == conversation_id)
