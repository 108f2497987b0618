"""A human message is taken in: the key, the turn, its empty replies and the fact, all or nothing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import insert, select

from antiphon.advisors.advisor import Advisor
from antiphon.conversation.errors import KeyReused, TurnInFlight
from antiphon.conversation.event import TurnAccepted, TurnsRemoved
from antiphon.conversation.ids import AdvisorId, ConversationId, NodeId, TurnId
from antiphon.conversation.part import Part, encode_part
from antiphon.conversation.reply import Reply
from antiphon.conversation.size import TextSize
from antiphon.conversation.turn import Origin, Turn, is_pinned_by_default
from antiphon.store.dialect import insert_into
from antiphon.store.reads.line_up import read_line_up
from antiphon.store.reads.topics import read_topic_of
from antiphon.store.tables import idempotency_keys, open_turns, participation, replies, turns
from antiphon.store.unit import Unit
from antiphon.store.writes.facts import append_fact, take_seq
from antiphon.store.writes.heartbeats import void_heartbeats
from antiphon.store.writes.remove_turns import check_failed, remove_turns
from antiphon.store.writes.reply_rows import Place, as_reply_row


@dataclass(frozen=True, slots=True)
class NewTurn:
    """A message about to be accepted.

    `stamped_at` is the moment advisors are told; `pinned` overrules the rule that the first messages are pinned;
    `replaces` is a turn that failed and goes when this one comes.
    """

    id: TurnId
    conversation_id: ConversationId
    text: str
    key: str
    body_sha256: str
    node_id: NodeId
    at: datetime
    stamped_at: datetime
    importance: float
    origin: Origin = "person"
    pinned: bool | None = None
    replaces: TurnId | None = None


class Accepted(NamedTuple):
    """The turn a key stands for. There are no facts when the key had been used before."""

    turn_id: TurnId
    facts: tuple[TurnAccepted | TurnsRemoved, ...]

    @property
    def accepted(self) -> TurnAccepted | None:
        """The fact that the turn was accepted just now."""
        return self.facts[0] if self.facts and isinstance(self.facts[0], TurnAccepted) else None


class Kept(NamedTuple):
    """Where an advisor's sticky history begins from now on, and under which conditions."""

    position: int | None
    under: str


class Said(NamedTuple):
    """What stands beside the words of a message: its parts, the text of its files, and the size of all it says."""

    parts: tuple[Part, ...]
    attached: str
    size: TextSize


class Planned(NamedTuple):
    """The empty replies of a turn, what changes about sticky histories, the person's choice, and what goes along."""

    replies: tuple[Reply, ...]
    kept: Mapping[AdvisorId, Kept]
    choice: Mapping[str, Any]
    said: Said


Choose = Callable[[tuple[Advisor, ...]], tuple[Advisor, ...]]
Plan = Callable[[Unit, tuple[Advisor, ...], int], Planned]


def accept_turn(unit: Unit, new: NewTurn, choose: Choose, plan: Plan) -> Accepted:
    """Write the turn once per key.

    `choose` picks the advisors asked from the panel's; `plan` makes their empty replies, in the same snapshot, given
    the number of the last fact. The same key with the same body returns the first turn; with another body it raises
    `KeyReused`. A conversation that is still being answered raises `TurnInFlight`.
    """
    if not _take_key(unit, new):
        return Accepted(_read_earlier(unit, new), ())
    asked = choose(read_line_up(unit, new.conversation_id))
    head = take_seq(unit, new.conversation_id, at=new.at, new_turns=1, new_open=len(asked))
    if head.open_replies > len(asked):
        raise TurnInFlight(new.conversation_id)
    planned = plan(unit, asked, head.seq - 1)
    topic_id, topic = read_topic_of(unit, new.conversation_id, new.replaces)
    turn = Turn(
        id=new.id,
        conversation_id=new.conversation_id,
        position=head.turn_count,
        origin=new.origin,
        text=new.text,
        created_at=new.at,
        replies=planned.replies,
        parts=planned.said.parts,
        pinned=is_pinned_by_default(head.turn_count, new.pinned),
        importance=new.importance,
        topic=topic,
    )
    fact = TurnAccepted(new.conversation_id, head.seq, turn)
    _write_turn(unit, turn, new, head.seq, topic_id, planned)
    append_fact(unit, fact)
    _open_turn(unit, new)
    _count_participation(unit, turn, planned.kept)
    if new.origin == "person":
        void_heartbeats(unit, new.conversation_id)
    return Accepted(new.id, (fact, *_remove_replaced(unit, new)))


def _remove_replaced(unit: Unit, new: NewTurn) -> tuple[TurnsRemoved, ...]:
    """The failed turn goes in the same transaction that brings its successor (I-09)."""
    if new.replaces is None:
        return ()
    check_failed(unit, new.conversation_id, new.replaces)
    return (remove_turns(unit, new.conversation_id, (new.replaces,), new.at),)


def _take_key(unit: Unit, new: NewTurn) -> bool:
    """Claim the key; two sends with one key meet here, and the second waits for the first to commit."""
    row = {
        "workspace_id": unit.workspace_id,
        "principal_id": unit.principal.id,
        "key": new.key,
        "body_sha256": new.body_sha256,
        "turn_id": new.id,
        "created_at": new.at,
    }
    statement = insert_into(idempotency_keys, unit.dialect).on_conflict_do_nothing().returning(idempotency_keys.c.key)
    return (unit.connection.execute(statement, row)).one_or_none() is not None


def _read_earlier(unit: Unit, new: NewTurn) -> TurnId:
    query = select(idempotency_keys.c.body_sha256, idempotency_keys.c.turn_id).where(
        idempotency_keys.c.workspace_id == unit.workspace_id,
        idempotency_keys.c.principal_id == unit.principal.id,
        idempotency_keys.c.key == new.key,
    )
    earlier = (unit.connection.execute(query)).one()
    if earlier.body_sha256 != new.body_sha256:
        raise KeyReused(new.key)
    return TurnId(earlier.turn_id)


def _write_turn(unit: Unit, turn: Turn, new: NewTurn, seq: int, topic_id: str | None, planned: Planned) -> None:
    unit.connection.execute(
        insert(turns),
        {
            "id": turn.id,
            "workspace_id": unit.workspace_id,
            "conversation_id": turn.conversation_id,
            "position": turn.position,
            "accepted_seq": seq,
            "origin": turn.origin,
            "text": turn.text,
            "parts": [encode_part(part) for part in turn.parts],
            "attached": planned.said.attached,
            "created_at": turn.created_at,
            "pinned": turn.pinned,
            "importance": turn.importance,
            "topic_id": topic_id,
            "stamped_at": new.stamped_at,
            "choice": dict(planned.choice),
            **planned.said.size._asdict(),
        },
    )
    rows = [
        as_reply_row(unit, Place(turn.conversation_id, turn.id, slot), reply) for slot, reply in enumerate(turn.replies)
    ]
    unit.connection.execute(insert(replies), rows)


def _open_turn(unit: Unit, new: NewTurn) -> None:
    """From here on somebody answers for the turn, whatever happens to this process."""
    unit.connection.execute(
        insert(open_turns),
        {
            "workspace_id": unit.workspace_id,
            "turn_id": new.id,
            "conversation_id": new.conversation_id,
            "node_id": new.node_id,
        },
    )


def _count_participation(unit: Unit, turn: Turn, kept: Mapping[AdvisorId, Kept]) -> None:
    statement = insert_into(participation, unit.dialect)
    changes: dict[str, Any] = {"turns": participation.c.turns + 1}
    if kept:
        changes |= {"kept_from": statement.excluded.kept_from, "kept_under": statement.excluded.kept_under}
    statement = statement.on_conflict_do_update(index_elements=["conversation_id", "advisor_id"], set_=changes)
    rows = [
        {
            "workspace_id": unit.workspace_id,
            "conversation_id": turn.conversation_id,
            "advisor_id": reply.advisor_id,
            "turns": 1,
            "kept_from": kept[reply.advisor_id].position if reply.advisor_id in kept else None,
            "kept_under": kept[reply.advisor_id].under if reply.advisor_id in kept else None,
        }
        for reply in turn.replies
    ]
    unit.connection.execute(statement, rows)
