"""A stream that takes up a place for as long as somebody reads it."""

from collections.abc import AsyncGenerator
from contextlib import ExitStack
from typing import Any

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send
from typing_extensions import override


class HeldStream(StreamingResponse):
    """A stream that holds something until its reader has gone, also when he goes before the first byte."""

    def __init__(self, body: AsyncGenerator[bytes, None], held: ExitStack, **more: Any) -> None:
        super().__init__(body, **more)
        self._held = held

    @override
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._held:
            await super().__call__(scope, receive, send)
