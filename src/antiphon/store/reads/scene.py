"""What a turn's payloads are built from, in one snapshot."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import select

from antiphon.advisors.advisor import Advisor
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.past import PastTurn
from antiphon.conversation.state import OPEN, ReplyState
from antiphon.store.reads.line_up import read_advisor_versions
from antiphon.store.tables import conversations, panels, participation, replies, turns
from antiphon.store.unit import Unit

# History is read newest first in pages until it no longer fits; this many turns answer most questions in one go.
_PAGE = 40


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


async def read_scene(unit: Unit, turn_id: TurnId, char_limit: int) -> TurnScene:
    """Everything needed to build the payloads of a turn's open replies, or `NotFound`.

    At most about `char_limit` characters of each advisor's thread are read, however long the conversation is.
    """
    turn = await _read_turn(unit, turn_id)
    rows = (
        await unit.connection.execute(
            select(
                replies.c.id,
                replies.c.slot,
                replies.c.advisor_id,
                replies.c.model,
                replies.c.state,
                replies.c.epoch,
                replies.c.stop_requested,
                replies.c.advisor_version,
            )
            .where(replies.c.turn_id == turn_id)
            .order_by(replies.c.slot)
        )
    ).all()
    slots = tuple(Slot(row[0], row[1], row[2], row[3], ReplyState(row[4]), row[5], row[6]) for row in rows)
    open_slots = tuple(slot for slot in slots if slot.state in OPEN)
    asked = [slot.advisor_id for slot in open_slots]
    return TurnScene(
        turn_id=turn_id,
        conversation_id=ConversationId(turn.conversation_id),
        human_text=turn.text,
        early_turns=turn.early_turns,
        slot_count=len(slots),
        open_slots=open_slots,
        advisors=await read_advisor_versions(unit, [(row.advisor_id, row.advisor_version) for row in rows]),
        turns_taken=await _read_turns_taken(unit, turn.conversation_id, asked),
        past=await _read_past(unit, turn.conversation_id, turn.position, asked, char_limit) if asked else (),
    )


class _TurnRow(NamedTuple):
    conversation_id: str
    position: int
    text: str
    early_turns: int


async def _read_turn(unit: Unit, turn_id: TurnId) -> _TurnRow:
    query = (
        select(turns.c.conversation_id, turns.c.position, turns.c.text, panels.c.early_turns)
        .join(conversations, conversations.c.id == turns.c.conversation_id)
        .join(
            panels,
            (panels.c.workspace_id == conversations.c.workspace_id) & (panels.c.id == conversations.c.panel_id),
        )
        .where(turns.c.id == turn_id, turns.c.workspace_id == unit.workspace_id)
    )
    row = (await unit.connection.execute(query)).one_or_none()
    if row is None:
        raise NotFound("turn", turn_id)
    return _TurnRow(*row)


async def _read_turns_taken(unit: Unit, conversation_id: str, asked: Sequence[AdvisorId]) -> dict[AdvisorId, int]:
    """Turns each advisor took part in before this one, which is already counted."""
    query = select(participation.c.advisor_id, participation.c.turns).where(
        participation.c.conversation_id == conversation_id, participation.c.advisor_id.in_(asked)
    )
    return {AdvisorId(row.advisor_id): row.turns - 1 for row in await unit.connection.execute(query)}


async def _read_past(
    unit: Unit, conversation_id: str, before: int, asked: Sequence[AdvisorId], char_limit: int
) -> tuple[PastTurn, ...]:
    past: list[PastTurn] = []
    used = 0
    while before > 1 and (char_limit == 0 or used < char_limit):
        page = await _read_page(unit, conversation_id, before, asked)
        if not page:
            break
        for position, turn in page:
            past.append(turn)
            # The thread of the advisor that says least is the one that reaches furthest back.
            used += len(turn.text) + min((len(turn.answers.get(each, "")) for each in asked), default=0)
            before = position
    return tuple(reversed(past))


async def _read_page(
    unit: Unit, conversation_id: str, before: int, asked: Sequence[AdvisorId]
) -> list[tuple[int, PastTurn]]:
    """Turns before a position, newest first, with the complete answers of the advisors asked."""
    newest = (
        select(turns.c.id, turns.c.position, turns.c.text)
        .where(turns.c.conversation_id == conversation_id, turns.c.position < before)
        .order_by(turns.c.position.desc())
        .limit(_PAGE)
    )
    rows = (await unit.connection.execute(newest)).all()
    said = (
        select(replies.c.turn_id, replies.c.advisor_id, replies.c.text)
        .where(replies.c.turn_id.in_([row.id for row in rows]))
        .where(replies.c.state == ReplyState.COMPLETE, replies.c.advisor_id.in_(asked))
    )
    answers: dict[str, dict[AdvisorId, str]] = {}
    for row in await unit.connection.execute(said) if rows else ():
        answers.setdefault(row.turn_id, {})[AdvisorId(row.advisor_id)] = row.text
    return [(row.position, PastTurn(TurnId(row.id), row.text, answers.get(row.id, {}))) for row in rows]
