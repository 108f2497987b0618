"""What is written down to be told: nothing of what is deleted or not wanted any more, and what of it is due."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from antiphon.access.principal import LOCAL, system_principal
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.webhook import DeliveryId, Outcome, Webhook, WebhookChange, WebhookId
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.operations import Waiting, count_waiting
from antiphon.store.reads.webhooks import read_deliveries
from antiphon.store.tables import webhook_cursors, webhook_deliveries
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.delete_conversation import begin_deletion, finish_deletion
from antiphon.store.writes.webhooks import (
    NewDelivery,
    add_webhook,
    change_webhook,
    note_outcome,
    take_delivery,
    write_deliveries,
    write_delivery,
)
from tests.store.deeds import NOON, begin

OPERATOR = system_principal(LOCAL.workspace_id)
LATER = NOON + timedelta(minutes=1)
WEBHOOK = Webhook(
    id=WebhookId("wh_1"),
    workspace_id=LOCAL.workspace_id,
    owner_id=LOCAL.id,
    url="https://here.example/",
    events=("turn.completed",),
    shape="standard",
    include_text=True,
    enabled=True,
    trouble=None,
    generation=1,
    fingerprint="f",
    previous_fingerprint=None,
    previous_until=None,
    since=NOON,
    failing_since=None,
    created_at=NOON,
)


@pytest.fixture
async def webhook(store: Store) -> Webhook:
    await store.write(LOCAL, add_webhook, WEBHOOK)
    return WEBHOOK


def tell(conversation_id: ConversationId | None, event: str = "turn.completed") -> NewDelivery:
    return NewDelivery(DeliveryId(new_id("msg")), event, new_id("s"), conversation_id, "{}")


async def write(store: Store, webhook: Webhook, *new: NewDelivery, seen: Mapping[ConversationId, int] = {}) -> int:
    """What a look found is written down a minute after."""
    return await store.write(LOCAL, write_deliveries, webhook, new, seen, LATER)


def list_named(unit: Unit) -> set[str | None]:
    """The conversations that messages and cursors name."""
    tables = (webhook_deliveries, webhook_cursors)
    return {each for table in tables for each in unit.connection.execute(select(table.c.conversation_id)).scalars()}


async def test_of_a_conversation_that_goes_while_somebody_looks_nothing_is_written(
    store: Store, webhook: Webhook
) -> None:
    stays, going, gone = await begin(store), await begin(store), await begin(store)
    for each in (going, gone):
        await store.write(LOCAL, begin_deletion, each, NOON)
    await store.write(LOCAL, finish_deletion, gone, NOON)

    written = await write(store, webhook, *map(tell, (stays, going, gone)), seen={stays: 1, going: 1, gone: 1})

    assert written == 1
    assert await store.read(LOCAL, list_named) == {stays}


async def test_a_decision_outlives_its_conversation_and_is_due_all_the_same(store: Store, webhook: Webhook) -> None:
    gone = await begin(store)
    await store.write(LOCAL, begin_deletion, gone, NOON)
    await store.write(LOCAL, finish_deletion, gone, NOON)

    written = await write(store, webhook, tell(gone, "decision.review_due"), tell(None, "export.completed"))

    assert written == 2
    assert await store.read(LOCAL, list_named) == {None}


async def test_whoever_deletes_waits_for_what_is_being_written_and_leaves_nothing_of_it(
    store: Store, webhook: Webhook
) -> None:
    conversation = await begin(store)
    if store.is_sqlite:
        pytest.skip("the same rules on one database: SQLite has one writer")
    await store.write(LOCAL, begin_deletion, conversation, NOON + timedelta(days=1))

    with store.engine.connect() as connection:
        write_deliveries(Unit(connection, LOCAL), webhook, [tell(conversation)], {conversation: 1}, LATER)
        deletion = asyncio.create_task(store.write(LOCAL, finish_deletion, conversation, NOON + timedelta(days=1)))
        await asyncio.sleep(0.3)
        waited = not deletion.done()
        connection.commit()

    assert await deletion is not None
    assert waited
    assert await store.read(LOCAL, list_named) == set()


@pytest.mark.parametrize(
    "change",
    [
        WebhookChange(include_text=False),
        WebhookChange(url="https://else.example/"),
        WebhookChange(shape="slack"),
        WebhookChange(events=("turn.failed",)),
        WebhookChange(enabled=False),
    ],
    ids=["text", "url", "shape", "events", "enabled"],
)
async def test_what_was_found_for_a_webhook_as_it_was_is_not_written(
    store: Store, webhook: Webhook, change: WebhookChange
) -> None:
    """At the same moment, too: a moment is no proof that nothing was changed."""
    conversation = await begin(store)

    changed = await store.write(LOCAL, change_webhook, webhook.id, change, NOON)
    of_before = await write(store, webhook, tell(conversation))
    of_now = await write(store, changed, tell(conversation))

    assert (of_before, of_now) == (0, int(changed.enabled))


async def test_only_another_address_and_fewer_words_stop_what_waits(store: Store, webhook: Webhook) -> None:
    await store.write(LOCAL, write_delivery, webhook.id, tell(None, "ping"), NOON)

    changes = [
        WebhookChange(url=webhook.url, include_text=True),
        WebhookChange(events=("turn.completed", "turn.failed"), shape="slack"),
        WebhookChange(events=("turn.failed",)),
        WebhookChange(include_text=False),
    ]
    statuses, starts = list[str](), list[bool]()
    for number, change in enumerate(changes, 1):
        now = NOON + timedelta(minutes=number)
        changed = await store.write(LOCAL, change_webhook, webhook.id, change, now)
        statuses += [each.status for each in await store.read(LOCAL, read_deliveries, webhook.id)]
        starts.append(changed.since == now)

    assert statuses == ["waiting", "waiting", "waiting", "stopped"]
    assert starts == [False, True, False, True]


async def test_what_waits_for_a_later_attempt_does_not_wait_for_anybody_now(store: Store, webhook: Webhook) -> None:
    """Operators see what could be sent and is not, and since when."""
    now = datetime.now(UTC).replace(microsecond=0)
    an_hour_ago, two_hours_ago = now - timedelta(hours=1), now - timedelta(hours=2)
    new = [tell(None, "ping") for _ in range(3)]
    for each, at in zip(new, (two_hours_ago, an_hour_ago, an_hour_ago), strict=True):
        await store.write(LOCAL, write_delivery, webhook.id, each, at)
    before = await store.read(OPERATOR, count_waiting)

    taken = await store.write(LOCAL, take_delivery, new[0].id, now, timedelta(seconds=30))
    assert taken is not None
    await store.write(LOCAL, note_outcome, taken, Outcome(500, "status"), now + timedelta(hours=1))
    after = await store.read(OPERATOR, count_waiting)

    assert before == (Waiting("webhook", 3, two_hours_ago),)
    assert after == (Waiting("webhook", 2, an_hour_ago),)
