"""What payloads stand on besides the turns: pins, participation, topic, dividers, lessons about models."""

from collections.abc import Mapping

import pytest
from sqlalchemy import select

from antiphon.access.principal import LOCAL
from antiphon.advisors.advisor import Advisor
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId, ConversationId
from antiphon.conversation.size import TextSize, measure
from antiphon.conversation.state import ReplyState
from antiphon.store.reads.conversation_context import (
    Participation,
    read_conversation_context,
    read_kinds_after,
    read_parts,
    read_parts_before,
)
from antiphon.store.reads.token_calibration import read_calibrations
from antiphon.store.reads.turns import read_turns
from antiphon.store.reads.view import read_view
from antiphon.store.tables import replies, turns
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.accept_turn import Kept, Planned
from antiphon.store.writes.token_calibration import write_calibrations
from antiphon.store.writes.topics import set_topic
from antiphon.store.writes.turns import draw_divider
from tests.store.deeds import (
    NOON,
    OTHER,
    accept,
    accept_turn,
    answer,
    answer_again,
    ask,
    begin,
    describe_topic,
    draft,
    enlist,
    first,
    mark,
    plan,
    remove,
    settle,
)

SKEPTIC, BUILDER, HISTORIAN = (AdvisorId(name) for name in ("skeptic", "builder", "historian"))


async def say(store: Store, conversation_id: ConversationId, *, pinned: bool | None = None) -> None:
    """A message that nobody answers for long."""
    accepted = await accept(store, draft(conversation_id, pinned=pinned))
    assert accepted.accepted is not None
    await settle(store, accepted.accepted.turn, 0, epoch=0, state=ReplyState.STOPPED)


async def test_first_three_messages_are_pinned_and_the_fourth_is_not(store: Store) -> None:
    """M39, M40, M1."""
    conversation_id = await begin(store)

    for _ in range(5):
        await say(store, conversation_id)

    found = await store.read(LOCAL, read_turns, conversation_id)
    assert [turn.pinned for turn in found] == [True, True, True, False, False]


async def test_explicit_word_overrules_the_pin_both_ways(store: Store) -> None:
    """M39."""
    conversation_id = await begin(store)

    for pinned in (False, None, False, True, None):
        await say(store, conversation_id, pinned=pinned)

    found = await store.read(LOCAL, read_turns, conversation_id)
    assert [turn.pinned for turn in found] == [False, True, False, True, False]


def sizes_of(unit: Unit) -> tuple[list[TextSize], list[TextSize]]:
    """The sizes beside every human text and every reply."""
    human = unit.connection.execute(select(turns.c.chars, turns.c.wide, turns.c.marks))
    said = unit.connection.execute(select(replies.c.chars, replies.c.wide, replies.c.marks).order_by(replies.c.slot))
    return [TextSize(*row) for row in human], [TextSize(*row) for row in said]


async def test_sizes_are_kept_beside_the_texts(store: Store) -> None:
    """D34: so that a conversation can be weighed without being read."""
    await answer(store, await begin(store), "東京 is far, no?", "Yes, 3 hours: 大阪.", "")

    human, said = await store.read(LOCAL, sizes_of)

    assert human == [measure("東京 is far, no?")]
    assert said == [measure("Yes, 3 hours: 大阪."), TextSize()]


def importance_of(unit: Unit) -> tuple[float | None, float | None]:
    human = unit.connection.execute(select(turns.c.importance)).scalar_one()
    return human, unit.connection.execute(select(replies.c.importance)).scalar_one()


async def test_importance_is_kept_for_both_sides(store: Store) -> None:
    """D34, M1: and a star changes neither."""
    conversation_id = await begin(store)
    turn = await answer(store, conversation_id, "first", "yes")

    await mark(store, conversation_id, turn, stars=3)

    assert await store.read(LOCAL, importance_of) == (0.5, 0.25)


async def test_participation_counts_earlier_turns_of_each_advisor(store: Store) -> None:
    """The phase of an advisor follows the turns it took part in, failed ones too, variants not."""
    conversation_id = await begin(store)
    turn = await answer(store, conversation_id, "first", "one", "two")
    await answer(store, conversation_id, "second", "", state=ReplyState.ERROR)
    await answer_again(store, turn, 1, "two again")

    parts = await store.read(LOCAL, read_parts, conversation_id, [SKEPTIC, BUILDER, HISTORIAN])

    assert {each: part.turns for each, part in parts.items()} == {SKEPTIC: 2, BUILDER: 1}


async def test_participation_before_a_position_is_what_it_was_then(store: Store) -> None:
    """A turn that is asked again is asked as it was asked then."""
    conversation_id = await begin(store)
    turn = await answer(store, conversation_id, "first", "one", "two")
    await answer(store, conversation_id, "second", "one")
    await answer(store, conversation_id, "third", "one", "two")
    await answer_again(store, turn, 0, "again")
    asked = [SKEPTIC, BUILDER, HISTORIAN]

    counted = [await store.read(LOCAL, read_parts_before, conversation_id, asked, before) for before in (1, 2, 3, 4)]

    assert [{each: part.turns for each, part in parts.items()} for parts in counted] == [
        {},
        {SKEPTIC: 1, BUILDER: 1},
        {SKEPTIC: 2, BUILDER: 1},
        {SKEPTIC: 3, BUILDER: 2},
    ]


async def accept_keeping(store: Store, conversation_id: ConversationId, kept: Mapping[AdvisorId, Kept]) -> None:
    """A message to two advisors whose sticky histories begin where the plan says."""

    def keep(unit: Unit, asked: tuple[Advisor, ...], seq: int) -> Planned:
        return plan(unit, asked, seq)._replace(kept=kept)

    await enlist(store)
    accepted = await store.write(LOCAL, accept_turn, draft(conversation_id), first(2), keep)
    assert accepted.accepted is not None
    for slot in range(2):
        await settle(store, accepted.accepted.turn, slot, epoch=0, state=ReplyState.STOPPED)


async def test_sticky_histories_are_remembered_per_advisor(store: Store) -> None:
    conversation_id = await begin(store)
    kept = {SKEPTIC: Kept(4, "scripted:one *"), BUILDER: Kept(None, "scripted:one *")}

    await accept_keeping(store, conversation_id, kept)

    assert await store.read(LOCAL, read_parts, conversation_id, [SKEPTIC, BUILDER]) == {
        SKEPTIC: Participation(1, 4, "scripted:one *"),
        BUILDER: Participation(1, None, "scripted:one *"),
    }


async def test_sticky_history_moves_and_is_left_alone(store: Store) -> None:
    """A send under another policy says nothing about where sticky histories begin."""
    conversation_id = await begin(store)
    await accept_keeping(store, conversation_id, {each: Kept(1, "a") for each in (SKEPTIC, BUILDER)})
    await accept_keeping(store, conversation_id, {SKEPTIC: Kept(7, "b"), BUILDER: Kept(3, "b")})

    await accept_keeping(store, conversation_id, {})

    assert await store.read(LOCAL, read_parts, conversation_id, [SKEPTIC, BUILDER]) == {
        SKEPTIC: Participation(3, 7, "b"),
        BUILDER: Participation(3, 3, "b"),
    }


async def test_ground_holds_the_topic_and_its_words(store: Store) -> None:
    conversation_id = await begin(store)
    bare = await store.read(LOCAL, read_conversation_context, conversation_id)
    await describe_topic(store, LOCAL, "/plans/sea", "Salt water only.", "scripted:two")
    await store.write(LOCAL, set_topic, conversation_id, "/plans/sea", NOON)

    ground = await store.read(LOCAL, read_conversation_context, conversation_id)

    assert (bare.topic_path, bare.prelude, bare.topic_model) == (None, "", None)
    assert (ground.topic_path, ground.prelude, ground.topic_model) == ("/plans/sea", "Salt water only.", "scripted:two")
    assert (ground.seq, ground.phases) == (1, bare.phases)
    assert (ground.turns, ground.last_position) == (0, 0)
    assert ground.without_counts() == ground._replace(seq=0), "what shapes a payload is not forgotten"


async def test_missing_conversation_has_no_ground(store: Store) -> None:
    with pytest.raises(NotFound):
        await store.read(LOCAL, read_conversation_context, ConversationId("c_nowhere"))


async def test_divider_stands_behind_the_newest_turn(store: Store) -> None:
    """D50: visible, and nothing is cut."""
    conversation_id = await begin(store)
    at_the_top = await store.write(LOCAL, draw_divider, conversation_id, NOON)
    for text in ("one", "two"):
        await answer(store, conversation_id, text, "yes")

    fact = await store.write(LOCAL, draw_divider, conversation_id, NOON)

    view = await store.read(LOCAL, read_view, conversation_id)
    assert (at_the_top.position, fact.position) == (0, 2)
    assert view.dividers == (0, 2)
    assert [turn.text for turn in view.turns] == ["one", "two"]


async def test_second_divider_in_one_place_is_the_same(store: Store) -> None:
    """D50, I-07: it is a fact all the same."""
    conversation_id = await begin(store)
    await answer(store, conversation_id, "one", "yes")
    one = await store.write(LOCAL, draw_divider, conversation_id, NOON)

    two = await store.write(LOCAL, draw_divider, conversation_id, NOON)

    view = await store.read(LOCAL, read_view, conversation_id)
    assert (two.seq, two.position) == (one.seq + 1, one.position)
    assert (view.dividers, view.seq) == ((1,), two.seq)


async def test_divider_stays_where_it_was_drawn(store: Store) -> None:
    conversation_id = await begin(store)
    turn = await answer(store, conversation_id, "one", "yes")
    await store.write(LOCAL, draw_divider, conversation_id, NOON)

    await remove(store, conversation_id, turn)

    assert (await store.read(LOCAL, read_view, conversation_id)).dividers == (1,)


async def test_kinds_of_facts_come_in_order_and_no_more_than_wanted(store: Store) -> None:
    conversation_id = await begin(store)
    turn = await ask(store, conversation_id, advisors=1)
    await settle(store, turn, 0, epoch=0, state=ReplyState.STOPPED)
    await mark(store, conversation_id, turn, stars=2)

    kinds = await store.read(LOCAL, read_kinds_after, conversation_id, 1, 10)
    fewer = await store.read(LOCAL, read_kinds_after, conversation_id, 1, 2)

    assert [kind for kind, _ in kinds] == ["turn_accepted", "reply_settled", "turns_marked"]
    assert kinds[2][1] == {"turn_ids": [turn.id], "marks": {"stars": 2}}
    assert fewer == kinds[:2]


async def test_lessons_about_models_replace_the_ones_before(store: Store) -> None:
    await store.write(LOCAL, write_calibrations, {"a:one": {"x": 1.5}, "b:two": {"x": 2}}, NOON)

    await store.write(LOCAL, write_calibrations, {"b:two": {"x": 3, "n": None}, "c:three": {}}, NOON)

    assert await store.read(LOCAL, read_calibrations) == {
        "a:one": {"x": 1.5},
        "b:two": {"x": 3, "n": None},
        "c:three": {},
    }
    assert await store.read(OTHER, read_calibrations) == {}
