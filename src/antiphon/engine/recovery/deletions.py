"""Conversations are deleted for good: those somebody asked for, and those that were kept for a while only."""

import asyncio
import logging
from datetime import UTC, datetime

from antiphon.access.audit import AuditAction
from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal, on_behalf_of
from antiphon.conversation.errors import StoreUnavailable
from antiphon.conversation.ids import ConversationId
from antiphon.engine.runtime.deeds import new_deed
from antiphon.engine.runtime.failpoint import failpoint
from antiphon.live.live import Live
from antiphon.store.dialect import empty_journal
from antiphon.store.reads.deletions import count_open_turns, read_due
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.audit import Target, write_audit
from antiphon.store.writes.delete_conversation import DeletionReason, begin_deletion, finish_deletion
from antiphon.store.writes.request_stop import StopRequest

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "deletion")
_EVERY_SECONDS = 10.0
_MOST_AT_ONCE = 20
# Whoever was asked to stop does so within a checkpoint. What a frozen node still says afterwards counts no more.
_STOP_SECONDS = 8.0
_POLL_SECONDS = 0.1


class Deletions:
    """Deletes conversations, and sees through what a crash has cut off."""

    def __init__(self, store: Store, live: Live, operator: Principal) -> None:
        self._store = store
        self._live = live
        self._operator = operator

    async def run_for_ever(self) -> None:
        """Delete whatever is to be kept no longer, from the first moment on. Two nodes only share the work."""
        while True:
            try:
                for due in await self._store.read(self._operator, read_due, _MOST_AT_ONCE):
                    await self.delete(on_behalf_of(due.workspace_id, due.owner_id), due.id, "expired")
            except StoreUnavailable:
                logger.warning("deletions_wait")
            await asyncio.sleep(_EVERY_SECONDS)

    async def delete(
        self, principal: Principal, conversation_id: ConversationId, why: DeletionReason = "asked"
    ) -> None:
        """When this returns nothing of it is left; when it raises, all of it is or the job sees it through.

        Asking twice is harmless. `NotFound` for one that was never there.
        """
        request = await self._store.write(principal, _begin, conversation_id, why)
        if request is None:
            return
        if request.reply_ids:
            self._live.ask_stop(request.reply_ids)
        self._live.tell_list_changed()
        failpoint("deletion_begun")
        await self._wait_for_silence(principal, conversation_id)
        fact = await self._store.write(principal, finish_deletion, conversation_id, datetime.now(UTC))
        if fact is None:
            return
        self._live.publish(fact)
        logger.info("conversation_deleted", extra={"conversation": conversation_id, "by": principal.id, "why": why})
        if self._store.is_sqlite:
            await self._store.in_thread(lambda: empty_journal(self._store.engine))

    async def _wait_for_silence(self, principal: Principal, conversation_id: ConversationId) -> None:
        """Until whoever spoke there has ended, or long enough."""
        loop = asyncio.get_running_loop()
        until = loop.time() + _STOP_SECONDS
        while loop.time() < until:
            if await self._store.read(principal, count_open_turns, conversation_id) == 0:
                return
            await asyncio.sleep(_POLL_SECONDS)


def _begin(unit: Unit, conversation_id: ConversationId, why: DeletionReason) -> StopRequest | None:
    """What somebody asked for leaves a line; what was never to be kept leaves none."""
    deed = new_deed()
    request = begin_deletion(unit, conversation_id, deed.at, why)
    if request is not None and why == "asked":
        write_audit(unit, deed, AuditAction.CONVERSATION_DELETED, Target("conversation", conversation_id))
    return request
