"""Every tool there is, wherever it lives: in this house or behind a server."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from antiphon.access.principal import Principal
from antiphon.context.choice import Choice
from antiphon.conversation.errors import NotFound, ToolServerUnavailable
from antiphon.conversation.ids import AdvisorId, ConversationId, TurnId
from antiphon.conversation.receipt import KeyOwner
from antiphon.conversation.tool import ToolDefinition, ToolResult
from antiphon.store.reads.tool_servers import ToolServer, read_tool_server
from antiphon.store.unit import Store
from antiphon.tools.builtin import Builtin, Offer
from antiphon.tools.servers import HttpServer, ServerKey
from antiphon.tools.toolbox import ServerStatus, Toolbox


class ToolContext(NamedTuple):
    """On whose behalf, in which conversation, and under which choice a tool of the house is used."""

    principal: Principal
    conversation_id: ConversationId
    turn_id: TurnId
    advisor_id: AdvisorId
    choice: Choice = Choice()

    def leaves_out(self, document_id: str) -> bool:
        """Whether the person left this document out of this send, for everybody or for this advisor."""
        return self.choice.omits(self.advisor_id, "document", document_id) or "documents" in self.choice.off


class ServerHeaders(NamedTuple):
    """What a server is sent along with every request, and whose that is: one person's, or everybody's."""

    person_id: str | None
    headers: Mapping[str, str]


class HeaderKeep(Protocol):
    """Where headers for servers that people added are kept."""

    async def find(self, principal: Principal, name: str, url: str) -> ServerHeaders:
        """The principal's own for this server at this address, else the workspace's, else none."""
        ...

    async def keep(
        self, principal: Principal, owner: KeyOwner, name: str, url: str, headers: Mapping[str, str]
    ) -> None:
        """Send these with every request from now on, in place of what this owner had for the server."""
        ...

    async def forget(self, principal: Principal, owner: KeyOwner, name: str) -> None:
        """Send none of this owner's any more; `NotFound` when there are none."""
        ...


class Toolkit:
    """Tools of the house by name, and the box of those behind servers."""

    def __init__(self, toolbox: Toolbox, store: Store, header_keep: HeaderKeep | None = None) -> None:
        self.toolbox = toolbox
        self._store = store
        self.header_keep = header_keep
        self._known: dict[ServerKey, HttpServer] = {}
        self._builtins: dict[str, Builtin[ToolContext]] = {}

    def add(self, builtin: Builtin[ToolContext]) -> None:
        """From now on these tools of the house can be used."""
        self._builtins[builtin.server] = builtin

    @property
    def builtin_names(self) -> tuple[str, ...]:
        """The names that tools of the house stand under."""
        return tuple(self._builtins)

    def has_builtin(self, name: str) -> bool:
        """Whether the house itself has tools under this name."""
        return name in self._builtins

    def label(self, name: str) -> str:
        """What a server is counted under: the names of people's own servers are theirs, and there is no end of them."""
        is_ours = name in self._builtins or any(each.key == ServerKey(None, name) for each in self.toolbox.status())
        return name if is_ours else "other"

    def offers(self, principal: Principal) -> dict[str, Offer]:
        """The tools of the house for this principal, by the name they stand under."""
        return {name: each.offer(principal) for name, each in self._builtins.items()}

    def list_builtins(self, principal: Principal) -> tuple[ToolDefinition, ...]:
        """The same, one after the other."""
        return tuple(tool for each in self._builtins.values() for tool in each.offer(principal).tools)

    def find_builtin(self, principal: Principal, server: str, name: str) -> ToolDefinition | None:
        """A tool of the house as it is now; nothing when it is none, or not offered any more."""
        return next(
            (each for each in self.list_builtins(principal) if (each.server, each.name) == (server, name)), None
        )

    def needs_leave(self, tool: ToolDefinition) -> bool:
        """What only reads is not asked about, nor what the house itself does to this very conversation for nothing."""
        return tool.paid or (not tool.read_only and tool.server not in self._builtins)

    async def call(
        self, server: str, tool: str, arguments: Mapping[str, Any], context: ToolContext, timeout: float
    ) -> ToolResult:
        """Use a tool once; a `ToolError` when nothing came of it."""
        if (builtin := self._builtins.get(server)) is not None:
            return await builtin.call(tool, arguments, context)
        key = await self.know(context.principal, server)
        return await self.toolbox.call(key, tool, arguments, timeout)

    async def forget(self, principal: Principal, name: str) -> None:
        """The box no longer knows this server of the principal's workspace."""
        for key in [each for each in self._known if (each.workspace, each.name) == (principal.workspace_id, name)]:
            del self._known[key]
            await self.toolbox.remove(key)

    def find_status(self, principal: Principal, server: ToolServer) -> ServerStatus | None:
        """How things stand here with a server of the principal's; nothing when nobody has needed it yet."""
        key = _key_of(principal, server)
        keys = (key._replace(person=principal.id), key)
        found = {each.key: each for each in self.toolbox.status() if each.key in keys}
        return next((found[each] for each in keys if each in found), None)

    async def know(self, principal: Principal, name: str) -> ServerKey:
        """Have the box know a server that a person added, here or on another node, as it is now; returns where.

        A name means the principal's own server, or the operator's where the principal's workspace has that one.
        """
        try:
            row = await self._store.read(principal, read_tool_server, name)
        except NotFound as error:
            raise ToolServerUnavailable(name, "no server of this name is set up") from error
        key = _key_of(principal, row)
        if key.workspace is None or row.url is None:
            return key
        kept = await self._find_headers(principal, row.name, row.url)
        spec = HttpServer(
            row.name, row.url, kept.headers, trusted=row.trusted, workspace=key.workspace, person=kept.person_id
        )
        if self._known.get(spec.key) != spec:
            self._known[spec.key] = spec
            await self.toolbox.add(spec)
        return spec.key

    async def _find_headers(self, principal: Principal, name: str, url: str) -> ServerHeaders:
        if self.header_keep is None:
            return ServerHeaders(None, {})
        return await self.header_keep.find(principal, name, url)


def _key_of(principal: Principal, server: ToolServer) -> ServerKey:
    return ServerKey(None if server.source == "operator" else principal.workspace_id, server.name)
