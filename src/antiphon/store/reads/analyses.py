"""Looks at conversations: running, done, failed, and what they used."""

from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Row, Select, and_, or_, select

from antiphon.conversation.analysis import Analysis, AnalysisCall, decode_call
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId, ReplyId, TurnId
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.wire import decode_error
from antiphon.store.reads.work import is_under_way
from antiphon.store.tables import analyses, analysis_calls, past_usage
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

INTERRUPTED: Final = ReplyError("interrupted", "this was cut off before it ended; nothing was proposed")
_MOST: Final = 20


class AnalysisUse(NamedTuple):
    """What one analysis used of its model; `provider:model`. `micros` are millionths of a dollar, of pictures alone."""

    model: str
    calls: int
    unreported: int
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    pictures: int = 0
    micros: int = 0
    cache_write_tokens: int = 0


def read_analysis(unit: Unit, analysis_id: str) -> Analysis:
    """One of them with every call, or `NotFound`."""
    found = find_analysis(unit, analysis_id)
    if found is None:
        raise NotFound("analysis", analysis_id)
    return found


def find_analysis(unit: Unit, analysis_id: str) -> Analysis | None:
    """One of them with every call, if it has begun."""
    row = unit.connection.execute(_analyses(unit).where(analyses.c.id == analysis_id)).one_or_none()
    return None if row is None else _as_analysis(row, _read_calls(unit, analysis_id))


class AnalysisPage(NamedTuple):
    """A page of looks at a conversation, newest first and without their calls, and whether there are older ones."""

    analyses: tuple[Analysis, ...]
    has_older: bool


def list_analyses(
    unit: Unit, conversation_id: ConversationId, kind: str | None = None, before: str | None = None
) -> AnalysisPage:
    """The newest at a conversation, of every kind or of one; `before` is the oldest that is known already.

    `NotFound` when that one is not there.
    """
    query = _analyses(unit).where(analyses.c.conversation_id == conversation_id)
    if kind is not None:
        query = query.where(analyses.c.kind == kind)
    if before is not None:
        known = read_analysis(unit, before)
        at = analyses.c.created_at
        query = query.where(or_(at < known.created_at, and_(at == known.created_at, analyses.c.id < known.id)))
    query = query.order_by(analyses.c.created_at.desc(), analyses.c.id.desc()).limit(_MOST + 1)
    rows = unit.connection.execute(query).all()
    return AnalysisPage(tuple(_as_analysis(row) for row in rows[:_MOST]), len(rows) > _MOST)


def read_newest(unit: Unit, turn_id: TurnId, kind: str) -> Analysis | None:
    """The newest look of this kind at one turn, without its calls, however it ended."""
    query = _analyses(unit).where(analyses.c.turn_id == turn_id, analyses.c.kind == kind)
    query = query.order_by(analyses.c.created_at.desc(), analyses.c.id.desc()).limit(1)
    row = unit.connection.execute(query).one_or_none()
    return None if row is None else _as_analysis(row)


def read_newest_of_reply(unit: Unit, reply_id: ReplyId, kind: str) -> Analysis | None:
    """The newest look of this kind at one reply, without its calls, however it ended."""
    query = _analyses(unit).where(analyses.c.reply_id == reply_id, analyses.c.kind == kind)
    query = query.order_by(analyses.c.created_at.desc(), analyses.c.id.desc()).limit(1)
    row = unit.connection.execute(query).one_or_none()
    return None if row is None else _as_analysis(row)


def is_running(unit: Unit, conversation_id: ConversationId, kind: str) -> bool:
    """Whether somebody is looking at the conversation, or will be."""
    query = _analyses(unit).where(analyses.c.conversation_id == conversation_id, analyses.c.kind == kind)
    query = query.where(analyses.c.status == "running", is_under_way(analyses.c.work_id))
    return unit.connection.execute(query.limit(1)).first() is not None


def is_open(unit: Unit, analysis_id: str) -> bool:
    """Whether its end has not been written."""
    mine = (analyses.c.id == analysis_id) & (visible(unit, analyses))
    query = select(analyses.c.id).where(mine, analyses.c.status == "running")
    return unit.connection.execute(query).first() is not None


class Reach(NamedTuple):
    """How far a conversation has been looked at, and the turns up to there that still wait to be."""

    position: int = 0
    waiting: tuple[TurnId, ...] = ()


def read_reach(unit: Unit, conversation_id: ConversationId, kind: str) -> Reach:
    """How far looks of this kind have come from the beginning.

    A look at turns that somebody named says nothing about those before them.
    """
    query = (
        select(analyses.c.last_position, analyses.c.result)
        .where(
            visible(unit, analyses),
            analyses.c.conversation_id == conversation_id,
            analyses.c.kind == kind,
            analyses.c.status == "done",
            analyses.c.counts["named"].as_integer().is_(None),
        )
        .order_by(analyses.c.created_at.desc(), analyses.c.id.desc())
    )
    row = unit.connection.execute(query.limit(1)).one_or_none()
    if row is None:
        return Reach()
    kept = row.result or {}
    return Reach(kept.get("reached", row.last_position), tuple(TurnId(each) for each in kept.get("waiting", ())))


def read_analysis_use(unit: Unit, since: datetime) -> tuple[AnalysisUse, ...]:
    """What analyses begun since then have used, each by itself, those of deleted conversations too, and chores."""
    kept = select(analyses.c.model, analyses.c.usage).where(visible(unit, analyses), analyses.c.created_at >= since)
    gone = select(past_usage.c.model, past_usage.c.usage).where(
        visible(unit, past_usage),
        past_usage.c.kind.in_(("analysis", "chore")),
        past_usage.c.used_at >= since,
    )
    names = AnalysisUse._fields[1:]
    return tuple(
        AnalysisUse(row.model, *(int((row.usage or {}).get(name, 0)) for name in names))
        for row in unit.connection.execute(kept.union_all(gone))
    )


def _read_calls(unit: Unit, analysis_id: str) -> tuple[AnalysisCall, ...]:
    """Every request in order, with its bytes; together they are megabytes."""
    query = select(analysis_calls.c.call).where(
        analysis_calls.c.analysis_id == analysis_id, visible(unit, analysis_calls)
    )
    found = unit.connection.execute(query.order_by(analysis_calls.c.number)).scalars()
    return tuple(decode_call(each) for each in found)


def _analyses(unit: Unit) -> Select[Any]:
    """Every row, and whether the work it is done in is open."""
    under_way = is_under_way(analyses.c.work_id).label("under_way")
    return select(analyses, under_way).where(visible(unit, analyses))


def _as_analysis(row: Row[Any], calls: tuple[AnalysisCall, ...] = ()) -> Analysis:
    """What the row says; one that nobody works on any more has failed."""
    is_orphan = row.status == "running" and not row.under_way
    return Analysis(
        id=row.id,
        conversation_id=ConversationId(row.conversation_id),
        kind=row.kind,
        model=row.model,
        status="failed" if is_orphan else row.status,
        first_position=row.first_position,
        last_position=row.last_position,
        created_at=row.created_at,
        ended_at=row.ended_at,
        error=INTERRUPTED if is_orphan else decode_error(row.error),
        counts=dict(row.counts),
        usage=dict(row.usage),
        calls=calls,
        turn_id=row.turn_id,
        result=row.result,
        reply_id=row.reply_id,
    )
