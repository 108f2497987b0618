# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about what packages beside ours add."""

from antiphon.client.answers.plugins import Pack, PluginPackage
from antiphon.client.paging import read_items
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path


class Plugins(Noun):
    """Packages with plug-ins, and packs of panels."""

    def list(self) -> tuple[PluginPackage, ...]:
        """Every package that is installed, used or not."""
        return read_items(self._wire.get("/v1/plugins"), PluginPackage.read)

    def packs(self) -> tuple[Pack, ...]:
        """The packs that can be taken in."""
        return read_items(self._wire.get("/v1/packs"), Pack.read)

    def pack(self, name: str) -> Pack:
        """One pack with everything in it; `panels.bring_in` takes its raw form."""
        return Pack.read(self._wire.get(build_path("/v1/packs/{}", name)))
