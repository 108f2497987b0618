"""The calls about settings."""

from antiphon.client.aio.base import Noun
from antiphon.client.answers.settings import Setting
from antiphon.client.paging import read_items
from antiphon.client.wire import build_path


class Settings(Noun):
    """Settings of the server."""

    async def list(self) -> tuple[Setting, ...]:
        """All of them, with where each value comes from."""
        return read_items(await self._wire.get("/v1/settings"), Setting.read)

    async def read(self, name: str) -> Setting:
        """One of them."""
        return Setting.read(await self._wire.get(build_path("/v1/settings/{}", name)))

    async def set(self, name: str, value: bool | int | float | str | None) -> Setting:
        """Another value, from now on."""
        return Setting.read(await self._wire.ask("PUT", build_path("/v1/settings/{}", name), {"value": value}))

    async def reset(self, name: str) -> None:
        """Go back to the value it would have without being set here."""
        await self._wire.ask("DELETE", build_path("/v1/settings/{}", name))
