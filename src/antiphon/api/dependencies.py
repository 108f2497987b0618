"""What every route may reach."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal, Protocol, cast

from fastapi import Depends, Request

from antiphon.access.principal import Principal
from antiphon.api.connections import Connections, OwnKeys
from antiphon.api.gate import Gate
from antiphon.engine.analyses.analyses import Analyses
from antiphon.engine.engine import Engine
from antiphon.engine.evals.improvements import Improvements
from antiphon.engine.evals.map_checks import MapChecks
from antiphon.engine.evals.runs import Evals
from antiphon.engine.exports.exports import Exports
from antiphon.engine.heartbeats.scheduler import HeartbeatScheduler
from antiphon.engine.imports.imports import Imports
from antiphon.engine.recovery.deletions import Deletions
from antiphon.engine.retrieval.documents import Documents
from antiphon.engine.webhooks.webhooks import Webhooks
from antiphon.feed.follow import Feed
from antiphon.importers.protocol import Importer
from antiphon.plugins.listing import ListedPackage
from antiphon.plugins.pack import Pack
from antiphon.providers.scripted.provider import REHEARSAL_MODEL
from antiphon.settings import Loaded, Settings, reload_settings
from antiphon.speech.voices import Voices


@dataclass(frozen=True, slots=True)
class KnownProvider:
    """A place that models are reached at, as far as it is known without asking; `why_not` when it cannot be used."""

    name: str
    kind: str
    place: Literal["rehearsal", "local", "remote"]
    models: tuple[str, ...] = ()
    why_not: str | None = None


class Plugins(Protocol):
    """What packages beside ours add here."""

    def list_packages(self) -> Sequence[ListedPackage]:
        """Every package with plug-ins that is installed, used or not; reads their files."""
        ...

    def list_importers(self) -> Sequence[Importer]:
        """The formats that can be read."""
        ...

    def list_packs(self) -> Sequence[Pack]:
        """The packs that can be taken in."""
        ...


@dataclass(slots=True)
class Dependencies:
    """What the routes work with, built once by `app`, and a few words about it."""

    engine: Engine
    analyses: Analyses
    documents: Documents
    evals: Evals
    improvements: Improvements
    map_checks: MapChecks
    heartbeats: HeartbeatScheduler
    deletions: Deletions
    imports: Imports
    exports: Exports
    webhooks: Webhooks
    feed: Feed
    version: str
    settings: Settings
    connections: Connections
    plugins: Plugins
    providers: tuple[dict[str, str], ...] = ()
    known_providers: tuple[KnownProvider, ...] = ()
    gate: Gate | None = None
    own_keys: OwnKeys | None = None
    voices: Voices = field(default_factory=lambda: Voices(()))

    def is_rehearsing(self, principal: Principal) -> bool:
        """True while no real model answers for advisors that name none."""
        return self.engine.options_of(principal).default_model == REHEARSAL_MODEL

    @property
    def scripted(self) -> frozenset[str]:
        """The names of providers that only rehearse."""
        return frozenset(each.name for each in self.known_providers if each.place == "rehearsal")

    def load(self, principal: Principal) -> Loaded:
        """Every setting as it is now for this principal, with what was changed at run time."""
        return reload_settings(self.settings, self.engine.live_options.find(principal).saved)


async def find_dependencies(request: Request) -> Dependencies:
    """What this application was opened with."""
    return cast("Dependencies", request.app.state.dependencies)


Deps = Annotated[Dependencies, Depends(find_dependencies)]
