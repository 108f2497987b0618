"""A conversation's life in single steps, each written to a store as the engine would write it."""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime

from antiphon.access.principal import LOCAL, Principal
from antiphon.advisors.advisor import Advisor
from antiphon.conversation.event import Channel, Delta, RepliesSending, ReplySettled
from antiphon.conversation.ids import ConversationId, NodeId, PrincipalId, ReplyId, TurnId, WorkspaceId
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.engine.identity import new_id
from antiphon.store.reads.scene import TurnScene
from antiphon.store.reads.turns import read_turn
from antiphon.store.unit import Store
from antiphon.store.writes.accept_turn import Choose, NewTurn, accept_turn
from antiphon.store.writes.append_chunks import append_chunks
from antiphon.store.writes.create_conversation import create_conversation
from antiphon.store.writes.settle_reply import Ending, settle_reply
from antiphon.store.writes.start_replies import start_replies

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
    conversation_id: ConversationId, text: str = "Shall I?", *, key: str | None = None, node: NodeId = NODE
) -> NewTurn:
    """A message about to be accepted."""
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return NewTurn(TurnId(new_id("t")), conversation_id, text, key or new_id("k"), digest, node, NOON)


def first(count: int) -> Choose:
    """Asks the first advisors of the panel."""
    return lambda line_up: tuple(slot_for(advisor) for advisor in line_up[:count])


def slot_for(advisor: Advisor) -> Reply:
    """The empty reply of one advisor."""
    return Reply(
        ReplyId(new_id("r")), advisor.id, advisor.version, advisor.name, advisor.colour, advisor.model or "scripted:one"
    )


async def ask(
    store: Store, conversation_id: ConversationId, text: str = "Shall I?", *, advisors: int = 2, node: NodeId = NODE
) -> Turn:
    """A message accepted, with nothing sent yet."""
    accepted = await store.write(LOCAL, accept_turn, draft(conversation_id, text, node=node), first(advisors))
    return await store.read(LOCAL, read_turn, accepted.turn_id)


def receipts_for_all(scene: TurnScene) -> list[Receipt]:
    """What the engine would send to every advisor that has not ended."""
    return [receipt_of(slot.reply_id, slot.epoch + 1) for slot in scene.open_slots]


def receipt_of(reply_id: ReplyId, epoch: int = 1, attempt: int = 1, body: bytes = b'{"messages":[]}') -> Receipt:
    """The proof of one request."""
    digest = hashlib.sha256(body).hexdigest()
    return Receipt(reply_id, epoch, attempt, "scripted", "one", "scripted://one", body, digest, NOON, {"x-try": "1"})


Prepare = Callable[[TurnScene], list[Receipt]]


async def start(
    store: Store, turn: Turn, *, node: NodeId = NODE, limit: int = 0, prepare: Prepare = receipts_for_all
) -> RepliesSending:
    """Every open reply of the turn goes to its next epoch."""
    started = await store.write(LOCAL, start_replies, turn.id, node, limit, prepare)
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
    reply_id = turn.replies[slot].id
    return Ending(turn.conversation_id, turn.id, reply_id, epoch, state, text, thinking, NOON, attempt=min(epoch, 1))


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
