"""Another workspace's principal meets the same silence as for things that do not exist (I-50)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest

from antiphon.access.principal import LOCAL, Principal
from antiphon.advisors.starter import load_starter
from antiphon.conversation.errors import NotFound, StaleEpoch
from antiphon.conversation.event import Marks
from antiphon.conversation.ids import AdvisorId, ConversationId, NodeId, PanelId, ReplyId, TurnId
from antiphon.conversation.size import TextSize
from antiphon.conversation.state import ReplyState
from antiphon.store.reads.advisors import read_advisors, read_asked_advisors
from antiphon.store.reads.conversation_context import (
    read_conversation_context,
    read_kinds_after,
    read_parts,
    read_parts_before,
)
from antiphon.store.reads.conversations import read_conversation, read_conversations
from antiphon.store.reads.facts import read_facts, read_heads
from antiphon.store.reads.folders import read_folders
from antiphon.store.reads.history import END, History, Stretch, read_last_turn, read_shown_ids, read_shown_positions
from antiphon.store.reads.marks import read_marked
from antiphon.store.reads.panels import read_panel, read_panel_advisors
from antiphon.store.reads.receipts import read_newest_bodies, read_receipts
from antiphon.store.reads.texts import read_open_epochs, read_open_texts, read_text_from
from antiphon.store.reads.topics import read_topics
from antiphon.store.reads.turn_snapshot import read_open_slots, read_turn_snapshot
from antiphon.store.reads.turns import read_reply, read_turn, read_turns, read_turns_by_id
from antiphon.store.reads.view import read_view
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.conversations import create_conversation, rename_conversation
from antiphon.store.writes.folders import make_folder, move_conversation
from antiphon.store.writes.journal import NewDecision, write_decision
from antiphon.store.writes.receipts import append_attempt
from antiphon.store.writes.request_stop import request_stop_of_reply, request_stop_of_turn
from antiphon.store.writes.seed import seed
from antiphon.store.writes.settle_reply import Ending, settle_reply
from antiphon.store.writes.topics import set_topic
from antiphon.store.writes.turns import draw_divider, mark_turns, remove_turns, restore_turns
from antiphon.store.writes.variants import NewVariant, add_variant, choose_reply, edit_reply, set_importance
from tests.store.deeds import (
    NOON,
    OTHER,
    accept_turn,
    answer,
    ask,
    begin,
    claim_replies,
    describe_topic,
    draft,
    enlist,
    first,
    mark,
    piece,
    plan,
    receipt_of,
    receipts_for_all,
    save,
    start,
)


@dataclass(frozen=True, slots=True)
class Things:
    """What the local person has; or names of things that nobody has."""

    conversation: ConversationId
    turn: TurnId
    reply: ReplyId


SKEPTIC = AdvisorId("skeptic")
NOTHING = Things(ConversationId("c_none"), TurnId("t_none"), ReplyId("r_none"))

Call = Callable[[Store, Principal, Things], Awaitable[object]]


MARKS: Marks = {"stars": 3, "topic": "/mine/now", "add_tags": ["mine"], "contexts": {"": "out"}}


def another(it: Things) -> NewVariant:
    return NewVariant(ReplyId("r_another"), it.reply, NodeId("n_x"), NOON, {}, chosen=True)


def ending(it: Things) -> Ending:
    return Ending(it.conversation, it.turn, it.reply, 1, ReplyState.COMPLETE, "mine now", "", NOON)


def read_past(unit: Unit, conversation_id: ConversationId) -> list[str]:
    return [turn.text for turn in History(unit, Stretch(conversation_id, (SKEPTIC,))).newest_first()]


def decision(it: Things) -> NewDecision:
    return NewDecision("d_other", it.turn, ("mine now",), "mine now", 50)


READS: dict[str, Call] = {
    "conversation": lambda store, who, it: store.read(who, read_conversation, it.conversation),
    "view": lambda store, who, it: store.read(who, read_view, it.conversation),
    "turns": lambda store, who, it: store.read(who, read_turns, it.conversation),
    "turn": lambda store, who, it: store.read(who, read_turn, it.turn),
    "turns by id": lambda store, who, it: store.read(who, read_turns_by_id, [it.turn]),
    "reply": lambda store, who, it: store.read(who, read_reply, it.reply),
    "ground": lambda store, who, it: store.read(who, read_conversation_context, it.conversation),
    "newest bodies": lambda store, who, it: store.read(who, read_newest_bodies, it.conversation, [SKEPTIC]),
    "history": lambda store, who, it: store.read(who, read_past, it.conversation),
    "last turn": lambda store, who, it: store.read(who, read_last_turn, it.conversation, END, None),
    "positions": lambda store, who, it: store.read(who, read_shown_positions, it.conversation, END, None),
    "ids": lambda store, who, it: store.read(who, read_shown_ids, it.conversation, None),
    "marked": lambda store, who, it: store.read(who, read_marked, it.conversation),
    "parts": lambda store, who, it: store.read(who, read_parts, it.conversation, [SKEPTIC]),
    "parts before": lambda store, who, it: store.read(who, read_parts_before, it.conversation, [SKEPTIC], END),
    "kinds": lambda store, who, it: store.read(who, read_kinds_after, it.conversation, 0, 10),
    "receipts": lambda store, who, it: store.read(who, read_receipts, it.reply),
    "panel advisors": lambda store, who, it: store.read(who, read_panel_advisors, it.conversation),
    "asked advisors": lambda store, who, it: store.read(who, read_asked_advisors, it.turn),
    "snapshot": lambda store, who, it: store.read(who, read_turn_snapshot, it.turn),
    "open slots": lambda store, who, it: store.read(who, read_open_slots, it.turn),
    "facts": lambda store, who, it: store.read(who, read_facts, it.conversation, 0),
    "heads": lambda store, who, it: store.read(who, read_heads, [it.conversation]),
    "open texts": lambda store, who, it: store.read(who, read_open_texts, [it.reply]),
    "open epochs": lambda store, who, it: store.read(who, read_open_epochs, it.conversation),
    "text from": lambda store, who, it: store.read(who, read_text_from, it.reply, 1, "text", 0),
}
WRITES: dict[str, Call] = {
    "accept": lambda store, who, it: store.write(who, accept_turn, draft(it.conversation), first(1), plan),
    "rename": lambda store, who, it: store.write(who, rename_conversation, it.conversation, "mine now"),
    "start": lambda store, who, it: store.write(who, claim_replies, it.turn, NodeId("n_x"), receipts_for_all),
    "settle": lambda store, who, it: store.write(who, settle_reply, ending(it)),
    "mark": lambda store, who, it: store.write(who, mark_turns, it.conversation, [it.turn], MARKS, NOON),
    "remove": lambda store, who, it: store.write(who, remove_turns, it.conversation, [it.turn], NOON),
    "restore": lambda store, who, it: store.write(who, restore_turns, it.conversation, [it.turn]),
    "divide": lambda store, who, it: store.write(who, draw_divider, it.conversation, NOON),
    "set topic": lambda store, who, it: store.write(who, set_topic, it.conversation, "/mine/now", NOON),
    "move": lambda store, who, it: store.write(who, move_conversation, it.conversation, None),
    "ask again": lambda store, who, it: store.write(who, add_variant, another(it)),
    "choose": lambda store, who, it: store.write(who, choose_reply, it.reply),
    "edit": lambda store, who, it: store.write(who, edit_reply, it.reply, "mine now", TextSize(8), 0.5),
    "weigh": lambda store, who, it: store.write(who, set_importance, it.reply, 0.5),
    "decide": lambda store, who, it: store.write(who, write_decision, decision(it), NOON),
    "stop turn": lambda store, who, it: store.write(who, request_stop_of_turn, it.turn),
    "stop reply": lambda store, who, it: store.write(who, request_stop_of_reply, it.reply),
}


async def outcome(call: Call, store: Store, it: Things, who: Principal = OTHER) -> object:
    """What the other principal is answered, without the ids it asked for."""
    try:
        return await call(store, who, it)
    except NotFound as error:
        return NotFound, error.kind
    except StaleEpoch:
        # A running reply is told that it counts no more, whether its conversation is gone or foreign.
        return StaleEpoch, "reply"


async def own_things(store: Store) -> Things:
    """A conversation of the local person in the middle of a reply; the other workspace exists too."""
    await store.write(OTHER, seed, load_starter(), NOON)
    turn = await ask(store, await begin(store), "my secret", advisors=1)
    await start(store, turn)
    await save(store, piece(turn, 0, "their secret"))
    await mark(store, turn.conversation_id, turn, contexts={"skeptic": "out"})
    await store.write(LOCAL, draw_divider, turn.conversation_id, NOON)
    return Things(turn.conversation_id, turn.id, turn.replies[0].id)


@pytest.mark.parametrize("name", READS)
async def test_others_read_nothing(store: Store, name: str) -> None:
    """I-50: foreign and missing are told apart by nothing."""
    things = await own_things(store)

    foreign = await outcome(READS[name], store, things)

    assert foreign == await outcome(READS[name], store, NOTHING)
    assert "secret" not in repr(foreign)
    assert await READS[name](store, LOCAL, things)


@pytest.mark.parametrize("name", WRITES)
async def test_others_write_nothing(store: Store, name: str) -> None:
    """I-50: the same refusal as for a missing thing, and no trace."""
    things = await own_things(store)
    before = [await READS[each](store, LOCAL, things) for each in READS]

    foreign = await outcome(WRITES[name], store, things)

    assert foreign == await outcome(WRITES[name], store, NOTHING)
    assert isinstance(foreign, tuple)
    assert foreign[0] is (StaleEpoch if name == "settle" else NotFound)
    assert [await READS[each](store, LOCAL, things) for each in READS] == before


async def test_others_cannot_write_on_a_receipt(store: Store) -> None:
    """I-50: the promise of `Unit` holds for the engine's own writes too."""
    things = await own_things(store)
    before = await store.read(LOCAL, read_receipts, things.reply)

    await store.write(OTHER, append_attempt, receipt_of(things.reply, attempt=2), "forged", None)

    assert await store.read(LOCAL, read_receipts, things.reply) == before


async def test_others_see_none_of_it_in_their_lists(store: Store) -> None:
    things = await own_things(store)
    await store.write(LOCAL, make_folder, "f_mine", "my secret", NOON)
    await store.write(LOCAL, move_conversation, things.conversation, "f_mine")

    assert await store.read(OTHER, read_conversations) == []
    assert await store.read(OTHER, read_folders) == ()
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
    await enlist(store)

    one = await store.write(LOCAL, accept_turn, draft(mine, key="k"), first(1), plan)
    two = await store.write(OTHER, accept_turn, draft(theirs, key="k"), first(1), plan)

    assert one.accepted is not None
    assert two.accepted is not None


async def test_turns_of_others_cannot_be_reached_through_ones_own_conversation(store: Store) -> None:
    """I-50, S-04: every id in a request is looked for where it should be, and nowhere else."""
    things = await own_things(store)
    theirs = await begin(store, principal=OTHER)
    before = await store.read(LOCAL, read_view, things.conversation)

    for turn_id in (things.turn, NOTHING.turn):
        with pytest.raises(NotFound):
            await store.write(OTHER, mark_turns, theirs, [turn_id], MARKS, NOON)
        with pytest.raises(NotFound):
            await store.write(OTHER, remove_turns, theirs, [turn_id], NOON)
        with pytest.raises(NotFound):
            await store.write(OTHER, restore_turns, theirs, [turn_id])
        with pytest.raises(NotFound):
            await store.write(OTHER, accept_turn, draft(theirs, replaces=turn_id), first(1), plan)

    assert await store.read(LOCAL, read_view, things.conversation) == before
    assert await store.read(OTHER, read_topics) == ()


async def test_topics_of_the_same_path_are_strangers(store: Store) -> None:
    """I-50."""
    await store.write(OTHER, seed, load_starter(), NOON)
    conversation = await begin(store)
    turn = await answer(store, conversation, "mine", "yes")
    await mark(store, conversation, turn, topic="/plans")

    await describe_topic(store, OTHER, "/plans", "their secret", None)

    assert [(line.path, line.prelude) for line in await store.read(LOCAL, read_topics)] == [("/plans", "")]
    assert [(line.path, line.prelude) for line in await store.read(OTHER, read_topics)] == [("/plans", "their secret")]
