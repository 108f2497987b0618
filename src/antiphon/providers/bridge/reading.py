"""The answer as the library gets it: whole events, at our pace and under our clocks."""

import asyncio
from collections.abc import Callable, Mapping

from antiphon.conversation.errors import ProtocolError, ProviderError
from antiphon.egress.errors import EgressError, NotHttp, WentSilent
from antiphon.egress.response import Response
from antiphon.providers.bridge.ending import Ending
from antiphon.providers.failures import build_failure
from antiphon.providers.pace import Pace
from antiphon.providers.sse import Event, FrameTooLarge, SseDecoder
from antiphon.providers.timeouts import Timeouts


class Reading:
    """Reads one response for the library, which never sees a comment, half an event or an event without end.

    Nothing spoils an answer once its finish reason has come: whatever breaks then is an end like any other.
    """

    def __init__(
        self,
        provider: str,
        response: Response,
        ending: Ending,
        *,
        timeouts: Timeouts,
        pace: Pace,
        on_pause: Callable[[], None],
    ) -> None:
        self.failure: ProviderError | None = None
        self.ended = False
        self._provider = provider
        self._response = response
        self._ending = ending
        self._timeouts = timeouts
        self._pace = pace
        self._on_pause = on_pause
        self._decoder = SseDecoder()
        self._clock = asyncio.get_running_loop().time
        self._heard_at = self._clock()
        self._silence = timeouts.first_byte
        self._speaking = False

    @property
    def status(self) -> int:
        """The status of the answer; anything but 200 was judged before."""
        return self._response.status

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers of the answer."""
        return self._response.headers

    def note_speech(self) -> None:
        """The library made sense of something. Keep-alives make none, so they do not count as speech."""
        self._heard_at = self._clock()
        self._speaking = True

    async def read_some(self) -> bytes:
        """The events that are here, waiting for the first; empty at the end of the answer.

        Whoever asks has made all it can of the events before, which is told to `on_pause`.
        """
        self._on_pause()
        if self._speaking and not self._ending.has_come:
            await self._pace.wait()
        try:
            while not self.ended:
                if events := await self._read_events():
                    return b"".join(map(_write, events))
        except EgressError as error:
            self.ended = True
            if not self._ending.has_come:
                self.failure = self.failure or build_failure(self._provider, error)
                raise
        return b""

    def close(self) -> None:
        """Let go of the connection."""
        self._response.close()

    async def _read_events(self) -> list[Event]:
        self._set_silence()
        some = await self._response.read_some()
        if some and self._clock() - self._heard_at > self._silence:
            raise WentSilent("nothing but keep-alives")
        try:
            if some:
                return self._decoder.feed(some)
            self.ended = True
            return self._decoder.close()
        except FrameTooLarge as error:
            self.failure = ProtocolError(self._provider, provider_message="one event was larger than 1 MiB")
            raise NotHttp("one event is too large") from error

    def _set_silence(self) -> None:
        silence = self._timeouts.idle if self._speaking else self._timeouts.first_byte
        if self._ending.has_come:
            silence = self._timeouts.after_finish
        if silence != self._silence:
            self._silence = silence
            self._response.wait_at_most(silence)


def _write(event: Event) -> bytes:
    name = b"event: %b\n" % event.name.encode() if event.name else b""
    return b"%bdata: %b\n\n" % (name, event.data.replace(b"\n", b"\ndata: "))
