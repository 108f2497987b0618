"""How a server is spoken to, whichever way: what the two kinds of connection have in common."""

import asyncio
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

# Ours, for failures between us and the server; what servers themselves answer has codes of their own.
FAILED_ON_THE_WAY = -32_098
# The server no longer knows our session, so what was asked in it was never heard.
FORGOTTEN = -32_097
# Nobody reads more than this in one answer, and a model gets a small part of it.
LARGEST_ANSWER = 4 * 1024 * 1024
LEFT = "its program ended"
TOO_LARGE = f"it sent more than {LARGEST_ANSWER // 1024 // 1024} MiB at once"


class ToolWire(Protocol):
    """A way to one server. `ended` is set when nothing more will come, and `problem` then says why.

    `forgotten`: the server has said that it no longer knows our session.
    """

    ended: asyncio.Event
    problem: str
    forgotten: bool

    def open(self) -> AbstractAsyncContextManager[tuple[Any, Any]]:
        """The two streams of messages the library wants, for as long as the context lasts; once per wire."""
        ...
