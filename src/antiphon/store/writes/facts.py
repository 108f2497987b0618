"""The gap-free sequence of a conversation, and the facts on it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, insert, select, update

from antiphon.conversation.errors import NotFound, StaleEpoch
from antiphon.conversation.event import Fact, ReplyAdded, TurnsRestored
from antiphon.conversation.event_wire import encode_event
from antiphon.conversation.ids import ConversationId, ReplyId
from antiphon.store.tables import Moment, conversations, facts
from antiphon.store.unit import Unit
from antiphon.store.visible import name_reader, visible, visible_then

# What the row's own columns, or the rows it points to, already say.
_ELSEWHERE = frozenset({"kind", "conversation_id", "seq", "turn_id", "reply_id", "turn", "turns", "reply"})


class Head(NamedTuple):
    """The conversation after a number was taken: its row stays locked until the transaction ends."""

    seq: int
    turn_count: int
    open_replies: int


# Statements that every turn runs are built once: building one costs as much as running it.
_TAKE = (
    update(conversations)
    .where(conversations.c.id == bindparam("conversation"), visible_then(conversations))
    .values(
        last_seq=conversations.c.last_seq + bindparam("numbers"),
        turn_count=conversations.c.turn_count + bindparam("turns"),
        open_replies=conversations.c.open_replies + bindparam("opened"),
        updated_at=func.coalesce(bindparam("at", type_=Moment), conversations.c.updated_at),
    )
    .returning(conversations.c.last_seq, conversations.c.turn_count, conversations.c.open_replies)
)
_TAKE_HERE = _TAKE.where(conversations.c.removed_at.is_(None))
_APPEND = insert(facts)
# The same inside a larger statement, for a reply that ends, even where its conversation was archived.
TAKE_NEXT = (
    update(conversations)
    .where(conversations.c.id == bindparam("conversation"), conversations.c.workspace_id == bindparam("workspace"))
    .values(
        last_seq=conversations.c.last_seq + 1,
        open_replies=conversations.c.open_replies - 1,
        updated_at=bindparam("at", type_=Moment),
    )
    .returning(conversations.c.last_seq, conversations.c.open_replies)
)


def take_seq(
    unit: Unit,
    conversation_id: ConversationId,
    *,
    at: datetime | None = None,
    new_turns: int = 0,
    new_open: int = 0,
    even_removed: bool = False,
    numbers: int = 1,
) -> Head:
    """Take the next fact number, or several; a rolled back transaction gives them back, so there are no gaps.

    `NotFound` for a conversation that was archived, `even_removed` aside: what was being said there may still end.
    """
    place = name_reader(unit) | {"conversation": conversation_id, "at": at}
    values: dict[str, Any] = place | {"turns": new_turns, "opened": new_open, "numbers": numbers}
    take = _TAKE if even_removed else _TAKE_HERE
    row = unit.connection.execute(take, values).one_or_none()
    if row is None:
        raise NotFound("conversation", conversation_id)
    return Head(*row)


def take_seq_to_end(unit: Unit, conversation_id: ConversationId, reply_id: ReplyId, epoch: int, **more: Any) -> Head:
    """The next number for what a running reply has to say, even where its conversation was archived.

    `StaleEpoch` where it was deleted: whatever is said there counts no more.
    """
    try:
        return take_seq(unit, conversation_id, even_removed=True, **more)
    except NotFound:
        raise StaleEpoch(reply_id, epoch) from None


def give_back_seq(unit: Unit, conversation_id: ConversationId) -> None:
    """The last number of several was not needed; in the transaction that took it."""
    take_seq(unit, conversation_id, numbers=-1)


def lock_conversation(unit: Unit, conversation_id: ConversationId) -> None:
    """Wait for whoever writes or begins something here, and let nobody else until this transaction ends."""
    query = select(conversations.c.id).where(conversations.c.id == conversation_id, visible(unit, conversations))
    unit.connection.execute(query.with_for_update())


def append_fact(unit: Unit, fact: Fact) -> None:
    """Write a fact under the number it carries."""
    append_facts(unit, (fact,))


def append_facts(unit: Unit, several: Sequence[Fact]) -> None:
    """Write facts under the numbers they carry."""
    unit.connection.execute(_APPEND, [_as_row(unit, fact) for fact in several])


def _as_row(unit: Unit, fact: Fact) -> dict[str, Any]:
    encoded = encode_event(fact)
    return {
        "workspace_id": unit.workspace_id,
        "conversation_id": fact.conversation_id,
        "seq": fact.seq,
        "kind": fact.kind,
        "turn_id": _id_of(encoded, "turn"),
        "reply_id": _id_of(encoded, "reply"),
        "body": _body_of(fact, encoded),
    }


def encode_body(fact: Fact) -> dict[str, Any]:
    """What a fact says that no row it points to will say later."""
    return _body_of(fact, encode_event(fact))


def _body_of(fact: Fact, encoded: Mapping[str, Any]) -> dict[str, Any]:
    """What no row it points to will say later."""
    body = {name: value for name, value in encoded.items() if name not in _ELSEWHERE}
    if isinstance(fact, ReplyAdded):
        body["chosen"] = fact.reply.chosen
    if isinstance(fact, TurnsRestored):
        body["turn_ids"] = [turn.id for turn in fact.turns]
    return body


def _id_of(encoded: Mapping[str, Any], thing: str) -> str | None:
    if thing in encoded:
        return str(encoded[thing]["id"])
    return encoded.get(f"{thing}_id")
