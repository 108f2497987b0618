"""What `antiphon doctor` sees of models: each provider is asked for its list with the key it has, and told nothing."""

import asyncio
from collections.abc import Mapping

from antiphon.app.faults import Check, fail
from antiphon.app.models import Models, build_listing, choose_way, find_added, gather_models
from antiphon.app.ways import Ways, open_ways
from antiphon.conversation.errors import (
    AntiphonError,
    AuthFailed,
    ConnectFailed,
    ProviderError,
    ProviderTimeout,
    SettingsInvalid,
)
from antiphon.providers.listing import list_models
from antiphon.providers.profile import choose_profile
from antiphon.settings import HOMES, ProviderSettings, Settings

_FAULTS: Mapping[type[ProviderError], str] = {
    AuthFailed: "provider_key_refused",
    ConnectFailed: "provider_unreachable",
    ProviderTimeout: "provider_unreachable",
}


async def check_models(settings: Settings) -> list[Check]:
    """Which models there are, and for each provider whether it answers and has the model it is asked for."""
    try:
        async with open_ways() as ways:
            models = await gather_models(settings, ways)
            return [_describe(models), *await _ask_all(settings, models, ways)]
    except SettingsInvalid as error:
        is_extra = any("install the extra" in each for each in error.problems)
        return [fail("models", "extra_missing" if is_extra else "models_unusable", "; ".join(error.problems))]
    except AntiphonError as error:
        return [fail("models", "models_unusable", str(error))]


def _describe(models: Models) -> Check:
    if models.rehearsal:
        advice = "run `antiphon connect`, set OPENAI_API_KEY or start Ollama"
        return Check("models", True, f"none found: the scripted voices rehearse; {advice}")
    names = ", ".join(each["name"] for each in models.described)
    return Check("models", True, f"{models.default} (known: {names})")


async def _ask_all(settings: Settings, models: Models, ways: Ways) -> list[Check]:
    """Wires of plug-ins have no list that we know of."""
    asked = {name: each for name, each in models.configured.items() if each.kind in ("openai_chat", *HOMES)}
    return await asyncio.gather(*(_ask(settings, models, ways, name, each) for name, each in asked.items()))


async def _ask(settings: Settings, models: Models, ways: Ways, name: str, provider: ProviderSettings) -> Check:
    title = f"provider {name}"
    way = choose_way(ways, name, provider, find_added(settings))
    try:
        offered = await list_models(way.session, way.policy, build_listing(name, provider))
    except ProviderError as error:
        return fail(title, _FAULTS.get(type(error), "provider_failing"), str(error))
    wanted = _find_wanted(models, name, provider)
    if wanted is not None and not any(each in (wanted, f"{wanted}:latest") for each in offered):
        return fail(title, "model_missing", f"it answers, and has no model called {wanted}")
    return Check(title, True, f"answers with {len(offered)} models")


def _find_wanted(models: Models, name: str, provider: ProviderSettings) -> str | None:
    """The model it is asked for when an advisor names none, else its own first one; a list has no deployments."""
    if choose_profile(name, provider.base_url, provider.profile).has_deployments:
        return None
    default, _, model = models.default.partition(":")
    return model if default == name else provider.model
