"""Providers that come and go while everything runs.

Settings, providers, limits, facts and the default model change together, between two steps of the loop: the next
message finds all of the new or all of the old. An answer that is being written keeps the provider it began with.
"""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, cast
from urllib.parse import urlsplit

from pydantic import SecretStr
from typing_extensions import override

from antiphon.access.principal import Principal
from antiphon.api.connections import Connected, Connections, Heard, LastTest, Offered, Source, TestedProvider, Wanted
from antiphon.app.hearing import Hearing
from antiphon.app.model_offers import describe_tested
from antiphon.app.models import (
    LOCAL_CONCURRENCY,
    LOCAL_PATIENCE,
    Models,
    build_listing,
    build_models,
    build_provider,
    choose_way,
    find_added,
)
from antiphon.app.provider_keep import ProviderKeep
from antiphon.app.ways import OPERATOR_POLICY, Ways, check_typed_address, is_this_machine
from antiphon.conversation.errors import (
    ExtraMissing,
    NotAModelServer,
    NotFound,
    ProviderAddressRefused,
    ProviderDecided,
    ProviderError,
    ProviderKeyMalformed,
    ProvidersPerNode,
)
from antiphon.providers.catalog import Catalog
from antiphon.providers.detect import find_local_models, find_traits
from antiphon.providers.listing import ModelListing, list_models
from antiphon.providers.provider import Provider
from antiphon.providers.spread import find_talkers
from antiphon.settings import (
    EXTRAS,
    HOMES,
    WELL_KNOWN_KEYS,
    ProviderSettings,
    Settings,
    find_address,
    has_extra,
    layers_of,
    replace_added,
)

_USUAL_MODELS = {name: model for name, _, model in WELL_KNOWN_KEYS.values()}
# Where each of them hands out keys. The browser client names no place elsewhere by itself.
_KEY_PAGES = {
    "openai": "https://platform.openai.com/api-keys",
    "openrouter": "https://openrouter.ai/keys",
    "groq": "https://console.groq.com/keys",
    "mistral": "https://console.mistral.ai/api-keys",
    "deepseek": "https://platform.deepseek.com/api_keys",
    "xai": "https://console.x.ai",
    "anthropic": "https://console.anthropic.com/settings/keys",
    "google": "https://aistudio.google.com/apikey",
}
# A shorter key would be half told by its last four characters.
_LEAST_KEY, _END = 16, 4
_KEY = re.compile(r"[\x21-\x7e]+")

TakeOver = Callable[[Settings, Models], None]


class ProviderConnections(Connections):
    """The providers of one house; `take_over` hands every change to the rooms that live by it."""

    def __init__(
        self,
        settings: Settings,
        models: Models,
        ways: Ways,
        catalog: Catalog,
        take_over: TakeOver,
        keep: ProviderKeep,
    ) -> None:
        self._settings = settings
        self._models = models
        self._ways = ways
        self._catalog = catalog
        self._hearing = Hearing()
        self._tests: dict[str, LastTest] = {}
        self._take_over = take_over
        self._keep = keep
        # Two people at once: each change is made on top of the other's.
        self._lock = asyncio.Lock()

    @property
    @override
    def file(self) -> str:
        return self._keep.place

    @override
    def offer(self) -> Sequence[Offered]:
        return [
            Offered(
                name,
                base_url,
                _USUAL_MODELS[name],
                _KEY_PAGES[name],
                None if has_extra(name) else str(ExtraMissing(name)),
            )
            for name, base_url in HOMES.items()
        ]

    @override
    def read(self) -> Sequence[Connected]:
        added = find_added(self._settings)
        return [
            Connected(
                name,
                find_address(name, each),
                each.model,
                self._find_source(name, added),
                _show_end(each) if name in added else None,
                is_overruled=name in layers_of(self._settings).added and name not in added,
                tested=self._tests.get(name),
            )
            for name, each in self._models.configured.items()
            if each.kind != "scripted"
        ]

    @override
    async def look_around(self) -> Sequence[TestedProvider]:
        found = await find_local_models(self._ways.operator, OPERATOR_POLICY)
        places = [ModelListing(each.provider, "openai_chat", each.base_url, None) for each in found]
        lists = await asyncio.gather(*(list_models(self._ways.operator, OPERATOR_POLICY, each) for each in places))
        return [
            await self._describe(place, each.model, names)
            for each, place, names in zip(found, places, lists, strict=True)
        ]

    @override
    async def test(self, wanted: Wanted) -> TestedProvider:
        # Where nothing can be added, a test would only be a way to look around on this machine.
        self._check_changeable()
        place, models, said = await self._try(wanted)
        return await self._describe(place, said["model"], models)

    @override
    async def test_again(self, name: str) -> TestedProvider:
        each = self._find_configured(name)
        place = self._find_place(name, each)
        try:
            models = await self._list_again(name, each, place)
        except ProviderError as error:
            self._tests[name] = LastTest(datetime.now(UTC), error.code)
            raise
        self._tests[name] = LastTest(datetime.now(UTC))
        return await self._describe(place, each.model or models[0], models)

    @override
    async def try_key(self, name: str, key: SecretStr) -> str:
        each = self._find_configured(name)
        place = replace(self._find_place(name, each), key=_check_key(key.get_secret_value().strip()))
        await self._list_again(name, each, place)
        return place.base_url

    async def _list_again(self, name: str, each: ProviderSettings, place: ModelListing) -> tuple[str, ...]:
        way = choose_way(self._ways, name, each, find_added(self._settings))
        return await list_models(way.session, way.policy, place)

    @override
    async def hear(self, wanted: Wanted) -> Sequence[Heard]:
        if wanted.key is None and wanted.base_url is None:
            place = self._find_place(wanted.name, self._find_configured(wanted.name))
            return await self._hear(self._models.providers[wanted.name], place, wanted.speaking)
        self._check_changeable()
        place, _, said = await self._try(wanted)
        return await self._hear(self._build(place, said), place, wanted.speaking)

    @override
    async def add(self, wanted: Wanted, by: Principal) -> TestedProvider:
        self._check_changeable()
        if source := self._find_decided(wanted.name):
            raise ProviderDecided(wanted.name, source)
        async with self._lock:
            place, models, said = await self._try(wanted)
            for heard in await self._hear(self._build(place, said), place, wanted.speaking):
                if heard.wrong is not None:
                    raise heard.wrong
            await self._change(wanted.name, {**layers_of(self._settings).added, wanted.name: said}, by)
            self._tests[wanted.name] = LastTest(datetime.now(UTC))
        return await self._describe(place, said["model"], models)

    @override
    async def remove(self, name: str, by: Principal) -> None:
        self._check_changeable()
        async with self._lock:
            added = dict(layers_of(self._settings).added)
            if name not in added:
                raise NotFound("provider", name)
            del added[name]
            await self._change(name, added, by)
            self._tests.pop(name, None)

    async def _try(self, wanted: Wanted) -> tuple[ModelListing, tuple[str, ...], dict[str, Any]]:
        """Where the provider answered, its models, and what would be kept of it."""
        kind = wanted.name if wanted.name in EXTRAS else "openai_chat"
        if not has_extra(wanted.name):
            raise ExtraMissing(wanted.name)
        addresses = _find_addresses(wanted)
        key = self._find_key(wanted, addresses)
        place, models = await self._list(kind, wanted.name, addresses, key)
        model = wanted.model or _choose_model(wanted.name, models)
        said: dict[str, Any] = {"kind": kind, "base_url": place.base_url, "model": model}
        if key is not None:
            said["api_key"] = key
        elif _is_free(place):
            said |= await self._describe_local(place, (model, *wanted.speaking))
        return place, models, said

    def _build(self, place: ModelListing, said: Mapping[str, Any]) -> Provider:
        way = self._ways.of_added(place.provider, place.base_url)
        return build_provider(place.provider, ProviderSettings(**said), way)

    async def _hear(self, provider: Provider, place: ModelListing, models: Sequence[str]) -> Sequence[Heard]:
        return await self._hearing.hear(provider, f"{place.provider}\n{place.base_url}\n{place.key}", models)

    async def _describe(self, place: ModelListing, model: str, models: Sequence[str]) -> TestedProvider:
        """Beside the loop, for a long list takes the catalogue a while."""
        return await asyncio.to_thread(
            describe_tested, self._catalog, place.provider, place.base_url, model, models, is_free=_is_free(place)
        )

    async def _list(
        self, kind: str, name: str, addresses: Sequence[str], key: str | None
    ) -> tuple[ModelListing, tuple[str, ...]]:
        """The first of the addresses that lists models, and the list."""
        for base_url in addresses:
            way = self._ways.of_added(name, base_url)
            place = ModelListing(name, kind, base_url, key)
            try:
                return place, await list_models(way.session, way.policy, place)
            except NotAModelServer:
                if base_url == addresses[-1]:
                    raise
        raise ProviderAddressRefused("it is empty")

    async def _describe_local(self, place: ModelListing, models: Sequence[str]) -> dict[str, Any]:
        """A server on this machine: asked little at a time and patiently, and for the windows it really gives."""
        way = self._ways.of_added(place.provider, place.base_url)
        known = {}
        for model in dict.fromkeys(models):
            traits = await find_traits(way.session, way.policy, place.provider, place.base_url, model)
            said = {"context_window": traits.window, "takes_tools": traits.takes_tools}
            if said := {name: value for name, value in said.items() if value is not None}:
                known[model] = said
        return {"concurrency": LOCAL_CONCURRENCY, **LOCAL_PATIENCE} | ({"models": known} if known else {})

    def _find_configured(self, name: str) -> ProviderSettings:
        each = self._models.configured.get(name)
        if each is None or each.kind == "scripted":
            raise NotFound("provider", name)
        return each

    def _find_place(self, name: str, each: ProviderSettings) -> ModelListing:
        return build_listing(name, each)

    def _find_key(self, wanted: Wanted, addresses: Sequence[str]) -> str | None:
        """The key that was given, else the one kept for this very address, which it must not leave."""
        if wanted.key is not None and (key := wanted.key.get_secret_value().strip()):
            return _check_key(key)
        kept = find_added(self._settings).get(wanted.name)
        if kept is not None and kept.api_key is not None and kept.base_url in addresses:
            return kept.api_key.get_secret_value()
        return None

    def _check_changeable(self) -> None:
        if not self._settings.is_sqlite and not self._keep.is_for_every_node:
            raise ProvidersPerNode

    def _find_decided(self, name: str) -> str | None:
        """Where a provider of this name is set up, if that is not here."""
        if name not in self._settings.providers or name in find_added(self._settings):
            return None
        source = self._find_source(name, {})
        return str(layers_of(self._settings).path) if source == "file" else f"the {source}"

    def _find_source(self, name: str, added: Mapping[str, ProviderSettings]) -> Source:
        if name in added:
            return "added"
        layers = layers_of(self._settings)
        for layer, source in (
            (layers.start, "start"),
            (layers.environment, "environment"),
            (layers.file, "file"),
            (layers.keys, "environment"),
        ):
            if name in layer.get("providers", {}):
                return cast("Source", source)
        return "found"

    async def refresh(self) -> None:
        """Use what other nodes have added and removed."""
        async with self._lock:
            added = await self._keep.read()
            if added != layers_of(self._settings).added:
                self._use(*self._build_all(added))

    async def _change(self, name: str, added: Mapping[str, Any], by: Principal) -> None:
        """On disk first: what is used from now on is also used after a restart."""
        settings, models = self._build_all(added)
        await self._keep.change(name, added, by)
        self._use(settings, models)

    def _build_all(self, added: Mapping[str, Any]) -> tuple[Settings, Models]:
        settings = replace_added(self._settings, added)
        return settings, build_models(settings, self._ways, self._models.found, before=self._models)

    def _use(self, settings: Settings, models: Models) -> None:
        self._settings, self._models = settings, models
        self._take_over(settings, models)


def _find_addresses(wanted: Wanted) -> tuple[str, ...]:
    """Where to ask: the house's own address, or the typed one; people leave out the /v1 at its end."""
    if wanted.base_url is None or not wanted.base_url.strip():
        if wanted.name not in HOMES:
            raise ProviderAddressRefused("it is empty")
        return (HOMES[wanted.name],)
    if wanted.base_url.strip() == HOMES.get(wanted.name):
        return (HOMES[wanted.name],)
    typed = check_typed_address(wanted.base_url)
    return (typed,) if typed.endswith("/v1") or wanted.name in EXTRAS else (f"{typed}/v1", typed)


def _check_key(key: str) -> str:
    if not _KEY.fullmatch(key):
        raise ProviderKeyMalformed
    return key


def _choose_model(name: str, models: Sequence[str]) -> str:
    usual = _USUAL_MODELS.get(name, "")
    return usual if usual in models else find_talkers(models)[0]


def _is_free(place: ModelListing) -> bool:
    """A server on this machine that wants no key is somebody's own, and no sum is due for it."""
    return place.key is None and is_this_machine(urlsplit(place.base_url).hostname or "")


def _show_end(provider: ProviderSettings) -> str | None:
    key = provider.api_key.get_secret_value() if provider.api_key else ""
    return key[-_END:] if len(key) >= _LEAST_KEY else None
