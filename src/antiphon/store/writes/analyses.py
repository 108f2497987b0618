"""A look at a conversation begins, sends, and ends."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Update, insert, select, update

from antiphon.conversation.analysis import Analysis, AnalysisCall, AnalysisStatus, encode_call
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.wire import encode_error
from antiphon.conversation.work import Work
from antiphon.store.dialect import insert_into
from antiphon.store.tables import analyses, analysis_calls, memories
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
from antiphon.store.writes.work import check_held


class AnalysisEnding(NamedTuple):
    """How an analysis ended, what came of it and what it used."""

    status: AnalysisStatus
    counts: Mapping[str, int]
    usage: Mapping[str, int]
    at: datetime
    error: ReplyError | None = None
    result: Mapping[str, Any] | None = None


def begin_analysis(unit: Unit, analysis: Analysis, work_id: str) -> None:
    """Write down that it is to be done, in which work."""
    unit.connection.execute(
        insert(analyses).values(
            id=analysis.id,
            workspace_id=unit.workspace_id,
            owner_id=unit.principal.id,
            token_id=unit.principal.token_id,
            conversation_id=analysis.conversation_id,
            kind=analysis.kind,
            model=analysis.model,
            status="running",
            first_position=analysis.first_position,
            last_position=analysis.last_position,
            work_id=work_id,
            created_at=analysis.created_at,
            turn_id=analysis.turn_id,
            reply_id=analysis.reply_id,
        )
    )


def write_calls(unit: Unit, analysis_id: str, calls: Mapping[int, AnalysisCall], held: Work | None = None) -> None:
    """What is known now of these calls, by their number; the others stay as they are.

    Nothing is written, and `StaleEpoch` raised, by whoever no longer holds the work they are made in. One that holds
    a memory forgotten meanwhile is kept without its words. A memory that came of a call is there, or was forgotten:
    what is only about to be proposed is not credited yet. Of an analysis that was deleted with its conversation
    nothing is written.
    """
    if held is not None:
        check_held(unit, held)
    if not calls or not _is_there(unit, analysis_id):
        return
    rows = [
        {
            "workspace_id": unit.workspace_id,
            "analysis_id": analysis_id,
            "number": number,
            "call": encode_call(each),
        }
        for number, each in _without_forgotten(unit, calls).items()
    ]
    statement = insert_into(analysis_calls, unit.dialect)
    statement = statement.on_conflict_do_update(
        index_elements=["analysis_id", "number"],
        set_={"call": statement.excluded.call},
        where=visible(unit, analysis_calls),
    )
    unit.connection.execute(statement, rows)


def _is_there(unit: Unit, analysis_id: str) -> bool:
    mine = (analyses.c.id == analysis_id) & (visible(unit, analyses))
    # A deletion that begins now waits for these calls, and takes them along.
    query = select(analyses.c.id).where(mine).with_for_update(read=True)
    return unit.connection.execute(query).first() is not None


def end_analysis(unit: Unit, analysis_id: str, ending: AnalysisEnding, calls: Mapping[int, AnalysisCall]) -> None:
    """The last word on it, and on those of its calls that have changed; one that was said already stands."""
    write_calls(unit, analysis_id, calls)
    unit.connection.execute(
        _mine(unit, analysis_id)
        .where(analyses.c.status == "running")
        .values(
            status=ending.status,
            counts=dict(ending.counts),
            usage=dict(ending.usage),
            error=encode_error(ending.error),
            result=ending.result,
            ended_at=ending.at,
        )
    )


def erase_words(call: AnalysisCall) -> AnalysisCall:
    """The call without its words. A scan is shown no memory, so what it was sent may stay."""
    return replace(call, body=call.body if call.step == "scan" else None, answer=None, erased=True)


def _without_forgotten(unit: Unit, calls: Mapping[int, AnalysisCall]) -> Mapping[int, AnalysisCall]:
    held = {memory_id for call in calls.values() for memory_id in (*call.shown, *call.found)}
    if not held:
        return calls
    query = select(memories.c.id).where(visible(unit, memories), memories.c.id.in_(held))
    forgotten = held - set(unit.connection.execute(query).scalars())
    return {
        number: erase_words(call) if forgotten.intersection((*call.shown, *call.found)) else call
        for number, call in calls.items()
    }


def _mine(unit: Unit, analysis_id: str) -> Update:
    return update(analyses).where(analyses.c.id == analysis_id, visible(unit, analyses))
