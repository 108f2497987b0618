"""An occasion to speak unasked: taken once, ended once, void when the person speaks."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import delete, insert

from antiphon.access.principal import LOCAL, system_principal
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.errors import NotFound, StaleEpoch
from antiphon.conversation.heartbeat import Heartbeat, HeartbeatRun
from antiphon.conversation.ids import AdvisorId, ConversationId, NodeId, PrincipalId, ReplyId, TurnId, WorkspaceId
from antiphon.conversation.reply import Metrics, Reply
from antiphon.engine.heartbeats.due import take_heartbeat
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.options import EngineOptions
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.heartbeat_runs import (
    count_unanswered,
    count_unread,
    is_spent,
    read_heartbeat_run,
    read_heartbeat_runs,
)
from antiphon.store.reads.heartbeats import (
    read_due_heartbeats,
    read_heartbeat,
    read_heartbeats,
    read_next_occasion,
    read_now,
)
from antiphon.store.reads.work import list_work
from antiphon.store.tables import memberships, people
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.analyses import AnalysisEnding, begin_analysis, end_analysis
from antiphon.store.writes.heartbeat_runs import (
    fire_heartbeat_run,
    mark_heartbeat_run_read,
    skip_heartbeat_run,
    take_heartbeat_run,
)
from antiphon.store.writes.heartbeats import advance_heartbeat, save_heartbeat
from antiphon.store.writes.nodes import join, leave
from antiphon.store.writes.speak_up import UnaskedReply, speak_up
from antiphon.store.writes.work import end_work, take_work
from tests.store.deeds import NOON, OTHER, answer, ask, begin

SKEPTIC = AdvisorId("skeptic")
HERE, THERE = NodeId("n_here"), NodeId("n_there")
OPTIONS = EngineOptions("scripted:rehearsal")
SYSTEM = system_principal(WorkspaceId("local"))


async def allow(store: Store, conversation: ConversationId, **changes: object) -> Heartbeat:
    """Leave for the skeptic, due half an hour ago."""
    now = await store.read(LOCAL, read_now)
    due = now - timedelta(minutes=30)
    usual = Heartbeat(
        WorkspaceId("local"), conversation, SKEPTIC, PrincipalId("local"), enabled=True, every_minutes=60, next_at=due
    )
    await store.write(LOCAL, save_heartbeat, replace(usual, **changes), now)  # type: ignore[arg-type]
    found = await store.read(LOCAL, read_heartbeat, conversation, SKEPTIC)
    assert found is not None
    return found


def put_person(unit: Unit, state: str, role: str | None) -> None:
    """Whom the leave is for, as somebody with an account who has this role here, or none."""
    for table, name in ((memberships, memberships.c.person_id), (people, people.c.id)):
        unit.connection.execute(delete(table).where(name == "local"))
    row = {"id": "local", "name": "Ada", "instance_role": "member", "state": state, "created_at": NOON}
    unit.connection.execute(insert(people), row)
    if role is not None:
        belongs = {"workspace_id": "local", "person_id": "local", "role": role, "created_at": NOON}
        unit.connection.execute(insert(memberships), belongs)


async def talk(store: Store) -> ConversationId:
    """A conversation in which something was said and answered."""
    conversation = await begin(store)
    await answer(store, conversation, "Shall I?", "Why?")
    return conversation


def speech(conversation: ConversationId) -> UnaskedReply:
    """A few words of the skeptic."""
    reply = Reply(ReplyId(new_id("r")), SKEPTIC, 1, "The Skeptic", "lapis", "m")
    return UnaskedReply(TurnId(new_id("t")), conversation, "heartbeat", reply, "I thought again.", NOON, 0.1, Metrics())


async def take(store: Store, due: Heartbeat) -> HeartbeatRun:
    """The occasion, which must be there, and the work that sees it through."""
    assert await store.write(SYSTEM, take_heartbeat, due, OPTIONS)
    [work] = await store.read(SYSTEM, list_work, due.conversation_id)
    return await store.read(LOCAL, read_heartbeat_run, work.id)


async def test_an_occasion_is_taken_once(store: Store) -> None:
    """I-60, XT02: two nodes that saw the same row; the second finds it moved."""
    conversation = await talk(store)
    due = await allow(store, conversation)
    assert due in await store.read(SYSTEM, read_due_heartbeats, 10)

    first = await store.write(SYSTEM, take_heartbeat, due, OPTIONS)
    second = await store.write(SYSTEM, take_heartbeat, due, OPTIONS)

    assert (first, second) == (True, False)
    assert [each.status for each in await store.read(LOCAL, read_heartbeat_runs, conversation)] == ["taken"]
    assert await store.read(SYSTEM, read_due_heartbeats, 10) == ()


@pytest.mark.parametrize(("state", "role"), [("suspended", "member"), ("active", None), ("active", "viewer")])
async def test_nobody_is_asked_for_whoever_may_not_ask(store: Store, state: str, role: str | None) -> None:
    """Their occasions wait, and nobody looks for them in vain, until they are back."""
    due = await allow(store, await talk(store))

    await store.write(LOCAL, put_person, state, role)
    away = await store.read(SYSTEM, read_due_heartbeats, 10), await store.read(SYSTEM, read_next_occasion)
    await store.write(LOCAL, put_person, "active", "member")

    assert away == ((), None)
    assert await store.read(SYSTEM, read_due_heartbeats, 10) == (due,)


async def test_the_table_refuses_an_occasion_that_was_taken_before(store: Store) -> None:
    """I-60: even if the row were moved back behind everybody's back."""
    beat = await take(store, await allow(store, await talk(store)))

    again = await store.write(LOCAL, take_heartbeat_run, replace(beat, id="b_again"))

    assert again is False


async def test_only_the_last_of_many_missed_occasions_is_taken(store: Store) -> None:
    """I-60, XT02: the misfire policy."""
    conversation = await talk(store)
    now = await store.read(LOCAL, read_now)
    due = await allow(store, conversation, next_at=now - timedelta(hours=30, minutes=30))

    beat = await take(store, due)

    told = {each.reason: each.times for each in await store.read(LOCAL, read_heartbeat_runs, conversation)}
    assert told == {"missed": 30, None: 1}
    assert beat.due_at == due.next_at + timedelta(hours=30) if due.next_at else None


async def test_a_message_of_the_person_makes_void_what_was_taken_before_it(store: Store) -> None:
    """D45, H13: the generation rises, the next occasion is an interval away, and nothing is unread."""
    conversation = await talk(store)
    due = await allow(store, conversation)
    beat = await take(store, due)
    await store.write(LOCAL, fire_heartbeat_run, beat.id, "", "an_1", TurnId("t_1"))

    await ask(store, conversation)

    after = await store.read(LOCAL, read_heartbeat, conversation, SKEPTIC)
    now = await store.read(LOCAL, read_now)
    assert after is not None
    assert after.next_at is not None
    assert after.generation == due.generation + 1
    assert timedelta(minutes=59) < after.next_at - now <= timedelta(minutes=60)
    assert (await store.read(LOCAL, read_heartbeat_run, beat.id)).read_at is not None
    assert await store.write(LOCAL, advance_heartbeat, due, NOON) is False


async def test_what_a_dead_node_took_is_said_by_another_and_by_nobody_else(store: Store) -> None:
    """I-60: at most once, never twice. Whoever was declared gone has an epoch that no longer counts."""
    conversation = await talk(store)
    beat = await take(store, await allow(store, conversation))
    for node in (HERE, THERE):
        await store.write(SYSTEM, join, node, 10_000)
    [dead] = await store.write(SYSTEM, take_work, HERE, [beat.id])
    assert await store.write(SYSTEM, take_work, THERE, [beat.id]) == [], "what a living node has is left alone"
    await store.write(SYSTEM, leave, HERE)

    [living] = await store.write(SYSTEM, take_work, THERE, [beat.id])

    with pytest.raises(StaleEpoch):
        await store.write(SYSTEM, end_work, dead)
    await store.write(SYSTEM, end_work, living)
    with pytest.raises(StaleEpoch):
        await store.write(SYSTEM, end_work, living)


async def test_a_month_of_silence_is_one_line(store: Store) -> None:
    conversation = await talk(store)
    await store.write(LOCAL, speak_and_fire, conversation)
    for _ in range(5):
        due = await allow(store, conversation)
        assert await store.write(SYSTEM, take_heartbeat, due, OPTIONS) is False

    skipped = [each for each in await store.read(LOCAL, read_heartbeat_runs, conversation) if each.status == "skipped"]

    assert [(each.reason, each.times) for each in skipped] == [("unread", 5)]


def speak_and_fire(unit: Unit, conversation: ConversationId) -> str:
    """An occasion that was taken and used."""
    said = speech(conversation)
    beat = HeartbeatRun(new_id("b"), conversation, SKEPTIC, "heartbeat", NOON, 0, "taken", NOON)
    take_heartbeat_run(unit, beat)
    fire_heartbeat_run(unit, beat.id, "because", "an_1", said.turn_id)
    speak_up(unit, said)
    return beat.id


async def test_every_call_counts_and_not_only_every_occasion(store: Store) -> None:
    """A model that had to be asked three times was asked three times; what is on its way counts as one."""
    conversation = await talk(store)
    beat = await take(store, await allow(store, conversation))
    day_ago = beat.taken_at - timedelta(days=1)
    assert await store.read(LOCAL, is_spent, day_ago, 1)
    assert not await store.read(LOCAL, is_spent, day_ago, 2)

    await store.write(LOCAL, ask_three_times, beat)

    assert await store.read(LOCAL, is_spent, day_ago, 3)
    assert not await store.read(LOCAL, is_spent, day_ago, 4)
    assert not await store.read(LOCAL, is_spent, beat.taken_at + timedelta(seconds=1), 1)


def ask_three_times(unit: Unit, beat: HeartbeatRun) -> None:
    """A look that took three calls, and came to nothing."""
    begun = Analysis("an_beat", beat.conversation_id, "heartbeat", "fake:m", "running", 1, 1, beat.taken_at)
    begin_analysis(unit, begun, begun.id)
    end_analysis(unit, begun.id, AnalysisEnding("done", {}, {"calls": 3}, beat.taken_at), {})
    skip_heartbeat_run(unit, beat.id, "nothing_to_say", "", begun.id)


async def test_a_message_counts_as_unread_until_it_is_read(store: Store) -> None:
    """D45."""
    conversation = await talk(store)
    beat_id = await store.write(LOCAL, speak_and_fire, conversation)
    assert (await store.read(LOCAL, read_conversation, conversation)).unread == 1
    assert await store.read(LOCAL, count_unread, conversation, SKEPTIC) == 1

    await store.write(LOCAL, mark_heartbeat_run_read, beat_id)
    await store.write(LOCAL, mark_heartbeat_run_read, beat_id)

    assert (await store.read(LOCAL, read_conversation, conversation)).unread == 0
    assert await store.read(LOCAL, count_unanswered, conversation, SKEPTIC) == 1


async def test_an_occasion_ends_once(store: Store) -> None:
    beat = await take(store, await allow(store, await talk(store)))

    ends = [
        await store.write(LOCAL, skip_heartbeat_run, beat.id, "nothing_to_say", "", None),
        await store.write(LOCAL, fire_heartbeat_run, beat.id, "", "an_1", TurnId("t_1")),
    ]

    assert ends == [True, False]


async def test_another_workspace_sees_and_changes_nothing(store: Store) -> None:
    """I-50."""
    conversation = await talk(store)
    due = await allow(store, conversation)
    beat = await take(store, due)

    assert await store.read(OTHER, read_heartbeats, conversation) == ()
    assert await store.read(OTHER, read_heartbeat_runs, conversation) == ()
    assert await store.write(OTHER, skip_heartbeat_run, beat.id, "off", "", None) is False
    assert await store.write(OTHER, advance_heartbeat, due, NOON) is False
    with pytest.raises(NotFound):
        await store.write(OTHER, mark_heartbeat_run_read, beat.id)
    with pytest.raises(NotFound):
        await store.write(OTHER, speak_up, speech(conversation))
