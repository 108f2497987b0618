"""Turns with their replies, newest page first or by id."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import Row, bindparam, exists, func, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.part import decode_part
from antiphon.conversation.past import Mark
from antiphon.conversation.picture import decode_pictures
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.tool_use import decode_use
from antiphon.conversation.turn import Turn
from antiphon.conversation.wire import decode_error, decode_metrics
from antiphon.store.reads.texts import read_open_texts
from antiphon.store.tables import context_marks, open_turns, replies, topics, turn_tags, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

# A turn with the path of its topic. Deleted turns are not there.
_WITH_TOPIC = select(turns, topics.c.path.label("topic")).outerjoin(topics, topics.c.id == turns.c.topic_id)
_TURNS = _WITH_TOPIC.where(turns.c.deleted_at.is_(None))


def read_turns(
    unit: Unit, conversation_id: ConversationId, *, before: int | None = None, limit: int = 50
) -> tuple[Turn, ...]:
    """The newest turns, or the newest before a position; oldest first."""
    query = _TURNS.where(turns.c.conversation_id == conversation_id, visible(unit, turns))
    if before is not None:
        query = query.where(turns.c.position < before)
    rows = (unit.connection.execute(query.order_by(turns.c.position.desc()).limit(limit))).all()
    return with_replies(unit, tuple(reversed(rows)))


def read_turn(unit: Unit, turn_id: TurnId) -> Turn:
    """One turn, or `NotFound`."""
    found = read_turns_by_id(unit, (turn_id,))
    if not found:
        raise NotFound("turn", turn_id)
    return found[0]


def read_accepted(unit: Unit, turn_id: TurnId) -> tuple[Turn, int]:
    """A turn and the fact number it was accepted under, even if it was deleted since: its key still stands for it."""
    query = select(turns.c.accepted_seq).where(turns.c.id == turn_id, visible(unit, turns))
    seq = (unit.connection.execute(query)).scalar_one()
    [turn] = with_replies(unit, read_even_deleted(unit, (turn_id,)))
    return turn, seq


def read_turns_by_id(unit: Unit, turn_ids: Sequence[TurnId]) -> tuple[Turn, ...]:
    """Those of these turns that exist in the workspace."""
    query = _TURNS.where(turns.c.id.in_(turn_ids), visible(unit, turns))
    return with_replies(unit, (unit.connection.execute(query)).all())


def read_places(unit: Unit, conversation_id: ConversationId) -> list[tuple[int, TurnId]]:
    """Number and id of every living turn, oldest first."""
    query = select(turns.c.position, turns.c.id).where(
        turns.c.conversation_id == conversation_id,
        visible(unit, turns),
        turns.c.deleted_at.is_(None),
    )
    rows = unit.connection.execute(query.order_by(turns.c.position)).all()
    return [(position, TurnId(turn_id)) for position, turn_id in rows]


class StandingTurn(NamedTuple):
    """A turn that stands: its question, and whether somebody is still answering it."""

    id: TurnId
    text: str
    is_open: bool


def read_standing_turns(unit: Unit, conversation_id: ConversationId) -> tuple[StandingTurn, ...]:
    """Every living turn of a conversation, oldest first, without what was answered."""
    is_open = exists(select(open_turns.c.turn_id).where(open_turns.c.turn_id == turns.c.id)).label("is_open")
    query = select(turns.c.id, turns.c.text, is_open).where(
        turns.c.conversation_id == conversation_id, visible(unit, turns), turns.c.deleted_at.is_(None)
    )
    rows = unit.connection.execute(query.order_by(turns.c.position))
    return tuple(StandingTurn(TurnId(row.id), row.text, bool(row.is_open)) for row in rows)


def is_begun_by_person(unit: Unit, conversation_id: ConversationId) -> bool:
    """Whether its first turn came from a screen or a terminal of the house; one without a turn was not begun."""
    query = select(turns.c.surface).where(turns.c.conversation_id == conversation_id, visible(unit, turns))
    first = unit.connection.execute(query.order_by(turns.c.position).limit(1)).one_or_none()
    return first is not None and first.surface is None


def has_turns_before(unit: Unit, conversation_id: ConversationId, position: int) -> bool:
    """True when there is an older turn."""
    query = select(turns.c.id).where(
        turns.c.conversation_id == conversation_id,
        visible(unit, turns),
        turns.c.position < position,
        turns.c.deleted_at.is_(None),
    )
    return unit.connection.execute(query.limit(1)).one_or_none() is not None


class ReplyPlace(NamedTuple):
    """The turn and the conversation a reply belongs to."""

    conversation_id: ConversationId
    turn_id: TurnId


def read_reply(unit: Unit, reply_id: ReplyId) -> Reply:
    """One reply as far as it has come, or `NotFound`."""
    return read_placed_reply(unit, reply_id)[1]


def read_placed_reply(unit: Unit, reply_id: ReplyId) -> tuple[ReplyPlace, Reply]:
    """One reply as far as it has come, and where it stands; or `NotFound`."""
    query = (
        select(replies)
        .join(turns, turns.c.id == replies.c.turn_id)
        .where(replies.c.id == reply_id, visible(unit, replies), turns.c.deleted_at.is_(None))
    )
    row = (unit.connection.execute(query)).one_or_none()
    if row is None:
        raise NotFound("reply", reply_id)
    place = ReplyPlace(ConversationId(row.conversation_id), TurnId(row.turn_id))
    return place, _complete(unit, [as_reply(row)])[reply_id]


def with_replies(unit: Unit, rows: Sequence[Row[Any]]) -> tuple[Turn, ...]:
    """The turns of these rows with everything that was said to them."""
    if not rows:
        return ()
    query = (
        select(replies)
        .where(replies.c.turn_id.in_([row.id for row in rows]))
        .order_by(replies.c.turn_id, replies.c.slot)
    )
    found = (unit.connection.execute(query)).all()
    by_id = _complete(unit, [as_reply(row) for row in found])
    by_turn: dict[str, list[Reply]] = {}
    for row in found:
        by_turn.setdefault(row.turn_id, []).append(by_id[ReplyId(row.id)])
    return decorate(unit, tuple(as_turn(row, by_turn.get(row.id, ())) for row in rows))


def read_even_deleted(unit: Unit, turn_ids: Sequence[TurnId]) -> Sequence[Row[Any]]:
    """The rows of these turns, deleted ones too: facts speak of them."""
    return unit.connection.execute(_WITH_TOPIC.where(turns.c.id.in_(turn_ids))).all()


def decorate(unit: Unit, found: Sequence[Turn]) -> tuple[Turn, ...]:
    """The turns with their tags, the person's marks and their other wordings."""
    ids = [turn.id for turn in found]
    wordings = _read_wordings(unit, ids)
    if wordings:
        found = tuple(replace(turn, wordings=wordings.get(turn.id, ())) for turn in found)
    tags: dict[str, list[str]] = {}
    for turn_id, tag in unit.connection.execute(_TAGS, {"ids": ids}):
        tags.setdefault(turn_id, []).append(tag)
    marks: dict[str, dict[AdvisorId, Mark]] = {}
    for turn_id, advisor_id, mark in unit.connection.execute(_MARKS, {"ids": ids}):
        marks.setdefault(turn_id, {})[AdvisorId(advisor_id)] = mark
    if not tags and not marks:
        return tuple(found)
    return tuple(
        replace(turn, tags=tuple(sorted(tags.get(turn.id, ()))), marks=dict(sorted(marks.get(turn.id, {}).items())))
        for turn in found
    )


def _read_wordings(unit: Unit, ids: Sequence[TurnId]) -> dict[TurnId, tuple[TurnId, ...]]:
    """All wordings of those of these questions that have several, oldest first."""
    groups: dict[str, list[TurnId]] = {}
    for first, each, _ in unit.connection.execute(_WORDINGS, {"ids": ids}):
        groups.setdefault(first, [TurnId(first)]).append(TurnId(each))
    return {turn_id: tuple(group) for group in groups.values() for turn_id in group}


_OTHER = turns.alias("other_wording")
_WORDINGS = (
    select(_OTHER.c.first_wording, _OTHER.c.id, _OTHER.c.position)
    .join(turns, _OTHER.c.first_wording == func.coalesce(turns.c.first_wording, turns.c.id))
    .where(turns.c.id.in_(bindparam("ids", expanding=True)))
    .distinct()
    .order_by(_OTHER.c.position)
)
_TAGS = select(turn_tags.c.turn_id, turn_tags.c.tag).where(turn_tags.c.turn_id.in_(bindparam("ids", expanding=True)))
_MARKS = select(context_marks.c.turn_id, context_marks.c.advisor_id, context_marks.c.mark).where(
    context_marks.c.turn_id.in_(bindparam("ids", expanding=True))
)


def _complete(unit: Unit, known: Sequence[Reply]) -> Mapping[ReplyId, Reply]:
    """Give replies that are still open the text they have so far."""
    by_id = {reply.id: reply for reply in known}
    for text in read_open_texts(unit, [reply.id for reply in known if not reply.completed]):
        reply = by_id[text.reply_id]
        if text.text or text.thinking:
            by_id[reply.id] = replace(reply, state=ReplyState.STREAMING, text=text.text, thinking=text.thinking)
    return by_id


def as_turn(row: Row[Any], its_replies: Sequence[Reply]) -> Turn:
    """The turn a row stands for."""
    return Turn(
        id=TurnId(row.id),
        conversation_id=ConversationId(row.conversation_id),
        position=row.position,
        origin=row.origin,
        surface=row.surface,
        text=row.text,
        parts=tuple(decode_part(part) for part in row.parts),
        created_at=row.created_at,
        stars=row.stars,
        colour_flag=row.colour_flag,
        pinned=row.pinned,
        importance=row.importance,
        worth=row.worth,
        topic=row.topic,
        replies=tuple(its_replies),
    )


def as_slot(row: Row[Any]) -> Reply:
    """The reply as it was when its turn was accepted: waiting, with nothing said."""
    return Reply(
        id=ReplyId(row.id),
        advisor_id=AdvisorId(row.advisor_id),
        advisor_version=row.advisor_version,
        name=row.name,
        colour=row.colour,
        model=row.model,
        variant=row.variant,
        changes=row.changes,
    )


def as_reply(row: Row[Any]) -> Reply:
    """The reply a row stands for, without the text that is still in chunks."""
    return replace(
        as_slot(row),
        state=ReplyState(row.state),
        epoch=row.epoch,
        text=row.text,
        thinking=row.thinking,
        finish_reason=row.finish_reason,
        error=decode_error(row.error),
        metrics=decode_metrics(row.metrics),
        chosen=row.chosen,
        edited=row.edited_text,
        importance=row.importance,
        worth=row.worth,
        tools=tuple(decode_use(each) for each in row.tool_events),
        pictures=decode_pictures(row.pictures),
    )
