"""A server that makes pictures to order, on the wire of `/images/generations`.

with ModelServer() as server:
    server.pages[MAKE] = in_letters(paint("a"))
    server.pages[MAKE] = at_address(f"http://127.0.0.1:{server.port}/made.png")
    server.pages["/made.png"] = bare(paint("a"))
"""

import base64
from typing import Final

from tests.fakes.model_server import ModelServer, Received, Script, Whole, fail

MAKE: Final = "/v1/images/generations"


def in_letters(data: bytes) -> Script:
    """The picture itself, as newer models send it."""
    made = {"b64_json": base64.b64encode(data).decode()}
    return fail(200, {"created": 1, "data": [made], "usage": {"input_tokens": 9, "output_tokens": 1056}})


def at_address(url: str) -> Script:
    """Where the picture lies, as older models say it."""
    return fail(200, {"created": 1, "data": [{"url": url, "revised_prompt": "A hill."}]})


def bare(data: bytes) -> Script:
    """A file."""
    return (Whole(200, data, {"Content-Type": "image/png"}),)


def orders(server: ModelServer) -> list[Received]:
    """Every picture that was asked for."""
    return [each for each in server.requests if each.path == MAKE]
