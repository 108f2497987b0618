"""One answer while it arrives: when to read, how long to wait, and when it is over."""

import asyncio
import contextlib

from antiphon.conversation.errors import ProtocolError, ProviderTimeout, StreamBroken
from antiphon.egress.errors import EgressError
from antiphon.egress.response import Response, read_capped
from antiphon.providers.failures import build_failure
from antiphon.providers.openai_chat.frames import Frames
from antiphon.providers.pace import Pace
from antiphon.providers.provider import Outputs
from antiphon.providers.sse import FRAME_LIMIT, Event, FrameTooLarge, SseDecoder
from antiphon.providers.timeouts import Timeouts


class Answer:
    """Reads one response to its end. A finish reason makes it complete; nothing after that can break it."""

    def __init__(self, provider: str, response: Response, frames: Frames, *, timeouts: Timeouts, pace: Pace) -> None:
        self._provider = provider
        self._response = response
        self._frames = frames
        self._timeouts = timeouts
        self._pace = pace
        self._decoder = SseDecoder()
        self._clock = asyncio.get_running_loop().time
        self._heard_at = self._clock()
        self._silence = timeouts.first_byte
        self._speaking = False
        self._ended = False

    async def read(self) -> Outputs | None:
        """More of the answer, `None` when it is complete; raises when it never will be.

        What came before a failure is handed over first; the failure is raised by the call after.
        """
        frames = self._frames
        if self._ended or frames.done or frames.failure is not None:
            await self._conclude()
            return None
        if self._speaking and not frames.finished:
            await self._pace.wait()
        events = await self._read_events()
        outputs = frames.read(events)
        self._attend(events, outputs)
        return outputs

    async def read_whole(self) -> Outputs:
        """An answer that came as one JSON body instead of a stream."""
        try:
            body = await read_capped(self._response, FRAME_LIMIT + 1)
        except EgressError as error:
            raise build_failure(self._provider, error) from error
        outputs = self._frames.read_whole(body)
        if self._frames.failure is None and not self._frames.finished:
            raise ProtocolError(self._provider)
        return outputs

    async def _read_events(self) -> list[Event]:
        try:
            some = await self._response.read_some()
            if some:
                return self._decoder.feed(some)
            self._ended = True
            return self._decoder.close()
        except FrameTooLarge as error:
            raise ProtocolError(self._provider, provider_message="one event was larger than 1 MiB") from error
        except EgressError as error:
            if not self._frames.finished:
                raise build_failure(self._provider, error) from error
            self._ended = True
            return []

    def _attend(self, events: list[Event], outputs: Outputs) -> None:
        """Keep track of silence. Keep-alive comments and half a frame are not speech."""
        now = self._clock()
        if events:
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
