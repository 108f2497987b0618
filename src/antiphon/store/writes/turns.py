"""The person says something about turns, deletes them, brings them back, or draws a line under them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, insert, select, update

from antiphon.conversation.errors import CommandRefused, NotFound
from antiphon.conversation.event import DividerDrawn, Marks, TurnsMarked, TurnsRemoved, TurnsRestored
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.past import EVERYBODY
from antiphon.store.dialect import in_parts, insert_into
from antiphon.store.reads.turns import read_turns_by_id
from antiphon.store.tables import (
    advisors,
    context_marks,
    conversations,
    dividers,
    open_turns,
    turn_tags,
    turns,
)
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
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
            visible(unit, turns),
            turns.c.deleted_at.is_(None),
        )
        missing = set(some) - set(unit.connection.execute(query).scalars())
        if missing:
            raise NotFound("turn", min(missing))


def _check_advisors(unit: Unit, marks: Marks) -> None:
    """A mark is everybody's or one advisor's; one that is archived keeps its marks."""
    named = marks.get("contexts", {}).keys() - {EVERYBODY}
    if not named:
        return
    query = select(advisors.c.id).where(visible(unit, advisors), advisors.c.id.in_(named), advisors.c.current)
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


def remove_turns(unit: Unit, conversation_id: ConversationId, turn_ids: Sequence[TurnId], at: datetime) -> TurnsRemoved:
    """Take these turns out of the conversation. Their rows stay, so that they can be brought back.

    `NotFound` when one is not there; `CommandRefused` while one is being answered.
    """
    head = take_seq(unit, conversation_id, at=at)
    _check_settled(unit, conversation_id, turn_ids)
    gone = _set_deleted(unit, conversation_id, turn_ids, at, was_deleted=False)
    _count_removed(unit, conversation_id, len(gone))
    fact = TurnsRemoved(conversation_id, head.seq, tuple(turn_ids))
    append_fact(unit, fact)
    return fact


def restore_turns(unit: Unit, conversation_id: ConversationId, turn_ids: Sequence[TurnId]) -> TurnsRestored:
    """Bring deleted turns back to where they stood; `NotFound` for one that was not deleted.

    `CommandRefused` for a question that stands in other words: `choose_wording` puts one in the place of the other.
    """
    head = take_seq(unit, conversation_id)
    back = _set_deleted(unit, conversation_id, turn_ids, None, was_deleted=True)
    _check_alone(unit, conversation_id)
    _count_removed(unit, conversation_id, -len(back))
    found = [turn for some in in_parts(turn_ids) for turn in read_turns_by_id(unit, some)]
    found.sort(key=lambda turn: turn.position)
    fact = TurnsRestored(conversation_id, head.seq, tuple(found))
    append_fact(unit, fact)
    return fact


def _check_alone(unit: Unit, conversation_id: ConversationId) -> None:
    """Of all wordings of a question at most one stands."""
    first = func.coalesce(turns.c.first_wording, turns.c.id)
    doubled = (
        select(first)
        .where(turns.c.conversation_id == conversation_id, turns.c.deleted_at.is_(None))
        .group_by(first)
        .having(func.count() > 1)
    )
    if unit.connection.execute(doubled.limit(1)).one_or_none() is not None:
        raise CommandRefused("restore", "the question stands there in other words; choose this wording instead")


def _check_settled(unit: Unit, conversation_id: ConversationId, turn_ids: Sequence[TurnId]) -> None:
    still_open = select(open_turns.c.turn_id).where(
        open_turns.c.conversation_id == conversation_id, visible(unit, open_turns)
    )
    if not set(turn_ids).isdisjoint(unit.connection.execute(still_open).scalars()):
        raise CommandRefused("delete", "a turn is still being answered; stop it or wait")


def _set_deleted(
    unit: Unit,
    conversation_id: ConversationId,
    turn_ids: Sequence[TurnId],
    at: datetime | None,
    *,
    was_deleted: bool,
) -> set[str]:
    state = turns.c.deleted_at.is_not(None) if was_deleted else turns.c.deleted_at.is_(None)
    found: set[str] = set()
    for some in in_parts(turn_ids):
        statement = (
            update(turns)
            .where(
                turns.c.id.in_(some),
                turns.c.conversation_id == conversation_id,
                visible(unit, turns),
                state,
            )
            .values(deleted_at=at)
            .returning(turns.c.id)
        )
        found.update(unit.connection.execute(statement).scalars())
    if missing := set(turn_ids) - found:
        raise NotFound("turn", min(missing))
    return found


def _count_removed(unit: Unit, conversation_id: ConversationId, count: int) -> None:
    unit.connection.execute(
        update(conversations)
        .where(conversations.c.id == conversation_id)
        .values(removed_turns=conversations.c.removed_turns + count)
    )


def draw_divider(unit: Unit, conversation_id: ConversationId, at: datetime) -> DividerDrawn:
    """Draw it behind the newest turn; a second one in the same place is the same."""
    head = take_seq(unit, conversation_id)
    row = {
        "workspace_id": unit.workspace_id,
        "conversation_id": conversation_id,
        "position": head.turn_count,
        "created_at": at,
    }
    unit.connection.execute(insert_into(dividers, unit.dialect).on_conflict_do_nothing(), row)
    fact = DividerDrawn(conversation_id, head.seq, head.turn_count)
    append_fact(unit, fact)
    return fact


def tag_turn(
    unit: Unit, conversation_id: ConversationId, turn_id: TurnId, tags: Sequence[str], at: datetime
) -> TurnsMarked | None:
    """Put these tags on a turn; nothing happens to one that is gone."""
    query = select(turns.c.id).where(turns.c.id == turn_id, visible(unit, turns), turns.c.deleted_at.is_(None))
    if not tags or unit.connection.execute(query).one_or_none() is None:
        return None
    return mark_turns(unit, conversation_id, (turn_id,), {"add_tags": list(tags)}, at)
