"""Whether this version may still work on its database, while newer ones migrate it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, Literal

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal
from antiphon.conversation.errors import StoreUnavailable
from antiphon.store.migrate import is_newer, wanted_revision
from antiphon.store.reads.window import read_present_window
from antiphon.store.unit import Store

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "nodes")

_LOOK_SECONDS: Final = 2.0
Standing = Literal["ok", "newer", "schema_ahead"]


class Fitness:
    """How this version stands to the database's revision, as of the last look."""

    def __init__(self, store: Store, principal: Principal) -> None:
        self._store = store
        self._principal = principal
        self.standing: Standing = "ok"

    async def look(self) -> Standing:
        """`newer` when a newer version has migrated and this one goes on, `schema_ahead` when it is too old to."""
        window, wanted = await self._store.read(self._principal, read_present_window), wanted_revision()
        before, self.standing = self.standing, "ok"
        if is_newer(window.revision):
            self.standing = "newer" if window.admits(wanted) else "schema_ahead"
        if self.standing != before:
            facts = {"standing": self.standing, "revision": window.revision, "oldest": window.oldest, "wanted": wanted}
            logger.warning("schema_moved", extra=facts)
        return self.standing

    async def watch_for_ever(self, leave: Callable[[], Awaitable[None]]) -> None:
        """Look again and again, and leave once when this version has become too old; it is never taken in again."""
        while self.standing != "schema_ahead":
            await asyncio.sleep(_LOOK_SECONDS)
            try:
                await self.look()
            except StoreUnavailable:
                continue
        logger.error("outdated", extra={"wanted": wanted_revision()})
        await leave()
