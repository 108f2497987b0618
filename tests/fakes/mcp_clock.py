"""A tool server over Streamable HTTP: `mcp_clock.py PORT LOG`, and switches that make it unlike others.

Every request leaves a line of JSON in the log: its method and its headers. With `--old` it knows protocol 2025-11-25,
with sessions, and nothing newer. With `--json` it answers without a stream. With `--lost` it turns sessions it does
not know away with this status instead of 404, and with `--busy` it takes no notice of calls that are taken back. With
`--angry` what a tool refuses has this status, and with 400 it is not told as the protocol has it.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import anyio
import uvicorn
from mcp.server import MCPServer
from mcp.shared.exceptions import MCPError
from mcp_types import ToolAnnotations
from starlette.types import ASGIApp, Message, Receive, Scope, Send

server = MCPServer("clock")


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def now() -> str:
    """Tell the time."""
    return "noon"


@server.tool()
async def set_alarm(minutes: float) -> str:
    """Wait, and say so."""
    await anyio.sleep(minutes * 60)
    return "ring"


@server.tool()
def huge(chars: int) -> str:
    """Answer at length."""
    return "x" * chars


@server.tool()
def refuse() -> str:
    """Turn the call away, under a code that means something else elsewhere."""
    raise MCPError(code=-32000, message="the hands are being painted")


class Record:
    """Writes every request down, and turns the newer protocol away if told to."""

    def __init__(self, app: ASGIApp, log: Path, old: bool) -> None:
        self.app = app
        self.log = log
        self.old = old

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.decode(): value.decode("latin-1") for name, value in scope["headers"]}
        with self.log.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"method": scope["method"], "headers": headers}) + "\n")
        if self.old and headers.get("mcp-protocol-version", "").startswith("2026"):
            await _refuse(send)
            return
        await self.app(scope, receive, send)


class Forget:
    """Says in a way of its own that it does not know a session."""

    def __init__(self, app: ASGIApp, status: int) -> None:
        self.app = app
        self.status = status

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""

        async def say(message: Message) -> None:
            if message.get("status") == 404:
                message = {**message, "status": self.status}
            await send(message)

        await self.app(scope, receive, say)


class Anger:
    """Lets its status say that a tool refuses; the tool has been at work all the same."""

    def __init__(self, app: ASGIApp, status: int) -> None:
        self.app = app
        self.status = status

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        begun: list[Message] = []

        async def say(message: Message) -> None:
            if message["type"] == "http.response.start":
                begun.append(message)
                return
            body = message.get("body", b"")
            if b"being painted" in body:
                body = b'{"error": "the hands are being painted"}' if self.status == 400 else body
                headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
                begun[:] = [{"type": "http.response.start", "status": self.status, "headers": headers}]
            while begun:
                await send(begun.pop())
            await send({**message, "body": body})

        await self.app(scope, receive, say)


class Busy:
    """Never answers whoever takes a call back."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""

        async def hear() -> Message:
            message = await receive()
            if b"notifications/cancelled" in message.get("body", b""):
                await asyncio.sleep(600)
            return message

        await self.app(scope, hear, send)


async def _refuse(send: Send) -> None:
    error: dict[str, Any] = {"code": -32600, "message": "Bad Request: Unsupported protocol version"}
    body = json.dumps({"jsonrpc": "2.0", "id": "server-error", "error": error}).encode()
    await send({"type": "http.response.start", "status": 400, "headers": [(b"content-type", b"application/json")]})
    await send({"type": "http.response.body", "body": body})


def main() -> None:
    """Serve on this machine."""
    port, log = int(sys.argv[1]), Path(sys.argv[2])
    app: ASGIApp = server.streamable_http_app(json_response="--json" in sys.argv)
    for status in (each.removeprefix("--lost=") for each in sys.argv if each.startswith("--lost=")):
        app = Forget(app, int(status))
    for status in (each.removeprefix("--angry=") for each in sys.argv if each.startswith("--angry=")):
        app = Anger(app, int(status))
    if "--busy" in sys.argv:
        app = Busy(app)
    app = Record(app, log, "--old" in sys.argv)
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")


if __name__ == "__main__":
    main()
