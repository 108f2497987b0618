"""What may be sent again."""

import pytest

from antiphon.access.principal import LOCAL
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.state import TERMINAL, ReplyState
from antiphon.conversation.turn import Turn
from antiphon.store.reads import scene as reading
from antiphon.store.reads.scene import TurnScene, read_scene
from antiphon.store.unit import Store
from tests.store.deeds import answer, ask, begin, settle, start


async def scene_of(store: Store, turn: Turn, limit: int = 0) -> TurnScene:
    return await store.read(LOCAL, read_scene, turn.id, limit)


async def talk(store: Store, conversation_id: ConversationId, count: int, chars: int) -> None:
    """This many turns in which the person and one advisor say this much each."""
    for number in range(count):
        await answer(store, conversation_id, f"{number:03}".ljust(chars, "q"), f"{number:03}".ljust(chars, "a"))


@pytest.mark.parametrize("state", sorted(TERMINAL - {ReplyState.COMPLETE}))
async def test_only_complete_replies_are_history(store: Store, state: ReplyState) -> None:
    """I-15, I-22: errors, fragments and what was stopped never reach a model."""
    conversation_id = await begin(store)
    earlier = await ask(store, conversation_id, "first", advisors=2)
    await start(store, earlier)
    await settle(store, earlier, 0, "all of it")
    await settle(store, earlier, 1, "a fragm", state=state)
    turn = await ask(store, conversation_id, "second", advisors=2)

    scene = await scene_of(store, turn)

    assert [past.text for past in scene.past] == ["first"]
    assert dict(scene.past[0].answers) == {earlier.replies[0].advisor_id: "all of it"}


async def test_history_holds_only_the_advisors_asked_now(store: Store) -> None:
    """I-20."""
    conversation_id = await begin(store)
    earlier = await answer(store, conversation_id, "first", "one", "two", "three")
    turn = await ask(store, conversation_id, "second", advisors=2)

    scene = await scene_of(store, turn)

    asked = [reply.advisor_id for reply in turn.replies]
    assert [slot.advisor_id for slot in scene.open_slots] == asked
    assert dict(scene.past[0].answers) == dict(zip(asked, ("one", "two"), strict=True))
    assert set(scene.advisors) == set(asked)
    assert earlier.replies[2].advisor_id not in scene.turns_taken


async def test_history_is_oldest_first_and_ends_before_the_turn(store: Store) -> None:
    conversation_id = await begin(store)
    await talk(store, conversation_id, 4, 5)
    turn = await ask(store, conversation_id, "now", advisors=1)

    scene = await scene_of(store, turn)

    assert [past.text[:3] for past in scene.past] == ["000", "001", "002", "003"]
    assert scene.human_text == "now"


async def test_reading_history_is_bounded(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the conversation, the newest turns that fill the limit are read, and not all of it."""
    monkeypatch.setattr(reading, "_FIRST_PAGE", 5)
    conversation_id = await begin(store)
    await talk(store, conversation_id, 40, 10)
    turn = await ask(store, conversation_id, "now", advisors=1)

    little = await scene_of(store, turn, 50)
    more = await scene_of(store, turn, 200)
    everything = await scene_of(store, turn, 0)

    assert len(everything.past) == 40
    assert len(little.past) < len(more.past) < 40
    assert everything.past[-len(little.past) :] == little.past
    assert everything.past[-len(more.past) :] == more.past
    assert sum(len(past.text) + sum(map(len, past.answers.values())) for past in more.past) >= 200


async def test_participation_counts_earlier_turns_of_each_advisor(store: Store) -> None:
    """The phase of an advisor follows the turns it took part in, failed ones too."""
    conversation_id = await begin(store)
    await answer(store, conversation_id, "first", "one", "two")
    await answer(store, conversation_id, "second", "", state=ReplyState.ERROR)
    turn = await ask(store, conversation_id, "third", advisors=3)

    scene = await scene_of(store, turn)

    assert [scene.turns_taken[reply.advisor_id] for reply in turn.replies] == [2, 1, 0]


async def test_scene_knows_which_slots_are_open(store: Store) -> None:
    turn = await ask(store, await begin(store), advisors=3)
    await start(store, turn)
    await settle(store, turn, 1, "Yes.")

    scene = await scene_of(store, turn)

    assert scene.slot_count == 3
    assert [(slot.slot, slot.epoch) for slot in scene.open_slots] == [(0, 1), (2, 1)]
