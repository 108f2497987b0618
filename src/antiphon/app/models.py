"""Which models there are: configured, found on this machine, or the rehearsal."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from antiphon.app.plugins import load_wires
from antiphon.app.ways import OPERATOR_POLICY, Way, Ways
from antiphon.conversation.errors import SettingsInvalid
from antiphon.conversation.model import ModelFacts, Prices
from antiphon.conversation.receipt import PayingKey
from antiphon.egress.session import post
from antiphon.egress.tape import Post
from antiphon.engine.runtime.limits import Limit
from antiphon.providers.detect import LocalModel, ModelTraits, find_local_models
from antiphon.providers.listing import ModelListing
from antiphon.providers.openai_chat.provider import OpenAIChat
from antiphon.providers.plugged.provider import Plugged
from antiphon.providers.plugged.wire import Wire
from antiphon.providers.profile import Profile, choose_profile
from antiphon.providers.provider import Provider
from antiphon.providers.scripted.provider import Scripted
from antiphon.providers.timeouts import Timeouts
from antiphon.settings import (
    PLUGIN_KIND,
    ModelSettings,
    ProviderSettings,
    Settings,
    find_address,
    hide_passwords,
    layers_of,
)

logger = logging.getLogger(__name__)

REHEARSAL = "scripted:rehearsal"
# A model on somebody's own machine answers a few at a time; more would only make all of them slow.
LOCAL_CONCURRENCY = 4
# It may take minutes to load a model, or to come to the next in line.
LOCAL_PATIENCE: Mapping[str, float] = {"first_byte_seconds": 600.0, "idle_seconds": 300.0}

# A model that completes a text is shown no pictures and calls nothing.
_FLAT = ModelFacts(sees=False, takes_tools=False)


@dataclass(frozen=True, slots=True)
class Models:
    """Every provider by name, what each allows, and the model of advisors that name none.

    `facts_overrides` holds what the operator or the server itself says about a model, under `provider:model`; it
    counts for more than any catalogue. `found` are the servers on this machine that were looked for at the start,
    `wires` what packages beside ours speak.
    """

    providers: Mapping[str, Provider]
    limits: Mapping[str, Limit]
    default: str
    described: tuple[dict[str, str], ...]
    facts_overrides: Mapping[str, ModelFacts] = field(default_factory=dict)
    configured: Mapping[str, ProviderSettings] = field(default_factory=dict)
    found: Mapping[str, ProviderSettings] = field(default_factory=dict)
    wires: Mapping[str, Wire] = field(default_factory=dict)

    @property
    def rehearsal(self) -> bool:
        """True when no real model was found."""
        return self.default == REHEARSAL

    def choose_default(self, settings: Settings) -> str:
        """The model of advisors that name none under these settings; `SettingsInvalid` for an unknown provider."""
        return _choose(settings, self.configured)

    def choose_usable(self, settings: Settings) -> str:
        """The same; for an unknown provider, the first there is."""
        return _choose_usable(settings, self.configured)


async def gather_models(settings: Settings, ways: Ways, post: Post = post) -> Models:
    """Build the providers and choose the default: the one named, else the first found, else the rehearsal.

    Servers on this machine are looked for unless the operator has set up a provider. What is sent goes through `post`.
    """
    is_set_up = bool(settings.providers.keys() - find_added(settings).keys())
    found = await _detect(ways) if settings.detect_local_models and not is_set_up else {}
    return build_models(settings, ways, found, post)


def build_models(
    settings: Settings,
    ways: Ways,
    found: Mapping[str, ProviderSettings],
    post: Post = post,
    before: Models | None = None,
) -> Models:
    """The providers of these settings and those found on this machine; nobody is asked.

    A provider that has not changed since `before` stays the same one.
    """
    configured = {
        **settings.providers,
        **{name: each for name, each in found.items() if name not in settings.providers},
    }
    wires, configured = _plug_in(settings, configured)
    added = find_added(settings)
    providers: dict[str, Provider] = {"scripted": Scripted()}
    for name, each in configured.items():
        if before is not None and before.configured.get(name) == each:
            providers[name] = before.providers[name]
        else:
            providers[name] = build_provider(name, each, choose_way(ways, name, each, added), post, wires=wires)
    return Models(
        providers=providers,
        limits={name: _limit(each) for name, each in configured.items()},
        default=_choose_usable(settings, configured),
        described=tuple(_describe(name, each) for name, each in configured.items()),
        facts_overrides=_gather_facts(configured),
        configured=configured,
        found=found,
        wires=wires,
    )


def _plug_in(
    settings: Settings, configured: Mapping[str, ProviderSettings]
) -> tuple[Mapping[str, Wire], dict[str, ProviderSettings]]:
    """The wires of plug-ins that providers speak, and the providers with their usual addresses.

    A provider whose plug-in is left out is left out too, and the house opens. `SettingsInvalid` for a wire that nobody
    who is installed speaks.
    """
    if not any(each.kind.startswith(PLUGIN_KIND) for each in configured.values()):
        return {}, dict(configured)
    loaded = load_wires(settings)
    wires = {PLUGIN_KIND + each.name: each.value for each in loaded.found}
    left_out = {PLUGIN_KIND + each.name: each.why for each in loaded.left_out}
    usable: dict[str, ProviderSettings] = {}
    for name, each in configured.items():
        if not each.kind.startswith(PLUGIN_KIND):
            usable[name] = each
        elif each.kind in wires:
            usable[name] = each if each.base_url else each.model_copy(update={"base_url": wires[each.kind].home})
        elif each.kind in left_out:
            why = {"provider": name, "plugin": each.kind, "reason": left_out[each.kind]}
            logger.warning("provider_left_out", extra=why)
        else:
            raise SettingsInvalid((f"providers.{name}.kind: no installed plug-in speaks this wire",))
    return wires, usable


def choose_way(ways: Ways, name: str, each: ProviderSettings, added: Mapping[str, ProviderSettings]) -> Way:
    """How a provider is reached: as one that was added by hand, or as one of the operator's."""
    return ways.of_added(name, each.base_url) if name in added else ways.of_operator()


def _describe(name: str, settings: ProviderSettings) -> dict[str, str]:
    return {"name": name, "kind": settings.kind, "base_url": hide_passwords(settings.base_url)}


def find_added(settings: Settings) -> Mapping[str, ProviderSettings]:
    """The providers that were added by hand and that nothing stronger has taken the place of."""
    layers = layers_of(settings)
    decided = {name for layer in (layers.keys, layers.file, layers.environment, layers.start) for name in _named(layer)}
    return {name: each for name, each in settings.providers.items() if name in layers.added and name not in decided}


def _named(layer: Mapping[str, Any]) -> Mapping[str, Any]:
    named = layer.get("providers")
    return named if isinstance(named, Mapping) else {}


async def _detect(ways: Ways) -> dict[str, ProviderSettings]:
    located = await find_local_models(ways.operator, OPERATOR_POLICY)
    return {each.provider: _build_local(each) for each in located}


def _build_local(each: LocalModel) -> ProviderSettings:
    window, takes_tools = each.traits
    said = ModelSettings(context_window=window, takes_tools=takes_tools)
    known = {} if each.traits == ModelTraits() else {each.model: said}
    more: dict[str, Any] = {"concurrency": LOCAL_CONCURRENCY, "models": known, **LOCAL_PATIENCE}
    return ProviderSettings(base_url=each.base_url, model=each.model, **more)


def _gather_facts(configured: Mapping[str, ProviderSettings]) -> dict[str, ModelFacts]:
    flat = {f"{name}:*": _FLAT for name, each in configured.items() if each.profile == "completions"}
    return flat | {
        f"{name}:{model}": _build_facts(said)
        for name, each in configured.items()
        for model, said in each.models.items()
    }


def _build_facts(said: ModelSettings) -> ModelFacts:
    prices = None
    if said.input_price is not None and said.output_price is not None:
        prices = Prices(said.input_price, said.output_price, said.cached_price)
    return ModelFacts(
        window=said.context_window,
        input_limit=said.input_limit,
        output_limit=said.output_limit,
        tokens_per_minute=said.tokens_per_minute,
        prices=prices,
        source="settings",
        sees=said.sees,
        takes_tools=said.takes_tools,
    )


def build_provider(
    name: str,
    settings: ProviderSettings,
    way: Way,
    post: Post = post,
    paying_key: PayingKey | None = None,
    wires: Mapping[str, Wire] | None = None,
) -> Provider:
    """One provider; `SettingsInvalid` when something it needs is missing. `wires` are those of plug-ins."""
    if settings.kind == "scripted":
        return Scripted(name)
    if wires and settings.kind in wires:
        return _build_plugged(name, wires[settings.kind], settings, way, post, paying_key)
    if settings.kind != "openai_chat":
        return _build_bridge(name, settings, way, post, paying_key)
    if not settings.base_url:
        raise SettingsInvalid((f"providers.{name}.base_url: is missing",))
    return OpenAIChat(
        name,
        settings.base_url,
        _read_key(settings),
        session=way.session,
        policy=way.policy,
        timeouts=_build_timeouts(settings),
        profile=_build_profile(name, settings),
        api_version=settings.api_version,
        post=post,
        paying_key=paying_key,
    )


def build_listing(name: str, settings: ProviderSettings) -> ModelListing:
    """Where this provider lists its models, reached the way it is talked to."""
    address = find_address(name, settings)
    return ModelListing(name, settings.kind, address, _read_key(settings), settings.profile, settings.api_version)


def _build_profile(name: str, settings: ProviderSettings) -> Profile:
    profile = choose_profile(name, settings.base_url, settings.profile)
    if profile.has_deployments and not settings.api_version and not settings.base_url.rstrip("/").endswith("/v1"):
        raise SettingsInvalid((f"providers.{name}.api_version: is missing, or base_url should end in /openai/v1",))
    return replace(
        profile,
        system=settings.system_placement,
        max_tokens_field=settings.max_tokens_field or profile.max_tokens_field,
    )


def _build_bridge(
    name: str, settings: ProviderSettings, way: Way, post: Post, paying_key: PayingKey | None
) -> Provider:
    """A wire that a library speaks. The library is imported here and nowhere before, for it takes seconds."""
    try:
        from antiphon.providers.bridge.families import load_family
        from antiphon.providers.bridge.provider import Bridge

        family = load_family(settings.kind)
    except ImportError as error:
        sentence = f"install the extra `{settings.kind}` first"
        raise SettingsInvalid((f"providers.{name}.kind: {sentence}",)) from error
    return Bridge(
        name,
        family,
        find_address(name, settings),
        _read_key(settings),
        session=way.session,
        policy=way.policy,
        timeouts=_build_timeouts(settings),
        post=post,
        paying_key=paying_key,
    )


def _build_plugged(
    name: str, wire: Wire, settings: ProviderSettings, way: Way, post: Post, paying_key: PayingKey | None
) -> Provider:
    if not settings.base_url:
        raise SettingsInvalid((f"providers.{name}.base_url: is missing",))
    return Plugged(
        name,
        wire,
        settings.base_url,
        _read_key(settings),
        session=way.session,
        policy=way.policy,
        timeouts=_build_timeouts(settings),
        post=post,
        paying_key=paying_key,
    )


def _read_key(settings: ProviderSettings) -> str | None:
    return settings.api_key.get_secret_value() if settings.api_key else None


def _build_timeouts(settings: ProviderSettings) -> Timeouts:
    return Timeouts(settings.connect_seconds, settings.first_byte_seconds, settings.idle_seconds)


def _limit(settings: ProviderSettings) -> Limit:
    return Limit(
        settings.concurrency, settings.requests_per_minute, settings.tokens_per_minute, settings.tokens_per_day
    )


def _choose_usable(settings: Settings, configured: Mapping[str, ProviderSettings]) -> str:
    """A default that was chosen while another provider was there must not keep the house closed."""
    try:
        return _choose(settings, configured)
    except SettingsInvalid:
        return _choose(settings.model_copy(update={"default_model": None}), configured)


def _choose(settings: Settings, configured: Mapping[str, ProviderSettings]) -> str:
    if settings.default_model is None:
        named = (f"{name}:{each.model}" for name, each in configured.items() if each.model)
        return next(named, REHEARSAL)
    provider = settings.default_model.partition(":")[0]
    if provider != "scripted" and provider not in configured:
        raise SettingsInvalid((f"default_model: there is no provider called {provider!r}",))
    return settings.default_model
