"""A stream of events to a program, on the wires where leaving it is not the only way to say Stop."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import ExitStack
from typing import Final, Protocol

from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from typing_extensions import override

from antiphon.access.principal import Principal
from antiphon.access.rate_limits import Callers
from antiphon.api.dependencies import Dependencies
from antiphon.api.held_stream import HeldStream, hold_stream
from antiphon.conversation.turn import Turn
from antiphon.engine.accounts.watch import OpenStream
from antiphon.engine.commands.turns import stop_turn

HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class ToldAnswer(Protocol):
    """What is told: the answer to a turn, and to whom."""

    deps: Dependencies
    caller: Principal
    turn: Turn

    @property
    def headers(self) -> Mapping[str, str]:
        """What every answer says beside its body."""
        ...


class Telling(Protocol):
    """The events of one answer; `is_over` once a program has all of it."""

    @property
    def answer(self) -> ToldAnswer:
        """The answer that is told."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to tell."""
        ...

    def write(self, reader: OpenStream) -> AsyncGenerator[bytes, None]:
        """The bytes, for as long as what their reader came with counts."""
        ...


def begin_stream(stream: Telling, callers: Callers, *, stops: bool = False) -> Response:
    """The answer event by event, held like every stream: counted, and ended with what its reader came with."""
    with ExitStack() as held:
        held.enter_context(callers.hold_feed(stream.answer.caller))
        reader = held.enter_context(hold_stream(stream.answer.deps, stream.answer.caller))
        return EventStream(stream, reader, held.pop_all(), stops=stops)


class EventStream(HeldStream):
    """A stream to a program. Its answer goes on when it leaves, unless it said that leaving means Stop."""

    def __init__(self, stream: Telling, reader: OpenStream, held: ExitStack, *, stops: bool) -> None:
        headers = {**HEADERS, **stream.answer.headers}
        super().__init__(stream.write(reader), held, media_type="text/event-stream", headers=headers)
        self._stream = stream
        self._stops = stops

    @override
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            answer = self._stream.answer
            if self._stops and not (self._stream.is_over or answer.deps.engine.draining):
                await stop_turn(answer.deps.engine, answer.caller, answer.turn.id)
