"""The server for one program on this machine, over standard input and output."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from mcp.server.stdio import stdio_server

from antiphon.client import AsyncClient
from antiphon.mcp.server import Context, Offer, Visit, build_server


async def serve_stdio(client: AsyncClient, offer: Offer) -> None:
    """Answer until standard input ends. Nothing but the protocol is written to standard output meanwhile."""

    @asynccontextmanager
    async def open_visit(_: Context) -> AsyncIterator[Visit]:
        yield Visit(client, client.url)

    server = build_server(open_visit, offer)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())
