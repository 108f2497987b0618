"""The options in force on this node: one value, replaced as a whole when somebody changes a setting.

Whoever needs several of them for one piece of work takes `now` once. A change holds on the node it was made on when
the request that made it is answered; other nodes look every two seconds.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal
from antiphon.conversation.errors import SettingsInvalid, StoreUnavailable
from antiphon.engine.options import EngineOptions
from antiphon.store.reads.settings import read_settings
from antiphon.store.unit import Store

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "settings")
_SECONDS = 2.0

Build = Callable[[Mapping[str, object]], EngineOptions]


class InForce:
    """What the engine is told, made by `build` from the rows the database holds.

    `build` raises `SettingsInvalid` for rows that cannot be used: a change to such rows is refused. Rows that could be
    used once, like a model whose provider is gone, do not keep the house closed: they are left aside until they fit.
    """

    def __init__(self, build: Build, rows: Mapping[str, object]) -> None:
        self._build = build
        self.now = self._build_usable(rows)
        self.rows = dict(rows)
        # Two changes at once: whoever reads later must also be the one whose reading stays.
        self._lock = asyncio.Lock()

    def check(self, rows: Mapping[str, object]) -> None:
        """Refuse rows that could not be taken over."""
        self._build(rows)

    def _build_usable(self, rows: Mapping[str, object]) -> EngineOptions:
        for usable in (rows, {name: value for name, value in rows.items() if name != "default_model"}):
            try:
                return self._build(usable)
            except SettingsInvalid as error:
                logger.warning("settings_left_aside", extra={"problems": error.problems})
        return self._build({})

    async def refresh(self, store: Store, principal: Principal) -> None:
        """Take over what the database says now."""
        async with self._lock:
            rows = await store.read(principal, read_settings)
            if rows != self.rows:
                self.now = self._build_usable(rows)
                self.rows = rows

    async def run_for_ever(self, store: Store, principal: Principal) -> None:
        """Follow what other nodes change."""
        while True:
            await asyncio.sleep(_SECONDS)
            try:
                await self.refresh(store, principal)
            except StoreUnavailable:
                logger.warning("settings_wait")
            except SettingsInvalid as error:
                logger.warning("settings_invalid", extra={"problems": error.problems})
