"""A tool server over standard streams that knows protocol 2025-11-25 and nothing newer, written without the library.

With `--strict` it ends when the first thing it hears is not `initialize`, as some servers of that time do. It lists 250
tools in pages of 100, one of them with a schema that is far too large. With `--chatty` it talks before each answer.
"""

import json
import sys
from typing import Any

PAGE = 100
TOOLS = 250


def describe(number: int) -> dict[str, Any]:
    """The tool of this number."""
    schema: dict[str, Any] = {"type": "object", "properties": {"text": {"type": "string"}}}
    if number == 1:
        schema["properties"]["text"]["description"] = "y" * 70_000
    hints = {"readOnlyHint": True, "title": "Say it again"} if number == 0 else {}
    return {"name": f"echo.{number}", "description": "z" * 5_000, "inputSchema": schema, "annotations": hints}


def answer(method: str, params: dict[str, Any]) -> dict[str, Any]:
    """The result of a request, or an error."""
    match method:
        case "initialize":
            about = {"name": "old", "version": "1"}
            return {"result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": about}}
        case "tools/list":
            start = int(params.get("cursor") or 0)
            page: dict[str, Any] = {"tools": [describe(n) for n in range(start, min(start + PAGE, TOOLS))]}
            return {"result": page | ({"nextCursor": str(start + PAGE)} if start + PAGE < TOOLS else {})}
        case "tools/call" if params["name"] == "echo.2":
            link = {"type": "resource_link", "uri": "file:///a", "name": "a file"}
            held = {"type": "resource", "resource": {"uri": "file:///b", "text": "inside"}}
            return {"result": {"content": [link, held]}}
        case "tools/call" if params["name"] == "echo.3":
            return {"result": {"content": [], "structuredContent": {"answer": 42}}}
        case "tools/call" if params["name"] == "echo.4":
            return {"result": {"content": "this is not a list"}}
        case "tools/call":
            return {"result": {"content": [{"type": "text", "text": "a\x00b " + str(params["arguments"])}]}}
        case _:
            return {"error": {"code": -32601, "message": f"no method {method}"}}


def main() -> None:
    """Answer line by line until the input ends."""
    for number, line in enumerate(sys.stdin):
        asked = json.loads(line)
        if "--strict" in sys.argv and number == 0 and asked["method"] != "initialize":
            sys.exit("expected initialize")
        if "id" in asked:
            print("well, well\n" * (60 if "--chatty" in sys.argv else 0), end="")
            said = {"jsonrpc": "2.0", "id": asked["id"], **answer(asked["method"], asked.get("params") or {})}
            print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
