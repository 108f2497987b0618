# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about tools and what may be done with them."""

from collections.abc import Mapping
from typing import Any

from antiphon.client.answers.tools import Approval, ToolServer
from antiphon.client.answers.tools import Approvals as ApprovalList
from antiphon.client.paging import read_items
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path


class Tools(Noun):
    """Servers of tools."""

    def list(self) -> tuple[ToolServer, ...]:
        """Every server with its tools."""
        return read_items(self._wire.get("/v1/tools"), ToolServer.read)

    def read(self, name: str) -> ToolServer:
        """One server with its tools."""
        return ToolServer.read(self._wire.get(_path(name)))

    def add(self, name: str, url: str) -> ToolServer:
        """A server at an address, asked at once what it can do."""
        return ToolServer.read(self._wire.ask("POST", "/v1/tools/servers", {"name": name, "url": url}))

    def refresh(self, name: str) -> ToolServer:
        """The same server, asked again what it can do."""
        return ToolServer.read(self._wire.ask("POST", f"{_path(name)}/look", {}))

    def update(self, name: str, **changes: Any) -> ToolServer:
        """The server as it is then."""
        return ToolServer.read(self._wire.ask("PATCH", _path(name), changes))

    def remove(self, name: str) -> None:
        """Take it away."""
        self._wire.ask("DELETE", _path(name))


class Approvals(Noun):
    """Calls of tools that wait for the person."""

    def list(self) -> ApprovalList:
        """What waits, and what need not ask."""
        return ApprovalList.read(self._wire.get("/v1/approvals"))

    def decide(self, approval: Approval, said: Mapping[str, Any]) -> Approval:
        """Decide about exactly the call that was shown."""
        body = {"expect": approval.call_sha256, **said}
        return Approval.read(self._wire.ask("POST", build_path("/v1/approvals/{}", approval.id), body))

    def revoke(self, server: str, tool: str) -> None:
        """Have a tool ask again."""
        self._wire.ask("DELETE", build_path("/v1/approvals/standing/{}/{}", server, tool))


def _path(name: str) -> str:
    return build_path("/v1/tools/servers/{}", name)
