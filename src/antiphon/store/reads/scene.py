"""What a turn's payloads are built from, in one snapshot."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import bindparam, func, select

from antiphon.advisors.advisor import Advisor
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.past import PastTurn
from antiphon.conversation.state import OPEN, ReplyState
from antiphon.store.reads.line_up import read_asked_advisors
from antiphon.store.tables import conversations, panels, participation, replies, turns
from antiphon.store.unit import Unit

# History is read newest first in pages until it no longer fits. Most conversations fit the first; in long ones each
# page is twice as large as the one before, so that few are needed.
_FIRST_PAGE = 40
_LARGEST_PAGE = 640


class Slot(NamedTuple):
    """One reply of the turn, as far as deciding about it needs."""

    reply_id: ReplyId
    slot: int
    advisor_id: AdvisorId
    model: str
    state: ReplyState
    epoch: int
    stop_requested: bool


class TurnScene(NamedTuple):
    """The turn, its open replies, and everything said before that may be sent again."""

    turn_id: TurnId
    conversation_id: ConversationId
    human_text: str
    early_turns: int
    slot_count: int
    open_slots: tuple[Slot, ...]
    advisors: dict[AdvisorId, Advisor]
    turns_taken: dict[AdvisorId, int]
    past: tuple[PastTurn, ...]


_TURN = (
    select(turns.c.conversation_id, turns.c.position, turns.c.text, panels.c.early_turns)
    .join(conversations, conversations.c.id == turns.c.conversation_id)
    .join(
        panels,
        (panels.c.workspace_id == conversations.c.workspace_id) & (panels.c.id == conversations.c.panel_id),
    )
    .where(turns.c.id == bindparam("turn"), turns.c.workspace_id == bindparam("workspace"))
)
_SLOTS = (
    select(
        replies.c.id,
        replies.c.slot,
        replies.c.advisor_id,
        replies.c.model,
        replies.c.state,
        replies.c.epoch,
        replies.c.stop_requested,
    )
    .where(replies.c.turn_id == bindparam("turn"))
    .order_by(replies.c.slot)
)
_TAKEN = select(participation.c.advisor_id, participation.c.turns).where(
    participation.c.conversation_id == bindparam("conversation"),
    participation.c.advisor_id.in_(bindparam("asked", expanding=True)),
)
_NEWEST = (
    select(turns.c.id, turns.c.position, turns.c.text)
    .where(turns.c.conversation_id == bindparam("conversation"), turns.c.position < bindparam("before"))
    .order_by(turns.c.position.desc())
    .limit(bindparam("size"))
)
# By position, not by a list of ids: a statement that never changes is prepared once.
_SAID = (
    select(replies.c.turn_id, replies.c.advisor_id, replies.c.text)
    .join(turns, turns.c.id == replies.c.turn_id)
    .where(turns.c.conversation_id == bindparam("conversation"))
    .where(turns.c.position.between(bindparam("oldest"), bindparam("newest")))
    .where(replies.c.state == ReplyState.COMPLETE, replies.c.advisor_id.in_(bindparam("asked", expanding=True)))
)


def read_scene(unit: Unit, turn_id: TurnId, char_limit: int) -> TurnScene:
    """Everything needed to build the payloads of a turn's open replies, or `NotFound`.

    At most about `char_limit` characters of each advisor's thread are read, however long the conversation is.
    """
    row = unit.connection.execute(_TURN, {"turn": turn_id, "workspace": unit.workspace_id}).one_or_none()
    if row is None:
        raise NotFound("turn", turn_id)
    conversation_id, position, human_text, early_turns = row
    rows = unit.connection.execute(_SLOTS, {"turn": turn_id}).all()
    slots = tuple(Slot(each[0], each[1], each[2], each[3], ReplyState(each[4]), each[5], each[6]) for each in rows)
    open_slots = tuple(slot for slot in slots if slot.state in OPEN)
    asked = [slot.advisor_id for slot in open_slots]
    return TurnScene(
        turn_id=turn_id,
        conversation_id=ConversationId(conversation_id),
        human_text=human_text,
        early_turns=early_turns,
        slot_count=len(slots),
        open_slots=open_slots,
        advisors=read_asked_advisors(unit, turn_id),
        turns_taken=_read_turns_taken(unit, conversation_id, asked),
        past=_read_past(unit, conversation_id, position, asked, char_limit) if asked else (),
    )


def count_open(unit: Unit, turn_id: TurnId) -> int:
    """How many replies of the turn have not ended."""
    query = select(func.count()).where(
        replies.c.turn_id == turn_id, replies.c.workspace_id == unit.workspace_id, replies.c.state.in_(OPEN)
    )
    return int(unit.connection.execute(query).scalar_one())


def _read_turns_taken(unit: Unit, conversation_id: str, asked: Sequence[AdvisorId]) -> dict[AdvisorId, int]:
    """Turns each advisor took part in before this one, which is already counted."""
    rows = unit.connection.execute(_TAKEN, {"conversation": conversation_id, "asked": asked})
    return {AdvisorId(row.advisor_id): row.turns - 1 for row in rows}


def _read_past(
    unit: Unit, conversation_id: str, before: int, asked: Sequence[AdvisorId], char_limit: int
) -> tuple[PastTurn, ...]:
    past: list[PastTurn] = []
    used, size = 0, _FIRST_PAGE
    while before > 1 and (char_limit == 0 or used < char_limit):
        page = _read_page(unit, conversation_id, before, asked, size)
        size = min(2 * size, _LARGEST_PAGE)
        if not page:
            break
        for position, turn in page:
            past.append(turn)
            # The thread of the advisor that says least is the one that reaches furthest back.
            used += len(turn.text) + min((len(turn.answers.get(each, "")) for each in asked), default=0)
            before = position
    return tuple(reversed(past))


def _read_page(
    unit: Unit, conversation_id: str, before: int, asked: Sequence[AdvisorId], size: int
) -> list[tuple[int, PastTurn]]:
    """Turns before a position, newest first, with the complete answers of the advisors asked."""
    rows = unit.connection.execute(_NEWEST, {"conversation": conversation_id, "before": before, "size": size}).all()
    answers: dict[str, dict[AdvisorId, str]] = {}
    if rows:
        page = {"conversation": conversation_id, "oldest": rows[-1].position, "newest": rows[0].position}
        for turn_id, advisor_id, text in unit.connection.execute(_SAID, page | {"asked": asked}):
            answers.setdefault(turn_id, {})[AdvisorId(advisor_id)] = text
    return [(row.position, PastTurn(TurnId(row.id), row.text, answers.get(row.id, {}))) for row in rows]
