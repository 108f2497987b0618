# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about settings."""

from antiphon.client.answers.settings import Setting
from antiphon.client.paging import read_items
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path


class Settings(Noun):
    """Settings of the server."""

    def list(self) -> tuple[Setting, ...]:
        """All of them, with where each value comes from."""
        return read_items(self._wire.get("/v1/settings"), Setting.read)

    def read(self, name: str) -> Setting:
        """One of them."""
        return Setting.read(self._wire.get(build_path("/v1/settings/{}", name)))

    def set(self, name: str, value: bool | int | float | str | None) -> Setting:
        """Another value, from now on."""
        return Setting.read(self._wire.ask("PUT", build_path("/v1/settings/{}", name), {"value": value}))

    def reset(self, name: str) -> None:
        """Go back to the value it would have without being set here."""
        self._wire.ask("DELETE", build_path("/v1/settings/{}", name))
