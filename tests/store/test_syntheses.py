"""Texts about turns on disk: the newest counts, gone with their turn, usable in one conversation, and nobody else's."""

from dataclasses import replace
from datetime import timedelta

import pytest

from antiphon.access.principal import LOCAL
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.errors import NotFound
from antiphon.conversation.synthesis import Sentence, Synthesis, encode_synthesis
from antiphon.conversation.turn import Turn
from antiphon.engine.analyses.quorums import read_quorum_of
from antiphon.store.reads.receipts import read_last_telemetries
from antiphon.store.reads.syntheses import (
    KIND,
    read_sent_synthesis,
    read_synthesis,
    read_usable_synthesis,
)
from antiphon.store.reads.turns import read_turn
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.analyses import AnalysisEnding, begin_analysis, end_analysis
from antiphon.store.writes.receipts import append_attempt
from antiphon.store.writes.settle_reply import settle_reply
from antiphon.store.writes.turns import remove_turns
from tests.context.syntheses import build_synthesis
from tests.store.deeds import NOON, OTHER, answer, ask, begin, ending_of, start
from tests.store.test_receipts import RECKONED, TRIMMED, with_telemetry


def write(unit: Unit, turn: Turn, analysis_id: str, text: str, later: int = 0) -> None:
    """A text of one sentence, written to its end."""
    at = NOON + timedelta(seconds=later)
    look = Analysis(analysis_id, turn.conversation_id, KIND, "fake:m", "running", 1, 1, at, turn_id=turn.id)
    begin_analysis(unit, look, look.id)
    result = encode_synthesis(replace(build_synthesis(Sentence(text)), turn_id=turn.id))
    ending = AnalysisEnding("done", {"sentences": 1, "dropped_quote": 2}, {}, at, result=result)
    end_analysis(unit, analysis_id, ending, {})


def words(synthesis: Synthesis) -> list[str]:
    return [sentence.text for sentence in synthesis.sentences]


@pytest.fixture
async def turn(store: Store) -> Turn:
    """An answered turn with a text about it."""
    answered = await answer(store, await begin(store), "Shall I?", "Yes.")
    await store.write(LOCAL, write, answered, "an_a", "Yes, they say.")
    return answered


async def test_the_newest_counts_and_earlier_ones_are_kept(store: Store, turn: Turn) -> None:
    """P60"""
    await store.write(LOCAL, write, turn, "an_b", "Yes, all of them say.", 1)

    newest = await store.read(LOCAL, read_synthesis, turn.id)
    earlier = await store.read(LOCAL, read_synthesis, turn.id, "an_a")

    assert newest is not None
    assert earlier is not None
    assert (newest.analysis_id, words(newest.synthesis)) == ("an_b", ["Yes, all of them say."])
    assert (words(earlier.synthesis), dict(earlier.dropped)) == (["Yes, they say."], {"quote": 2})


async def test_with_its_turn_it_can_no_longer_be_ticked_but_what_was_sent_is_sent_again(
    store: Store, turn: Turn
) -> None:
    """D43: a turn that was accepted with it has the same bytes after a crash."""
    here = turn.conversation_id
    await store.write(LOCAL, remove_turns, here, [turn.id], NOON)

    assert await store.read(LOCAL, read_synthesis, turn.id) is None
    with pytest.raises(NotFound, match="synthesis an_a"):
        await store.read(LOCAL, read_usable_synthesis, here, "an_a")
    sent = await store.read(LOCAL, read_sent_synthesis, here, "an_a")
    assert sent is not None
    assert words(sent) == ["Yes, they say."]


async def test_it_is_usable_in_its_own_conversation_alone(store: Store, turn: Turn) -> None:
    """D43"""
    elsewhere = await begin(store)

    with pytest.raises(NotFound):
        await store.read(LOCAL, read_usable_synthesis, elsewhere, "an_a")
    assert await store.read(LOCAL, read_sent_synthesis, elsewhere, "an_a") is None
    assert words(await store.read(LOCAL, read_usable_synthesis, turn.conversation_id, "an_a")) == ["Yes, they say."]


async def test_others_read_none_of_it(store: Store, turn: Turn) -> None:
    """I-50"""
    here = turn.conversation_id

    assert await store.read(OTHER, read_synthesis, turn.id) is None
    assert await store.read(OTHER, read_sent_synthesis, here, "an_a") is None
    for refused in (
        store.read(OTHER, read_usable_synthesis, here, "an_a"),
        store.read(OTHER, read_turn, turn.id),
    ):
        with pytest.raises(NotFound):
            await refused


async def test_trims_come_from_the_last_attempt(store: Store) -> None:
    """D43: what was dropped on the way is in the receipt, and the quorum says so."""
    turn = await ask(store, await begin(store), advisors=1)
    reply_id = turn.replies[0].id
    await start(store, turn, prepare=lambda *_: [with_telemetry(reply_id, RECKONED)])
    await store.write(LOCAL, append_attempt, with_telemetry(reply_id, TRIMMED, attempt=2), "overflow", RECKONED)
    delivered = replace(TRIMMED, stage="delivered", cut_suspected=True)
    await store.write(LOCAL, settle_reply, replace(ending_of(turn, 0, "yes"), attempt=2, telemetry=delivered))

    quorum = await store.read(LOCAL, read_quorum_of, await store.read(LOCAL, read_turn, turn.id))

    assert [each.turns for each in quorum.trimmed] == [1]
    assert [each.advisor_id for each in quorum.suspected] == [turn.replies[0].advisor_id]
    assert await store.read(OTHER, read_last_telemetries, [reply_id]) == {}
