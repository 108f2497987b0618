"""What was found out about replies: why they came out as they did."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, select

from antiphon.conversation.analysis import Analysis
from antiphon.conversation.ids import ReplyId, TurnId
from antiphon.conversation.why import KIND, Part, Why, decode_why
from antiphon.store.reads.analyses import read_newest_of_reply
from antiphon.store.tables import analyses, analysis_calls, memories, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


class KeptWhy(NamedTuple):
    """What was found out, the look it came of, who was asked and when, and where the turns in it stand now."""

    analysis_id: str
    why: Why
    model: str
    found_at: datetime | None
    positions: Mapping[TurnId, int]


def read_why(unit: Unit, reply_id: ReplyId) -> KeptWhy | None:
    """The newest that was found out to its end about this reply; none when there is none.

    Memories are told in the words they have now; of one that is gone nothing is.
    """
    query = select(analyses).where(
        visible(unit, analyses),
        analyses.c.reply_id == reply_id,
        analyses.c.kind == KIND,
        analyses.c.status == "done",
    )
    query = query.order_by(analyses.c.created_at.desc(), analyses.c.id.desc()).limit(1)
    row = unit.connection.execute(query).one_or_none()
    if row is None or row.result is None:
        return None
    why = decode_why(row.result)
    why = replace(why, parts=_tell_memories(unit, why.parts))
    return KeptWhy(row.id, why, row.model, row.ended_at, place_turns(unit, why.parts))


def read_newest_why(unit: Unit, reply_id: ReplyId) -> Analysis | None:
    """The newest attempt to find out, without its calls, however it ended."""
    return read_newest_of_reply(unit, reply_id, KIND)


def count_answered(unit: Unit, analysis_id: str) -> int:
    """How many replays of a search have been answered."""
    query = select(func.count()).where(
        analysis_calls.c.analysis_id == analysis_id,
        visible(unit, analysis_calls),
        analysis_calls.c.call["answer"].as_string().is_not(None),
    )
    return int(unit.connection.execute(query).scalar_one())


def place_turns(unit: Unit, parts: Sequence[Part]) -> Mapping[TurnId, int]:
    """Where the turns of these parts stand."""
    ids = {each.turn_id for each in parts if each.turn_id is not None}
    query = select(turns.c.id, turns.c.position).where(turns.c.id.in_(ids), visible(unit, turns))
    return {TurnId(row.id): row.position for row in unit.connection.execute(query)}


def _tell_memories(unit: Unit, parts: Sequence[Part]) -> tuple[Part, ...]:
    ids = {each.memory_id for each in parts if each.memory_id is not None}
    if not ids:
        return tuple(parts)
    query = select(memories.c.id, memories.c.text).where(memories.c.id.in_(ids), visible(unit, memories))
    known = {row.id: row.text for row in unit.connection.execute(query)}
    return tuple(replace(each, name=known[each.memory_id]) if each.memory_id in known else each for each in parts)
