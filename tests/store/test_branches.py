"""A conversation begins with the turns of another."""

import pytest

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import CommandRefused, NotFound
from antiphon.conversation.fold import fold
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.turn import Turn
from antiphon.conversation.view import ConversationView
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.conversation_context import read_parts
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.facts import read_facts
from antiphon.store.reads.receipts import read_receipts
from antiphon.store.reads.view import read_view
from antiphon.store.unit import Store
from antiphon.store.writes.branches import NewBranch, branch_conversation
from antiphon.store.writes.conversations import remove_conversation
from antiphon.store.writes.turns import draw_divider
from tests.store.deeds import NOON, answer, answer_again, ask, begin, mark, remove


async def branch(store: Store, turn: Turn) -> ConversationId:
    new = NewBranch(ConversationId(new_id("c")), turn.id, NOON, new_id)
    await store.write(LOCAL, branch_conversation, new)
    return new.id


async def test_a_branch_holds_what_stood_up_to_the_turn_and_the_other_stays(store: Store) -> None:
    conversation_id = await begin(store)
    first = await answer(store, conversation_id, "One?", "1", "eins")
    gone = await answer(store, conversation_id, "Gone?", "no")
    second = await answer(store, conversation_id, "Two?", "2")
    await answer(store, conversation_id, "Three?", "3")
    await mark(store, conversation_id, first, stars=2, add_tags=["x"], contexts={"": "pin"})
    await answer_again(store, second, 0, "better", chosen=True)
    await remove(store, conversation_id, gone)
    before = await store.read(LOCAL, read_view, conversation_id)

    new_id = await branch(store, second)

    view = await store.read(LOCAL, read_view, new_id)
    assert await store.read(LOCAL, read_view, conversation_id) == before
    assert [(turn.position, turn.text, [reply.text for reply in turn.replies]) for turn in view.turns] == [
        (1, "One?", ["1", "eins"]),
        (2, "Two?", ["better"]),
    ]
    assert (view.turns[0].stars, view.turns[0].tags, dict(view.turns[0].marks)) == (2, ("x",), {"": "pin"})
    assert view.turns[1].replies[0].chosen
    line = await store.read(LOCAL, read_conversation, new_id)
    assert (line.title, line.turn_count, line.branched_from_id) == ("Plans", 2, conversation_id)
    assert (line.branched_from, line.branched_from_position) == (second.id, 3)


async def test_a_copied_answer_still_says_which_model_was_picked_for_it(store: Store) -> None:
    turn = await answer(store, await begin(store), "One?", "1", "eins")
    await answer_again(store, turn, 0, "better", chosen=True, changes={"model": "openai:other", "temperature": 0.2})

    view = await store.read(LOCAL, read_view, await branch(store, turn))

    kept = {reply.text: reply.changes for reply in view.turns[0].replies}
    assert kept == {"better": {"model": "openai:other"}, "eins": None}


async def test_whoever_follows_a_branch_from_its_first_fact_sees_what_it_holds(store: Store) -> None:
    conversation_id = await begin(store)
    await answer(store, conversation_id, "One?", "1")
    await store.write(LOCAL, draw_divider, conversation_id, NOON)
    second = await answer(store, conversation_id, "Two?", "2")

    new_id = await branch(store, second)

    facts = await store.read(LOCAL, read_facts, new_id, 0)
    view = await store.read(LOCAL, read_view, new_id)
    empty = ConversationView(id=new_id, seq=0, title="", turns=(), has_older=False, dividers=view.dividers)
    assert fold(empty, facts) == view
    assert view.dividers == (1,)


async def test_receipts_stay_with_the_answer_and_are_found_from_its_copies(store: Store) -> None:
    conversation_id = await begin(store)
    turn = await answer(store, conversation_id, "One?", "1")
    sent = await store.read(LOCAL, read_receipts, turn.replies[0].id)

    copy = (await store.read(LOCAL, read_view, await branch(store, turn))).turns[0]
    copy_of_copy = (await store.read(LOCAL, read_view, await branch(store, copy))).turns[0]

    assert len(sent) == 1
    assert await store.read(LOCAL, read_receipts, copy.replies[0].id) == sent
    assert await store.read(LOCAL, read_receipts, copy_of_copy.replies[0].id) == sent


async def test_a_branch_goes_on_where_the_advisors_were(store: Store) -> None:
    conversation_id = await begin(store)
    first = await answer(store, conversation_id, "One?", "1", "eins")
    second = await answer(store, conversation_id, "Two?", "2")

    new_id = await branch(store, second)
    turn = await answer(store, new_id, "Three?", "3")

    assert turn.position == 3
    asked = [reply.advisor_id for reply in first.replies]
    parts = await store.read(LOCAL, read_parts, new_id, asked)
    assert [parts[each].turns for each in asked] == [3, 1]


async def test_what_is_being_answered_or_is_gone_is_not_branched_from(store: Store) -> None:
    conversation_id = await begin(store)
    first = await answer(store, conversation_id, "One?", "1")
    open_ = await ask(store, conversation_id, "Two?")

    with pytest.raises(CommandRefused):
        await branch(store, open_)
    new_id = await branch(store, first)
    await store.write(LOCAL, remove_conversation, conversation_id, NOON)
    with pytest.raises(NotFound):
        await branch(store, first)

    line = await store.read(LOCAL, read_conversation, new_id)
    assert (line.turn_count, line.branched_from_id) == (1, None)
