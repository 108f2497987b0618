"""Reviews in quiet hours: put off, out of the way of others, and asked when the hours have ended."""

from datetime import UTC, datetime, time, timedelta

from antiphon.access.principal import LOCAL, on_behalf_of
from antiphon.conversation.heartbeat import Heartbeat, QuietHours
from antiphon.conversation.ids import AdvisorId, ConversationId, PrincipalId, TurnId, WorkspaceId
from antiphon.engine.heartbeats.due import take_review
from antiphon.engine.runtime.options import EngineOptions
from antiphon.store.reads.heartbeats import read_now
from antiphon.store.reads.reviews import DueReview, read_due_reviews
from antiphon.store.unit import Store
from antiphon.store.writes.heartbeats import save_heartbeat
from antiphon.store.writes.journal import NewDecision, change_decision, release_reviews, write_decision
from tests.store.deeds import answer, begin

SKEPTIC = AdvisorId("skeptic")
OPTIONS = EngineOptions("scripted:rehearsal")
SYSTEM = on_behalf_of(LOCAL.workspace_id, LOCAL.id)


async def decide(store: Store, name: str, *, days_ago: int) -> tuple[ConversationId, TurnId]:
    """A decision that has been due for so long."""
    turn = await answer(store, await begin(store), "Shall I?", "Why?")
    review_at = await store.read(LOCAL, read_now) - timedelta(days=days_ago)
    new = NewDecision(name, turn.id, ("Yes",), "Yes", 70, review_at=review_at, reviewer_id=SKEPTIC)
    await store.write(LOCAL, write_decision, new, review_at)
    return turn.conversation_id, turn.id


async def keep_quiet(store: Store, conversation_id: ConversationId) -> datetime:
    """From an hour ago to an hour from now; the end of that."""
    now = await store.read(LOCAL, read_now)
    start, end = (now + timedelta(hours=each) for each in (-1, 1))
    quiet = QuietHours(*(time(each.hour, each.minute) for each in (start, end)))
    usual = Heartbeat(WorkspaceId("local"), conversation_id, SKEPTIC, PrincipalId("local"), True, 60, quiet)
    await store.write(LOCAL, save_heartbeat, usual, now)
    return end.replace(second=0, microsecond=0)


async def due(store: Store, limit: int = 1) -> list[DueReview]:
    """What a node finds when it looks."""
    return list(await store.read(SYSTEM, read_due_reviews, limit))


async def take(store: Store, found: DueReview) -> bool:
    """One of them is tried."""
    return await store.write(SYSTEM, take_review, found, OPTIONS)


async def test_one_that_waits_for_the_morning_does_not_stand_in_anybodys_way(store: Store) -> None:
    """The oldest is looked at first; put off, it leaves the place to the next."""
    asleep, _ = await decide(store, "d_asleep", days_ago=9)
    await decide(store, "d_awake", days_ago=1)
    await keep_quiet(store, asleep)
    [first] = await due(store)
    assert (first.decision_id, await take(store, first)) == ("d_asleep", False)

    [second] = await due(store)

    assert second.decision_id == "d_awake"
    assert await take(store, second)


async def test_what_was_put_off_is_due_again_when_the_hours_change_or_the_day_does(store: Store) -> None:
    asleep, _ = await decide(store, "d_asleep", days_ago=9)
    await keep_quiet(store, asleep)
    [found] = await due(store)
    await take(store, found)
    assert await due(store) == []

    await store.write(LOCAL, release_reviews, asleep, SKEPTIC)
    assert [each.decision_id for each in await due(store)] == ["d_asleep"]

    await take(store, found)
    moved = found.review_at + timedelta(days=1)
    await store.write(LOCAL, change_decision, "d_asleep", {"review_at": moved}, datetime.now(UTC))
    assert [each.review_at for each in await due(store)] == [moved]
