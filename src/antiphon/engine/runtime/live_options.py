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
from antiphon.engine.runtime.options import EngineOptions
from antiphon.engine.runtime.usable_settings import PutAside, Usable, keep_usable
from antiphon.store.reads.settings import read_settings
from antiphon.store.unit import Store

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "settings")
_SECONDS = 2.0

Build = Callable[[Mapping[str, object]], EngineOptions]


class LiveOptions:
    """What the engine is told, made by `build` from the rows the database holds.

    `build` raises `SettingsInvalid` for rows that cannot be used: a change to such a row is refused. A row that could
    be used once, like a model whose provider is gone, is put aside until it fits; all others stay in force.
    """

    def __init__(self, build: Build, rows: Mapping[str, object]) -> None:
        self._build = build
        self._saved = dict(rows)
        self._usable = self._sort_out(rows)
        # Two changes at once: whoever reads later must also be the one whose reading stays.
        self._lock = asyncio.Lock()

    @property
    def now(self) -> EngineOptions:
        """The options in force."""
        return self._usable.made

    @property
    def rows(self) -> Mapping[str, object]:
        """What people changed at run time, as far as it is in force."""
        return self._usable.rows

    @property
    def aside(self) -> Mapping[str, PutAside]:
        """Saved values that are not in force, by name."""
        return self._usable.aside

    def check(self, rows: Mapping[str, object]) -> None:
        """Refuse rows that could not be taken over; what was put aside before is not held against a change."""
        known = {name for name, each in self.aside.items() if rows.get(name) == each.value}
        self._build({name: value for name, value in rows.items() if name not in known})

    def _sort_out(self, rows: Mapping[str, object]) -> Usable[EngineOptions]:
        usable = keep_usable(rows, self._build)
        for name, each in usable.aside.items():
            logger.warning("setting_put_aside", extra={"setting": name, "reason": each.reason})
        return usable

    def rebuild(self) -> None:
        """Make the options anew of the same rows: what they are made with has changed."""
        self._usable = self._sort_out(self._saved)

    async def refresh(self, store: Store, principal: Principal) -> None:
        """Take over what the database says now."""
        async with self._lock:
            rows = await store.read(principal, read_settings)
            if rows != self._saved:
                self._usable = self._sort_out(rows)
                self._saved = rows

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
