"""When a message is sent again, when nobody is told any more, and that a courier who dies loses nothing."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from antiphon.access.principal import LOCAL, Principal, system_principal
from antiphon.conversation.errors import CommandRefused, KeyFileRefused, KeyUnknown
from antiphon.conversation.ids import PrincipalId
from antiphon.conversation.webhook import (
    OVERLAP,
    PATIENCE,
    RETRIES,
    Delivery,
    Webhook,
    WebhookChange,
    WebhookEvent,
    find_next_attempt,
)
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import open_session
from antiphon.engine.webhooks import sending
from antiphon.engine.webhooks.courier import Courier
from antiphon.engine.webhooks.sending import Road, Signer
from antiphon.engine.webhooks.webhooks import WantedWebhook, Webhooks
from antiphon.store.reads.webhooks import Busy, read_due_deliveries
from antiphon.store.unit import Store
from antiphon.store.writes.webhooks import forget_deliveries, take_delivery
from tests.fakes.receiver import Receiver
from tests.store.deeds import NOON as DEEDS_NOON
from tests.store.deeds import answer, begin

OPERATOR = system_principal(LOCAL.workspace_id)
BOB = Principal(PrincipalId("bob"), LOCAL.workspace_id, "member")
NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
# When deeds are done: a usual look finds what happened on the last day.
TODAY = DEEDS_NOON + timedelta(minutes=1)


@dataclass
class Clock:
    """A clock that goes when it is told to."""

    now: datetime = NOON

    def __call__(self) -> datetime:
        return self.now


@dataclass
class Office:
    """A courier whose clock stands still, and who receives what it sends."""

    store: Store
    webhooks: Webhooks
    receiver: Receiver
    clock: Clock = field(default_factory=Clock)

    async def subscribe(
        self, who: Principal = LOCAL, *events: WebhookEvent, url: str = "", include_text: bool = False
    ) -> Webhook:
        wanted = WantedWebhook(url or self.receiver.url, events or ("turn.completed",), include_text=include_text)
        return (await self.webhooks.create(who, wanted)).webhook

    async def look(self, *, after: timedelta = timedelta()) -> None:
        """Let so much time go by, and look."""
        self.clock.now += after
        await self.webhooks.courier.look()

    async def read(self, webhook: Webhook) -> Delivery:
        return (await self.list(webhook))[0]

    async def list(self, webhook: Webhook) -> tuple[Delivery, ...]:
        return await self.webhooks.read_deliveries(LOCAL, webhook.id)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as running:
        yield running


def build(store: Store, road: Road, clock: Clock, read_root: Callable[[], bytes] = lambda: b"k" * 32) -> Webhooks:
    return Webhooks(Courier(store, OPERATOR, road, Signer(read_root), "https://antiphon.test", clock=clock))


@pytest.fixture
async def office(store: Store, receiver: Receiver) -> AsyncIterator[Office]:
    policy, clock = AddressPolicy(allow_private=True), Clock()
    async with open_session(policy) as session:
        yield Office(store, build(store, Road(session, policy), clock), receiver, clock)


async def test_what_fails_is_sent_again_when_it_is_time_and_not_a_moment_sooner(office: Office) -> None:
    office.receiver.always = 500
    webhook = await office.subscribe()
    await office.webhooks.ping(LOCAL, webhook.id)
    await office.look()

    for count, wait in enumerate(RETRIES, 1):
        waiting = await office.read(webhook)
        assert (waiting.status, waiting.failures, waiting.answered) == ("waiting", count, 500)
        assert waiting.next_at == office.clock.now + wait
        await office.look(after=wait - timedelta(milliseconds=1))
        assert len(office.receiver.received) == count
        await office.look(after=timedelta(milliseconds=1))
        assert len(office.receiver.received) == count + 1

    ended = await office.read(webhook)
    assert (ended.status, ended.next_at, ended.attempts) == ("failed", None, 7)
    assert len({each.id for each in office.receiver.received}) == 1
    assert len({each.body for each in office.receiver.received}) == 1
    assert len({each.headers["webhook-timestamp"] for each in office.receiver.received}) == 7
    assert [wait.total_seconds() for wait in RETRIES] == [5, 60, 600, 3_600, 21_600, 86_400]


async def test_what_arrives_at_last_is_not_sent_again(office: Office) -> None:
    office.receiver.answer(500, 503)
    webhook = await office.subscribe()
    await office.webhooks.ping(LOCAL, webhook.id)

    for wait in (timedelta(), *RETRIES[:2], *RETRIES):
        await office.look(after=wait)

    assert len(office.receiver.received) == 3
    assert (await office.read(webhook)).status == "delivered"
    assert (await office.webhooks.read(LOCAL, webhook.id)).failing_since is None


async def test_after_three_days_of_failures_nobody_is_told_any_more(office: Office) -> None:
    office.receiver.always = 500
    webhook = await office.subscribe()
    await office.webhooks.ping(LOCAL, webhook.id)
    await office.look()

    await office.look(after=PATIENCE - sum(RETRIES, timedelta()))
    await office.webhooks.ping(LOCAL, webhook.id)
    for wait in (timedelta(), *RETRIES[:-1]):
        await office.look(after=wait)
    still = await office.webhooks.read(LOCAL, webhook.id)
    await office.webhooks.ping(LOCAL, webhook.id)
    await office.look(after=RETRIES[-1])
    off = await office.webhooks.read(LOCAL, webhook.id)

    assert (still.enabled, still.failing_since) == (True, NOON)
    assert (off.enabled, off.trouble) == (False, "failing")
    assert {each.status for each in await office.webhooks.read_deliveries(LOCAL, webhook.id)} == {"stopped", "failed"}


async def test_after_days_of_silence_one_failure_is_tried_again_like_any_other(office: Office) -> None:
    office.receiver.answer(*[500] * (1 + len(RETRIES)), 503)
    webhook = await office.subscribe()
    await office.webhooks.ping(LOCAL, webhook.id)
    for wait in (timedelta(), *RETRIES):
        await office.look(after=wait)
    assert (await office.read(webhook)).status == "failed"

    office.clock.now += 2 * PATIENCE
    await office.webhooks.ping(LOCAL, webhook.id)
    await office.look()
    blip, still = await office.read(webhook), await office.webhooks.read(LOCAL, webhook.id)
    await office.look(after=RETRIES[0])

    assert (blip.status, blip.answered, still.enabled) == ("waiting", 503, True)
    assert (await office.read(webhook)).status == "delivered"


async def test_one_that_arrives_in_between_begins_the_three_days_anew(office: Office) -> None:
    webhook = await office.subscribe()
    for status in (500, 204, 500):
        office.receiver.answer(status)
        await office.webhooks.ping(LOCAL, webhook.id)
        await office.look(after=timedelta(days=2))
        # What failed waits; only the new one is asked about.
        office.receiver.always = 204

    assert (await office.webhooks.read(LOCAL, webhook.id)).enabled


async def test_the_secret_before_signs_for_a_day_and_no_longer(office: Office) -> None:
    webhook = await office.subscribe()
    await office.webhooks.rotate(LOCAL, webhook.id)

    for wait in (OVERLAP - timedelta(seconds=1), timedelta(seconds=1)):
        await office.webhooks.ping(LOCAL, webhook.id)
        await office.look(after=wait)

    assert [len(each.headers["webhook-signature"].split()) for each in office.receiver.received] == [2, 1]


async def test_what_somebody_took_and_never_ended_is_sent_by_another_under_the_same_name(office: Office) -> None:
    webhook = await office.subscribe()
    sent = await office.webhooks.ping(LOCAL, webhook.id)
    dead = await office.store.write(LOCAL, take_delivery, sent.id, office.clock.now, timedelta(seconds=30))
    assert dead is not None

    await office.look(after=timedelta(seconds=29))
    assert office.receiver.received == []
    await office.look(after=timedelta(seconds=1))

    assert [each.id for each in office.receiver.received] == [sent.id]
    assert (await office.read(webhook)).attempts == 2


async def test_of_two_couriers_one_finds_it_and_one_sends_it(office: Office) -> None:
    webhook = await office.subscribe()
    other = build(office.store, office.webhooks.courier.road, office.clock)
    conversation = await begin(office.store)
    await answer(office.store, conversation, "Should I?", "Yes.")

    for _ in range(3):
        await asyncio.gather(office.look(), other.courier.look())

    assert [each.json["type"] for each in office.receiver.received] == ["turn.completed"]
    assert len(await office.webhooks.read_deliveries(LOCAL, webhook.id)) == 1


async def test_where_the_key_is_another_nothing_is_signed_with_it(office: Office) -> None:
    webhook = await office.subscribe()
    await office.webhooks.ping(LOCAL, webhook.id)
    elsewhere = build(office.store, office.webhooks.courier.road, office.clock, lambda: b"o" * 32)

    await elsewhere.courier.look()

    assert office.receiver.received == []
    assert (await office.read(webhook)).problem == "secret"


@pytest.mark.parametrize(
    "failure", [KeyFileRefused("/keys/root", "there is no such file"), KeyUnknown("root", "the database")]
)
async def test_where_the_key_cannot_be_read_that_is_a_failure_like_others(office: Office, failure: Exception) -> None:
    webhook = await office.subscribe()
    await office.webhooks.ping(LOCAL, webhook.id)

    await build_broken(office, failure).courier.look()

    noted = await office.read(webhook)
    assert (noted.problem, noted.failures, noted.next_at) == ("secret", 1, NOON + RETRIES[0])
    assert office.receiver.received == []


async def test_what_nobody_foresaw_is_a_failure_too_and_is_not_tried_for_ever(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    webhook = await office.subscribe()
    await office.webhooks.ping(LOCAL, webhook.id)
    broken = build_broken(office, RuntimeError("nobody thought of this"))

    for wait in (timedelta(), *RETRIES):
        office.clock.now += wait
        await broken.courier.look()

    noted = await office.read(webhook)
    assert (noted.status, noted.failures, noted.problem) == ("failed", 7, "no_connection")
    assert [each.message for each in caplog.records if each.levelname == "ERROR"] == ["webhook_failed"] * 7


def build_broken(office: Office, failure: Exception) -> Webhooks:
    """A courier that cannot sign."""

    def fail() -> bytes:
        raise failure

    return build(office.store, office.webhooks.courier.road, office.clock, fail)


@pytest.mark.parametrize("host", ["a..b", "a" * 64 + ".example"])
async def test_an_address_whose_name_cannot_be_asked_for_has_no_connection(office: Office, host: str) -> None:
    webhook = await office.subscribe(url=f"https://{host}/x")
    await office.webhooks.ping(LOCAL, webhook.id)

    await office.look()

    noted = await office.read(webhook)
    assert (noted.status, noted.problem, noted.failures) == ("waiting", "no_connection", 1)


async def test_a_long_line_before_one_door_keeps_nobody_else_waiting(office: Office) -> None:
    """More than are read at once wait for one webhook, and all of them for longer."""
    full = await office.subscribe()
    for _ in range(70):
        await office.webhooks.ping(LOCAL, full.id)
    other = await office.subscribe()
    office.clock.now += timedelta(seconds=1)
    sent = await office.webhooks.ping(LOCAL, other.id)

    await office.look()

    assert sent.id in {each.id for each in office.receiver.received}
    assert len(office.receiver.received) == 3


async def test_while_one_is_sent_as_much_as_it_may_be_its_line_is_not_looked_at(office: Office) -> None:
    webhook = await office.subscribe()
    await office.webhooks.ping(LOCAL, webhook.id)
    read, now = office.store.read, office.clock.now

    free = await read(OPERATOR, read_due_deliveries, now, 10, 2)
    by_webhook = await read(OPERATOR, read_due_deliveries, now, 10, 2, Busy(webhooks=frozenset({webhook.id})))
    by_owner = await read(OPERATOR, read_due_deliveries, now, 10, 2, Busy(owners=frozenset({LOCAL.id})))

    assert ([each.webhook for each in free], by_webhook, by_owner) == ([webhook], (), ())


async def test_who_has_many_webhooks_leaves_half_of_the_places_to_others(office: Office) -> None:
    for _ in range(10):
        mine = await office.subscribe()
        for _ in range(2):
            await office.webhooks.ping(LOCAL, mine.id)
    office.clock.now += timedelta(seconds=1)
    theirs = await office.subscribe(BOB)
    sent = await office.webhooks.ping(BOB, theirs.id)

    await office.look()

    assert sent.id in {each.id for each in office.receiver.received}
    assert len(office.receiver.received) == 8 + 1


@pytest.mark.parametrize("change", [WebhookChange(include_text=False), WebhookChange(url="https://else.example/")])
async def test_what_was_written_for_another_address_or_with_words_is_not_sent_any_more(
    office: Office, change: WebhookChange
) -> None:
    office.clock.now = TODAY
    office.receiver.always = 500
    webhook = await office.subscribe(include_text=True)
    await answer(office.store, await begin(office.store), "Should I?", "A heron.")
    await office.look()
    assert "A heron." in (await office.read(webhook)).body

    office.clock.now += timedelta(seconds=5)
    await office.webhooks.change(LOCAL, webhook.id, change)
    await office.look(after=timedelta(days=1))

    assert [(each.status, each.failures) for each in await office.list(webhook)] == [("stopped", 1)]
    assert len(office.receiver.received) == 1


async def test_words_are_not_sent_again_to_whom_they_were_not_written_for(office: Office) -> None:
    """What has no words in it is, wherever the webhook leads by now."""
    office.clock.now = TODAY
    webhook = await office.subscribe(include_text=True)
    await answer(office.store, await begin(office.store), "Should I?", "A heron.")
    await office.look()
    told, ping = await office.read(webhook), await office.webhooks.ping(LOCAL, webhook.id)
    await office.webhooks.resend(LOCAL, webhook.id, told.id)
    await office.look()

    for change in (WebhookChange(include_text=False), WebhookChange(include_text=True), WebhookChange(enabled=True)):
        office.clock.now += timedelta(seconds=1)
        await office.webhooks.change(LOCAL, webhook.id, change)
        with pytest.raises(CommandRefused, match="words stand in it"):
            await office.webhooks.resend(LOCAL, webhook.id, told.id)
    await office.webhooks.resend(LOCAL, webhook.id, ping.id)
    await office.look()

    # What is due at once is sent at once, in any order.
    assert sorted(each.id for each in office.receiver.received) == sorted([told.id, told.id, ping.id, ping.id])


async def test_of_an_event_that_is_added_only_what_ends_from_then_on_is_told(office: Office) -> None:
    office.clock.now = TODAY
    webhook = await office.subscribe(LOCAL, "map.completed")
    await office.look()
    conversation = await begin(office.store)
    await answer(office.store, conversation, "Before?", "Yes.")

    await office.look(after=timedelta(seconds=1))
    await office.webhooks.change(LOCAL, webhook.id, WebhookChange(events=("map.completed", "turn.completed")))
    await office.look(after=timedelta(seconds=1))
    before = list(office.receiver.received)
    turn = await answer(office.store, conversation, "After?", "Yes.")
    await office.look(after=timedelta(seconds=1))

    assert before == []
    assert [each.json["data"]["turn_id"] for each in office.receiver.received] == [turn.id]


async def test_what_has_ended_and_what_waits_is_told_although_events_are_added(office: Office) -> None:
    office.clock.now = TODAY
    webhook = await office.subscribe()
    waiting = await office.webhooks.ping(LOCAL, webhook.id)
    await answer(office.store, await begin(office.store), "Should I?", "Yes.")

    office.clock.now += timedelta(seconds=1)
    await office.webhooks.change(LOCAL, webhook.id, WebhookChange(events=("turn.completed", "reply.settled")))
    await office.look(after=timedelta(seconds=1))

    assert waiting.id in {each.id for each in office.receiver.received}
    assert sorted(each.json["type"] for each in office.receiver.received) == ["ping", "turn.completed"]


async def test_under_the_strict_policy_this_machine_is_not_reached(store: Store, receiver: Receiver) -> None:
    strict, clock = AddressPolicy(allow_private=False), Clock()
    async with open_session(strict) as session:
        office = Office(store, build(store, Road(session, strict), clock), receiver, clock)
        lax = AddressPolicy(allow_private=True)
        before = build(store, Road(session, lax), clock)
        for url in (receiver.url, receiver.url.replace("127.0.0.1", "localhost")):
            told = await before.create(LOCAL, WantedWebhook(url, ("turn.completed",)))
            await before.ping(LOCAL, told.webhook.id)
            await office.look()
            assert (await office.read(told.webhook)).problem in ("address_refused", "no_connection")

    assert receiver.received == []


async def test_whoever_takes_too_long_to_answer_has_not_received_it(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sending.SECONDS == 10
    monkeypatch.setattr(sending, "SECONDS", 0.2)
    office.receiver.pause = 0.6
    webhook = await office.subscribe()
    await office.webhooks.ping(LOCAL, webhook.id)

    await office.look()

    assert (await office.read(webhook)).problem == "timeout"


async def test_what_was_told_is_forgotten_and_not_told_again(office: Office) -> None:
    webhook = await office.subscribe()
    conversation = await begin(office.store)
    await answer(office.store, conversation, "Should I?", "Yes.")
    await office.look()
    assert len(office.receiver.received) == 1

    await office.store.write(OPERATOR, forget_deliveries, office.clock.now + timedelta(days=1))
    await office.look(after=timedelta(days=32))

    assert await office.webhooks.read_deliveries(LOCAL, webhook.id) == ()
    assert len(office.receiver.received) == 1
    assert await office.store.read(OPERATOR, read_due_deliveries, office.clock.now, 10, 10) == ()


def test_after_the_last_wait_there_is_none() -> None:
    assert find_next_attempt(len(RETRIES) + 1, NOON) is None
