"""One attempt: the bytes are signed and posted once, under the strict policy, and nothing of the answer is kept."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from antiphon.conversation.errors import KeyFileRefused, KeyUnknown
from antiphon.conversation.webhook import Delivery, DeliveryProblem, Outcome, Webhook
from antiphon.egress.errors import AddressRefused, EgressError, NotHttp, WentSilent
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session, post
from antiphon.engine.webhooks.bodies import find_media_type
from antiphon.secrets.webhooks import fingerprint, make_secret, sign

logger = logging.getLogger(__name__)

# From the first packet to the status of the answer.
SECONDS: Final = 10.0
_OK, _REDIRECTS, _ERRORS = 200, 300, 400


@dataclass(frozen=True, slots=True)
class Signer:
    """Makes secrets of the key that is this installation's own; reading that may take a moment."""

    read_root: Callable[[], bytes]

    async def find(self, webhook_id: str, generation: int) -> bytes:
        """The secret of this number."""
        root = await asyncio.to_thread(self.read_root)
        return make_secret(root, webhook_id, generation)

    async def find_current(self, webhook: Webhook, now: datetime) -> list[bytes]:
        """The secrets that count now, the newest first; none when it is not the one that was told.

        The key may be another than the one the secret was made of: a signature would then be wrong, and nobody could
        say why.
        """
        newest = await self.find(webhook.id, webhook.generation)
        if fingerprint(newest) != webhook.fingerprint:
            return []
        if webhook.previous_until is None or webhook.previous_until <= now:
            return [newest]
        before = await self.find(webhook.id, webhook.generation - 1)
        return [newest, before] if fingerprint(before) == webhook.previous_fingerprint else [newest]


@dataclass(frozen=True, slots=True)
class Road:
    """Connections, and the policy they are opened under."""

    session: Session
    policy: AddressPolicy


async def send(road: Road, signer: Signer, webhook: Webhook, delivery: Delivery, now: datetime) -> Outcome:
    """Post it once; whatever happens is an outcome."""
    secrets = await _find_secrets(signer, webhook, now)
    if not secrets:
        return Outcome(problem="secret")
    body, timestamp = delivery.body.encode(), int(now.timestamp())
    headers = {
        "Content-Type": find_media_type(webhook.shape),
        "webhook-id": delivery.id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": sign(secrets, delivery.id, timestamp, body),
    }
    try:
        return _judge(await _post(road, webhook.url, body, headers))
    except TimeoutError:
        return Outcome(problem="timeout")
    except EgressError as error:
        return Outcome(problem=_name_problem(error))


async def _find_secrets(signer: Signer, webhook: Webhook, now: datetime) -> list[bytes]:
    """None where there is no key to make them of: to whoever waits for the message that is one failure among others."""
    try:
        return await signer.find_current(webhook, now)
    except (KeyFileRefused, KeyUnknown) as error:
        logger.warning("webhook_unsigned", extra={"webhook": webhook.id, "reason": str(error)})
        return []


async def _post(road: Road, url: str, body: bytes, headers: dict[str, str]) -> int:
    """The status alone: what else is answered is not read."""
    async with asyncio.timeout(SECONDS):
        response = await post(
            road.session,
            road.policy,
            url,
            body=body,
            headers=headers,
            silence_seconds=SECONDS,
            connect_seconds=SECONDS,
        )
        response.close()
        return response.status


def _judge(status: int) -> Outcome:
    if _OK <= status < _REDIRECTS:
        return Outcome(status)
    return Outcome(status, "redirect" if _REDIRECTS <= status < _ERRORS else "status")


def _name_problem(error: EgressError) -> DeliveryProblem:
    match error:
        case AddressRefused():
            return "address_refused"
        case WentSilent():
            return "timeout"
        case NotHttp():
            return "not_http"
        case _:
            return "no_connection"
