"""A conversation's life in single steps, each written to a store as the engine would write it."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from antiphon.access.principal import LOCAL, Principal
from antiphon.advisors.advisor import Advisor
from antiphon.conversation.event import (
    Channel,
    Delta,
    Marks,
    RepliesSending,
    ReplyAdded,
    ReplySettled,
    TurnsMarked,
    TurnsRemoved,
    TurnsRestored,
)
from antiphon.conversation.ids import ConversationId, NodeId, PrincipalId, ReplyId, TurnId, WorkspaceId
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.reply import Reply
from antiphon.conversation.size import measure
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.conversation.used_key import UsedKey
from antiphon.conversation.work import NewWork, Work, WorkKind
from antiphon.engine.runtime.identity import new_id
from antiphon.store.dialect import insert_into
from antiphon.store.reads.panels import read_panel_advisors
from antiphon.store.reads.turn_snapshot import OpenSlots
from antiphon.store.reads.turns import read_turn
from antiphon.store.tables import nodes
from antiphon.store.unit import Store, Unit
from antiphon.store.writes import claim_replies as starting
from antiphon.store.writes.accept_turn import (
    Accepted,
    MessageContent,
    NewTurn,
    Planned,
    take_number,
    write_turn,
)
from antiphon.store.writes.append_chunks import append_chunks
from antiphon.store.writes.conversations import create_conversation
from antiphon.store.writes.keys import take_key
from antiphon.store.writes.settle_reply import Ending, settle_reply
from antiphon.store.writes.topics import change_topic, take_topic
from antiphon.store.writes.turns import mark_turns, remove_turns, restore_turns
from antiphon.store.writes.variants import NewVariant, add_variant
from antiphon.store.writes.work import begin_work, take_work

OTHER = Principal(PrincipalId("other"), WorkspaceId("other"), "owner")
NODE = NodeId("n_one")
NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


async def begin(
    store: Store, *, title: str = "Plans", principal: Principal = LOCAL, at: datetime = NOON
) -> ConversationId:
    """A new conversation."""
    conversation_id = ConversationId(new_id("c"))
    await store.write(principal, create_conversation, conversation_id, title, None, at)
    return conversation_id


def draft(
    conversation_id: ConversationId,
    text: str = "Shall I?",
    *,
    key: str | None = None,
    node: NodeId = NODE,
    at: datetime = NOON,
    pinned: bool | None = None,
    replaces: TurnId | None = None,
) -> NewTurn:
    """A message about to be accepted."""
    return NewTurn(
        id=TurnId(new_id("t")),
        conversation_id=conversation_id,
        text=text,
        key=UsedKey(LOCAL.id, key or new_id("k"), hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()),
        node_id=node,
        at=at,
        stamped_at=at,
        importance=0.5,
        pinned=pinned,
        replaces=replaces,
    )


Choose = Callable[[tuple[Advisor, ...]], tuple[Advisor, ...]]
Plan = Callable[[Unit, tuple[Advisor, ...], int], Planned]


class Started(NamedTuple):
    """What the replies looked like, and the fact that its replies are being sent."""

    slots: OpenSlots
    fact: RepliesSending | None


def accept_turn(unit: Unit, new: NewTurn, choose: Choose, plan: Plan) -> Accepted:
    """The steps of accepting a turn, in the order the engine takes them."""
    earlier = take_key(unit, new.key._replace(principal_id=unit.principal.id), new.id)
    if earlier is not None:
        return Accepted(TurnId(earlier), ())
    asked = choose(read_panel_advisors(unit, new.conversation_id))
    head = take_number(unit, new, len(asked))
    return write_turn(unit, new, head, plan(unit, asked, head.seq - 1))


def claim_replies(
    unit: Unit, turn_id: TurnId, node_id: NodeId, prepare: Callable[[Unit, OpenSlots], Sequence[Receipt]]
) -> Started:
    """The steps of starting a turn's replies, in the order the engine takes them."""
    slots = starting.read_to_claim(unit, turn_id)
    return Started(slots, starting.claim_replies(unit, slots, node_id, prepare(unit, slots)))


def first(count: int) -> Choose:
    """Asks the first advisors of the panel."""
    return lambda panel: panel[:count]


def plan(unit: Unit, asked: tuple[Advisor, ...], seq: int) -> Planned:
    """An empty reply for everybody asked, and nothing out of the ordinary."""
    said = MessageContent((), "", measure("Shall I?"))
    return Planned(tuple(slot_for(advisor) for advisor in asked), {}, {}, said, voids=True)


def plan_for(text: str) -> Plan:
    """The same for a message of these words."""
    said = MessageContent((), "", measure(text))
    return lambda unit, asked, seq: plan(unit, asked, seq)._replace(said=said)


def slot_for(advisor: Advisor) -> Reply:
    """The empty reply of one advisor."""
    return Reply(
        ReplyId(new_id("r")), advisor.id, advisor.version, advisor.name, advisor.colour, advisor.model or "scripted:one"
    )


async def enlist(store: Store, node: NodeId = NODE) -> None:
    """The node is among the living, unless it was listed before."""
    await store.write(LOCAL, list_node, node)


def list_node(unit: Unit, node: NodeId = NODE) -> None:
    """The same in a transaction of one's own."""
    row = {"id": node, "started_at": NOON, "lease_until": NOON}
    unit.connection.execute(insert_into(nodes, unit.dialect).values(**row).on_conflict_do_nothing())


async def accept(store: Store, new: NewTurn, *, advisors: int = 1) -> Accepted:
    """A message taken in for the first advisors of the panel."""
    await enlist(store, new.node_id)
    return await store.write(LOCAL, accept_turn, new, first(advisors), plan_for(new.text))


async def ask(
    store: Store, conversation_id: ConversationId, text: str = "Shall I?", *, advisors: int = 2, node: NodeId = NODE
) -> Turn:
    """A message accepted, with nothing sent yet."""
    accepted = await accept(store, draft(conversation_id, text, node=node), advisors=advisors)
    return await store.read(LOCAL, read_turn, accepted.turn_id)


def receipts_for_all(unit: Unit, slots: OpenSlots) -> list[Receipt]:
    """What the engine would send to every advisor that has not ended."""
    return [receipt_of(slot.reply_id, slot.epoch + 1) for slot in slots.open_slots]


def receipt_of(reply_id: ReplyId, epoch: int = 1, attempt: int = 1, body: bytes = b'{"messages":[]}') -> Receipt:
    """The proof of one request."""
    digest = hashlib.sha256(body).hexdigest()
    return Receipt(reply_id, epoch, attempt, "scripted", "one", "scripted://one", body, digest, NOON, {"x-try": "1"})


Prepare = Callable[[Unit, OpenSlots], list[Receipt]]


async def start(
    store: Store, turn: Turn, *, node: NodeId = NODE, prepare: Prepare = receipts_for_all
) -> RepliesSending:
    """Every open reply of the turn goes to its next epoch."""
    await enlist(store, node)
    started = await store.write(LOCAL, claim_replies, turn.id, node, prepare)
    assert started.fact is not None
    return started.fact


def piece(turn: Turn, slot: int, text: str, *, offset: int = 0, epoch: int = 1, channel: Channel = "text") -> Delta:
    """Words of one of the turn's replies."""
    return Delta(turn.conversation_id, turn.replies[slot].id, epoch, channel, offset, text)


async def save(store: Store, *deltas: Delta) -> None:
    """Text goes to disk."""
    await store.write(LOCAL, append_chunks, deltas)


def ending_of(
    turn: Turn,
    slot: int,
    text: str = "",
    *,
    epoch: int = 1,
    state: ReplyState = ReplyState.COMPLETE,
    thinking: str = "",
) -> Ending:
    """How one of the turn's replies ends."""
    return Ending(
        conversation_id=turn.conversation_id,
        turn_id=turn.id,
        reply_id=turn.replies[slot].id,
        epoch=epoch,
        state=state,
        text=text,
        thinking=thinking,
        at=NOON,
        attempt=min(epoch, 1),
        size=measure(text),
        importance=0.25,
    )


async def settle(
    store: Store, turn: Turn, slot: int, text: str = "", *, epoch: int = 1, state: ReplyState = ReplyState.COMPLETE
) -> ReplySettled:
    """One of the turn's replies ends."""
    return await store.write(LOCAL, settle_reply, ending_of(turn, slot, text, epoch=epoch, state=state))


async def answer(
    store: Store, conversation_id: ConversationId, text: str, *answers: str, state: ReplyState = ReplyState.COMPLETE
) -> Turn:
    """A whole turn: one advisor per answer."""
    turn = await ask(store, conversation_id, text, advisors=len(answers))
    await start(store, turn)
    for slot, said in enumerate(answers):
        await settle(store, turn, slot, said, state=state)
    return turn


async def mark(store: Store, conversation_id: ConversationId, *turns: Turn, **marks: Any) -> TurnsMarked:
    """The person says the same about all of these turns."""
    said: Marks = marks  # type: ignore[assignment]  # the keywords are the keys
    return await store.write(LOCAL, mark_turns, conversation_id, [turn.id for turn in turns], said, NOON)


async def describe_topic(store: Store, principal: Principal, path: str, prelude: str, model: str | None) -> None:
    """A topic with words for the system prompt of its turns, and the model it prefers."""
    topic_id = await store.write(principal, take_topic, path, NOON)
    await store.write(principal, change_topic, topic_id, {"prelude": prelude, "model": model})


async def remove(store: Store, conversation_id: ConversationId, *turns: Turn) -> TurnsRemoved:
    """These turns are deleted."""
    return await store.write(LOCAL, remove_turns, conversation_id, [turn.id for turn in turns], NOON)


async def restore(store: Store, conversation_id: ConversationId, *turns: Turn) -> TurnsRestored:
    """These turns come back."""
    return await store.write(LOCAL, restore_turns, conversation_id, [turn.id for turn in turns])


def variant_of(
    reply: Reply, *, chosen: bool = False, changes: Mapping[str, Any] | None = None, node: NodeId = NODE
) -> NewVariant:
    """Another answer to ask for."""
    return NewVariant(ReplyId(new_id("r")), reply.id, node, NOON, changes or {}, chosen=chosen)


async def vary(
    store: Store, reply: Reply, *, chosen: bool = False, changes: Mapping[str, Any] | None = None
) -> ReplyAdded:
    """The advisor is asked about the turn again; nothing has been sent yet."""
    return await store.write(LOCAL, add_variant, variant_of(reply, chosen=chosen, changes=changes))


async def answer_again(
    store: Store,
    turn: Turn,
    slot: int,
    text: str,
    *,
    chosen: bool = False,
    state: ReplyState = ReplyState.COMPLETE,
    changes: Mapping[str, Any] | None = None,
) -> Reply:
    """A whole variant of one of the turn's replies, as it stands in the end."""
    added = await vary(store, turn.replies[slot], chosen=chosen, changes=changes)
    grown = await store.read(LOCAL, read_turn, turn.id)
    await start(store, grown)
    place = [reply.id for reply in grown.replies].index(added.reply.id)
    await settle(store, grown, place, text, state=state)
    return (await store.read(LOCAL, read_turn, turn.id)).replies[place]


async def hold(
    store: Store, work_id: str, kind: WorkKind = "map", *, node: NodeId = NODE, principal: Principal = LOCAL
) -> Work:
    """A piece of work that a node which lives is at."""
    await store.write(principal, begin_work, NewWork(work_id, kind, NOON))
    await store.write(principal, _live, node)
    [held] = await store.write(principal, take_work, node, [work_id])
    return held


def _live(unit: Unit, node: NodeId) -> None:
    row = {"id": node, "started_at": NOON, "lease_until": NOON, "reaped_at": None}
    unit.connection.execute(insert_into(nodes, unit.dialect).on_conflict_do_nothing(), row)
