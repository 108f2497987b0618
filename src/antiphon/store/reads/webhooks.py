"""Who is told what has ended, and what became of each time."""

from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Row, func, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import PrincipalId, WorkspaceId
from antiphon.conversation.webhook import Delivery, DeliveryId, Webhook, WebhookId
from antiphon.store.reads.people import is_active
from antiphon.store.tables import webhook_deliveries, webhooks
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

# As many as a page shows.
_SHOWN: Final = 50
_LINE: Final = (webhook_deliveries.c.next_at, webhook_deliveries.c.id)
_MAY_COME_IN: Final = is_active(webhooks.c.owner_id, webhooks.c.workspace_id)


class DueDelivery(NamedTuple):
    """Something to be sent, and whom to."""

    id: DeliveryId
    webhook: Webhook


class Busy(NamedTuple):
    """Who is being sent as much at once as they may be."""

    webhooks: frozenset[WebhookId] = frozenset()
    owners: frozenset[PrincipalId] = frozenset()


NOBODY: Final = Busy()


def read_webhooks(unit: Unit) -> tuple[Webhook, ...]:
    """A person's own, the oldest first."""
    query = select(webhooks).where(visible(unit, webhooks)).order_by(webhooks.c.created_at, webhooks.c.id)
    return tuple(as_webhook(row) for row in unit.connection.execute(query))


def read_webhook(unit: Unit, webhook_id: WebhookId) -> Webhook:
    """One of them, or `NotFound`."""
    query = select(webhooks).where(webhooks.c.id == webhook_id, visible(unit, webhooks))
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("webhook", webhook_id)
    return as_webhook(row)


def read_live_webhooks(unit: Unit) -> tuple[Webhook, ...]:
    """All that are switched on and whose owners may still come in. Asked by the system across all workspaces."""
    query = select(webhooks).where(webhooks.c.enabled, _MAY_COME_IN)
    return tuple(as_webhook(row) for row in unit.connection.execute(query))


def read_due_deliveries(
    unit: Unit, now: datetime, limit: int, each: int, busy: Busy = NOBODY
) -> tuple[DueDelivery, ...]:
    """What is to be sent, the longest waiting first. Asked by the system across all workspaces.

    Of one webhook no more than `each`, and nothing of the busy ones: a long line before one door hides no other.
    """
    place = func.row_number().over(partition_by=webhook_deliveries.c.webhook_id, order_by=_LINE).label("place")
    lines = (
        select(webhook_deliveries.c.webhook_id, *_LINE, place)
        .join(webhooks, webhooks.c.id == webhook_deliveries.c.webhook_id)
        .where(webhook_deliveries.c.next_at <= now, webhook_deliveries.c.status == "waiting", _MAY_COME_IN)
        .where(webhooks.c.id.not_in(busy.webhooks), webhooks.c.owner_id.not_in(busy.owners))
        .subquery()
    )
    query = (
        select(lines.c.id.label("delivery_id"), webhooks)
        .join(webhooks, webhooks.c.id == lines.c.webhook_id)
        .where(lines.c.place <= each)
        .order_by(lines.c.next_at, lines.c.id)
        .limit(limit)
    )
    return tuple(DueDelivery(DeliveryId(row.delivery_id), as_webhook(row)) for row in unit.connection.execute(query))


def read_deliveries(unit: Unit, webhook_id: WebhookId) -> tuple[Delivery, ...]:
    """The last of them, the newest first; `NotFound` for a webhook that is not there."""
    read_webhook(unit, webhook_id)
    mine = webhook_deliveries.c.webhook_id == webhook_id
    newest = (webhook_deliveries.c.created_at.desc(), webhook_deliveries.c.id.desc())
    query = select(webhook_deliveries).where(mine, visible(unit, webhook_deliveries)).order_by(*newest).limit(_SHOWN)
    return tuple(as_delivery(row) for row in unit.connection.execute(query))


def read_delivery(unit: Unit, webhook_id: WebhookId, delivery_id: DeliveryId) -> Delivery:
    """One of them, or `NotFound`."""
    query = select(webhook_deliveries).where(
        webhook_deliveries.c.id == delivery_id,
        webhook_deliveries.c.webhook_id == webhook_id,
        visible(unit, webhook_deliveries),
    )
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("delivery", delivery_id)
    return as_delivery(row)


def as_webhook(row: Row[Any]) -> Webhook:
    """What the row says."""
    return Webhook(
        id=WebhookId(row.id),
        workspace_id=WorkspaceId(row.workspace_id),
        owner_id=PrincipalId(row.owner_id),
        url=row.url,
        events=tuple(row.events),
        shape=row.shape,
        include_text=row.include_text,
        enabled=row.enabled,
        trouble=row.trouble,
        generation=row.generation,
        fingerprint=row.fingerprint,
        previous_fingerprint=row.previous_fingerprint,
        previous_until=row.previous_until,
        since=row.since,
        failing_since=row.failing_since,
        created_at=row.created_at,
    )


def as_delivery(row: Row[Any]) -> Delivery:
    """What the row says."""
    return Delivery(
        id=DeliveryId(row.id),
        webhook_id=WebhookId(row.webhook_id),
        event=row.event,
        status=row.status,
        body=row.body,
        attempts=row.attempts,
        failures=row.failures,
        next_at=row.next_at,
        answered=row.answered,
        problem=row.problem,
        created_at=row.created_at,
        tried_at=row.tried_at,
    )
