"""The answer as the library gets it: whole events, at our pace and under our clocks."""

import asyncio
from collections.abc import Callable, Mapping

from antiphon.conversation.errors import ProtocolError, ProviderError
from antiphon.egress.errors import EgressError, NotHttp, WentSilent
from antiphon.egress.response import Response
from antiphon.egress.sse import FRAME_LIMIT, Event, FrameTooLarge, SseDecoder
from antiphon.providers.bridge.ending import FinishWatch
from antiphon.providers.classify.connection import build_failure
from antiphon.providers.pace import SILENT_BEATS, SILENT_BYTES, Pace
from antiphon.providers.size_limits import SizeLimits, describe_too_large
from antiphon.providers.timeouts import Timeouts

# Events that may say that the answer is over: what follows one of them is handed over by itself, so that the end can
# be seen before it.
_ENDS = (b"finishReason", b"stop_reason")


# The count and the end marker come with the first reads after the finish reason.
_LATE_READS = 4


class EventReader:
    """Reads one response for the library, which never sees a comment, half an event or an event without end.

    Nothing spoils an answer once its finish reason has come: whatever breaks then is an end like any other.
    """

    def __init__(
        self,
        provider: str,
        response: Response,
        ending: FinishWatch,
        *,
        timeouts: Timeouts,
        pace: Pace,
        limits: SizeLimits,
        on_pause: Callable[[], None],
        frame_limit: int = FRAME_LIMIT,
    ) -> None:
        self.failure: ProviderError | None = None
        self.ended = False
        self._provider = provider
        self._response = response
        self._ending = ending
        self._timeouts = timeouts
        self._pace = pace
        self._limits = limits
        self._on_pause = on_pause
        self._frame_limit = frame_limit
        self._decoder = SseDecoder(frame_limit)
        self._clock = asyncio.get_running_loop().time
        self._heard_at = self._clock()
        self._silence = timeouts.first_byte
        self._speaking = False
        self._heard_bytes = 0
        self._held: list[Event] = []
        self._finished_at: float | None = None
        self._late_reads = 0

    @property
    def is_over(self) -> bool:
        """True once what the library gets comes after the finish reason: the count may follow, the answer may not."""
        return self._finished_at is not None

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
        self._heard_bytes = self._limits.bytes_read

    async def read_some(self) -> bytes:
        """The events that are here, waiting for the first; empty at the end of the answer.

        Whoever asks has made all it can of the events before, which is told to `on_pause`.
        """
        self._on_pause()
        if self._ending.has_come and self._finished_at is None:
            self._finished_at = self._clock()
        if self._held:
            return self._hand_over(self._held)
        await self._pace.wait(self._count_beats())
        try:
            while not self._has_ended():
                if events := await self._read_events():
                    return self._hand_over(events)
        except EgressError as error:
            self.ended = True
            if not self._ending.has_come:
                self.failure = self.failure or build_failure(self._provider, error)
                raise
        return b""

    def close(self) -> None:
        """Let go of the connection."""
        self._response.close()

    def _count_beats(self) -> int:
        """Nobody waits for the end of an answer longer than it takes, unless it goes on and on after its end."""
        if self._limits.bytes_read - self._heard_bytes > SILENT_BYTES:
            return SILENT_BEATS
        if self._ending.has_come:
            self._late_reads += 1
            return int(self._late_reads > _LATE_READS)
        return int(self._speaking)

    def _has_ended(self) -> bool:
        """After the finish reason there is a moment for the count and the end marker, whatever else is sent in it."""
        if self._finished_at is not None and self._clock() - self._finished_at > self._timeouts.after_finish:
            self.ended = True
        return self.ended

    def _hand_over(self, events: list[Event]) -> bytes:
        """These events, up to and with the first that may be the last one of the answer; the others wait."""
        ends = (number for number, event in enumerate(events, 1) if any(end in event.data for end in _ENDS))
        cut = next(ends, len(events))
        self._held = events[cut:]
        return b"".join(map(_write, events[:cut]))

    async def _read_events(self) -> list[Event]:
        self._set_silence()
        some = await self._response.read_some()
        self._limits.count_bytes(len(some))
        if self._limits.failure is not None:
            self.failure = self._limits.failure
            raise NotHttp("the answer is too large")
        if some and self._clock() - self._heard_at > self._silence:
            raise WentSilent("nothing but keep-alives")
        try:
            if some:
                return self._decoder.feed(some)
            self.ended = True
            return self._decoder.close()
        except FrameTooLarge as error:
            self.failure = ProtocolError(self._provider, provider_message=describe_too_large(self._frame_limit))
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
