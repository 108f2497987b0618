"""An advisor speaks unasked: a turn without the person's words and one reply that has ended, all or nothing."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import insert

from antiphon.conversation.event import ReplySettled, TurnAccepted
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.reply import Metrics, Reply
from antiphon.conversation.size import measure
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Origin, Turn
from antiphon.store.dialect import insert_into
from antiphon.store.reads.topics import read_topic_of
from antiphon.store.tables import participation, replies, turns
from antiphon.store.unit import Unit
from antiphon.store.writes.facts import append_fact, take_seq
from antiphon.store.writes.reply_rows import ReplySlot, as_reply_row
from antiphon.store.writes.settle_reply import Ending, settle_reply


@dataclass(frozen=True, slots=True)
class UnaskedReply:
    """What an advisor says of its own accord; `reply` is its empty reply."""

    turn_id: TurnId
    conversation_id: ConversationId
    origin: Origin
    reply: Reply
    text: str
    at: datetime
    importance: float
    metrics: Metrics


class Spoken(NamedTuple):
    """The two facts every client is told: a turn was begun, and its reply has ended."""

    accepted: TurnAccepted
    settled: ReplySettled


def speak_up(unit: Unit, speech: UnaskedReply) -> Spoken:
    """Write the turn, the reply with all its words, and both facts.

    Raises `NotFound` for a conversation that was archived; then nothing has changed.
    """
    head = take_seq(unit, speech.conversation_id, at=speech.at, new_turns=1, new_open=1)
    topic_id, topic = read_topic_of(unit, speech.conversation_id, None)
    turn = Turn(
        id=speech.turn_id,
        conversation_id=speech.conversation_id,
        position=head.turn_count,
        origin=speech.origin,
        text="",
        created_at=speech.at,
        replies=(speech.reply,),
        topic=topic,
    )
    _write_turn(unit, turn, head.seq, topic_id)
    accepted = TurnAccepted(speech.conversation_id, head.seq, turn)
    append_fact(unit, accepted)
    _count_participation(unit, turn)
    return Spoken(accepted, settle_reply(unit, _ending(speech)))


def _write_turn(unit: Unit, turn: Turn, seq: int, topic_id: str | None) -> None:
    unit.connection.execute(
        insert(turns),
        {
            "id": turn.id,
            "workspace_id": unit.workspace_id,
            "conversation_id": turn.conversation_id,
            "author_id": unit.principal.id,
            "position": turn.position,
            "accepted_seq": seq,
            "origin": turn.origin,
            "text": turn.text,
            "parts": [],
            "created_at": turn.created_at,
            "pinned": turn.pinned,
            "topic_id": topic_id,
            "stamped_at": turn.created_at,
        },
    )
    place = ReplySlot(turn.conversation_id, turn.id, 0)
    unit.connection.execute(insert(replies), [as_reply_row(unit, place, each) for each in turn.replies])


def _ending(speech: UnaskedReply) -> Ending:
    return Ending(
        conversation_id=speech.conversation_id,
        turn_id=speech.turn_id,
        reply_id=speech.reply.id,
        epoch=speech.reply.epoch,
        state=ReplyState.COMPLETE,
        text=speech.text,
        thinking="",
        at=speech.at,
        finish_reason="stop",
        metrics=speech.metrics,
        size=measure(speech.text),
        importance=speech.importance,
    )


def _count_participation(unit: Unit, turn: Turn) -> None:
    """It took part, as with any turn of its own."""
    statement = insert_into(participation, unit.dialect).on_conflict_do_update(
        index_elements=["conversation_id", "advisor_id"], set_={"turns": participation.c.turns + 1}
    )
    rows = [
        {
            "workspace_id": unit.workspace_id,
            "conversation_id": turn.conversation_id,
            "advisor_id": reply.advisor_id,
            "turns": 1,
        }
        for reply in turn.replies
    ]
    unit.connection.execute(statement, rows)
