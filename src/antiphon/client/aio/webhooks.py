"""The calls about programs elsewhere that are told what has ended."""

from collections.abc import Iterable
from typing import Any

from antiphon.client.aio.base import Noun
from antiphon.client.answers.webhooks import ToldWebhook, Webhook, WebhookDelivery
from antiphon.client.paging import read_items
from antiphon.client.wire import build_path


class Webhooks(Noun):
    """Addresses that are told: make one, test it, see what it was told, send that again."""

    async def list(self) -> tuple[Webhook, ...]:
        """One's own, the oldest first."""
        return read_items(await self._wire.get("/v1/webhooks"), Webhook.read)

    async def read(self, webhook_id: str) -> Webhook:
        """One of them."""
        return Webhook.read(await self._wire.get(_path(webhook_id)))

    async def create(
        self, url: str, events: Iterable[str], *, shape: str = "standard", include_text: bool = False
    ) -> ToldWebhook:
        """Have an address told; the secret in the answer is told this once."""
        body = {"url": url, "events": [*events], "shape": shape, "include_text": include_text}
        return ToldWebhook.read(await self._wire.ask("POST", "/v1/webhooks", body))

    async def change(self, webhook_id: str, **changes: Any) -> Webhook:
        """Have it otherwise: `url`, `events`, `shape`, `include_text`, `enabled`."""
        return Webhook.read(await self._wire.ask("PATCH", _path(webhook_id), changes))

    async def rotate(self, webhook_id: str) -> ToldWebhook:
        """Sign with a new secret; for a day the one before signs as well."""
        return ToldWebhook.read(await self._wire.ask("POST", f"{_path(webhook_id)}/secret"))

    async def ping(self, webhook_id: str) -> WebhookDelivery:
        """Send a test."""
        return WebhookDelivery.read(await self._wire.ask("POST", f"{_path(webhook_id)}/ping"))

    async def deliveries(self, webhook_id: str) -> tuple[WebhookDelivery, ...]:
        """What was sent of late, the newest first."""
        return read_items(await self._wire.get(f"{_path(webhook_id)}/deliveries"), WebhookDelivery.read)

    async def send_again(self, webhook_id: str, delivery_id: str) -> WebhookDelivery:
        """Send a message once more, under the same id."""
        path = build_path("/v1/webhooks/{}/deliveries/{}/send", webhook_id, delivery_id)
        return WebhookDelivery.read(await self._wire.ask("POST", path))

    async def delete(self, webhook_id: str) -> None:
        """Tell it nothing more."""
        await self._wire.ask("DELETE", _path(webhook_id))


def _path(webhook_id: str) -> str:
    return build_path("/v1/webhooks/{}", webhook_id)
