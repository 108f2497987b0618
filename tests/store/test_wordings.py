"""A question is worded anew: the new wording stands, the old one is kept and can come back."""

import pytest

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import CommandRefused, NotFound
from antiphon.conversation.event_wire import encode_event
from antiphon.conversation.fold import fold
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.store.reads.facts import read_facts
from antiphon.store.reads.history import read_last_turn
from antiphon.store.reads.turns import read_turn, read_turns
from antiphon.store.reads.view import read_view
from antiphon.store.reads.wordings import read_wordings
from antiphon.store.unit import Store
from antiphon.store.writes.wordings import ChosenWording, choose_wording
from tests.store.deeds import NOON, accept, answer, ask, begin, draft, mark, remove, restore, settle, start


async def word_anew(store: Store, old: Turn, text: str, said: str, state: ReplyState = ReplyState.COMPLETE) -> Turn:
    """The question in other words, answered."""
    accepted = await accept(store, draft(old.conversation_id, text, replaces=old.id))
    turn = await store.read(LOCAL, read_turn, accepted.turn_id)
    await start(store, turn)
    await settle(store, turn, 0, said, state=state)
    return turn


async def choose(store: Store, turn: Turn) -> ChosenWording:
    return await store.write(LOCAL, choose_wording, turn.id, NOON)


async def texts(store: Store, conversation_id: ConversationId) -> list[str]:
    return [turn.text for turn in await store.read(LOCAL, read_turns, conversation_id)]


async def test_the_new_wording_stands_and_the_old_one_is_kept_with_its_answers(store: Store) -> None:
    conversation_id = await begin(store)
    await answer(store, conversation_id, "Before.", "Yes.")
    old = await answer(store, conversation_id, "Shall I go?", "Where?")
    before = await store.read(LOCAL, read_view, conversation_id)

    new = await word_anew(store, old, "Shall I go home?", "Do.")

    assert await texts(store, conversation_id) == ["Before.", "Shall I go home?"]
    assert new.wordings == (old.id, new.id)
    wordings = await store.read(LOCAL, read_wordings, new.id)
    assert [(turn.text, turn.replies[0].text) for turn in wordings] == [
        ("Shall I go?", "Where?"),
        ("Shall I go home?", "Do."),
    ]
    last = await store.read(LOCAL, read_last_turn, conversation_id, 99, None)
    assert last is not None
    assert last.text == "Shall I go home?"
    facts = await store.read(LOCAL, read_facts, conversation_id, before.seq)
    assert [fact.kind for fact in facts][:2] == ["turn_accepted", "turns_removed"]


async def test_whoever_follows_sees_what_a_fresh_look_shows(store: Store) -> None:
    conversation_id = await begin(store)
    first = await answer(store, conversation_id, "One?", "1")
    second = await word_anew(store, first, "Two?", "2")
    third = await word_anew(store, second, "Three?", "3")
    await answer(store, conversation_id, "And now?", "On.")
    before = await store.read(LOCAL, read_view, conversation_id)

    chosen = await choose(store, first)

    after = await store.read(LOCAL, read_view, conversation_id)
    assert fold(before, chosen) == after
    read = await store.read(LOCAL, read_facts, conversation_id, before.seq)
    assert [encode_event(fact) for fact in read] == [encode_event(fact) for fact in chosen]
    assert await texts(store, conversation_id) == ["One?", "And now?"]
    assert after.turns[0].wordings == (first.id, second.id, third.id)

    await choose(store, third)
    assert await texts(store, conversation_id) == ["Three?", "And now?"]


async def test_a_question_others_follow_is_not_worded_anew(store: Store) -> None:
    conversation_id = await begin(store)
    old = await answer(store, conversation_id, "One?", "1")
    newest = await answer(store, conversation_id, "Two?", "2")

    with pytest.raises(CommandRefused, match="other turns follow"):
        await accept(store, draft(conversation_id, "One!", replaces=old.id))

    await remove(store, conversation_id, newest)
    await word_anew(store, old, "One!", "1!")
    assert await texts(store, conversation_id) == ["One!"]


async def test_a_question_is_not_worded_anew_while_it_is_answered(store: Store) -> None:
    conversation_id = await begin(store)
    old = await answer(store, conversation_id, "One?", "1")
    turn = await ask(store, conversation_id, "Two?", advisors=1)

    with pytest.raises(CommandRefused):
        await choose(store, turn)
    await start(store, turn)
    await settle(store, turn, 0, "half", state=ReplyState.STOPPED)
    new = await word_anew(store, turn, "Two, please?", "2")

    assert new.wordings == (turn.id, new.id)
    assert await texts(store, conversation_id) == [old.text, "Two, please?"]


async def test_what_nobody_said_a_word_to_is_no_earlier_wording(store: Store) -> None:
    conversation_id = await begin(store)
    failed = await answer(store, conversation_id, "One?", "", state=ReplyState.ERROR)

    new = await word_anew(store, failed, "One!", "1")

    assert new.wordings == ()


async def test_one_wording_stands_at_a_time(store: Store) -> None:
    conversation_id = await begin(store)
    old = await answer(store, conversation_id, "One?", "1")
    new = await word_anew(store, old, "Two?", "2")

    with pytest.raises(CommandRefused, match="in other words"):
        await restore(store, conversation_id, old)
    with pytest.raises(CommandRefused, match="stands already"):
        await choose(store, new)
    await remove(store, conversation_id, new)
    with pytest.raises(NotFound):
        await choose(store, old)
    with pytest.raises(NotFound):
        await store.read(LOCAL, read_wordings, new.id)

    await restore(store, conversation_id, new)
    assert await texts(store, conversation_id) == ["Two?"]


async def test_the_new_wording_is_pinned_as_the_old_one_was(store: Store) -> None:
    conversation_id = await begin(store)
    old = await answer(store, conversation_id, "One?", "1")
    await mark(store, conversation_id, old, pinned=False)

    new = await word_anew(store, old, "Two?", "2")

    assert (old.pinned, new.pinned) == (True, False)
