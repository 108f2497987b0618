"""A turn as it stands: what is to be answered, and by whom."""

from dataclasses import replace
from datetime import timedelta

import pytest

from antiphon.access.principal import LOCAL
from antiphon.advisors.advisor import Advisor
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import TurnId
from antiphon.conversation.turn import Turn
from antiphon.store.reads.turn_snapshot import OpenSlots, read_open_slots, read_turn_snapshot
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.accept_turn import Planned
from tests.store.deeds import (
    NOON,
    accept,
    accept_turn,
    answer,
    ask,
    begin,
    draft,
    enlist,
    first,
    plan,
    settle,
    start,
    vary,
)


async def slots_of(store: Store, turn: Turn) -> OpenSlots:
    return await store.read(LOCAL, read_open_slots, turn.id)


async def test_scene_holds_the_advisors_asked_now(store: Store) -> None:
    """I-25: the very versions the turn was addressed to, in the panel's order."""
    conversation_id = await begin(store)
    await answer(store, conversation_id, "first", "one", "two", "three")

    turn = await ask(store, conversation_id, "second", advisors=2)

    scene, slots = await store.read(LOCAL, read_turn_snapshot, turn.id), await slots_of(store, turn)
    assert [slot.advisor_id for slot in slots.open_slots] == [reply.advisor_id for reply in turn.replies]
    assert [scene.advisor_of(slot).name for slot in slots.open_slots] == [reply.name for reply in turn.replies]
    assert len(scene.advisors) == 2
    assert (scene.human_text, scene.position) == ("second", 2)


async def test_scene_knows_which_slots_are_open(store: Store) -> None:
    turn = await ask(store, await begin(store), advisors=3)
    await start(store, turn)
    await settle(store, turn, 1, "Yes.")

    slots = await slots_of(store, turn)

    assert [(slot.slot, slot.epoch) for slot in slots.open_slots] == [(0, 1), (2, 1)]


async def test_scene_tells_the_moment_advisors_are_told(store: Store) -> None:
    """I-26: a message is stamped with the moment its preview showed, not with the moment it was written."""
    shown_at = NOON - timedelta(minutes=5)
    new = replace(draft(await begin(store)), stamped_at=shown_at)

    accepted = await accept(store, new)

    assert (await store.read(LOCAL, read_turn_snapshot, accepted.turn_id)).stamped_at == shown_at


async def test_scene_holds_what_the_person_chose(store: Store) -> None:
    """I-26, W29: after a crash the turn is composed under the same choice."""
    chosen = {"filter": "stars:>1", "off": ["state"], "nested": {"n": 1, "none": None}}

    def choosy(unit: Unit, asked: tuple[Advisor, ...], seq: int) -> Planned:
        return plan(unit, asked, seq)._replace(choice=chosen)

    await enlist(store)
    accepted = await store.write(LOCAL, accept_turn, draft(await begin(store)), first(1), choosy)

    assert (await store.read(LOCAL, read_turn_snapshot, accepted.turn_id)).choice == chosen


async def test_variant_is_the_only_open_slot_and_says_what_it_changes(store: Store) -> None:
    turn = await answer(store, await begin(store), "first", "one", "two")
    added = await vary(store, turn.replies[1], changes={"filter": "pinned", "off": ["reference"]})

    slots = await slots_of(store, turn)

    (slot,) = slots.open_slots
    assert (slot.reply_id, slot.slot, slot.variant) == (added.reply.id, 2, 1)
    assert slot.changes == {"filter": "pinned", "off": ["reference"]}


async def test_missing_turn_has_no_scene(store: Store) -> None:
    with pytest.raises(NotFound):
        await store.read(LOCAL, read_turn_snapshot, TurnId("t_nowhere"))
    with pytest.raises(NotFound):
        await store.read(LOCAL, read_open_slots, TurnId("t_nowhere"))
