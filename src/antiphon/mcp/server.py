"""The server of the protocol: one set of tools, resources and prompts for every way it is reached."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    CompleteRequestParams,
    CompleteResult,
    Completion,
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    ResourceTemplateReference,
    TextResourceContents,
)

from antiphon import __version__
from antiphon.advisors.prompt import load_host_prompts
from antiphon.client import AsyncClient
from antiphon.conversation.errors import AntiphonError
from antiphon.mcp import asking, looking
from antiphon.mcp.prompts import OFFERED, write_prompt
from antiphon.mcp.resources import READABLE, complete, list_conversations, read_resource
from antiphon.mcp.tool import Call, Tool, build_refusal

# The name our own advisors' tools are called under (`tools/connection.py`).
OUR_NAME = "antiphon"
_OLDER = "antiphon/older"

Context = ServerRequestContext[Any, Any]


@dataclass(frozen=True, slots=True)
class Visit:
    """Whoever calls: our API with their credentials, and the address at which people open it."""

    client: AsyncClient
    url: str
    # Whether whoever answers is about to go: then nobody waits any longer, and asks again.
    is_leaving: Callable[[], bool] = lambda: False


OpenVisit = Callable[[Context], AbstractAsyncContextManager[Visit]]


@dataclass(frozen=True, slots=True)
class Offer:
    """What the operator offers: how long calls wait unless they say otherwise, and whether history can be searched."""

    wait_seconds: float = 45.0
    search: bool = False

    @property
    def tools(self) -> tuple[Tool, ...]:
        """Every tool, always in this order."""
        found = (looking.SEARCH,) if self.search else ()
        return (*asking.TOOLS, *looking.TOOLS, *found, looking.RECEIPT, asking.STOP)


def build_server(open_visit: OpenVisit, offer: Offer) -> Server[Any]:
    """A server whose calls are made by whoever `open_visit` finds behind each of them."""
    room = Room(open_visit, offer)
    fresh = CacheHint(0, "private")
    return Server(
        "antiphon",
        version=__version__,
        title="Antiphon",
        instructions=room.prompts.use,
        cache_hints={"resources/list": fresh, "resources/read": fresh, "tools/list": CacheHint(60_000, "public")},
        get_tool_input_schema=room.find_schema,
        on_list_tools=room.list_tools,
        on_call_tool=room.run_tool,
        on_list_resources=room.list_resources,
        on_list_resource_templates=room.list_templates,
        on_read_resource=room.read_resource,
        on_list_prompts=room.list_prompts,
        on_get_prompt=room.get_prompt,
        on_completion=room.complete,
    )


class Room:
    """The handlers. What a model can act on is a result with a sentence; only the protocol's own faults are errors."""

    def __init__(self, open_visit: OpenVisit, offer: Offer) -> None:
        self.prompts = load_host_prompts()
        self._open_visit = open_visit
        self._offer = offer
        self._tools = {each.name: each for each in offer.tools}
        self._entries = [each.describe() for each in offer.tools]

    def find_schema(self, name: str) -> dict[str, Any] | None:
        """What a tool is called with."""
        return next((each.input_schema for each in self._entries if each.name == name), None)

    async def list_tools(self, context: Context, params: PaginatedRequestParams | None) -> ListToolsResult:
        """Every tool."""
        return ListToolsResult(tools=self._entries)

    async def run_tool(self, context: Context, params: CallToolRequestParams) -> CallToolResult:
        """What a tool answers."""
        tool = self._tools.get(params.name)
        if tool is None:
            raise MCPError(INVALID_PARAMS, f"there is no tool {params.name}")
        try:
            async with self._open_call(context) as call:
                return await tool.call(call, params.arguments)
        except AntiphonError as error:
            return build_refusal(str(error))

    async def list_resources(self, context: Context, params: PaginatedRequestParams | None) -> ListResourcesResult:
        """A page of conversations."""
        async with self._open_call(context) as call, _telling():
            found, following = await list_conversations(call, params.cursor if params else None)
            return ListResourcesResult(resources=found, next_cursor=following)

    async def list_templates(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        """What addresses look like."""
        return ListResourceTemplatesResult(resource_templates=[each.describe() for each in READABLE])

    async def read_resource(self, context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        """What stands at an address."""
        async with self._open_call(context) as call, _telling():
            found = await read_resource(call, str(params.uri))
        meta = None if found.older is None else {_OLDER: found.older}
        text = TextResourceContents(uri=str(params.uri), text=found.text, mime_type=found.kind, _meta=meta)
        return ReadResourceResult(contents=[text])

    async def list_prompts(self, context: Context, params: PaginatedRequestParams | None) -> ListPromptsResult:
        """Questions worth bringing to a panel."""
        return ListPromptsResult(prompts=[each.describe() for each in OFFERED])

    async def get_prompt(self, context: Context, params: GetPromptRequestParams) -> GetPromptResult:
        """One of them, filled in."""
        async with _telling():
            return write_prompt(self.prompts, params.name, params.arguments or {})

    async def complete(self, context: Context, params: CompleteRequestParams) -> CompleteResult:
        """How what was begun may go on; what the caller may not read completes nothing."""
        if not isinstance(params.ref, ResourceTemplateReference):
            return CompleteResult(completion=Completion(values=[]))
        async with self._open_call(context) as call, _telling():
            values = await complete(call, params.ref.uri, params.argument.value)
        return CompleteResult(completion=Completion(values=values))

    @asynccontextmanager
    async def _open_call(self, context: Context) -> AsyncIterator[Call]:
        async with self._open_visit(context) as visit:
            yield Call(
                client=visit.client,
                url=visit.url,
                wait_seconds=self._offer.wait_seconds,
                report=context.session.report_progress,
                is_ours=_is_ours(context),
                is_leaving=visit.is_leaving,
            )


@asynccontextmanager
async def _telling() -> AsyncIterator[None]:
    """Our sentence in place of our error, where the protocol knows no other way to refuse."""
    try:
        yield
    except AntiphonError as error:
        raise MCPError(INVALID_PARAMS, str(error), {"code": error.code}) from error


def _is_ours(context: Context) -> bool:
    said = context.session.client_params
    return said is not None and said.client_info.name == OUR_NAME
