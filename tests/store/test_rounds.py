"""Runs of rounds on disk: each step is taken once, and what has ended stays ended."""

import asyncio
from dataclasses import replace

import pytest

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import CommandRefused, NotFound
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.round import Round, RoundRun
from antiphon.store.reads.rounds import read_run, read_runs
from antiphon.store.unit import Store
from antiphon.store.writes.conversations import remove_conversation, restore_conversation
from antiphon.store.writes.rounds import begin_run, end_run, end_run_of, end_runs, settle_round, stop_run, take_step
from tests.store.deeds import NOON, OTHER, begin

NEXT = Round(2, TurnId("t_2"), 0.2)


@pytest.fixture
async def run(store: Store) -> RoundRun:
    """A run in its first round."""
    conversation = await begin(store)
    made = RoundRun(
        id="rr_1",
        conversation_id=conversation,
        owner_id=LOCAL.id,
        planned=3,
        text="Go on.",
        created_at=NOON,
        ceiling=0.5,
        rounds=(Round(1, TurnId("t_1"), 0.1),),
    )
    await store.write(LOCAL, begin_run, made)
    return await store.read(LOCAL, read_run, "rr_1")


async def settled(store: Store, run: RoundRun, status: str = "running") -> RoundRun:
    ended = replace(run.last, cost=0.05, ended=True)
    found = await store.write(LOCAL, settle_round, run, ended, status, NOON)  # type: ignore[arg-type] # a word of the test
    assert found is not None
    return found


async def test_a_run_comes_back_as_it_was_written(store: Store, run: RoundRun) -> None:
    """P62."""
    assert (run.ceiling, run.last, run.status) == (0.5, Round(1, TurnId("t_1"), 0.1), "running")
    assert await store.read(LOCAL, read_runs, run.conversation_id) == (run,)


async def test_one_step_is_taken_once_however_many_try(store: Store, run: RoundRun) -> None:
    """P62: all saw the same run, and one of them moved it on."""
    ready = await settled(store, run)

    tries = [store.write(LOCAL, take_step, ready, NEXT, NOON) for _ in range(5)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)

    assert sum(isinstance(each, CommandRefused) for each in outcomes) == 4
    assert len((await store.read(LOCAL, read_run, run.id)).rounds) == 2


async def test_a_round_is_settled_once(store: Store, run: RoundRun) -> None:
    """P62."""
    await settled(store, run)

    again = await store.write(LOCAL, settle_round, run, replace(run.last, cost=9.0, ended=True), "running", NOON)

    assert again is None
    assert (await store.read(LOCAL, read_run, run.id)).spent == 0.05


async def test_what_has_ended_stays_ended(store: Store, run: RoundRun) -> None:
    """P62: the first reason stands, no step follows, and only the cost of the last round is still written down."""
    stopped = await store.write(LOCAL, stop_run, run.id, NOON)
    await store.write(LOCAL, end_runs, run.conversation_id, "person", NOON)
    await store.write(LOCAL, end_run, run, "done", NOON)
    with pytest.raises(CommandRefused):
        await store.write(LOCAL, take_step, stopped, NEXT, NOON)

    reckoned = await settled(store, stopped)

    assert (reckoned.status, reckoned.reason, reckoned.spent) == ("ended", "stopped", 0.05)


async def test_only_one_run_at_a_time(store: Store, run: RoundRun) -> None:
    """P62: while one waits no other begins; when it has ended, one may."""
    waiting = await settled(store, run, "waiting")
    with pytest.raises(CommandRefused):
        await store.write(LOCAL, begin_run, replace(run, id="rr_2"))

    await store.write(LOCAL, end_run, waiting, "done", NOON)
    await store.write(LOCAL, begin_run, replace(run, id="rr_2"))

    assert [each.status for each in await store.read(LOCAL, read_runs, run.conversation_id)].count("running") == 1


async def test_a_run_can_be_ended_where_its_conversation_is_put_away(store: Store, run: RoundRun) -> None:
    """P62: whoever sees it on finds no conversation; what ended before stays as it ended."""
    await store.write(LOCAL, remove_conversation, ConversationId(run.conversation_id), NOON)
    for reason in ("refused", "failed"):
        await store.write(LOCAL, end_run_of, run.id, reason, NOON, {"code": reason})

    await store.write(LOCAL, restore_conversation, ConversationId(run.conversation_id))

    ended = await store.read(LOCAL, read_run, run.id)
    assert (ended.status, ended.reason, ended.facts) == ("ended", "refused", {"code": "refused"})


async def test_another_workspace_sees_and_changes_nothing(store: Store, run: RoundRun) -> None:
    """I-50."""
    assert await store.read(OTHER, read_runs, run.conversation_id) == ()
    for deed in (read_run, lambda unit, run_id: stop_run(unit, run_id, NOON)):
        with pytest.raises(NotFound):
            await store.write(OTHER, deed, run.id)
    await store.write(OTHER, end_runs, run.conversation_id, "person", NOON)
    assert (await store.read(LOCAL, read_run, run.id)).status == "running"


async def test_with_its_conversation_a_run_is_gone(store: Store, run: RoundRun) -> None:
    """P62."""
    await store.write(LOCAL, remove_conversation, ConversationId(run.conversation_id), NOON)

    assert await store.read(LOCAL, read_runs, run.conversation_id) == ()
    with pytest.raises(NotFound):
        await store.read(LOCAL, read_run, run.id)
