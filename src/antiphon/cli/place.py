"""Where the conversations are: a running server, or one started for the length of a command."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from antiphon.access.proof import Identity
from antiphon.cli.configuration import add_database
from antiphon.cli.logins import find_login
from antiphon.client import AsyncClient, ServerUnreachable
from antiphon.conversation.errors import StoreInUse
from antiphon.settings import Settings

Start = Callable[[Settings], AbstractAsyncContextManager[str]]

# A server that is just starting owns the SQLite file before it says where it listens.
_STARTING_SECONDS = 3.0
_LOOK_SECONDS = 0.25


@asynccontextmanager
async def start_application(settings: Settings) -> AsyncIterator[str]:
    """The whole application inside this process; its address."""
    # Imported here because it takes seconds, and only whoever finds no server has to wait for it.
    from antiphon.app import run_in_process

    complete = await asyncio.to_thread(add_database, settings)
    async with run_in_process(complete.settings) as url:
        yield url


@asynccontextmanager
async def open_antiphon(settings: Settings, start: Start = start_application) -> AsyncIterator[AsyncClient]:
    """A client of the server one is signed in at, of the running one, or of the application started in this process.

    Raises `StoreInUse` when another process owns the SQLite file and does not answer.
    """
    login = await asyncio.to_thread(find_login, settings)
    async with AsyncExitStack() as stack:
        if login is not None:
            yield await stack.enter_async_context(AsyncClient(login.url, headers=login.headers))
            return
        url = await find_server(settings) or await _start_server(stack, settings, start)
        yield await stack.enter_async_context(AsyncClient(url))


async def find_server(settings: Settings) -> str | None:
    """The address a running server left in `server.json`, if that very server still answers there.

    Anybody else at that address is told nothing but a random question, and the person is told of them.
    """
    note = await asyncio.to_thread(_read_note, settings)
    if note is None:
        return None
    async with AsyncClient(note.identity.url) as client:
        try:
            if await client.server.is_genuine(note.identity):
                return client.url
        except ServerUnreachable:
            return None
    print(_warn(note), file=sys.stderr)
    return None


@dataclass(frozen=True, slots=True)
class Note:
    """What a server left in `server.json`: how it proves itself, and its process."""

    identity: Identity
    pid: int

    @property
    def is_stale(self) -> bool:
        """Whether the process that left it has ended."""
        if sys.platform == "win32":
            # There this would be Ctrl-C to that process. Whoever talks to it finds out.
            return False
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return True
        except OSError:
            return False
        return False


def _read_note(settings: Settings) -> Note | None:
    try:
        said = json.loads((settings.data_dir / "server.json").read_text(encoding="utf-8"))
        return Note(Identity(str(said["url"]), str(said.get("token", ""))), int(said["pid"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _warn(note: Note) -> str:
    """What to say when somebody answers and is not the server."""
    url = note.identity.url
    if note.is_stale:
        begin = f"The server that ran here (process {note.pid}) has ended, and another program answers at {url}"
        return f"{begin}; nothing was sent to it."
    begin = f"What answers at {url} cannot prove to be this folder's server; nothing was sent to it."
    return f"{begin} Restart the server if it is yours."


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
