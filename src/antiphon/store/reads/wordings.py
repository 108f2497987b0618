"""The wordings of a question: which turn another may take the place of, and those it took the place of before."""

from typing import NamedTuple

from sqlalchemy import func, select

from antiphon.conversation.errors import CommandRefused, NotFound
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.state import OPEN, ReplyState
from antiphon.conversation.turn import Turn
from antiphon.store.reads.turns import read_even_deleted, with_replies
from antiphon.store.tables import replies, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


class Replaced(NamedTuple):
    """What a turn in this one's place takes over: its first wording, unless nobody said a word to it, and its pin."""

    turn_id: TurnId
    first_wording: TurnId | None
    pinned: bool


def read_replaced(unit: Unit, conversation_id: ConversationId, turn_id: TurnId) -> Replaced:
    """The turn another may take the place of: the newest question, or any that nobody answered.

    `NotFound` for a turn that is not there, `CommandRefused` for one that others follow or that still is answered.
    """
    query = select(turns.c.position, turns.c.origin, turns.c.first_wording, turns.c.pinned).where(
        turns.c.id == turn_id,
        turns.c.conversation_id == conversation_id,
        visible(unit, turns),
        turns.c.deleted_at.is_(None),
    )
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("turn", turn_id)
    answers = unit.connection.execute(_ANSWERS.where(replies.c.turn_id == turn_id)).all()
    states = {answer.state for answer in answers}
    if not states.isdisjoint(OPEN):
        raise CommandRefused("re-ask", "that turn is still being answered; stop it or wait")
    if ReplyState.COMPLETE in states:
        _check_newest(unit, conversation_id, row.position, row.origin)
    first = row.first_wording or (turn_id if any(answer.has_words for answer in answers) else None)
    return Replaced(turn_id, first, row.pinned)


_ANSWERS = select(replies.c.state, (replies.c.text != "").label("has_words"))


def _check_newest(unit: Unit, conversation_id: ConversationId, position: int, origin: str) -> None:
    if origin != "person":
        raise CommandRefused("re-ask", "nobody asked for this message; answer it instead")
    following = select(func.count()).where(
        turns.c.conversation_id == conversation_id, turns.c.position > position, turns.c.deleted_at.is_(None)
    )
    if unit.connection.execute(following).scalar_one():
        raise CommandRefused("re-ask", "other turns follow that one; only the newest question can be worded anew")


def read_wordings(unit: Unit, turn_id: TurnId) -> tuple[Turn, ...]:
    """Every wording of a question with the answers it got, oldest first; `NotFound` unless one of them stands."""
    ids = read_wording_ids(unit, turn_id)
    rows = read_even_deleted(unit, ids)
    if all(row.deleted_at is not None for row in rows):
        raise NotFound("turn", turn_id)
    return with_replies(unit, sorted(rows, key=lambda row: int(row.position)))


def read_wording_ids(unit: Unit, turn_id: TurnId) -> tuple[TurnId, ...]:
    """The ids of every wording of a turn's question, its own among them; `NotFound` for a turn that never was."""
    mine = select(turns.c.first_wording).where(turns.c.id == turn_id, visible(unit, turns))
    row = unit.connection.execute(mine).one_or_none()
    if row is None:
        raise NotFound("turn", turn_id)
    first = row.first_wording or turn_id
    others = select(turns.c.id).where(turns.c.first_wording == first, visible(unit, turns))
    found = unit.connection.execute(others.order_by(turns.c.position)).scalars()
    return (TurnId(first), *(TurnId(each) for each in found))
