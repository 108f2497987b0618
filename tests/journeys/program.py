"""Another program that asks the panel: the protocol's own client, over each way in and in each era."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, Implementation, TextContent

from tests.fakes.launched import clean_environment

# The way in, and the era: `legacy` shakes hands, the other does not.
WAYS = (("http", "legacy"), ("http", "2026-07-28"), ("stdio", "legacy"), ("stdio", "2026-07-28"))
Way = tuple[str, str]


@dataclass
class Program:
    """A program with a connection to the panel, and all it was told on the way."""

    client: Client
    told: list[tuple[float, float | None, str | None]] = field(default_factory=list)

    async def call(self, name: str, **arguments: Any) -> CallToolResult:
        """What a tool answers; progress is written down."""
        return await self.client.call_tool(name, arguments, progress_callback=self._hear)

    async def ask(self, name: str, **arguments: Any) -> dict[str, Any]:
        """The values a tool answers with; it must not have failed."""
        result = await self.call(name, **arguments)
        assert not result.is_error, words_of(result)
        found: dict[str, Any] = result.structured_content
        return found

    async def refusal(self, name: str, **arguments: Any) -> str:
        """The sentence a tool refuses with."""
        result = await self.call(name, **arguments)
        assert result.is_error, result
        return words_of(result)

    async def _hear(self, progress: float, total: float | None, message: str | None) -> None:
        self.told.append((progress, total, message))


def words_of(result: CallToolResult) -> str:
    """What a program shows that shows only text."""
    return "\n".join(each.text for each in result.content if isinstance(each, TextContent))


@asynccontextmanager
async def connect(
    url: str, way: Way, *, token: str = "", name: str = "a program", options: tuple[str, ...] = ()
) -> AsyncIterator[Program]:
    """A program that is connected; `options` go to `antiphon mcp`, which without an address starts a server itself."""
    kind, mode = way
    who = Implementation(name=name, version="1")
    if kind == "stdio":
        with TemporaryDirectory() as folder:
            said = {"ANTIPHON_DATA_DIR": folder, "ANTIPHON_SERVER": url, "ANTIPHON_TOKEN": token}
            env = clean_environment() | {name: value for name, value in said.items() if value}
            command = StdioServerParameters(command=sys.executable, args=["-m", "antiphon", "mcp", *options], env=env)
            async with Client(command, mode=mode, client_info=who) as client:
                yield Program(client)
        return
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(f"{url}/mcp", http_client=http), mode=mode, client_info=who) as client,
    ):
        yield Program(client)
