"""A server that is a program: started here, spoken to over its standard streams, and never left behind.

The library has a client for this too. Ours gives the program an environment of its own, reads lines of a limited
size, survives whatever else is printed there, and takes the program's complaints into the log.
"""

import asyncio
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

from antiphon.programs.start import start_program
from antiphon.tools.servers import StdioServer
from antiphon.tools.wire import LARGEST_ANSWER, LEFT, TOO_LARGE

logger = logging.getLogger(__name__)

# The protocol asks for patience: first its input ends, then it is asked to go, then it has to.
_LEAVING_SECONDS = 2.0
_LOOK_SECONDS = 0.02
# A stray line now and then is forgiven; a program that says nothing else does not speak the protocol.
_MOST_STRAY_LINES = 100
_LOGGED_CHARS = 64 * 1024


class Child:
    """The way to a program, which runs while the way is open."""

    def __init__(self, spec: StdioServer) -> None:
        self.ended = asyncio.Event()
        self.problem = ""
        self.forgotten = False
        self._spec = spec

    @asynccontextmanager
    async def open(self) -> AsyncIterator[tuple[Any, Any]]:
        """Start the program; when the context ends, it and all it has started are gone."""
        with anyio.CancelScope(shield=True):
            process = await self._start()
        deliver, received = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        send, outgoing = anyio.create_memory_object_stream[SessionMessage](0)
        tasks = [
            asyncio.create_task(self._read(process, deliver)),
            asyncio.create_task(self._write(process, outgoing)),
            asyncio.create_task(self._log(process)),
        ]
        try:
            yield received, send
        finally:
            with anyio.CancelScope(shield=True):
                await _stop(process, tasks)
            for stream in (deliver, received, send, outgoing):
                stream.close()

    async def _start(self) -> Process:
        return await start_program(
            (self._spec.command, *self._spec.args),
            self._spec.env,
            stderr=PIPE,
            cwd=self._spec.cwd,
            own_session=True,
            longest_line=LARGEST_ANSWER,
        )

    async def _read(self, process: Process, deliver: Any) -> None:
        stray = 0
        try:
            while stray <= _MOST_STRAY_LINES and (line := await _read_line(process)):
                message = _parse(line)
                if message is not None:
                    stray = 0
                    await deliver.send(SessionMessage(message))
                elif line.strip():
                    stray += 1
            self.problem = "it prints what is not the protocol" if stray > _MOST_STRAY_LINES else LEFT
        except ValueError:
            self.problem = TOO_LARGE
        except (anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
            self.problem = "the connection to its program broke"
        finally:
            deliver.close()
            self.ended.set()

    async def _write(self, process: Process, outgoing: Any) -> None:
        try:
            async for each in outgoing:
                line = each.message.model_dump_json(by_alias=True, exclude_unset=True)
                await _write_line(process, line.encode() + b"\n")
        except (OSError, anyio.ClosedResourceError):
            self.problem = self.problem or "its program no longer listens"
        finally:
            outgoing.close()
            self.ended.set()

    async def _log(self, process: Process) -> None:
        """What it complains about, up to a limit; the rest is read too, or it would stand still."""
        logged = 0
        while process.stderr is not None and (some := await process.stderr.read(4096)):
            if logged < _LOGGED_CHARS:
                logger.debug(
                    "tool_server_said", extra={"server": self._spec.name, "text": some.decode(errors="replace")}
                )
            logged += len(some)


async def _read_line(process: Process) -> bytes:
    return await process.stdout.readline() if process.stdout is not None else b""


async def _write_line(process: Process, line: bytes) -> None:
    if process.stdin is not None:
        process.stdin.write(line)
        await process.stdin.drain()


def _parse(line: bytes) -> Any:
    """The message on this line, or none when it is something else."""
    try:
        return jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:
        return None


async def _stop(process: Process, tasks: list[asyncio.Task[None]]) -> None:
    """See it off, politely first. Every wait ends, so that closing always does."""
    if process.stdin is not None:
        process.stdin.close()
    if not await _ends_soon(process):
        _signal(process, signal.SIGTERM)
        await _ends_soon(process)
    # Whatever it has started belongs to its group and goes with it.
    _signal(process, _FORCE)
    await _ends_soon(process)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    # Something that left the group may still hold the pipes, and asyncio would wait for it.
    process._transport.close()  # type: ignore[attr-defined]  # nothing public closes the pipes


_FORCE = signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL


def _signal(process: Process, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, number)


async def _ends_soon(process: Process) -> bool:
    """True when it has ended. `wait` would also wait for everybody who inherited its pipes."""
    for _ in range(round(_LEAVING_SECONDS / _LOOK_SECONDS)):
        if process.returncode is not None:
            return True
        await asyncio.sleep(_LOOK_SECONDS)
    return process.returncode is not None
