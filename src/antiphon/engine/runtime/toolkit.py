"""Every tool there is, wherever it lives: in this house or behind a server."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from antiphon.access.principal import Principal
from antiphon.context.choice import Choice
from antiphon.conversation.errors import NotFound, ToolServerUnavailable
from antiphon.conversation.ids import AdvisorId, ConversationId, TurnId
from antiphon.conversation.tool import ToolDefinition, ToolResult
from antiphon.store.reads.tool_servers import ToolServer, read_tool_server
from antiphon.store.unit import Store
from antiphon.tools.builtin import Builtin
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


class Toolkit:
    """Tools of the house by name, and the box of those behind servers."""

    def __init__(self, toolbox: Toolbox, store: Store) -> None:
        self.toolbox = toolbox
        self._store = store
        self._known: dict[ServerKey, HttpServer] = {}
        self._builtins: dict[str, Builtin[ToolContext]] = {}

    def add(self, builtin: Builtin[ToolContext]) -> None:
        """From now on these tools of the house can be used."""
        self._builtins[builtin.definitions[0].server] = builtin

    def has_builtin(self, name: str) -> bool:
        """Whether the house itself has tools under this name."""
        return name in self._builtins

    def label(self, name: str) -> str:
        """What a server is counted under: the names of people's own servers are theirs, and there is no end of them."""
        is_ours = name in self._builtins or any(each.key == ServerKey(None, name) for each in self.toolbox.status())
        return name if is_ours else "other"

    @property
    def definitions(self) -> tuple[ToolDefinition, ...]:
        """The tools of the house."""
        return tuple(tool for each in self._builtins.values() for tool in each.definitions)

    def needs_leave(self, tool: ToolDefinition) -> bool:
        """What only reads is not asked about, nor what the house itself does to this very conversation."""
        return not tool.read_only and tool.server not in self._builtins

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
        key = ServerKey(principal.workspace_id, name)
        self._known.pop(key, None)
        await self.toolbox.remove(key)

    def find_status(self, principal: Principal, server: ToolServer) -> ServerStatus | None:
        """How things stand here with a server of the principal's; nothing when nobody has needed it yet."""
        key = _key_of(principal, server)
        return next((each for each in self.toolbox.status() if each.key == key), None)

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
        spec = HttpServer(row.name, row.url, trusted=row.trusted, workspace=key.workspace)
        if self._known.get(key) != spec:
            self._known[key] = spec
            await self.toolbox.add(spec)
        return key


def _key_of(principal: Principal, server: ToolServer) -> ServerKey:
    return ServerKey(None if server.source == "operator" else principal.workspace_id, server.name)
