"""The turns before a position that a filter shows, newest first, no more of them than somebody asks for."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Row, bindparam, func, literal, select

from antiphon.conversation.ids import AdvisorId, ConversationId, TurnId
from antiphon.conversation.part import decode_part, images_of, size_images
from antiphon.conversation.past import EVERYBODY, Mark, PastReply, PastTurn, ToolEvent
from antiphon.conversation.payload import ToolCall
from antiphon.conversation.picture import as_images, decode_pictures
from antiphon.conversation.size import TextSize
from antiphon.conversation.state import ReplyState
from antiphon.conversation.tool_use import ToolUse, decode_use
from antiphon.store.reads.documents import read_image_sizes
from antiphon.store.reads.shown import Shown, condition_of
from antiphon.store.tables import context_marks, replies, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import name_reader, visible_then

# Most conversations fit the first page; in long ones each is twice as large as the one before.
_FIRST_PAGE = 40
_LARGEST_PAGE = 640
_LARGEST_LIGHT_PAGE = 5_000
# Up to so many positions for each turn of a page, reading what lies between costs less than naming each.
_DENSE = 3
# Behind every turn there can be.
END = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Stretch:
    """Which turns: of one conversation, before a position, shown by a filter (none: all), for these advisors.

    A light reading leaves the texts out and brings the sizes only.
    """

    conversation_id: ConversationId
    asked: tuple[AdvisorId, ...]
    before: int = END
    shown: Shown | None = None
    light: bool = False


class History:
    """Reads pages as they are needed and keeps them; several advisors may walk through it."""

    def __init__(self, unit: Unit, stretch: Stretch) -> None:
        self._unit = unit
        self._stretch = stretch
        self._turns: list[PastTurn] = []
        self._before = stretch.before
        self._size = _FIRST_PAGE
        self._complete = False
        self._here = _here(unit, stretch.conversation_id)
        self._marks = _read_marks(unit, stretch.conversation_id)
        condition = None if stretch.shown is None else condition_of(unit, stretch.shown)
        page = _LIGHT_PAGE if stretch.light else _PAGE
        self._page = page if condition is None else page.where(condition)

    def newest_first(self) -> Iterator[PastTurn]:
        """Every turn of the stretch."""
        index = 0
        while index < len(self._turns) or self._read_more():
            yield self._turns[index]
            index += 1

    def fill(self, light: Iterable[PastTurn]) -> dict[TurnId, PastTurn]:
        """These turns with their texts."""
        positions = sorted(turn.position for turn in light)
        found: dict[TurnId, PastTurn] = {}
        for start in range(0, len(positions), _LARGEST_PAGE):
            some = positions[start : start + _LARGEST_PAGE]
            query = _PAGE.where(turns.c.position.in_(some))
            place = self._here | {"before": END, "size": len(some)}
            rows = self._unit.connection.execute(query, place).all()
            found |= {turn.id: turn for turn in self._complete_page(rows, light=False)}
        return found

    def _read_more(self) -> bool:
        if self._complete:
            return False
        light = self._stretch.light
        place = self._here | {"before": self._before, "size": self._size}
        rows = self._unit.connection.execute(self._page, place).all()
        self._complete = len(rows) < self._size
        if rows:
            self._before = rows[-1].position
            self._turns += self._complete_page(rows, light=light)
        self._size = min(2 * self._size, _LARGEST_LIGHT_PAGE if light else _LARGEST_PAGE)
        return bool(rows)

    def _complete_page(self, rows: Sequence[Row[Any]], *, light: bool) -> list[PastTurn]:
        """The turns of a page with the answers of those asked that may be sent again."""
        if not rows:
            return []
        by_turn: dict[str, dict[AdvisorId, PastReply]] = {}
        for row in self._read_said(rows, light=light):
            marks = self._marks.get(row.turn_id, {})
            if row.state == ReplyState.COMPLETE or marks.get(AdvisorId(row.advisor_id)) == "in":
                by_turn.setdefault(row.turn_id, {})[AdvisorId(row.advisor_id)] = _as_past_reply(row)
        found = [
            replace(_as_past_turn(row), replies=by_turn.get(row.id, {}), marks=self._marks.get(row.id, {}))
            for row in rows
        ]
        return _look_at_images(self._unit, found)

    def _read_said(self, rows: Sequence[Row[Any]], *, light: bool) -> Iterable[Row[Any]]:
        """The answers in these turns; by position where they are neighbours, by id where a filter spread them."""
        asked = self._here | {"asked": self._stretch.asked}
        oldest, newest = min(row.position for row in rows), max(row.position for row in rows)
        if newest - oldest < _DENSE * len(rows):
            query = _LIGHT_SAID if light else _SAID
            return self._unit.connection.execute(query, asked | {"oldest": oldest, "newest": newest})
        query = _SPARSE_LIGHT_SAID if light else _SPARSE_SAID
        return self._unit.connection.execute(query, asked | {"ids": [row.id for row in rows]})


def read_last_turn(unit: Unit, conversation_id: ConversationId, before: int, shown: Shown | None) -> PastTurn | None:
    """The newest turn before a position that was put to the panel, with everybody's answers, if the filter shows it.

    What one advisor said unasked is nobody's turn to answer: it would push out what all of them said before it.
    """
    without = None if shown is None else shown.here.without
    query = _PUT_TO_ALL if without is None else _PUT_TO_ALL.where(turns.c.id != without)
    row = unit.connection.execute(query, _here(unit, conversation_id) | {"before": before, "size": 1}).one_or_none()
    if row is None or not _is_shown(unit, row.id, shown):
        return None
    found = unit.connection.execute(_EVERYBODY, {"turn": row.id})
    marks = _read_marks(unit, conversation_id).get(row.id, {})
    answers = {AdvisorId(each.advisor_id): _as_past_reply(each) for each in found}
    return _look_at_images(unit, [replace(_as_past_turn(row), replies=answers, marks=marks)])[0]


def read_shown_positions(unit: Unit, conversation_id: ConversationId, before: int, shown: Shown | None) -> list[int]:
    """Where the visible turns stand, oldest first."""
    condition = None if shown is None else condition_of(unit, shown)
    query = _POSITIONS if condition is None else _POSITIONS.where(condition)
    return list(unit.connection.execute(query, _here(unit, conversation_id) | {"before": before}).scalars())


def read_shown_ids(unit: Unit, conversation_id: ConversationId, shown: Shown | None) -> list[str]:
    """The visible turns, oldest first."""
    condition = None if shown is None else condition_of(unit, shown)
    query = _POSITIONS.with_only_columns(turns.c.id)
    query = query if condition is None else query.where(condition)
    return list(unit.connection.execute(query, _here(unit, conversation_id) | {"before": END}).scalars())


def _turns_query(*, light: bool) -> Any:
    return (
        select(
            turns.c.id,
            turns.c.position,
            literal("").label("text") if light else turns.c.text,
            func.coalesce(turns.c.stamped_at, turns.c.created_at, type_=turns.c.created_at.type).label("at"),
            turns.c.chars,
            turns.c.wide,
            turns.c.marks,
            literal("").label("attached") if light else turns.c.attached,
            turns.c.parts,
            turns.c.pinned,
            func.coalesce(turns.c.worth, turns.c.importance).label("importance"),
        )
        .where(
            turns.c.conversation_id == bindparam("conversation"),
            visible_then(turns, bindparam("conversation")),
            turns.c.position < bindparam("before"),
            turns.c.deleted_at.is_(None),
        )
        .order_by(turns.c.position.desc())
        .limit(bindparam("size"))
    )


def _said_columns(*, light: bool) -> list[Any]:
    text = literal("").label("text") if light else func.coalesce(replies.c.edited_text, replies.c.text).label("text")
    names = ("turn_id", "advisor_id", "name", "state", "chars", "wide", "marks", "tool_events", "pictures")
    worth = func.coalesce(replies.c.worth, replies.c.importance).label("importance")
    return [text, worth, replies.c.edited_text.is_not(None).label("is_edited"), *(replies.c[name] for name in names)]


# Words that were cut short are sent on only where the person keeps them.
_SENDABLE = (ReplyState.COMPLETE, ReplyState.STOPPED, ReplyState.INCOMPLETE, ReplyState.INTERRUPTED)


def _said_query(*, light: bool, sparse: bool) -> Any:
    """By position where that will do: a statement that never changes is prepared once."""
    place = (
        turns.c.id.in_(bindparam("ids", expanding=True))
        if sparse
        else turns.c.position.between(bindparam("oldest"), bindparam("newest"))
    )
    return (
        select(*_said_columns(light=light))
        .join(turns, turns.c.id == replies.c.turn_id)
        .where(
            turns.c.conversation_id == bindparam("conversation"),
            visible_then(turns, bindparam("conversation")),
            place,
        )
        .where(
            replies.c.state.in_(_SENDABLE),
            replies.c.chosen,
            replies.c.advisor_id.in_(bindparam("asked", expanding=True)),
        )
    )


_PAGE, _LIGHT_PAGE = _turns_query(light=False), _turns_query(light=True)
_PUT_TO_ALL = _PAGE.where(turns.c.origin.in_(("person", "round", "imported")))
_SAID, _LIGHT_SAID = _said_query(light=False, sparse=False), _said_query(light=True, sparse=False)
_SPARSE_SAID, _SPARSE_LIGHT_SAID = _said_query(light=False, sparse=True), _said_query(light=True, sparse=True)
_EVERYBODY = (
    select(*_said_columns(light=False))
    .where(replies.c.turn_id == bindparam("turn"), replies.c.state == ReplyState.COMPLETE, replies.c.chosen)
    .order_by(replies.c.slot)
)
_MARKS = select(context_marks.c.turn_id, context_marks.c.advisor_id, context_marks.c.mark).where(
    context_marks.c.conversation_id == bindparam("conversation"),
    visible_then(context_marks, bindparam("conversation")),
)
_POSITIONS = (
    select(turns.c.position)
    .where(
        turns.c.conversation_id == bindparam("conversation"),
        visible_then(turns, bindparam("conversation")),
        turns.c.position < bindparam("before"),
        turns.c.deleted_at.is_(None),
    )
    .order_by(turns.c.position)
)


def _read_marks(unit: Unit, conversation_id: ConversationId) -> dict[str, dict[AdvisorId, Mark]]:
    found: dict[str, dict[AdvisorId, Mark]] = {}
    for turn_id, advisor_id, mark in unit.connection.execute(_MARKS, _here(unit, conversation_id)):
        found.setdefault(turn_id, {})[AdvisorId(advisor_id) if advisor_id else EVERYBODY] = mark
    return found


def _here(unit: Unit, conversation_id: ConversationId) -> dict[str, Any]:
    return name_reader(unit) | {"conversation": conversation_id}


def _is_shown(unit: Unit, turn_id: str, shown: Shown | None) -> bool:
    condition = None if shown is None else condition_of(unit, shown)
    if condition is None:
        return True
    query = select(turns.c.id).where(turns.c.id == turn_id, condition)
    return unit.connection.execute(query).one_or_none() is not None


def _as_past_turn(row: Row[Any]) -> PastTurn:
    return PastTurn(
        id=TurnId(row.id),
        position=row.position,
        text=f"{row.text}\n\n{row.attached}" if row.text and row.attached else row.text or row.attached,
        size=TextSize(row.chars, row.wide, row.marks),
        at=row.at,
        pinned=row.pinned,
        importance=row.importance or 0.0,
        images=images_of(decode_part(part) for part in row.parts),
    )


def _look_at_images(unit: Unit, found: list[PastTurn]) -> list[PastTurn]:
    """The turns, whose pictures know how large they are and whether they were removed since."""
    shown = [image.document_id for turn in found for image in turn.all_images]
    if not shown:
        return found
    sizes = read_image_sizes(unit, list(dict.fromkeys(shown)))
    return [turn.change_images(lambda images: size_images(images, sizes)) for turn in found]


def _as_past_reply(row: Row[Any]) -> PastReply:
    return PastReply(
        name=row.name,
        text=row.text,
        size=TextSize(row.chars, row.wide, row.marks),
        importance=row.importance or 0.0,
        tools=tuple(_as_event(decode_use(each), is_edited=row.is_edited) for each in row.tool_events),
        images=as_images(decode_pictures(row.pictures)),
    )


def _as_event(use: ToolUse, *, is_edited: bool) -> ToolEvent:
    """Words that a person put in place of the answer's stand behind all its calls."""
    call, at = ToolCall(use.id, use.name, use.arguments), 0 if is_edited else use.at
    return ToolEvent(call, use.words, use.round, at, as_images(use.pictures))
