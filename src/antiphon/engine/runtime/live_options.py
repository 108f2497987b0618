"""The options in force on this node, for each person their own.

What somebody changed for themselves counts more than what their workspace has, and that more than what whoever runs the
server has. All that was ever changed lies in memory and is put together when somebody first needs it, so that no turn
asks the database for it. Whoever needs several options for one piece of work takes them once. A change holds on the
node it was made on when the request that made it is answered; other nodes look every two seconds.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal
from antiphon.conversation.errors import SettingsInvalid, StoreUnavailable
from antiphon.conversation.ids import PrincipalId, WorkspaceId
from antiphon.conversation.scope import SCOPES, Saved
from antiphon.engine.runtime.options import EngineOptions
from antiphon.engine.runtime.usable_settings import PutAside, keep_usable
from antiphon.store.reads.settings import ChangedRows, WorkspaceRows, read_changed_settings
from antiphon.store.unit import Store

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "settings")
_SECONDS = 2.0

Build = Callable[[Saved], EngineOptions]
# The instance, a workspace, or a person in one: as long as its scope is narrow.
_Place = tuple[()] | tuple[WorkspaceId] | tuple[WorkspaceId, PrincipalId]


class SettingsInForce(NamedTuple):
    """The options of one principal, the saved values behind them, and those that do not count, by name."""

    options: EngineOptions
    saved: Saved
    aside: Mapping[str, PutAside]


@dataclass(frozen=True, slots=True)
class _Rows:
    """What was read at one moment, and what was made of it so far; transactions on several threads may add to that."""

    instance: Mapping[str, object] = field(default_factory=dict)
    workspaces: Mapping[WorkspaceId, WorkspaceRows] = field(default_factory=dict)
    made: dict[_Place, SettingsInForce] = field(default_factory=dict)

    def find_place(self, principal: Principal) -> _Place:
        """The narrowest place with rows of its own: whoever has changed nothing lives by what is wider."""
        found = self.workspaces.get(principal.workspace_id)
        if found is None:
            return ()
        if principal.id in found.people:
            return (principal.workspace_id, principal.id)
        return (principal.workspace_id,) if found.shared else ()

    def rows_of(self, place: _Place) -> Mapping[str, object]:
        """What was saved at this very place."""
        match place:
            case ():
                return self.instance
            case (workspace_id,):
                return self.workspaces[workspace_id].shared
            case (workspace_id, person_id):
                return self.workspaces[workspace_id].people[person_id]

    def after(self, news: ChangedRows) -> "_Rows":
        """The same with what is new; what was made of anything else stays made."""
        if news.instance != self.instance:
            return _Rows(news.instance, {**self.workspaces, **news.workspaces})
        if not news.workspaces:
            return self
        made = {place: each for place, each in self.made.copy().items() if not {*place[:1]} & news.workspaces.keys()}
        return _Rows(self.instance, {**self.workspaces, **news.workspaces}, made)


class LiveOptions:
    """What the engine is told, made by `build` from the rows the database holds.

    `build` raises `SettingsInvalid` for rows that cannot be used: a change to such a row is refused. A row that could
    be used once, like a model whose provider is gone, is put aside until it fits, and what is said wider than it counts
    instead; all others stay in force.
    """

    def __init__(self, build: Build, instance: Mapping[str, object] | None = None) -> None:
        self._build = build
        self._rows = _Rows(instance or {})
        # Two changes at once: whoever reads later must also be the one whose reading stays.
        self._lock = asyncio.Lock()

    @property
    def instance(self) -> EngineOptions:
        """What the node itself lives by, whoever it works for."""
        return self._find(self._rows, ()).options

    def of(self, principal: Principal) -> EngineOptions:
        """What holds for whatever is done for this principal."""
        return self.find(principal).options

    def find(self, principal: Principal) -> SettingsInForce:
        """The same, with where it comes from."""
        rows = self._rows
        return self._find(rows, rows.find_place(principal))

    def check(self, principal: Principal, saved: Saved) -> None:
        """Refuse rows that could not be taken over; what was put aside before is not held against a change."""
        aside = self.find(principal).aside

        def drop_known(rows: Mapping[str, object]) -> dict[str, object]:
            return {name: said for name, said in rows.items() if name not in aside or aside[name].value != said}

        self._build({scope: drop_known(rows) for scope, rows in saved.items()})

    def rebuild(self) -> None:
        """Make the options anew of the same rows: what they are made with has changed."""
        self._take_over(_Rows(self._rows.instance, self._rows.workspaces))

    async def refresh(self, store: Store, operator: Principal) -> None:
        """Take over what the database says now."""
        async with self._lock:
            known = {each: rows.number for each, rows in self._rows.workspaces.items()}
            self._take_over(self._rows.after(await store.read(operator, read_changed_settings, known)))

    async def run_for_ever(self, store: Store, operator: Principal) -> None:
        """Follow what other nodes change."""
        while True:
            await asyncio.sleep(_SECONDS)
            try:
                await self.refresh(store, operator)
            except StoreUnavailable:
                logger.warning("settings_wait")
            except SettingsInvalid as error:
                logger.warning("settings_invalid", extra={"problems": error.problems})

    def _take_over(self, rows: _Rows) -> None:
        """Rows the node itself could not live by are refused here, and the last ones stay."""
        self._find(rows, ())
        self._rows = rows

    def _find(self, rows: _Rows, place: _Place) -> SettingsInForce:
        found = rows.made.get(place)
        if found is None:
            found = rows.made[place] = self._sort_out(rows, place)
        return found

    def _sort_out(self, rows: _Rows, place: _Place) -> SettingsInForce:
        """The rows of one place, as far as they can be used, over what is in force wider than it."""
        scope = SCOPES[len(place)]
        wider = self._find(rows, place[:-1]) if place else None
        around = {} if wider is None else dict(wider.saved)
        usable = keep_usable(rows.rows_of(place), lambda own: self._build({**around, scope: own}))
        for name, each in usable.aside.items():
            logger.warning("setting_put_aside", extra={"setting": name, "scope": scope, "reason": each.reason})
        aside = {} if wider is None else {name: each for name, each in wider.aside.items() if name not in usable.rows}
        return SettingsInForce(usable.made, {**around, scope: usable.rows}, {**aside, **usable.aside})
