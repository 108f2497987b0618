"""A human message is taken in: the key, the turn, its empty replies and the fact, all or nothing."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import insert, select

from antiphon.advisors.advisor import Advisor
from antiphon.conversation.errors import KeyReused, TurnInFlight
from antiphon.conversation.event import TurnAccepted
from antiphon.conversation.ids import ConversationId, NodeId, TurnId
from antiphon.conversation.reply import Reply
from antiphon.conversation.turn import Turn
from antiphon.store.dialect import insert_into
from antiphon.store.reads.line_up import read_line_up
from antiphon.store.tables import idempotency_keys, open_turns, participation, replies, turns
from antiphon.store.unit import Unit
from antiphon.store.writes.facts import append_fact, take_seq


@dataclass(frozen=True, slots=True)
class NewTurn:
    """A message about to be accepted."""

    id: TurnId
    conversation_id: ConversationId
    text: str
    key: str
    body_sha256: str
    node_id: NodeId
    at: datetime


class Accepted(NamedTuple):
    """The turn a key stands for. `fact` is absent when the key had been used before."""

    turn_id: TurnId
    fact: TurnAccepted | None


Choose = Callable[[tuple[Advisor, ...]], tuple[Reply, ...]]


def accept_turn(unit: Unit, new: NewTurn, choose: Choose) -> Accepted:
    """Write the turn once per key; `choose` makes its empty replies out of the panel's advisors.

    The same key with the same body returns the first turn; with another body it raises `KeyReused`. A conversation
    that is still being answered raises `TurnInFlight`.
    """
    if not _take_key(unit, new):
        return Accepted(_read_earlier(unit, new), None)
    asked = choose(read_line_up(unit, new.conversation_id))
    head = take_seq(unit, new.conversation_id, at=new.at, new_turns=1, new_open=len(asked))
    if head.open_replies > len(asked):
        raise TurnInFlight(new.conversation_id)
    turn = Turn(new.id, new.conversation_id, head.turn_count, new.text, new.at, asked)
    fact = TurnAccepted(new.conversation_id, head.seq, turn)
    _write_turn(unit, turn, head.seq)
    append_fact(unit, fact)
    _open_turn(unit, new)
    _count_participation(unit, turn)
    return Accepted(new.id, fact)


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


def _write_turn(unit: Unit, turn: Turn, seq: int) -> None:
    unit.connection.execute(
        insert(turns),
        {
            "id": turn.id,
            "workspace_id": unit.workspace_id,
            "conversation_id": turn.conversation_id,
            "position": turn.position,
            "accepted_seq": seq,
            "text": turn.text,
            "parts": [],
            "created_at": turn.created_at,
        },
    )
    unit.connection.execute(
        insert(replies),
        [
            {
                "id": reply.id,
                "workspace_id": unit.workspace_id,
                "conversation_id": turn.conversation_id,
                "turn_id": turn.id,
                "slot": slot,
                "advisor_id": reply.advisor_id,
                "advisor_version": reply.advisor_version,
                "name": reply.name,
                "colour": reply.colour,
                "model": reply.model,
                "state": reply.state,
                "epoch": reply.epoch,
            }
            for slot, reply in enumerate(turn.replies)
        ],
    )


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


def _count_participation(unit: Unit, turn: Turn) -> None:
    statement = insert_into(participation, unit.dialect)
    statement = statement.on_conflict_do_update(
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
