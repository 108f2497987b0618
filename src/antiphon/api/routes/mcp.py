"""Panels as tools of other programs, over the Model Context Protocol (Streamable HTTP).

Every request stands for itself: nothing is kept between two of them, so any node may answer the next one, and nothing
outlives the token it came with. What a tool does is done by calls of our own routes, as whoever has called
(`api/in_process.py`), so each is allowed or refused by the policy of its own route.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from fastapi import APIRouter, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from typing_extensions import override

from antiphon.access.policy import Policy, Verb
from antiphon.access.proof import Identity
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.in_process import InnerClient
from antiphon.conversation.errors import ExtraMissing, NotFound

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

    from antiphon.mcp.server import Context, Visit

router = APIRouter(route_class=BoundedRoute, include_in_schema=False)
# The request itself changes nothing; whatever its tools do is asked of the routes that do it.
USE = Policy(Verb.READ, "mcp")


@router.post("/mcp")
@allow(USE, body=SHORT)
async def post_mcp(caller: Caller, deps: Deps) -> Response:
    """Answer one message of the protocol, of either of its eras; `NotFound` where it is switched off."""
    if not deps.settings.mcp_enabled:
        raise NotFound("address", "/mcp")
    try:
        # Loaded beside the loop, which would stand still for a second; most servers never need it.
        await asyncio.to_thread(import_module, "antiphon.mcp.server")
    except ImportError:
        raise ExtraMissing("mcp") from None
    return ProtocolResponse(_build_server(deps.settings.mcp_wait_seconds, deps.settings.mcp_search))


class ProtocolResponse(Response):
    """An answer that the protocol's own library gives, to a request whose sender is known and let in."""

    def __init__(self, server: "Server[Any]") -> None:
        super().__init__()
        self._server = server

    @override
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, and leave nothing behind."""
        from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

        manager = StreamableHTTPSessionManager(self._server, stateless=True, max_request_body_size=SHORT)
        async with manager.run():
            await manager.handle_request(scope, receive, send)


@cache
def _build_server(wait_seconds: float, search: bool) -> "Server[Any]":
    from antiphon.mcp.server import Offer, build_server

    return build_server(_open_visit, Offer(wait_seconds, search))


@asynccontextmanager
async def _open_visit(context: "Context") -> "AsyncIterator[Visit]":
    """Whoever sent the request, with what they showed at the door."""
    from antiphon.mcp.server import Visit

    app = cast("Request", context.request).app
    deps: Dependencies = app.state.dependencies
    identity: Identity | None = app.state.identity
    url = deps.settings.public_url or ("" if identity is None else identity.url)
    client = InnerClient(app.state.inner_calls, cast("Request", context.request), url.rstrip("/"))
    yield Visit(client, client.url, lambda: deps.engine.leaving)
