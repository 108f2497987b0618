"""Webhooks: have a program elsewhere told what ends, see what it was told, send it again."""

from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.page import answer_all
from antiphon.api.schemas.webhooks import (
    ChangingWebhook,
    DeliveriesPage,
    DeliveryAnswer,
    NewWebhook,
    ToldWebhookAnswer,
    WebhookAnswer,
    WebhooksPage,
)
from antiphon.conversation.errors import CommandRefused, NotFound, WebhookAddressRefused
from antiphon.conversation.webhook import Delivery, DeliveryId, Webhook, WebhookChange, WebhookId
from antiphon.conversation.wire import format_time
from antiphon.engine.webhooks.webhooks import Told, WantedWebhook

router = APIRouter(route_class=BoundedRoute, prefix="/v1/webhooks", tags=["webhooks"])
READ = Policy(Verb.READ, "webhook")
# What is told is one's own, so everybody may have it told.
OWN = Policy(Verb.MANAGE, "webhook")


@router.get("", response_model=WebhooksPage, operation_id="list_webhooks")
@allow(READ)
async def get_webhooks(caller: Caller, deps: Deps) -> dict[str, Any]:
    """One's own webhooks, the oldest first."""
    return answer_all(_describe(each) for each in await deps.webhooks.list(caller))


@router.post("", status_code=201, response_model=ToldWebhookAnswer, operation_id="create_webhook")
@allow(
    OWN,
    body=SHORT,
    cost=CallCost.HEAVY,
    raises=(CommandRefused, WebhookAddressRefused),
    location="/v1/webhooks/{id}",
)
async def post_webhook(caller: Caller, deps: Deps, body: NewWebhook) -> dict[str, Any]:
    """Have an address told what ends from now on; the secret to check it by is told this once."""
    wanted = WantedWebhook(body.url, tuple(body.events), body.shape, body.include_text)
    return _describe_told(await deps.webhooks.create(caller, wanted))


@router.get("/{webhook_id}", response_model=WebhookAnswer, operation_id="get_webhook")
@allow(READ, raises=(NotFound,))
async def get_webhook(caller: Caller, deps: Deps, webhook_id: str) -> dict[str, Any]:
    """One webhook."""
    return _describe(await deps.webhooks.read(caller, WebhookId(webhook_id)))


@router.patch("/{webhook_id}", response_model=WebhookAnswer, operation_id="update_webhook")
@allow(OWN, body=SHORT, raises=(NotFound, WebhookAddressRefused))
async def patch_webhook(caller: Caller, deps: Deps, webhook_id: str, body: ChangingWebhook) -> dict[str, Any]:
    """Tell it something else, elsewhere, or nothing.

    What waits for one that is switched off, sent elsewhere or told no words any more is not sent. An event that is
    added is told from then on.
    """
    said = body.model_dump(exclude={"events"})
    change = WebhookChange(**said, events=None if body.events is None else tuple(body.events))
    return _describe(await deps.webhooks.change(caller, WebhookId(webhook_id), change))


@router.delete("/{webhook_id}", status_code=204, operation_id="delete_webhook")
@allow(OWN, raises=(NotFound,))
async def delete_webhook(caller: Caller, deps: Deps, webhook_id: str) -> None:
    """Tell it nothing more, and forget what it was told."""
    await deps.webhooks.delete(caller, WebhookId(webhook_id))


@router.post("/{webhook_id}/secret", response_model=ToldWebhookAnswer, operation_id="replace_webhook_secret")
@allow(OWN, raises=(NotFound,))
async def post_secret(caller: Caller, deps: Deps, webhook_id: str) -> dict[str, Any]:
    """Sign with a new secret, told this once; for a day the one before signs as well."""
    return _describe_told(await deps.webhooks.rotate(caller, WebhookId(webhook_id)))


@router.post("/{webhook_id}/ping", response_model=DeliveryAnswer, operation_id="send_webhook_ping")
@allow(OWN, cost=CallCost.HEAVY, raises=(NotFound,))
async def post_ping(caller: Caller, deps: Deps, webhook_id: str) -> dict[str, Any]:
    """Send a test message, also to one that is switched off."""
    return _describe_delivery(await deps.webhooks.ping(caller, WebhookId(webhook_id)))


@router.get("/{webhook_id}/deliveries", response_model=DeliveriesPage, operation_id="list_webhook_deliveries")
@allow(READ, raises=(NotFound,))
async def get_deliveries(caller: Caller, deps: Deps, webhook_id: str) -> dict[str, Any]:
    """The last fifty messages, the newest first, and what became of them."""
    found = await deps.webhooks.read_deliveries(caller, WebhookId(webhook_id))
    return answer_all(_describe_delivery(each) for each in found)


@router.post(
    "/{webhook_id}/deliveries/{delivery_id}/send", response_model=DeliveryAnswer, operation_id="send_webhook_delivery"
)
@allow(OWN, cost=CallCost.HEAVY, raises=(NotFound, CommandRefused))
async def post_delivery(caller: Caller, deps: Deps, webhook_id: str, delivery_id: str) -> dict[str, Any]:
    """Send a message once more, under the same id, whatever became of it.

    One with words in it is refused where the webhook takes none any more, or goes elsewhere since.
    """
    sent = await deps.webhooks.resend(caller, WebhookId(webhook_id), DeliveryId(delivery_id))
    return _describe_delivery(sent)


def _describe(webhook: Webhook) -> dict[str, Any]:
    return {
        "id": webhook.id,
        "url": webhook.url,
        "events": list(webhook.events),
        "shape": webhook.shape,
        "include_text": webhook.include_text,
        "enabled": webhook.enabled,
        "trouble": webhook.trouble,
        "failing_since": None if webhook.failing_since is None else format_time(webhook.failing_since),
        "rotating_until": None if webhook.previous_until is None else format_time(webhook.previous_until),
        "created_at": format_time(webhook.created_at),
    }


def _describe_told(told: Told) -> dict[str, Any]:
    return {"id": told.webhook.id, "signs_with": told.secret, "webhook": _describe(told.webhook)}


def _describe_delivery(delivery: Delivery) -> dict[str, Any]:
    return {
        "id": delivery.id,
        "webhook_id": delivery.webhook_id,
        "event": delivery.event,
        "status": delivery.status,
        "attempts": delivery.attempts,
        "answered": delivery.answered,
        "problem": delivery.problem,
        "next_at": None if delivery.next_at is None else format_time(delivery.next_at),
        "created_at": format_time(delivery.created_at),
        "tried_at": None if delivery.tried_at is None else format_time(delivery.tried_at),
        "body": delivery.body,
    }
