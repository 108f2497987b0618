"""When a message is sent again, when nobody is told any more, and that a courier who dies loses nothing."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from antiphon.access.principal import LOCAL, Principal, system_principal
from antiphon.conversation.webhook import OVERLAP, PATIENCE, RETRIES, Delivery, Webhook, find_next_attempt
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import open_session
from antiphon.engine.webhooks import sending
from antiphon.engine.webhooks.courier import Courier
from antiphon.engine.webhooks.sending import Road, Signer
from antiphon.engine.webhooks.webhooks import WantedWebhook, Webhooks
from antiphon.store.reads.webhooks import read_due_deliveries
from antiphon.store.unit import Store
from antiphon.store.writes.webhooks import forget_deliveries, take_delivery
from tests.fakes.receiver import Receiver
from tests.store.deeds import answer, begin

OPERATOR = system_principal(LOCAL.workspace_id)
NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)


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

    async def subscribe(self, who: Principal = LOCAL) -> Webhook:
        told = await self.webhooks.create(who, WantedWebhook(self.receiver.url, ("turn.completed",)))
        return told.webhook

    async def look(self, *, after: timedelta = timedelta()) -> None:
        """Let so much time go by, and look."""
        self.clock.now += after
        await self.webhooks.courier.look()

    async def read(self, webhook: Webhook) -> Delivery:
        return (await self.webhooks.read_deliveries(LOCAL, webhook.id))[0]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as running:
        yield running


def build(store: Store, road: Road, clock: Clock, root: bytes = b"k" * 32) -> Webhooks:
    return Webhooks(Courier(store, OPERATOR, road, Signer(lambda: root), "https://antiphon.test", clock=clock))


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

    await office.webhooks.ping(LOCAL, webhook.id)
    await office.look(after=PATIENCE - timedelta(seconds=1))
    still = await office.webhooks.read(LOCAL, webhook.id)
    await office.webhooks.ping(LOCAL, webhook.id)
    await office.look(after=timedelta(seconds=1))
    off = await office.webhooks.read(LOCAL, webhook.id)

    assert (still.enabled, still.failing_since) == (True, NOON)
    assert (off.enabled, off.trouble) == (False, "failing")
    assert {each.status for each in await office.webhooks.read_deliveries(LOCAL, webhook.id)} <= {"stopped", "failed"}


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
    elsewhere = build(office.store, office.webhooks.courier.road, office.clock, root=b"o" * 32)

    await elsewhere.courier.look()

    assert office.receiver.received == []
    assert (await office.read(webhook)).problem == "secret"


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
    assert await office.store.read(OPERATOR, read_due_deliveries, office.clock.now, 10) == ()


def test_after_the_last_wait_there_is_none() -> None:
    assert find_next_attempt(len(RETRIES) + 1, NOON) is None
