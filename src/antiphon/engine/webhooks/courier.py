"""Looks for what has ended, writes down who is to be told of it, and sends that until it has arrived.

Every node does both. What was found is written once, whoever finds it; what is sent is taken by one node for a while,
and a node that dies leaves it to be sent again under the same name.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal, on_behalf_of
from antiphon.conversation.errors import NotFound, StoreUnavailable
from antiphon.conversation.webhook import DeliveryId, Happening, Webhook
from antiphon.engine.runtime.failpoint import failpoint
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.engine.webhooks.bodies import write_happening
from antiphon.engine.webhooks.sending import SECONDS, Road, Signer, send
from antiphon.store.reads.webhook_events import read_news
from antiphon.store.reads.webhooks import DueDelivery, read_due_deliveries, read_live_webhooks
from antiphon.store.unit import Store
from antiphon.store.writes.webhooks import NewDelivery, note_outcome, take_delivery, write_deliveries

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "webhooks")

_LOOK_SECONDS: Final = 1.0
_IDLE_SECONDS: Final = 5.0
# While there is no webhook; whoever adds one at this node wakes it.
_NOBODY_SECONDS: Final = 60.0
# Beside the looks at the last day, one at everything: a clock may have been wrong.
_THOROUGH_SECONDS: Final = 600.0
# Longer than any attempt: whoever has not written its end by then has died over it.
_LEASE: Final = timedelta(seconds=3 * SECONDS)
# Nobody who is slow to receive keeps others waiting.
_AT_ONCE, _EACH = 16, 2
_READ_AT_ONCE: Final = 64


class Courier:
    """Tells other programs what has ended. `base_url` is where people find this server."""

    def __init__(
        self,
        store: Store,
        operator: Principal,
        road: Road,
        signer: Signer,
        base_url: str,
        *,
        is_open: Callable[[], bool] = lambda: True,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.store = store
        self.road = road
        self.signer = signer
        self.base_url = base_url
        self.clock = clock
        self._operator = operator
        self._is_open = is_open
        self._woken = asyncio.Event()
        self._sending: dict[DueDelivery, asyncio.Task[None]] = {}
        self._thorough_at = 0.0
        # When news is looked for next; a place that is free to send in is no news.
        self._news_at = 0.0
        self._has_listeners = False

    def wake(self) -> None:
        """There may be something to tell."""
        self._news_at = 0.0
        self._woken.set()

    def hear_ending(self) -> None:
        """Something has ended; nothing is looked at while nobody listens. Another node looks by itself."""
        if self._has_listeners:
            self.wake()

    async def run_for_ever(self) -> None:
        """Look and send; whatever is on its way when this is cancelled is sent again by whoever looks next."""
        try:
            while True:
                pause = _IDLE_SECONDS
                with suppress(StoreUnavailable):
                    pause = await self._look()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), pause)
                self._woken.clear()
        finally:
            tasks = list(self._sending.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def look(self) -> None:
        """Find what has ended, and send what is due, to the end of each attempt."""
        self._news_at = 0.0
        await self._look()
        await asyncio.gather(*self._sending.values())

    async def _look(self) -> float:
        """Returns how long the next look can wait."""
        if not self._is_open():
            return _IDLE_SECONDS
        if time.monotonic() >= self._news_at:
            self._news_at = time.monotonic() + await self._find_all_news()
        due = await self.store.read(self._operator, read_due_deliveries, self.clock(), _READ_AT_ONCE)
        for each in due:
            self._begin(each)
        if not due and not self._has_listeners:
            return _NOBODY_SECONDS
        return min(_LOOK_SECONDS if due else _IDLE_SECONDS, max(0.0, self._news_at - time.monotonic()))

    async def _find_all_news(self) -> float:
        """Returns when to look for more."""
        live = await self.store.read(self._operator, read_live_webhooks)
        self._has_listeners = bool(live)
        thorough = time.monotonic() >= self._thorough_at
        for webhook in live:
            await self._find_news(webhook, thorough=thorough)
        if thorough:
            self._thorough_at = time.monotonic() + _THOROUGH_SECONDS
        return _LOOK_SECONDS if live else _IDLE_SECONDS

    async def _find_news(self, webhook: Webhook, *, thorough: bool) -> None:
        principal, now = find_owner(webhook), self.clock()
        news = await self.store.read(principal, read_news, webhook, now, thorough=thorough)
        if not news.happenings and not (thorough and news.seen):
            return
        new = [self._write(webhook, each) for each in news.happenings]
        written = await self.store.write(principal, write_deliveries, webhook, new, news.seen, now)
        if written:
            logger.info("webhook_found", extra={"webhook": webhook.id, "events": written})
            failpoint("webhook_written")

    def _write(self, webhook: Webhook, happening: Happening) -> NewDelivery:
        body = write_happening(webhook.shape, self.base_url, happening).body
        return NewDelivery(new_delivery_id(), happening.event, happening.subject, happening.conversation_id, body)

    def _begin(self, due: DueDelivery) -> None:
        busy = Counter(each.webhook.id for each in self._sending)
        is_here = any(each.id == due.id for each in self._sending)
        if is_here or len(self._sending) >= _AT_ONCE or busy[due.webhook.id] >= _EACH:
            return
        self._sending[due] = asyncio.create_task(self._send(due), name=f"webhook {due.id}")

    async def _send(self, due: DueDelivery) -> None:
        try:
            await self._attempt(due)
        except StoreUnavailable:
            logger.warning("webhook_postponed", extra={"delivery": due.id})
        except NotFound:
            logger.info("webhook_gone", extra={"delivery": due.id})
        except Exception:
            logger.exception("webhook_failed", extra={"delivery": due.id})
        finally:
            del self._sending[due]
            self._woken.set()

    async def _attempt(self, due: DueDelivery) -> None:
        principal = find_owner(due.webhook)
        taken = await self.store.write(principal, take_delivery, due.id, self.clock(), _LEASE)
        if taken is None:
            return
        outcome = await send(self.road, self.signer, due.webhook, taken, self.clock())
        failpoint("webhook_sent")
        trouble = await retry_write(lambda: self.store.write(principal, note_outcome, taken, outcome, self.clock()))
        facts = {"delivery": taken.id, "status": outcome.answered, "problem": outcome.problem}
        logger.info("webhook_tried", extra=facts)
        if trouble is not None:
            logger.warning("webhook_disabled", extra={"webhook": due.webhook.id, "trouble": trouble})


def new_delivery_id() -> DeliveryId:
    """A name for a message; whoever receives it twice knows it again by this."""
    return DeliveryId(new_id("msg"))


def find_owner(webhook: Webhook) -> Principal:
    """On whose behalf it is told."""
    return on_behalf_of(webhook.workspace_id, webhook.owner_id)
