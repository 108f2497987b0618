"""Two workspaces whose servers of tools have one name: each is spoken to by those it belongs to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from antiphon.access.principal import LOCAL, Principal
from antiphon.advisors.starter import load_starter
from antiphon.app.build import open_app
from antiphon.conversation.ids import AdvisorId, ConversationId, PrincipalId, TurnId, WorkspaceId
from antiphon.engine.commands.tool_servers import add_server, change_server, look_at_server, remove_server
from antiphon.engine.engine import Engine
from antiphon.engine.runtime.toolkit import ToolContext
from antiphon.settings import McpServerSettings, Settings
from antiphon.store.writes.seed import seed

OTHER = Principal(PrincipalId("other"), WorkspaceId("other"), "owner")


@dataclass(slots=True)
class Place:
    """A server of tools at an address of its own; it lists one tool, which says whose it is."""

    owner: str
    url: str = ""
    asked: list[str] = field(default_factory=list)
    # By what whoever asked was known.
    known: list[str] = field(default_factory=list)

    async def answer(self, request: web.Request) -> web.Response:
        """What it is asked is remembered."""
        if request.method != "POST":
            return web.Response(status=405)
        message = await request.json()
        self.asked.append(message["method"])
        self.known.append(request.headers.get("Authorization", ""))
        if "id" not in message:
            return web.Response(status=202)
        answers: dict[str, Any] = {
            "initialize": {
                "protocolVersion": "2025-11-25",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": self.owner, "version": "1"},
            },
            "tools/list": {
                "tools": [{"name": "whose", "description": self.owner, "inputSchema": {"type": "object"}}],
            },
            "tools/call": {"content": [{"type": "text", "text": self.owner}]},
        }
        found = answers.get(message["method"])
        said = {"result": found} if found else {"error": {"code": -32601, "message": "Method not found"}}
        return web.json_response({"jsonrpc": "2.0", "id": message["id"], **said})


@asynccontextmanager
async def run_place(owner: str) -> AsyncIterator[Place]:
    place = Place(owner)
    application = web.Application()
    application.router.add_route("*", "/mcp", place.answer)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    place.url = f"http://127.0.0.1:{runner.addresses[0][1]}/mcp"
    yield place
    await runner.cleanup()


@dataclass(frozen=True, slots=True)
class Two:
    """A house with an operator's server, and three more places."""

    engine: Engine
    operators: Place
    mine: Place
    theirs: Place

    async def call(self, principal: Principal, server: str) -> str:
        """What the tool of this server says to this principal."""
        context = ToolContext(principal, ConversationId("c"), TurnId("t"), AdvisorId("a"))
        return (await self.engine.toolkit.call(server, "whose", {}, context, 5)).text

    async def look(self, principal: Principal, server: str) -> str:
        """Whose tool is written down for this principal after a look."""
        seen = await look_at_server(self.engine, principal, server)
        assert seen.error is None
        return ", ".join(tool.description for tool in seen.definitions)


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[Two]:
    async with AsyncExitStack() as stack:
        operators, mine, theirs = [
            await stack.enter_async_context(run_place(owner)) for owner in ("operator", "mine", "theirs")
        ]
        settings = Settings(
            data_dir=tmp_path / "data",
            allow_private_tools=True,
            mcp_servers={"files": McpServerSettings(url=operators.url)},
        )
        house = await stack.enter_async_context(open_app(settings, lambda: None))
        await house.engine.store.write(OTHER, seed, load_starter(), datetime.now(UTC))
        yield Two(house.engine, operators, mine, theirs)


async def test_a_server_of_another_workspace_cannot_take_the_place_of_mine(two: Two) -> None:
    """S-03: B's server is called like the operator's and like A's; A goes on being answered by A's own."""
    await add_server(two.engine, LOCAL, "wiki", two.mine.url)
    before = [await two.call(LOCAL, "files"), await two.call(LOCAL, "wiki")]

    await add_server(two.engine, OTHER, "files", two.theirs.url)
    await add_server(two.engine, OTHER, "wiki", two.theirs.url)
    asked = len(two.theirs.asked)
    called = [await two.call(LOCAL, "files"), await two.call(LOCAL, "wiki")]
    looked = [await two.look(LOCAL, "files"), await two.look(LOCAL, "wiki")]

    assert before == called == looked == ["operator", "mine"]
    assert len(two.theirs.asked) == asked
    assert await two.call(OTHER, "files") == "theirs"


async def test_taking_a_server_away_leaves_those_of_the_same_name_alone(two: Two) -> None:
    """Nor does believing or removing one end the session of another."""
    await add_server(two.engine, LOCAL, "wiki", two.mine.url)
    await add_server(two.engine, OTHER, "wiki", two.theirs.url)
    await add_server(two.engine, OTHER, "files", two.theirs.url)
    begun = [place.asked.count("initialize") for place in (two.operators, two.mine)]

    await change_server(two.engine, OTHER, "wiki", trusted=True, enabled=None)
    await remove_server(two.engine, OTHER, "wiki")
    await remove_server(two.engine, OTHER, "files")

    assert await asyncio.gather(two.call(LOCAL, "files"), two.call(LOCAL, "wiki")) == ["operator", "mine"]
    assert [place.asked.count("initialize") for place in (two.operators, two.mine)] == begun
