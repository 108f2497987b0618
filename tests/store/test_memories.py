"""Memories: proposed, decided, replaced, forgotten."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from antiphon.access.principal import LOCAL, Principal
from antiphon.advisors.starter import load_starter
from antiphon.conversation.analysis import Analysis, AnalysisCall
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.store.reads.analyses import (
    INTERRUPTED,
    Reach,
    is_running,
    list_analyses,
    read_analysis,
    read_analysis_use,
    read_reach,
)
from antiphon.store.reads.memory import Memory, MemoryStatus, count_memories, read_memories, read_memory
from antiphon.store.reads.reminders import read_accepted_memories
from antiphon.store.tables import metadata
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.analyses import AnalysisEnding, begin_analysis, end_analysis, write_calls
from antiphon.store.writes.memory import NewMemory, Settlement, add_memory, change_memory, forget_memory, settle_scan
from antiphon.store.writes.nodes import leave
from antiphon.store.writes.seed import seed
from antiphon.store.writes.turns import remove_turns
from antiphon.store.writes.work import stop_work
from tests.store.deeds import NODE, NOON, OTHER, answer, begin, hold

CANARY = "canary-5f1d"


async def propose(store: Store, memory_id: str, text: str = "Lives in Athens.", **more: Any) -> Memory:
    """Something waits in the inbox."""
    return await store.write(LOCAL, add_memory, NewMemory(memory_id, "fact", text, "proposed", **more), NOON)


async def decide(store: Store, memory_id: str, status: MemoryStatus) -> Memory:
    """The person's word on it."""
    return await store.write(LOCAL, change_memory, memory_id, NOON, text=None, kind=None, status=status)


async def statuses(store: Store) -> dict[str, str]:
    """What has become of each."""
    return {each.id: each.status for each in await store.read(LOCAL, read_memories)}


async def accepted(store: Store) -> list[str]:
    """What may be used."""
    return [item.id for item in await store.read(LOCAL, read_accepted_memories)]


def call(step: str, *, shown: tuple[str, ...] = (), found: tuple[str, ...] = (), words: str = CANARY) -> AnalysisCall:
    """A request that was answered."""
    made = AnalysisCall(step, "fake", "m", "http://x/v1", "0" * 64, "2026-03-01T12:00:00.000Z", f"asked {words}")
    return replace(made, outcome="complete", answer=f"said {words}", shown=shown, found=found)


def look(analysis_id: str, conversation_id: ConversationId, last: int = 1) -> Analysis:
    """A scan of the first turns."""
    return Analysis(analysis_id, conversation_id, "memory", "fake:m", "running", 1, last, NOON)


DONE = AnalysisEnding("done", {"found": 1}, {"calls": 2, "input_tokens": 30, "output_tokens": 4}, NOON)


async def test_nothing_is_used_until_it_is_accepted(store: Store) -> None:
    """D46"""
    for memory_id in ("m_a", "m_b", "m_c"):
        await propose(store, memory_id)
    assert await accepted(store) == []

    await decide(store, "m_a", "accepted")
    await decide(store, "m_b", "declined")

    assert await accepted(store) == ["m_a"]
    assert await store.read(LOCAL, count_memories) == {"accepted": 1, "declined": 1, "proposed": 1}
    assert [each.id for each in await store.read(LOCAL, read_memories, "proposed")] == ["m_c"]


async def test_accepting_one_that_replaces_another_retires_it(store: Store) -> None:
    await propose(store, "m_old")
    await decide(store, "m_old", "accepted")
    await propose(store, "m_new", "Lives in Patras.", replaces_id="m_old")
    assert await accepted(store) == ["m_old"]

    await decide(store, "m_new", "accepted")
    assert await statuses(store) == {"m_old": "retired", "m_new": "accepted"}

    await decide(store, "m_new", "proposed")
    assert await statuses(store) == {"m_old": "accepted", "m_new": "proposed"}


async def test_what_two_have_replaced_comes_back_when_both_are_taken_back(store: Store) -> None:
    await propose(store, "m_old")
    await decide(store, "m_old", "accepted")
    for memory_id in ("m_one", "m_two"):
        await propose(store, memory_id, memory_id, replaces_id="m_old")
        await decide(store, memory_id, "accepted")

    await decide(store, "m_one", "declined")
    assert (await statuses(store))["m_old"] == "retired"

    await decide(store, "m_two", "declined")
    assert (await statuses(store))["m_old"] == "accepted"


async def test_a_decision_has_its_moment_until_it_is_taken_back(store: Store) -> None:
    await propose(store, "m_a")

    assert (await decide(store, "m_a", "declined")).decided_at == NOON
    again = await store.write(
        LOCAL, change_memory, "m_a", NOON, text="Lives by the sea.", kind="topic", status="proposed"
    )

    assert (again.text, again.kind, again.status, again.decided_at) == ("Lives by the sea.", "topic", "proposed", None)


async def test_the_source_is_named_while_its_turn_is_there(store: Store) -> None:
    conversation_id = await begin(store)
    turn = await answer(store, conversation_id, "Shall I?", "Yes.")
    where = {"conversation_id": conversation_id, "turn_id": turn.id, "quote": "Shall I?"}
    assert (await propose(store, "m_a", **where)).position == 1

    await store.write(LOCAL, remove_turns, conversation_id, [turn.id], NOON)

    kept = await store.read(LOCAL, read_memory, "m_a")
    assert (kept.position, kept.quote) == (None, "Shall I?")


async def test_a_scan_ends_with_what_it_proposes_at_once(store: Store) -> None:
    conversation_id = await begin(store)
    await store.write(LOCAL, begin_analysis, look("an_a", conversation_id, 4), "an_a")
    await hold(store, "an_a", "memory")
    assert await store.read(LOCAL, is_running, conversation_id, "memory")
    seen: list[Sequence[Memory]] = []

    def settle(existing: Sequence[Memory]) -> Settlement:
        seen.append(existing)
        new = [NewMemory(each, "fact", "Has a boat.", "proposed", analysis_id="an_a") for each in ("m_b", "m_aa")]
        return Settlement(new, (call("scan", found=("m_b",)),), DONE)

    await propose(store, "m_a")
    await store.write(LOCAL, settle_scan, "an_a", settle)

    found = await store.read(LOCAL, read_analysis, "an_a")
    assert [each.id for each in seen[0]] == ["m_a"]
    assert (found.status, found.counts, found.ended_at) == ("done", {"found": 1}, NOON)
    assert found.calls == (call("scan", found=("m_b",)),)
    assert list(await statuses(store)) == ["m_a", "m_b", "m_aa"], "in the order in which they were found"
    assert await store.read(LOCAL, read_reach, conversation_id, "memory") == Reach(4)
    [used] = await store.read(LOCAL, read_analysis_use, NOON)
    assert (used.model, used.calls, used.input_tokens, used.output_tokens) == ("fake:m", 2, 30, 4)


async def test_a_look_at_named_turns_says_nothing_about_those_before(store: Store) -> None:
    conversation_id = await begin(store)
    for analysis_id, last, counts in (("an_a", 2, {}), ("an_b", 9, {"named": 1})):
        await store.write(LOCAL, begin_analysis, look(analysis_id, conversation_id, last), analysis_id)
        await store.write(LOCAL, end_analysis, analysis_id, DONE._replace(counts=counts), {})

    assert await store.read(LOCAL, read_reach, conversation_id, "memory") == Reach(2)


async def test_a_scan_that_nobody_goes_on_with_has_failed(store: Store) -> None:
    """It runs as long as its work is open, node or no node; after that it does not stand in the way of another scan."""
    conversation_id = await begin(store)
    await store.write(LOCAL, begin_analysis, look("an_a", conversation_id), "an_a")
    await hold(store, "an_a", "memory")
    await store.write(LOCAL, leave, NODE)
    assert await store.read(LOCAL, is_running, conversation_id, "memory")

    await store.write(LOCAL, stop_work, "an_a")

    [found] = (await store.read(LOCAL, list_analyses, conversation_id, "memory")).analyses
    assert (found.status, found.error) == ("failed", INTERRUPTED)
    assert not await store.read(LOCAL, is_running, conversation_id, "memory")
    assert await store.read(LOCAL, read_reach, conversation_id, "memory") == Reach(0)


def find_everywhere(unit: Unit, word: str) -> list[str]:
    """The tables in which a word stands."""
    return [
        table.name
        for table in metadata.sorted_tables
        if any(word in str(tuple(row)) for row in unit.connection.execute(select(table)))
    ]


async def test_what_is_forgotten_is_nowhere(store: Store) -> None:
    """Not in the inbox, not in what was sent to compare it, not in the answer it came from."""
    conversation_id = await begin(store)
    await propose(store, "m_a", CANARY, analysis_id="an_a", quote=CANARY)
    await propose(store, "m_b", "Other.", replaces_id="m_a")
    await store.write(LOCAL, begin_analysis, look("an_a", conversation_id), "an_a")
    scan = replace(call("scan", found=("m_a", "m_b")), body="asked without it")
    match = call("match", shown=("m_a",), found=("m_b",))
    other = call("match", shown=("m_b",), words="something else")
    await store.write(LOCAL, end_analysis, "an_a", DONE, dict(enumerate((scan, match, other))))
    assert await store.read(LOCAL, find_everywhere, CANARY) == ["analysis_calls", "memories"]

    await store.write(LOCAL, forget_memory, "m_a")

    assert await store.read(LOCAL, find_everywhere, CANARY) == []
    kept = (await store.read(LOCAL, read_analysis, "an_a")).calls
    assert [(each.body, each.answer, each.erased) for each in kept] == [
        ("asked without it", None, True),
        (None, None, True),
        ("asked something else", "said something else", False),
    ]
    assert {each.sha256 for each in kept} == {"0" * 64}
    assert (await store.read(LOCAL, read_memory, "m_b")).replaces_id is None


async def test_a_scan_that_failed_keeps_no_words_of_what_is_forgotten(store: Store) -> None:
    """I-43: nobody can tell what its answers hold, so all of them go; those of other conversations stay."""
    here, elsewhere = await begin(store), await begin(store)
    await propose(store, "m_a", CANARY, conversation_id=here)
    scan = replace(call("scan"), body="asked without it", outcome="answer_unreadable")
    failed = DONE._replace(status="failed")
    for analysis_id, conversation_id, made in (("an_a", here, scan), ("an_b", elsewhere, call("scan", words="other"))):
        await store.write(LOCAL, begin_analysis, look(analysis_id, conversation_id), analysis_id)
        await store.write(LOCAL, end_analysis, analysis_id, failed, {0: made})

    await store.write(LOCAL, forget_memory, "m_a")

    assert await store.read(LOCAL, find_everywhere, CANARY) == []
    [kept] = (await store.read(LOCAL, read_analysis, "an_b")).calls
    assert (kept.answer, kept.erased) == ("said other", False)


async def test_what_is_forgotten_during_a_scan_does_not_come_back_with_it(store: Store) -> None:
    conversation_id = await begin(store)
    await propose(store, "m_a", CANARY)
    await store.write(LOCAL, begin_analysis, look("an_a", conversation_id), "an_a")
    calls = {0: replace(call("scan", found=("m_a",)), body="asked without it"), 1: call("match", shown=("m_a",))}
    await store.write(LOCAL, write_calls, "an_a", calls)

    await store.write(LOCAL, forget_memory, "m_a")
    await store.write(LOCAL, write_calls, "an_a", calls)

    assert await store.read(LOCAL, find_everywhere, CANARY) == []


@pytest.mark.parametrize("who", [LOCAL, OTHER])
async def test_memories_of_others_are_not_there(store: Store, who: Principal) -> None:
    """I-50"""
    await store.write(OTHER, seed, load_starter(), NOON)
    conversation_id = await begin(store)
    await propose(store, "m_mine", turn_id=TurnId("t_x"))
    await store.write(LOCAL, begin_analysis, look("an_mine", conversation_id), "an_mine")
    memory_id, analysis_id = ("m_none", "an_none") if who is LOCAL else ("m_mine", "an_mine")

    with pytest.raises(NotFound):
        await store.read(who, read_memory, memory_id)
    with pytest.raises(NotFound):
        await store.read(who, read_analysis, analysis_id)
    with pytest.raises(NotFound):
        await store.write(who, forget_memory, memory_id)
    with pytest.raises(NotFound):
        await store.write(who, change_memory, memory_id, NOON, text=None, kind=None, status="accepted")
    if who is OTHER:
        assert await store.read(who, read_memories) == ()
        assert await store.read(who, count_memories) == {}
        assert (await store.read(who, list_analyses, conversation_id, "memory")).analyses == ()
    assert await statuses(store) == {"m_mine": "proposed"}
