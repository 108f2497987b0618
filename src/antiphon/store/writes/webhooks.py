"""Somebody is to be told what ends; what they are told is written down, sent, and noted."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, literal, select, update

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.webhook import (
    PATIENCE,
    Delivery,
    DeliveryId,
    Outcome,
    Webhook,
    WebhookChange,
    WebhookId,
    WebhookTrouble,
    find_next_attempt,
)
from antiphon.store.dialect import insert_into
from antiphon.store.reads.webhooks import as_delivery, read_delivery, read_webhook
from antiphon.store.tables import conversations, webhook_cursors, webhook_deliveries, webhooks
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


class NewDelivery(NamedTuple):
    """What is to be sent."""

    id: DeliveryId
    event: str
    subject: str
    conversation_id: ConversationId | None
    body: str


def add_webhook(unit: Unit, webhook: Webhook) -> None:
    """Tell it from now on."""
    unit.connection.execute(insert(webhooks), asdict(webhook) | {"events": list(webhook.events)})
    _skip_past(unit, webhook.id)


def change_webhook(unit: Unit, webhook_id: WebhookId, change: WebhookChange, now: datetime) -> Webhook:
    """Have it otherwise; `NotFound` when it is not there.

    Switched off it is sent nothing more, not even what waits; switched on it is told what ends from then on.
    """
    before = read_webhook(unit, webhook_id)
    values = {name: value for name, value in asdict(change).items() if value is not None}
    if change.events is not None:
        values["events"] = list(change.events)
    if change.enabled and not before.enabled:
        values |= {"since": now, "trouble": None, "failing_since": None}
        _skip_past(unit, webhook_id)
    if values:
        _change(unit, webhook_id, **values)
    if change.enabled is False:
        _stop_waiting(unit, webhook_id)
    return read_webhook(unit, webhook_id)


def rotate_webhook(unit: Unit, before: Webhook, fingerprint: str, previous_until: datetime) -> Webhook:
    """Sign with the next secret too; `NotFound` when somebody else was quicker, or it is gone."""
    mine = (webhooks.c.id == before.id) & visible(unit, webhooks) & (webhooks.c.generation == before.generation)
    values = {
        "generation": before.generation + 1,
        "fingerprint": fingerprint,
        "previous_fingerprint": before.fingerprint,
        "previous_until": previous_until,
    }
    if unit.connection.execute(update(webhooks).where(mine).values(values)).rowcount != 1:
        raise NotFound("webhook", before.id)
    return read_webhook(unit, before.id)


def delete_webhook(unit: Unit, webhook_id: WebhookId) -> None:
    """Forget it with all that was sent; `NotFound` when it is not there."""
    read_webhook(unit, webhook_id)
    for table in (webhook_deliveries, webhook_cursors):
        unit.connection.execute(delete(table).where(table.c.webhook_id == webhook_id, visible(unit, table)))
    unit.connection.execute(delete(webhooks).where(webhooks.c.id == webhook_id, visible(unit, webhooks)))


def write_deliveries(
    unit: Unit,
    webhook: Webhook,
    new: Sequence[NewDelivery],
    seen: Mapping[ConversationId, int],
    now: datetime,
) -> int:
    """Have these sent, and remember how far was looked, in one transaction; returns how many were not there before.

    Nothing where the webhook was switched off or given another address meanwhile: whoever looks next decides anew.
    """
    mine = (webhooks.c.id == webhook.id) & visible(unit, webhooks)
    same = (webhooks.c.enabled, webhooks.c.since == webhook.since)
    if unit.connection.execute(select(webhooks.c.id).where(mine, *same).with_for_update()).one_or_none() is None:
        return 0
    written = sum(_put(unit, webhook.id, each, now) for each in new)
    for conversation_id, seq in seen.items():
        _move_cursor(unit, webhook.id, conversation_id, seq)
    return written


def write_delivery(unit: Unit, webhook_id: WebhookId, new: NewDelivery, now: datetime) -> Delivery:
    """Have this one sent."""
    _put(unit, webhook_id, new, now)
    return read_delivery(unit, webhook_id, new.id)


def send_again(unit: Unit, webhook_id: WebhookId, delivery_id: DeliveryId, now: datetime) -> Delivery:
    """Have it sent once more from the beginning, under the same name; `NotFound` when it is not there."""
    read_delivery(unit, webhook_id, delivery_id)
    values = {"status": "waiting", "failures": 0, "next_at": now}
    mine = (webhook_deliveries.c.id == delivery_id) & visible(unit, webhook_deliveries)
    unit.connection.execute(update(webhook_deliveries).where(mine).values(values))
    return read_delivery(unit, webhook_id, delivery_id)


def take_delivery(unit: Unit, delivery_id: DeliveryId, now: datetime, lease: timedelta) -> Delivery | None:
    """It is this node's to send, until the lease ends; nothing when somebody else was quicker."""
    row = unit.connection.execute(
        update(webhook_deliveries)
        .where(
            webhook_deliveries.c.id == delivery_id,
            webhook_deliveries.c.status == "waiting",
            webhook_deliveries.c.next_at <= now,
            visible(unit, webhook_deliveries),
        )
        .values(attempts=webhook_deliveries.c.attempts + 1, next_at=now + lease)
        .returning(*webhook_deliveries.c)
    ).one_or_none()
    return None if row is None else as_delivery(row)


def note_outcome(unit: Unit, taken: Delivery, outcome: Outcome, now: datetime) -> WebhookTrouble | None:
    """How an attempt ended, and when the next is; what the webhook was switched off for, if this was the last straw.

    Whoever was late to write it down writes nothing: somebody else has sent it since.
    """
    failures = taken.failures + (not outcome.is_delivered)
    next_at = None if outcome.is_delivered else find_next_attempt(failures, now)
    status = "delivered" if outcome.is_delivered else "waiting" if next_at is not None else "failed"
    values = {
        "status": status,
        "failures": failures,
        "next_at": next_at,
        "answered": outcome.answered,
        "problem": outcome.problem,
        "tried_at": now,
    }
    mine = (webhook_deliveries.c.id == taken.id) & (webhook_deliveries.c.attempts == taken.attempts)
    mine &= (webhook_deliveries.c.status == "waiting") & visible(unit, webhook_deliveries)
    if unit.connection.execute(update(webhook_deliveries).where(mine).values(values)).rowcount != 1:
        return None
    return _weigh(unit, taken.webhook_id, outcome, now)


def forget_deliveries(unit: Unit, before: datetime) -> None:
    """Forget, in every workspace, what was written down before this moment."""
    unit.connection.execute(delete(webhook_deliveries).where(webhook_deliveries.c.created_at < before))


def _weigh(unit: Unit, webhook_id: WebhookId, outcome: Outcome, now: datetime) -> WebhookTrouble | None:
    """Whether the webhook goes on after this."""
    webhook = read_webhook(unit, webhook_id)
    if outcome.is_delivered:
        if webhook.failing_since is not None:
            _change(unit, webhook_id, failing_since=None)
        return None
    failing_since = webhook.failing_since or now
    trouble: WebhookTrouble | None = None
    if outcome.is_gone:
        trouble = "gone"
    elif now - failing_since >= PATIENCE:
        trouble = "failing"
    if trouble is None or not webhook.enabled:
        _change(unit, webhook_id, failing_since=failing_since)
        return None
    _change(unit, webhook_id, failing_since=failing_since, enabled=False, trouble=trouble)
    _stop_waiting(unit, webhook_id)
    return trouble


def _change(unit: Unit, webhook_id: WebhookId, **values: Any) -> None:
    mine = (webhooks.c.id == webhook_id) & visible(unit, webhooks)
    unit.connection.execute(update(webhooks).where(mine).values(**values))


def _stop_waiting(unit: Unit, webhook_id: WebhookId) -> None:
    waiting = (webhook_deliveries.c.webhook_id == webhook_id) & (webhook_deliveries.c.status == "waiting")
    stopped = update(webhook_deliveries).where(waiting, visible(unit, webhook_deliveries))
    unit.connection.execute(stopped.values(status="stopped", next_at=None))


def _put(unit: Unit, webhook_id: WebhookId, new: NewDelivery, now: datetime) -> int:
    row = new._asdict() | {
        "workspace_id": unit.workspace_id,
        "webhook_id": webhook_id,
        "status": "waiting",
        "next_at": now,
        "created_at": now,
    }
    put = insert_into(webhook_deliveries, unit.dialect).values(row)
    return unit.connection.execute(put.on_conflict_do_nothing()).rowcount


def _move_cursor(unit: Unit, webhook_id: WebhookId, conversation_id: ConversationId, seq: int) -> None:
    """Never back: two nodes may have looked, and one of them further. Not for one that is deleted by now."""
    there = select(
        literal(unit.workspace_id), literal(webhook_id), conversations.c.id, literal(seq)
    ).where(conversations.c.id == conversation_id, visible(unit, conversations))  # fmt: skip
    names = ["workspace_id", "webhook_id", "conversation_id", "seq"]
    put = insert_into(webhook_cursors, unit.dialect).from_select(names, there)
    further = put.excluded.seq > webhook_cursors.c.seq
    unit.connection.execute(
        put.on_conflict_do_update(
            index_elements=["webhook_id", "conversation_id"], set_={"seq": put.excluded.seq}, where=further
        )
    )


def _skip_past(unit: Unit, webhook_id: WebhookId) -> None:
    """Everything that has happened so far counts as looked at."""
    mine = conversations.c.owner_id == unit.principal.id
    unit.connection.execute(
        delete(webhook_cursors).where(webhook_cursors.c.webhook_id == webhook_id, visible(unit, webhook_cursors))
    )
    heads = select(conversations.c.workspace_id, literal(webhook_id), conversations.c.id, conversations.c.last_seq)
    names = ["workspace_id", "webhook_id", "conversation_id", "seq"]
    unit.connection.execute(insert(webhook_cursors).from_select(names, heads.where(visible(unit, conversations), mine)))
