"""A human message is taken in: its number, the turn, its empty replies, the claim of those that are sent, the facts.

Steps of one transaction, which `engine/commands/accept_turn.py` takes in this order, after the key.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Insert, insert

from antiphon.conversation.errors import TurnInFlight
from antiphon.conversation.event import RepliesSending, Sending, TurnAccepted, TurnsRemoved
from antiphon.conversation.ids import AdvisorId, ConversationId, NodeId, TurnId
from antiphon.conversation.part import Part, encode_part
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.reply import Reply
from antiphon.conversation.size import TextSize
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Origin, Surface, Turn, is_pinned_by_default
from antiphon.conversation.used_key import UsedKey
from antiphon.store.dialect import insert_into
from antiphon.store.reads.topics import read_topic_of
from antiphon.store.reads.wordings import Replaced, read_replaced, read_wording_ids
from antiphon.store.tables import participation, replies, turns
from antiphon.store.unit import Unit
from antiphon.store.writes.facts import Head, append_facts, give_back_seq, take_seq
from antiphon.store.writes.heartbeats import void_heartbeats
from antiphon.store.writes.open_turn import open_turn
from antiphon.store.writes.receipts import write_receipts
from antiphon.store.writes.reply_rows import ReplySlot, as_reply_row
from antiphon.store.writes.turns import remove_turns


@dataclass(frozen=True, slots=True)
class NewTurn:
    """A message about to be accepted.

    `stamped_at` is the moment advisors are told; `pinned` overrules the rule that the first messages are pinned;
    `replaces` is a turn that goes when this one comes: the newest question, worded anew, or one that failed.
    """

    id: TurnId
    conversation_id: ConversationId
    text: str
    key: UsedKey
    node_id: NodeId
    at: datetime
    stamped_at: datetime
    importance: float
    origin: Origin = "person"
    surface: Surface | None = None
    pinned: bool | None = None
    replaces: TurnId | None = None


class Accepted(NamedTuple):
    """The turn a key stands for. There are no facts when the key had been used before."""

    turn_id: TurnId
    facts: tuple[TurnAccepted | RepliesSending | TurnsRemoved, ...]

    @property
    def accepted(self) -> TurnAccepted | None:
        """The fact that the turn was accepted just now."""
        return self.facts[0] if self.facts and isinstance(self.facts[0], TurnAccepted) else None


class Kept(NamedTuple):
    """Where an advisor's sticky history begins from now on, and under which conditions."""

    position: int | None
    under: str


class MessageContent(NamedTuple):
    """What stands beside the words of a message: its parts, the text of its files, and the size of all it says."""

    parts: tuple[Part, ...]
    attached: str
    size: TextSize


class Planned(NamedTuple):
    """The empty replies of a turn, what changes about sticky histories, the person's choice, and what goes along.

    `receipts` are those of what is sent at once: their replies are claimed in the same transaction. `voids` when there
    are heartbeats to put off, because a person has spoken.
    """

    replies: tuple[Reply, ...]
    kept: Mapping[AdvisorId, Kept]
    choice: Mapping[str, Any]
    said: MessageContent
    receipts: tuple[Receipt, ...] = ()
    voids: bool = False


def take_number(unit: Unit, new: NewTurn, asked: int) -> Head:
    """The place of the turn in its conversation, which is locked until the commit.

    The number after it is taken too: it is the fact's that replies are being sent. A conversation that is still being
    answered raises `TurnInFlight`.
    """
    head = take_seq(unit, new.conversation_id, at=new.at, new_turns=1, new_open=asked, numbers=2)
    if head.open_replies > asked:
        raise TurnInFlight(new.conversation_id)
    return head._replace(seq=head.seq - 1)


def write_turn(unit: Unit, new: NewTurn, head: Head, planned: Planned) -> Accepted:
    """Write the turn with its empty replies, who answers for it, and the fact.

    A node that was declared gone or has left raises `Draining`.
    """
    topic_id, topic = read_topic_of(unit, new.conversation_id, new.replaces)
    replaced = None if new.replaces is None else read_replaced(unit, new.conversation_id, new.replaces)
    turn = Turn(
        id=new.id,
        conversation_id=new.conversation_id,
        position=head.turn_count,
        origin=new.origin,
        surface=new.surface,
        text=new.text,
        created_at=new.at,
        replies=planned.replies,
        parts=planned.said.parts,
        pinned=_choose_pin(new, head, replaced),
        importance=new.importance,
        topic=topic,
        wordings=_list_wordings(unit, new, replaced),
    )
    accepted = TurnAccepted(new.conversation_id, head.seq, turn)
    facts: tuple[TurnAccepted | RepliesSending, ...] = (accepted, *_claim(unit, new, head, planned))
    _insert_turn(unit, turn, new, head.seq, topic_id, planned)
    append_facts(unit, facts)
    write_receipts(unit, new.conversation_id, planned.receipts)
    open_turn(unit, new.id, new.conversation_id, new.node_id)
    _count_participation(unit, turn, planned)
    if planned.voids:
        void_heartbeats(unit, new.conversation_id)
    if replaced is None:
        return Accepted(new.id, facts)
    # The old turn goes in the same transaction that brings its successor.
    return Accepted(new.id, (*facts, remove_turns(unit, new.conversation_id, (replaced.turn_id,), new.at)))


def _claim(unit: Unit, new: NewTurn, head: Head, planned: Planned) -> tuple[RepliesSending, ...]:
    """The fact that these replies are being sent; where none is, its number is given back."""
    if not planned.receipts:
        give_back_seq(unit, new.conversation_id)
        return ()
    sending = tuple(Sending(receipt.reply_id, receipt.epoch) for receipt in planned.receipts)
    return (RepliesSending(new.conversation_id, head.seq + 1, new.id, sending),)


def _choose_pin(new: NewTurn, head: Head, replaced: Replaced | None) -> bool:
    """As somebody said; else as the turn was pinned whose place it takes; else by the rule."""
    if new.pinned is None and replaced is not None and replaced.first_wording is not None:
        return replaced.pinned
    return is_pinned_by_default(head.turn_count, new.pinned)


def _list_wordings(unit: Unit, new: NewTurn, replaced: Replaced | None) -> tuple[TurnId, ...]:
    if replaced is None or replaced.first_wording is None:
        return ()
    return (*read_wording_ids(unit, replaced.turn_id), new.id)


def _insert_turn(unit: Unit, turn: Turn, new: NewTurn, seq: int, topic_id: str | None, planned: Planned) -> None:
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
            "surface": turn.surface,
            "token_id": unit.principal.token_id,
            "text": turn.text,
            "parts": [encode_part(part) for part in turn.parts],
            "attached": planned.said.attached,
            "created_at": turn.created_at,
            "pinned": turn.pinned,
            "importance": turn.importance,
            "topic_id": topic_id,
            "stamped_at": new.stamped_at,
            "first_wording": turn.wordings[0] if turn.wordings else None,
            "choice": dict(planned.choice),
            **planned.said.size._asdict(),
        },
    )
    epochs = {receipt.reply_id: receipt.epoch for receipt in planned.receipts}
    rows = [
        as_reply_row(unit, ReplySlot(turn.conversation_id, turn.id, slot), reply)
        | ({"epoch": epochs[reply.id], "state": ReplyState.SENDING} if reply.id in epochs else {})
        for slot, reply in enumerate(turn.replies)
    ]
    unit.connection.execute(insert(replies), rows)


def _count_participation(unit: Unit, turn: Turn, planned: Planned) -> None:
    kept, unphased = planned.kept, int(planned.choice.get("phase") == "last")
    rows = [
        {
            "workspace_id": unit.workspace_id,
            "conversation_id": turn.conversation_id,
            "advisor_id": reply.advisor_id,
            "turns": 1,
            "unphased": unphased,
            "kept_from": kept[reply.advisor_id].position if reply.advisor_id in kept else None,
            "kept_under": kept[reply.advisor_id].under if reply.advisor_id in kept else None,
        }
        for reply in turn.replies
    ]
    unit.connection.execute(_build_participation(unit.dialect, keeps=bool(kept)), rows)


@cache
def _build_participation(dialect: str, *, keeps: bool) -> Insert:
    """Every message runs this: it is built once."""
    statement = insert_into(participation, dialect)
    unphased = participation.c.unphased + statement.excluded.unphased
    changes: dict[str, Any] = {"turns": participation.c.turns + 1, "unphased": unphased}
    if keeps:
        changes |= {"kept_from": statement.excluded.kept_from, "kept_under": statement.excluded.kept_under}
    return statement.on_conflict_do_update(index_elements=["conversation_id", "advisor_id"], set_=changes)
