"""What became of each occasion to speak unasked."""

from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, Select, func, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.heartbeat import HeartbeatRun
from antiphon.conversation.ids import AdvisorId, ConversationId, TurnId
from antiphon.store.tables import analyses, beats, replies, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

MOST_BEATS: Final = 100


def read_heartbeat_runs(
    unit: Unit, conversation_id: ConversationId, limit: int = MOST_BEATS
) -> tuple[HeartbeatRun, ...]:
    """The newest of a conversation, newest first."""
    query = _beats(unit).where(beats.c.conversation_id == conversation_id)
    return tuple(as_heartbeat_run(row) for row in unit.connection.execute(_newest_first(query).limit(limit)))


def read_heartbeat_run(unit: Unit, run_id: str) -> HeartbeatRun:
    """One of them, or `NotFound`."""
    row = unit.connection.execute(_beats(unit).where(beats.c.id == run_id)).one_or_none()
    if row is None:
        raise NotFound("heartbeat run", run_id)
    return as_heartbeat_run(row)


def read_last_heartbeat_run(unit: Unit, conversation_id: ConversationId, advisor_id: AdvisorId) -> HeartbeatRun | None:
    """The newest occasion of one advisor, however it ended; reviews aside."""
    query = _beats(unit).where(
        beats.c.conversation_id == conversation_id, beats.c.advisor_id == advisor_id, beats.c.kind == "heartbeat"
    )
    row = unit.connection.execute(
        query.order_by(beats.c.taken_at.desc(), beats.c.due_at.desc(), beats.c.id.desc()).limit(1)
    ).one_or_none()
    return None if row is None else as_heartbeat_run(row)


def count_unread(unit: Unit, conversation_id: ConversationId, advisor_id: AdvisorId) -> int:
    """How many messages of this advisor wait to be read here; one that was removed waits no more."""
    query = _unread(unit, select(func.count())).where(
        beats.c.conversation_id == conversation_id, beats.c.advisor_id == advisor_id
    )
    return int(unit.connection.execute(query).scalar_one())


def count_unanswered(unit: Unit, conversation_id: ConversationId, advisor_id: AdvisorId) -> int:
    """How often this advisor has spoken unasked since the person last wrote here."""
    here = (turns.c.conversation_id == conversation_id) & (visible(unit, turns))
    answered = select(func.coalesce(func.max(turns.c.position), 0)).where(here, turns.c.origin.in_(("person", "round")))
    query = (
        select(func.count())
        .select_from(turns.join(replies, replies.c.turn_id == turns.c.id))
        .where(here, turns.c.origin.in_(("heartbeat", "review")), turns.c.position > answered.scalar_subquery())
        .where(replies.c.advisor_id == advisor_id, replies.c.slot == 0)
    )
    return int(unit.connection.execute(query).scalar_one())


def is_spent(unit: Unit, since: datetime, most: int) -> bool:
    """Whether a model was asked so often since then, in the whole workspace: every call counts, repeated ones too.

    An occasion on its way counts as one call; so does one that was cut off, of which nobody knows.
    """
    recent = (visible(unit, beats)) & (beats.c.taken_at >= since)
    begun = select(func.count()).select_from(beats)
    begun = begun.where(recent, (beats.c.status == "taken") | (beats.c.reason == "interrupted"))
    made = select(func.coalesce(func.sum(analyses.c.usage["calls"].as_integer()), 0)).where(
        visible(unit, analyses),
        analyses.c.conversation_id.in_(select(beats.c.conversation_id).where(recent)),
        analyses.c.kind.in_(("heartbeat", "review")),
        analyses.c.created_at >= since,
    )
    return sum(int(unit.connection.execute(query).scalar_one()) for query in (begun, made)) >= most


def as_heartbeat_run(row: Row[Any]) -> HeartbeatRun:
    """What the row says."""
    return HeartbeatRun(
        id=row.id,
        conversation_id=ConversationId(row.conversation_id),
        advisor_id=AdvisorId(row.advisor_id),
        kind=row.kind,
        due_at=row.due_at,
        generation=row.generation,
        status=row.status,
        taken_at=row.taken_at,
        decision_id=row.decision_id,
        reason=row.reason,
        times=row.times,
        why=row.why,
        analysis_id=row.analysis_id,
        turn_id=None if row.turn_id is None else TurnId(row.turn_id),
        ended_at=row.ended_at,
        read_at=row.read_at,
    )


def _newest_first(query: Select[Any]) -> Select[Any]:
    """What was noted in one moment, such as what was missed and what was taken after it, by when it was due."""
    return query.order_by(beats.c.taken_at.desc(), beats.c.due_at.desc(), beats.c.id.desc())


def _beats(unit: Unit) -> Select[Any]:
    return select(beats).where(visible(unit, beats))


def _unread(unit: Unit, query: Select[Any]) -> Select[Any]:
    seen = query.select_from(beats.join(turns, turns.c.id == beats.c.turn_id))
    return seen.where(
        visible(unit, beats),
        beats.c.status == "fired",
        beats.c.read_at.is_(None),
        turns.c.deleted_at.is_(None),
    )
