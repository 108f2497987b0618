"""The person says something about turns: stars, flag, pin, worth, topic, tags, in or out."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update

from antiphon.conversation.errors import NotFound
from antiphon.conversation.event import Marks, TurnsMarked
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.past import EVERYBODY
from antiphon.store.dialect import in_parts, insert_into
from antiphon.store.tables import advisors, context_marks, turn_tags, turns
from antiphon.store.unit import Unit
from antiphon.store.writes.facts import append_fact, take_seq
from antiphon.store.writes.topics import clean_path, take_topic


def mark_turns(
    unit: Unit, conversation_id: ConversationId, turn_ids: Sequence[TurnId], marks: Marks, at: datetime
) -> TurnsMarked:
    """Set the same marks on all of these turns, or on none; `NotFound` when one of them or an advisor is not there."""
    head = take_seq(unit, conversation_id)
    _check_known(unit, conversation_id, turn_ids)
    _check_advisors(unit, marks)
    topic = marks.get("topic")
    if topic is not None:
        marks = {**marks, "topic": clean_path(topic)}
    for some in in_parts(turn_ids):
        _mark(unit, conversation_id, some, marks, at)
    fact = TurnsMarked(conversation_id, head.seq, tuple(turn_ids), marks)
    append_fact(unit, fact)
    return fact


def _check_known(unit: Unit, conversation_id: ConversationId, turn_ids: Sequence[TurnId]) -> None:
    for some in in_parts(turn_ids):
        query = select(turns.c.id).where(
            turns.c.id.in_(some),
            turns.c.conversation_id == conversation_id,
            turns.c.workspace_id == unit.workspace_id,
            turns.c.deleted_at.is_(None),
        )
        missing = set(some) - set(unit.connection.execute(query).scalars())
        if missing:
            raise NotFound("turn", min(missing))


def _check_advisors(unit: Unit, marks: Marks) -> None:
    """A mark is everybody's or one advisor's; one that is put away keeps its marks."""
    named = marks.get("contexts", {}).keys() - {EVERYBODY}
    if not named:
        return
    query = select(advisors.c.id).where(
        advisors.c.workspace_id == unit.workspace_id, advisors.c.id.in_(named), advisors.c.current
    )
    missing = named - set(unit.connection.execute(query).scalars())
    if missing:
        raise NotFound("advisor", min(missing))


def _mark(unit: Unit, conversation_id: ConversationId, turn_ids: Sequence[TurnId], marks: Marks, at: datetime) -> None:
    values: dict[str, Any] = {
        name: marks[name] for name in ("stars", "colour_flag", "pinned", "worth") if name in marks
    }
    if "topic" in marks:
        path = marks["topic"]
        values["topic_id"] = None if path is None else take_topic(unit, path, at)
    if values:
        unit.connection.execute(update(turns).where(turns.c.id.in_(turn_ids)).values(values))
    _tag(unit, turn_ids, marks)
    for advisor_id, mark in marks.get("contexts", {}).items():
        _set_context(unit, conversation_id, turn_ids, advisor_id, mark)


def _tag(unit: Unit, turn_ids: Sequence[TurnId], marks: Marks) -> None:
    for tag in marks.get("add_tags", ()):
        rows = [{"workspace_id": unit.workspace_id, "turn_id": each, "tag": tag} for each in turn_ids]
        unit.connection.execute(insert_into(turn_tags, unit.dialect).on_conflict_do_nothing(), rows)
    if gone := marks.get("remove_tags"):
        unit.connection.execute(delete(turn_tags).where(turn_tags.c.turn_id.in_(turn_ids), turn_tags.c.tag.in_(gone)))


def _set_context(
    unit: Unit, conversation_id: ConversationId, turn_ids: Sequence[TurnId], advisor_id: str, mark: str | None
) -> None:
    here = context_marks.c.turn_id.in_(turn_ids), context_marks.c.advisor_id == advisor_id
    unit.connection.execute(delete(context_marks).where(*here))
    if mark is None:
        return
    row: Mapping[str, Any] = {
        "workspace_id": unit.workspace_id,
        "conversation_id": conversation_id,
        "advisor_id": advisor_id,
        "mark": mark,
    }
    unit.connection.execute(insert(context_marks), [{**row, "turn_id": each} for each in turn_ids])
