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
from antiphon.conversation.webhook import Delivery, DeliveryId, Happening, Outcome, Webhook
from antiphon.engine.runtime.failpoint import failpoint
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.engine.webhooks.bodies import write_happening
from antiphon.engine.webhooks.sending import SECONDS, Road, Signer, send
from antiphon.store.reads.webhook_events import read_news
from antiphon.store.reads.webhooks import Busy, DueDelivery, read_due_deliveries, read_live_webhooks
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
# Nobody who is slow to receive keeps others waiting, and nobody with many webhooks keeps other people waiting.
_AT_ONCE, _OF_ONE_OWNER, _EACH = 16, 8, 2
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
        await asyncio.gather(*self._sending.values(), return_exceptions=True)

    async def catch_up(self, webhook: Webhook) -> None:
        """Write down what it is to be told of by now, as it is; for whoever is about to change what it is told."""
        await self._find_news(webhook, thorough=False)

    async def _look(self) -> float:
        """Returns how long the next look can wait."""
        if not self._is_open():
            return _IDLE_SECONDS
        if time.monotonic() >= self._news_at:
            self._news_at = time.monotonic() + await self._find_all_news()
        busy = self._find_busy()
        due = await self.store.read(self._operator, read_due_deliveries, self.clock(), _READ_AT_ONCE, _EACH, busy)
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

    def _find_busy(self) -> Busy:
        """Who is being sent as much at once as they may be."""
        of_webhooks = Counter(each.webhook.id for each in self._sending)
        of_owners = Counter(each.webhook.owner_id for each in self._sending)
        return Busy(
            frozenset(each for each, count in of_webhooks.items() if count >= _EACH),
            frozenset(each for each, count in of_owners.items() if count >= _OF_ONE_OWNER),
        )

    def _begin(self, due: DueDelivery) -> None:
        busy, is_here = self._find_busy(), any(each.id == due.id for each in self._sending)
        if is_here or len(self._sending) >= _AT_ONCE:
            return
        if due.webhook.id in busy.webhooks or due.webhook.owner_id in busy.owners:
            return
        task = asyncio.create_task(self._attempt(due), name=f"webhook {due.id}")
        self._sending[due] = task
        task.add_done_callback(lambda ended: self._end(due, ended))

    def _end(self, due: DueDelivery, ended: "asyncio.Task[None]") -> None:
        """Its place is free. What nobody foresaw is logged; the message still waits, and the next look finds it."""
        del self._sending[due]
        self._woken.set()
        if not ended.cancelled() and (error := ended.exception()) is not None:
            logger.error("webhook_failed", extra={"delivery": due.id}, exc_info=error)

    async def _attempt(self, due: DueDelivery) -> None:
        try:
            await self._deliver(due)
        except StoreUnavailable:
            logger.warning("webhook_postponed", extra={"delivery": due.id})
        except NotFound:
            logger.info("webhook_gone", extra={"delivery": due.id})

    async def _deliver(self, due: DueDelivery) -> None:
        principal = find_owner(due.webhook)
        taken = await self.store.write(principal, take_delivery, due.id, self.clock(), _LEASE)
        if taken is None:
            return
        outcome = await self._send(due.webhook, taken)
        failpoint("webhook_sent")
        trouble = await retry_write(lambda: self.store.write(principal, note_outcome, taken, outcome, self.clock()))
        facts = {"delivery": taken.id, "status": outcome.answered, "problem": outcome.problem}
        logger.info("webhook_tried", extra=facts)
        if trouble is not None:
            logger.warning("webhook_disabled", extra={"webhook": due.webhook.id, "trouble": trouble})

    async def _send(self, webhook: Webhook, taken: Delivery) -> Outcome:
        """What nobody foresaw is a failure too: noted, so that it is not tried for ever."""
        try:
            return await send(self.road, self.signer, webhook, taken, self.clock())
        except Exception:
            logger.exception("webhook_failed", extra={"delivery": taken.id})
            return Outcome(problem="no_connection")


def new_delivery_id() -> DeliveryId:
    """A name for a message; whoever receives it twice knows it again by this."""
    return DeliveryId(new_id("msg"))


def find_owner(webhook: Webhook) -> Principal:
    """On whose behalf it is told."""
    return on_behalf_of(webhook.workspace_id, webhook.owner_id)
