"""Somebody wants to be told what ends: an address, events, a secret that is told once, and a look at what was sent."""

from dataclasses import replace
from datetime import datetime
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from antiphon.access.audit import AuditAction
from antiphon.access.principal import Principal
from antiphon.conversation.errors import CommandRefused, WebhookAddressRefused
from antiphon.conversation.webhook import (
    OVERLAP,
    PING,
    Delivery,
    DeliveryId,
    Webhook,
    WebhookChange,
    WebhookEvent,
    WebhookId,
    WebhookShape,
)
from antiphon.egress.errors import AddressRefused
from antiphon.engine.runtime.deeds import new_deed
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.webhooks.bodies import has_words, write_ping
from antiphon.engine.webhooks.courier import Courier, new_delivery_id
from antiphon.secrets.webhooks import fingerprint, spell_secret
from antiphon.store.reads.webhooks import read_deliveries, read_delivery, read_webhook, read_webhooks
from antiphon.store.unit import Unit
from antiphon.store.writes.audit import Target, write_audit
from antiphon.store.writes.recorded import Line, recorded
from antiphon.store.writes.webhooks import (
    NewDelivery,
    add_webhook,
    change_webhook,
    delete_webhook,
    hold_webhook,
    rotate_webhook,
    send_again,
    write_delivery,
)

# Each is looked after every second.
MOST: Final = 20


class Told(NamedTuple):
    """A webhook, and the secret it signs with from now on, told this once."""

    webhook: Webhook
    secret: str


class WantedWebhook(NamedTuple):
    """What somebody wants to be told, and where."""

    url: str
    events: tuple[WebhookEvent, ...]
    shape: WebhookShape = "standard"
    include_text: bool = False


class Webhooks:
    """What people do with their webhooks; `courier` sees the rest through."""

    def __init__(self, courier: Courier) -> None:
        self.courier = courier
        self._store = courier.store

    async def list(self, principal: Principal) -> tuple[Webhook, ...]:
        """One's own."""
        return await self._store.read(principal, read_webhooks)

    async def read(self, principal: Principal, webhook_id: WebhookId) -> Webhook:
        """One of them, or `NotFound`."""
        return await self._store.read(principal, read_webhook, webhook_id)

    async def read_deliveries(self, principal: Principal, webhook_id: WebhookId) -> tuple[Delivery, ...]:
        """What was sent of late, the newest first."""
        return await self._store.read(principal, read_deliveries, webhook_id)

    async def create(self, principal: Principal, wanted: WantedWebhook) -> Told:
        """Tell this address from now on. `WebhookAddressRefused`, or `CommandRefused` where there are too many."""
        self._check_address(wanted.url)
        webhook_id, now = WebhookId(new_id("wh")), self.courier.clock()
        secret = await self.courier.signer.find(webhook_id, 1)
        new = Webhook(
            id=webhook_id,
            workspace_id=principal.workspace_id,
            owner_id=principal.id,
            **wanted._asdict(),
            enabled=True,
            trouble=None,
            generation=1,
            fingerprint=fingerprint(secret),
            previous_fingerprint=None,
            previous_until=None,
            since=now,
            failing_since=None,
            created_at=now,
        )
        await self._store.write(principal, _add, new)
        self.courier.wake()
        return Told(new, spell_secret(secret))

    async def change(self, principal: Principal, webhook_id: WebhookId, change: WebhookChange) -> Webhook:
        """Have it otherwise; raises as `create` does, and `NotFound`.

        Told of other events from now on, it is still told of those before what has ended by now.
        """
        if change.url is not None:
            self._check_address(change.url)
        if change.events is not None:
            await self.courier.catch_up(await self.read(principal, webhook_id))
        target = Target("webhook", webhook_id, _name_host(change.url or ""))
        line = Line(new_deed(), AuditAction.WEBHOOK_CHANGED, target)
        now = self.courier.clock()
        changed = await self._store.write(principal, recorded, line, change_webhook, webhook_id, change, now)
        self.courier.wake()
        return changed

    async def rotate(self, principal: Principal, webhook_id: WebhookId) -> Told:
        """Sign with a new secret; with the one before as well, for a day."""
        before = await self.read(principal, webhook_id)
        secret = await self.courier.signer.find(webhook_id, before.generation + 1)
        until = self.courier.clock() + OVERLAP
        after = await self._store.write(principal, rotate_webhook, before, fingerprint(secret), until)
        return Told(after, spell_secret(secret))

    async def delete(self, principal: Principal, webhook_id: WebhookId) -> None:
        """Tell it nothing more, and forget what was sent."""
        line = Line(new_deed(), AuditAction.WEBHOOK_REMOVED, Target("webhook", webhook_id))
        await self._store.write(principal, recorded, line, delete_webhook, webhook_id)

    async def ping(self, principal: Principal, webhook_id: WebhookId) -> Delivery:
        """Send a test, also where it is switched off."""
        webhook, now = await self.read(principal, webhook_id), self.courier.clock()
        body = write_ping(webhook.shape, self.courier.base_url, webhook_id, now).body
        delivery_id = new_delivery_id()
        new = NewDelivery(delivery_id, PING, delivery_id, None, body)
        written = await self._store.write(principal, write_delivery, webhook_id, new, now)
        self.courier.wake()
        return written

    async def resend(self, principal: Principal, webhook_id: WebhookId, delivery_id: DeliveryId) -> Delivery:
        """Send something once more, whatever became of it; `CommandRefused` for words that may be meant for another."""
        again = await self._store.write(principal, _send_again, webhook_id, delivery_id, self.courier.clock())
        self.courier.wake()
        return again

    def _check_address(self, url: str) -> None:
        policy = self.courier.road.policy
        try:
            policy.check_url(url)
        except AddressRefused as error:
            raise WebhookAddressRefused(error.reason) from error
        if urlsplit(url).scheme != "https" and not policy.allow_private:
            raise WebhookAddressRefused("it must begin with https://")


def _add(unit: Unit, new: Webhook) -> None:
    if len(read_webhooks(unit)) >= MOST:
        raise CommandRefused("webhook", f"there are {MOST} already; remove one first")
    events = tuple(dict.fromkeys(new.events))
    add_webhook(unit, replace(new, events=events))
    facts = {"events": list(events), "with_text": new.include_text}
    target = Target("webhook", new.id, _name_host(new.url))
    write_audit(unit, new_deed(), AuditAction.WEBHOOK_ADDED, target, after=facts)


def _send_again(unit: Unit, webhook_id: WebhookId, delivery_id: DeliveryId, now: datetime) -> Delivery:
    """Ids and states go anywhere; words only to whom they were written for, and only while words are wanted."""
    delivery, webhook = read_delivery(unit, webhook_id, delivery_id), hold_webhook(unit, webhook_id)
    is_older = delivery.created_at < webhook.since
    if has_words(delivery.body) and (is_older or not webhook.include_text):
        raise CommandRefused("sending again", "words stand in it, and the webhook was changed or switched on since")
    return send_again(unit, webhook_id, delivery_id, now)


def _name_host(url: str) -> str:
    """Where it goes, without what stands in the rest of an address and may be a secret."""
    return urlsplit(url).hostname or ""
