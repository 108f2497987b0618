"""Another workspace's principal meets the same silence as for things that do not exist (I-50)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest

from antiphon.access.principal import LOCAL, Principal
from antiphon.advisors.starter import load_starter
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId, NodeId, PanelId, ReplyId, TurnId
from antiphon.conversation.state import ReplyState
from antiphon.store.reads.conversations import read_conversation, read_conversations
from antiphon.store.reads.facts import read_facts, read_heads
from antiphon.store.reads.line_up import read_advisors, read_asked_advisors, read_line_up, read_panel
from antiphon.store.reads.receipts import read_receipts
from antiphon.store.reads.scene import count_open, read_scene
from antiphon.store.reads.texts import read_open_epochs, read_open_texts, read_text_from
from antiphon.store.reads.turns import read_reply, read_turn, read_turns, read_turns_by_id
from antiphon.store.reads.view import read_view
from antiphon.store.unit import Store
from antiphon.store.writes.accept_turn import accept_turn
from antiphon.store.writes.create_conversation import create_conversation
from antiphon.store.writes.rename_conversation import rename_conversation
from antiphon.store.writes.request_stop import request_stop_of_reply, request_stop_of_turn
from antiphon.store.writes.seed import seed
from antiphon.store.writes.settle_reply import Ending, settle_reply
from antiphon.store.writes.start_replies import record_outcome, start_replies
from tests.store.deeds import NOON, OTHER, ask, begin, draft, first, piece, receipt_of, receipts_for_all, save, start


@dataclass(frozen=True, slots=True)
class Things:
    """What the local person has; or names of things that nobody has."""

    conversation: ConversationId
    turn: TurnId
    reply: ReplyId


NOTHING = Things(ConversationId("c_none"), TurnId("t_none"), ReplyId("r_none"))

Call = Callable[[Store, Principal, Things], Awaitable[object]]


def ending(it: Things) -> Ending:
    return Ending(it.conversation, it.turn, it.reply, 1, ReplyState.COMPLETE, "mine now", "", NOON)


READS: dict[str, Call] = {
    "conversation": lambda store, who, it: store.read(who, read_conversation, it.conversation),
    "view": lambda store, who, it: store.read(who, read_view, it.conversation),
    "turns": lambda store, who, it: store.read(who, read_turns, it.conversation),
    "turn": lambda store, who, it: store.read(who, read_turn, it.turn),
    "turns by id": lambda store, who, it: store.read(who, read_turns_by_id, [it.turn]),
    "reply": lambda store, who, it: store.read(who, read_reply, it.reply),
    "receipts": lambda store, who, it: store.read(who, read_receipts, it.reply),
    "line-up": lambda store, who, it: store.read(who, read_line_up, it.conversation),
    "asked advisors": lambda store, who, it: store.read(who, read_asked_advisors, it.turn),
    "scene": lambda store, who, it: store.read(who, read_scene, it.turn, 0),
    "count open": lambda store, who, it: store.read(who, count_open, it.turn),
    "facts": lambda store, who, it: store.read(who, read_facts, it.conversation, 0),
    "heads": lambda store, who, it: store.read(who, read_heads, [it.conversation]),
    "open texts": lambda store, who, it: store.read(who, read_open_texts, [it.reply]),
    "open epochs": lambda store, who, it: store.read(who, read_open_epochs, it.conversation),
    "text from": lambda store, who, it: store.read(who, read_text_from, it.reply, 1, "text", 0),
}
WRITES: dict[str, Call] = {
    "accept": lambda store, who, it: store.write(who, accept_turn, draft(it.conversation), first(1)),
    "rename": lambda store, who, it: store.write(who, rename_conversation, it.conversation, "mine now"),
    "start": lambda store, who, it: store.write(who, start_replies, it.turn, NodeId("n_x"), 0, receipts_for_all),
    "settle": lambda store, who, it: store.write(who, settle_reply, ending(it)),
    "stop turn": lambda store, who, it: store.write(who, request_stop_of_turn, it.turn),
    "stop reply": lambda store, who, it: store.write(who, request_stop_of_reply, it.reply),
}


async def outcome(call: Call, store: Store, it: Things) -> object:
    """What the other principal is answered, without the ids it asked for."""
    try:
        return await call(store, OTHER, it)
    except NotFound as error:
        return NotFound, error.kind


async def own_things(store: Store) -> Things:
    """A conversation of the local person in the middle of a reply; the other workspace exists too."""
    await store.write(OTHER, seed, load_starter(), NOON)
    turn = await ask(store, await begin(store), "my secret", advisors=1)
    await start(store, turn)
    await save(store, piece(turn, 0, "their secret"))
    return Things(turn.conversation_id, turn.id, turn.replies[0].id)


@pytest.mark.parametrize("name", READS)
async def test_others_read_nothing(store: Store, name: str) -> None:
    """I-50, S-01: foreign and missing are told apart by nothing."""
    things = await own_things(store)

    foreign = await outcome(READS[name], store, things)

    assert foreign == await outcome(READS[name], store, NOTHING)
    assert "secret" not in repr(foreign)
    assert await READS[name](store, LOCAL, things)


@pytest.mark.parametrize("name", WRITES)
async def test_others_write_nothing(store: Store, name: str) -> None:
    """I-50, S-08: the same refusal as for a missing thing, and no trace."""
    things = await own_things(store)
    before = [await READS[each](store, LOCAL, things) for each in READS]

    foreign = await outcome(WRITES[name], store, things)

    assert foreign == await outcome(WRITES[name], store, NOTHING)
    assert isinstance(foreign, tuple)
    assert foreign[0] is NotFound
    assert [await READS[each](store, LOCAL, things) for each in READS] == before


async def test_others_cannot_write_on_a_receipt(store: Store) -> None:
    """I-50: the promise of `Unit` holds for the engine's own writes too."""
    things = await own_things(store)
    before = await store.read(LOCAL, read_receipts, things.reply)

    await store.write(OTHER, record_outcome, receipt_of(things.reply), 1, "forged", None)

    assert await store.read(LOCAL, read_receipts, things.reply) == before


async def test_others_see_none_of_it_in_their_lists(store: Store) -> None:
    things = await own_things(store)

    assert await store.read(OTHER, read_conversations) == []
    assert [line.id for line in await store.read(LOCAL, read_conversations)] == [things.conversation]


async def test_panel_and_advisors_of_others_do_not_exist(store: Store) -> None:
    """I-50: nobody sowed the other workspace here."""
    starter = load_starter()

    with pytest.raises(NotFound):
        await store.read(OTHER, read_panel, starter.panel.id)
    with pytest.raises(NotFound):
        await store.write(OTHER, create_conversation, ConversationId("c_1"), "", PanelId(starter.panel.id), NOON)

    assert await store.read(OTHER, read_advisors) == ()


async def test_same_key_of_two_people_means_two_turns(store: Store) -> None:
    """I-03: a key belongs to whoever used it."""
    await store.write(OTHER, seed, load_starter(), NOON)
    mine, theirs = await begin(store), await begin(store, principal=OTHER)

    one = await store.write(LOCAL, accept_turn, draft(mine, key="k"), first(1))
    two = await store.write(OTHER, accept_turn, draft(theirs, key="k"), first(1))

    assert one.fact is not None
    assert two.fact is not None
