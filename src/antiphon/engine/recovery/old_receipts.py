"""Receipts that earlier versions kept whole become passages while the server runs."""

import asyncio
import logging

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal
from antiphon.conversation.errors import StoreUnavailable
from antiphon.store.unit import Store
from antiphon.store.writes.cut_receipts import cut_some_receipts

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "receipts")
# Nobody waits for this, and whoever sends meanwhile should not wait for it either.
_PAUSE_SECONDS = 0.1
# Nodes of an earlier version may still be at work beside this one, and keep receipts whole.
_EVERY_SECONDS = 600.0


class OldReceipts:
    """Cuts receipts that are whole. Nodes that do this at once share the work."""

    def __init__(self, store: Store, operator: Principal) -> None:
        self._store = store
        self._operator = operator

    async def run_for_ever(self) -> None:
        """Go on where the last process was, until nothing is whole; then look again from time to time."""
        while True:
            try:
                while await self._store.write(self._operator, cut_some_receipts):
                    await asyncio.sleep(_PAUSE_SECONDS)
            except StoreUnavailable:
                logger.warning("old_receipts_wait")
            await asyncio.sleep(_EVERY_SECONDS)
