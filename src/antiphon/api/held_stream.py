"""A stream that takes up a place for as long as somebody reads it."""

from collections.abc import AsyncGenerator
from contextlib import AbstractContextManager, ExitStack, aclosing, nullcontext, suppress
from typing import Any

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send
from typing_extensions import override

from antiphon.access.principal import Principal
from antiphon.api.dependencies import Dependencies
from antiphon.engine.accounts.watch import OpenStream


class HeldStream(StreamingResponse):
    """A stream that holds something until its reader has gone, also when he goes before the first byte."""

    def __init__(self, body: AsyncGenerator[bytes, None], held: ExitStack, **more: Any) -> None:
        super().__init__(body, **more)
        self._held = held

    @override
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._held:
            await super().__call__(scope, receive, send)


def hold_stream(deps: Dependencies, caller: Principal) -> AbstractContextManager[OpenStream]:
    """A stream that ends with what its reader came with; without accounts nobody came with anything."""
    return nullcontext(OpenStream(caller)) if deps.gate is None else deps.gate.watch.hold_stream(caller)


async def read_held(reader: OpenStream, frames: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """Pass the stream on while what its reader came with counts; then `NotSignedIn`, whatever else was to be said, or
    `StoreUnavailable` where nobody could say for a while whether it does.
    """
    async with aclosing(frames):
        with suppress(StopAsyncIteration):
            while True:
                yield await reader.read(frames)
