"""Where models are reached, in the words of the front door."""

from collections.abc import Mapping
from typing import Literal
from urllib.parse import urlsplit

from antiphon.api.dependencies import KnownProvider
from antiphon.app.models import REHEARSAL, Models
from antiphon.app.ways import is_this_machine
from antiphon.settings import ProviderSettings, Settings, layers_of


def describe_providers(settings: Settings, models: Models) -> tuple[KnownProvider, ...]:
    """Every provider in the order it is preferred, those whose extra is missing, and the rehearsal. Nobody is asked."""
    usable = tuple(_describe(name, each) for name, each in models.configured.items())
    locked = tuple(_describe_locked(name) for name in layers_of(settings).locked if name not in models.configured)
    scripted = () if "scripted" in models.configured else (_REHEARSAL,)
    return usable + locked + scripted


_REHEARSAL = KnownProvider("scripted", "scripted", "rehearsal", (REHEARSAL.partition(":")[2],))


def _describe(name: str, provider: ProviderSettings) -> KnownProvider:
    return KnownProvider(name, provider.kind, _find_place(provider), _name_models(provider.model, provider.models))


def _describe_locked(name: str) -> KnownProvider:
    sentence = f"its key was found; install the extra `{name}` to use it"
    return KnownProvider(name, name, "remote", why_not=sentence)


def _name_models(usual: str, said: Mapping[str, object]) -> tuple[str, ...]:
    """A star says something about all models and names none."""
    named = (usual, *said)
    return tuple(dict.fromkeys(model for model in named if model and model != "*"))


def _find_place(provider: ProviderSettings) -> Literal["rehearsal", "local", "remote"]:
    if provider.kind == "scripted":
        return "rehearsal"
    return "local" if is_this_machine(urlsplit(provider.base_url).hostname or "") else "remote"
