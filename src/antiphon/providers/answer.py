"""One answer while it arrives: when to read, how long to wait, and when it is over."""

import asyncio
import contextlib
from collections.abc import Iterable
from typing import Protocol

from antiphon.conversation.errors import ProtocolError, ProviderError, ProviderTimeout, StreamBroken
from antiphon.egress.errors import EgressError
from antiphon.egress.response import Response, read_capped
from antiphon.egress.sse import FRAME_LIMIT, Event, FrameTooLarge, SseDecoder
from antiphon.providers.classify.connection import build_failure
from antiphon.providers.pace import SILENT_BEATS, SILENT_BYTES, Pace
from antiphon.providers.provider import Outputs
from antiphon.providers.size_limits import SizeLimits, describe_too_large
from antiphon.providers.timeouts import Timeouts


class Frames(Protocol):
    """What the events of one answer say, on whichever wire.

    `finished` once a finish reason has come, `done` when nothing more is to be read, `ran_on` when something was said
    in between. After a `failure` nothing is looked at any more.
    """

    finished: bool
    done: bool
    ran_on: bool
    failure: ProviderError | None

    def read(self, events: Iterable[Event]) -> Outputs:
        """What these events say."""
        ...

    def read_whole(self, body: bytes) -> Outputs:
        """What an answer says that came as one body instead of a stream."""
        ...


class Decoder(Protocol):
    """Cuts what arrives into events."""

    def feed(self, chunk: bytes) -> list[Event]:
        """The events completed by these bytes; `FrameTooLarge` for one that is larger than any honest one."""
        ...

    def close(self) -> list[Event]:
        """The last event of a stream that forgot its end, if there is one."""
        ...


class AnswerStream:
    """Reads one response to its end. A finish reason makes it complete; nothing after that can break it."""

    def __init__(
        self,
        provider: str,
        response: Response,
        frames: Frames,
        *,
        timeouts: Timeouts,
        pace: Pace,
        decoder: Decoder | None = None,
        frame_limit: int = FRAME_LIMIT,
    ) -> None:
        self._provider = provider
        self._response = response
        self._frames = frames
        self._timeouts = timeouts
        self._pace = pace
        self._limits = SizeLimits(provider)
        self._frame_limit = frame_limit
        self._decoder = decoder or SseDecoder(frame_limit)
        self._clock = asyncio.get_running_loop().time
        self._heard_at = self._clock()
        self._silence = timeouts.first_byte
        self._speaking = False
        self._heard_bytes = 0
        self._finished_at: float | None = None
        self._ended = False

    async def read(self) -> Outputs | None:
        """More of the answer, `None` when it is complete; raises when it never will be.

        What came before a failure is handed over first; the failure is raised by the call after.
        """
        frames = self._frames
        if self._limits.failure is not None:
            raise self._limits.failure
        if self._ended or frames.done or frames.failure is not None:
            await self._conclude()
            return None
        await self._pace.wait(self._count_beats())
        events = await self._read_events()
        outputs = self._limits.take(frames.read(events))
        self._attend(events, outputs)
        return outputs

    async def read_whole(self) -> Outputs:
        """An answer that came as one JSON body instead of a stream."""
        try:
            body = await read_capped(self._response, self._frame_limit + 1)
        except EgressError as error:
            raise build_failure(self._provider, error) from error
        outputs = self._limits.take(self._frames.read_whole(body))
        if self._frames.failure is None and not self._frames.finished:
            raise ProtocolError(self._provider)
        return outputs

    def _count_beats(self) -> int:
        """Nobody waits for the end of an answer longer than it takes, unless it goes on talking after its end."""
        if self._limits.bytes_read - self._heard_bytes > SILENT_BYTES:
            return SILENT_BEATS
        return int(self._frames.ran_on if self._frames.finished else self._speaking)

    async def _read_events(self) -> list[Event]:
        try:
            some = await self._response.read_some()
            self._limits.count_bytes(len(some))
            if some:
                return self._decoder.feed(some)
            self._ended = True
            return self._decoder.close()
        except FrameTooLarge as error:
            raise ProtocolError(self._provider, provider_message=describe_too_large(self._frame_limit)) from error
        except EgressError as error:
            if not self._frames.finished:
                raise build_failure(self._provider, error) from error
            self._ended = True
            return []

    def _attend(self, events: list[Event], outputs: Outputs) -> None:
        """Keep track of silence. Keep-alive comments and half a frame are not speech.

        After the finish reason there is a moment for the usage and the end marker, whatever else is sent in it.
        """
        now = self._clock()
        if self._frames.finished and self._finished_at is None:
            self._finished_at = now
        if self._finished_at is not None and now - self._finished_at > self._timeouts.after_finish:
            self._ended = True
        elif events:
            self._heard_at = now
            silence = self._timeouts.after_finish if self._frames.finished else self._timeouts.idle
            if silence != self._silence:
                self._silence = silence
                self._response.wait_at_most(silence)
        elif now - self._heard_at > self._silence:
            if not self._frames.finished:
                raise ProviderTimeout(self._provider)
            self._ended = True
        if outputs:
            self._speaking = True
            self._heard_bytes = self._limits.bytes_read

    async def _conclude(self) -> None:
        if not self._frames.finished:
            raise self._frames.failure or StreamBroken(self._provider)
        if not self._ended:
            await self._read_out()

    async def _read_out(self) -> None:
        """Read what is left after the end marker, so that the connection can be used again."""
        self._response.wait_at_most(self._timeouts.after_done)
        with contextlib.suppress(EgressError):
            self._ended = not await self._response.read_some()
