"""Every kind of plug-in, and what the settings let in of each: nobody else asks the door for more than its own."""

import logging
from collections.abc import Sequence
from typing import Any, Final

from antiphon.evals.checks.check import CHECKS
from antiphon.exporters.protocol import EXPORTERS, Exporter
from antiphon.importers.protocol import IMPORTERS, Importer
from antiphon.plugins.kind import Kind
from antiphon.plugins.listing import ListedPackage, list_left_out, list_packages
from antiphon.plugins.loader import Loaded, load
from antiphon.plugins.pack import PACKS, Pack
from antiphon.providers.plugged.wire import PROVIDERS, Wire
from antiphon.settings import Settings, read_mcp_servers
from antiphon.tools.plugin import TOOLS
from antiphon.tools.servers import PluggedServer

logger = logging.getLogger(__name__)

KINDS: Final[Sequence[Kind[Any]]] = (PROVIDERS, TOOLS, IMPORTERS, EXPORTERS, CHECKS, PACKS)


def report_left_out(settings: Settings) -> None:
    """Say in the log what the operator has named and does not have; nothing is loaded where nothing is named."""
    for package, each in list_left_out(KINDS, settings.plugins):
        said = {"package": package, "plugin": each.name, "kind": each.kind, "reason": each.why_not}
        logger.warning("plugin_left_out", extra=said)


def load_wires(settings: Settings) -> Loaded[Wire]:
    """The wires of the packages that the operator has named."""
    return load(PROVIDERS, settings.plugins)


def build_plugged_servers(settings: Settings, taken: Sequence[str]) -> tuple[PluggedServer, ...]:
    """The tools of those packages. A name that the house or the operator's file has already is theirs."""
    theirs = {*taken, *read_mcp_servers(settings)}
    servers = []
    for each in load(TOOLS, settings.plugins).found:
        if each.name in theirs:
            reason = "another server of tools has its name"
            logger.warning("plugin_left_out", extra={"package": each.package, "plugin": each.name, "reason": reason})
        else:
            servers.append(PluggedServer(each.name, each.package, each.value))
    return tuple(servers)


def load_exporters(settings: Settings) -> tuple[Exporter, ...]:
    """The formats that can be written."""
    return load(EXPORTERS, settings.plugins).values


class Plugins:
    """What is let in here, for whoever wants to show it or to choose from it; everything is read when it is wanted."""

    def __init__(self, settings: Settings) -> None:
        self._named = settings.plugins

    def list_packages(self) -> tuple[ListedPackage, ...]:
        """Every package with plug-ins that is installed, used or not. Reads files, so not on the loop."""
        return list_packages(KINDS, self._named)

    def list_importers(self) -> tuple[Importer, ...]:
        """The formats that can be read."""
        return load(IMPORTERS, self._named).values

    def list_packs(self) -> tuple[Pack, ...]:
        """The packs that can be taken in."""
        return load(PACKS, self._named).values
