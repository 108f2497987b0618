"""Claims on disk: written with the end of their look, disputed, gone with their turn, and nobody else's."""

from datetime import timedelta

import pytest

from antiphon.access.principal import LOCAL, Principal
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.claim import Claim, Stance, Stand
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId, ConversationId
from antiphon.conversation.turn import Turn
from antiphon.store.reads.claims import RoomMap, read_claim, read_map, read_newest_map
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.analyses import AnalysisEnding, begin_analysis, end_analysis
from antiphon.store.writes.claims import dispute_claim, write_claims
from antiphon.store.writes.conversations import remove_conversation, restore_conversation
from antiphon.store.writes.turns import remove_turns, restore_turns
from tests.store.deeds import NOON, OTHER, answer, begin

SKEPTIC, BUILDER = AdvisorId("skeptic"), AdvisorId("builder")


def stance(advisor_id: AdvisorId, turn: Turn, stand: Stand) -> Stance:
    return Stance(advisor_id, turn.replies[0].id, stand, 0, 4, "Yes.")


def draw(unit: Unit, turn: Turn, analysis_id: str, later: int = 0, *, text: str = "Do it.") -> None:
    """A map of two claims, drawn to its end."""
    at = NOON + timedelta(seconds=later)
    look = Analysis(analysis_id, turn.conversation_id, "map", "fake:m", "running", 1, 1, at, turn_id=turn.id)
    begin_analysis(unit, look, look.id)
    split = Claim(1, text, (stance(SKEPTIC, turn, "agrees"), stance(BUILDER, turn, "contradicts")))
    write_claims(unit, analysis_id, turn.conversation_id, turn.id, (split, Claim(2, "Alone.", ())), at)
    result = {"read": {turn.replies[0].id: "abc"}, "unread": {}}
    end_analysis(unit, analysis_id, AnalysisEnding("done", {"dropped_quote": 2}, {}, at, result=result), {})


async def find(store: Store, turn: Turn, who: Principal = LOCAL) -> RoomMap | None:
    return await store.read(who, read_map, turn.id)


@pytest.fixture
async def conversation(store: Store) -> ConversationId:
    return await begin(store)


@pytest.fixture
async def turn(store: Store, conversation: ConversationId) -> Turn:
    """An answered turn with its map."""
    answered = await answer(store, conversation, "Shall I?", "Yes.")
    await store.write(LOCAL, draw, answered, "an_a")
    return answered


async def test_the_map_is_what_was_written(store: Store, turn: Turn) -> None:
    """U-06."""
    found = await find(store, turn)

    assert found is not None
    assert (found.analysis_id, found.position, found.model) == ("an_a", 1, "fake:m")
    assert [(each.number, each.text, each.label) for each in found.claims] == [
        (1, "Do it.", "contradict"),
        (2, "Alone.", "lone"),
    ]
    assert found.claims[0].stances[1] == stance(BUILDER, turn, "contradicts")
    assert (dict(found.read), dict(found.dropped)) == ({turn.replies[0].id: "abc"}, {"quote": 2})


async def test_the_newest_map_that_ended_well_counts(store: Store, turn: Turn) -> None:
    await store.write(LOCAL, draw, turn, "an_b", 1, text="Do it now.")
    failed = Analysis("an_c", turn.conversation_id, "map", "fake:m", "running", 1, 1, NOON + timedelta(seconds=2))
    await store.write(LOCAL, begin_analysis, failed, failed.id)

    found = await find(store, turn)

    assert found is not None
    assert found.analysis_id == "an_b"


async def test_a_disputed_stance_counts_no_more_until_that_is_taken_back(store: Store, turn: Turn) -> None:
    """U-06: the label follows, the record stays."""

    async def say(*, disputed: bool) -> Claim:
        return await store.write(LOCAL, dispute_claim, "an_a", 1, BUILDER, disputed=disputed)

    changed = await say(disputed=True)
    assert (changed.label, [each.disputed for each in changed.stances]) == ("lone", [False, True])
    assert await say(disputed=True) == changed
    found = await find(store, turn)
    assert found is not None
    assert found.claims[0] == changed

    assert (await say(disputed=False)).label == "contradict"


async def test_a_dispute_goes_along_into_the_next_map_until_it_is_taken_back(store: Store, turn: Turn) -> None:
    await store.write(LOCAL, dispute_claim, "an_a", 1, BUILDER, disputed=True)
    await store.write(LOCAL, draw, turn, "an_b", 1)
    assert (await store.read(LOCAL, read_claim, "an_b", 1)).label == "lone"

    await store.write(LOCAL, dispute_claim, "an_b", 1, BUILDER, disputed=False)
    await store.write(LOCAL, draw, turn, "an_c", 2)

    assert (await store.read(LOCAL, read_claim, "an_c", 1)).label == "contradict"


async def test_only_a_stance_that_is_there_can_be_disputed(store: Store, turn: Turn) -> None:
    for analysis_id, number, advisor_id in (("an_x", 1, SKEPTIC), ("an_a", 9, SKEPTIC), ("an_a", 2, SKEPTIC)):
        with pytest.raises(NotFound):
            await store.write(LOCAL, dispute_claim, analysis_id, number, advisor_id, disputed=True)


async def test_with_its_turn_or_its_conversation_the_map_is_gone_and_comes_back(
    store: Store, conversation: ConversationId, turn: Turn
) -> None:
    drawn = await find(store, turn)

    async def is_gone() -> bool:
        with pytest.raises(NotFound):
            await store.read(LOCAL, read_claim, "an_a", 1)
        return await find(store, turn) is None

    await store.write(LOCAL, remove_turns, conversation, [turn.id], NOON)
    assert await is_gone()
    await store.write(LOCAL, restore_turns, conversation, [turn.id])
    assert await find(store, turn) == drawn

    await store.write(LOCAL, remove_conversation, conversation, NOON)
    assert await is_gone()
    await store.write(LOCAL, restore_conversation, conversation)
    assert await find(store, turn) == drawn


async def test_another_workspace_sees_and_changes_nothing(store: Store, turn: Turn) -> None:
    """I-50"""
    assert await find(store, turn, OTHER) is None
    assert await store.read(OTHER, read_newest_map, turn.id) is None
    with pytest.raises(NotFound):
        await store.write(OTHER, dispute_claim, "an_a", 1, SKEPTIC, disputed=True)

    found = await find(store, turn)
    assert found is not None
    assert not any(each.disputed for each in found.claims[0].stances)
