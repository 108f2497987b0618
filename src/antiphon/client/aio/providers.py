"""The calls about where models are reached."""

from collections.abc import Mapping
from typing import Any

from antiphon.client.aio.base import Noun
from antiphon.client.answers.providers import CheckedProvider, HeardModel, ModelProvider, Providers, Spending
from antiphon.client.paging import read_items
from antiphon.client.wire import build_path

# Longer than a list of models may take.
_CHECK_SECONDS = 40.0
# Longer than a model may take for a word, several after each other.
_HEAR_SECONDS = 300.0


class ProviderCalls(Noun):
    """Where models are reached, and what they cost."""

    async def list(self) -> Providers:
        """What is connected."""
        return Providers.read(await self._wire.get("/v1/providers"))

    async def find_local(self) -> tuple[CheckedProvider, ...]:
        """Model servers that answer on the server's own machine right now."""
        return read_items(await self._wire.get("/v1/providers/local"), CheckedProvider.read)

    async def check_new(self, said: Mapping[str, Any]) -> CheckedProvider:
        """Ask a provider for its models as `connect` would, and keep nothing."""
        return CheckedProvider.read(await self._wire.ask("POST", "/v1/providers/check", said, seconds=_CHECK_SECONDS))

    async def hear(self, said: Mapping[str, Any]) -> tuple[HeardModel, ...]:
        """Ask each of the `models` of a provider for one word, and keep nothing."""
        answer = await self._wire.ask("POST", "/v1/providers/hear", said, seconds=_HEAR_SECONDS)
        return read_items(answer, HeardModel.read)

    async def connect(self, name: str, said: Mapping[str, Any]) -> CheckedProvider:
        """Ask a provider for its models with this `key`, and keep it if it answers.

        With `advisors`, a model for each by their ids, every one of these models has to answer too.
        """
        return CheckedProvider.read(await self._wire.ask("PUT", _path(name), said, seconds=_HEAR_SECONDS))

    async def give_models(self, name: str, advisors: Mapping[str, str]) -> None:
        """Give advisors, by their ids, models of a connected provider, once each model has answered."""
        await self._wire.ask("PUT", f"{_path(name)}/advisors", {"advisors": dict(advisors)}, seconds=_HEAR_SECONDS)

    async def check(self, name: str) -> CheckedProvider:
        """Ask a connected provider with the key it has."""
        return CheckedProvider.read(await self._wire.ask("POST", f"{_path(name)}/check", {}, seconds=_CHECK_SECONDS))

    async def remove(self, name: str) -> None:
        """Forget a provider that was added, and its key."""
        await self._wire.ask("DELETE", _path(name))

    async def models(self) -> tuple[ModelProvider, ...]:
        """Every provider with the models known by name."""
        return read_items(await self._wire.get("/v1/models"), ModelProvider.read)

    async def spending(self) -> Spending:
        """What the day has cost so far."""
        return Spending.read(await self._wire.get("/v1/spending"))


def _path(name: str) -> str:
    return build_path("/v1/providers/{}", name)
