"""Where the conversations are: a running server, or one started for the length of a command."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

from antiphon.app import run_in_process
from antiphon.cli.client import Client, open_client
from antiphon.conversation.errors import StoreInUse
from antiphon.settings import Settings

Start = Callable[[Settings], AbstractAsyncContextManager[str]]

# A server that is just starting owns the SQLite file before it says where it listens.
_STARTING_SECONDS = 3.0
_LOOK_SECONDS = 0.25


@asynccontextmanager
async def open_antiphon(settings: Settings, start: Start = run_in_process) -> AsyncIterator[Client]:
    """A client of the running server, or of the whole application started inside this process.

    Raises `StoreInUse` when another process owns the SQLite file and does not answer.
    """
    async with AsyncExitStack() as stack:
        url = await find_server(settings) or await _start_server(stack, settings, start)
        yield await stack.enter_async_context(open_client(url))


async def find_server(settings: Settings) -> str | None:
    """The address a running server left in `server.json`, if it still answers there."""
    url = await asyncio.to_thread(_read_address, settings)
    if url is None:
        return None
    async with open_client(url) as client:
        return client.url if await client.is_healthy() else None


def _read_address(settings: Settings) -> str | None:
    try:
        return str(json.loads((settings.data_dir / "server.json").read_text(encoding="utf-8"))["url"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


async def _start_server(stack: AsyncExitStack, settings: Settings, start: Start) -> str:
    try:
        return await stack.enter_async_context(start(settings))
    except StoreInUse:
        url = await _wait_for_server(settings)
        if url is None:
            raise
        return url


async def _wait_for_server(settings: Settings) -> str | None:
    for _ in range(round(_STARTING_SECONDS / _LOOK_SECONDS)):
        await asyncio.sleep(_LOOK_SECONDS)
        if url := await find_server(settings):
            return url
    return None
