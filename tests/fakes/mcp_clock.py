"""A tool server over Streamable HTTP: `mcp_clock.py PORT LOG [--old]`.

Every request leaves a line of JSON in the log: its method and its headers. With `--old` it knows protocol 2025-11-25,
with sessions, and nothing newer.
"""

import json
import sys
from pathlib import Path
from typing import Any

import anyio
import uvicorn
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from starlette.types import ASGIApp, Receive, Scope, Send

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


async def _refuse(send: Send) -> None:
    error: dict[str, Any] = {"code": -32600, "message": "Bad Request: Unsupported protocol version"}
    body = json.dumps({"jsonrpc": "2.0", "id": "server-error", "error": error}).encode()
    await send({"type": "http.response.start", "status": 400, "headers": [(b"content-type", b"application/json")]})
    await send({"type": "http.response.body", "body": body})


def main() -> None:
    """Serve on this machine."""
    port, log = int(sys.argv[1]), Path(sys.argv[2])
    app = Record(server.streamable_http_app(), log, "--old" in sys.argv)
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")


if __name__ == "__main__":
    main()
