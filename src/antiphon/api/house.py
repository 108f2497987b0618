"""What every route may reach."""

from dataclasses import dataclass, field
from typing import Annotated, Literal, cast

from fastapi import Depends, Request

from antiphon.engine.engine import Engine
from antiphon.feed.follow import Feed
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


@dataclass(slots=True)
class House:
    """The rooms behind the front door, and a few words about them."""

    engine: Engine
    feed: Feed
    version: str
    settings: Settings
    providers: tuple[dict[str, str], ...] = ()
    known_providers: tuple[KnownProvider, ...] = ()
    voices: Voices = field(default_factory=lambda: Voices(()))

    @property
    def rehearsal(self) -> bool:
        """True while no real model answers for advisors that name none."""
        return self.engine.options.default_model == REHEARSAL_MODEL

    @property
    def scripted(self) -> frozenset[str]:
        """The names of providers that only rehearse."""
        return frozenset(each.name for each in self.known_providers if each.place == "rehearsal")

    @property
    def loaded(self) -> Loaded:
        """Every setting as it is now, with what people changed at run time."""
        return reload_settings(self.settings, self.engine.in_force.rows)


def find_house(request: Request) -> House:
    """The house this application serves."""
    return cast("House", request.app.state.house)


Rooms = Annotated[House, Depends(find_house)]
