"""Lines of JSON from bytes, however they are cut: what some servers send instead of server-sent events."""

from antiphon.egress.sse import FRAME_LIMIT, Event, FrameTooLarge


class LineDecoder:
    """Feed it reads; it gives back the lines they complete, each as an event without a name."""

    __slots__ = ("_held", "_limit", "_size")

    def __init__(self, limit: int = FRAME_LIMIT) -> None:
        self._limit = limit
        self._held: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes) -> list[Event]:
        """The lines completed by these bytes, blank ones left out; `FrameTooLarge` for one that is too long."""
        *lines, rest = chunk.split(b"\n")
        if lines:
            lines[0] = b"".join([*self._held, lines[0]])
            self._held, self._size = [], 0
        self._held.append(rest)
        self._size += len(rest)
        if self._size > self._limit or any(len(line) > self._limit for line in lines):
            raise FrameTooLarge
        return [Event("", line) for each in lines if (line := each.strip())]

    def close(self) -> list[Event]:
        """The last line of a stream that forgot to end it, if there is one."""
        return self.feed(b"\n")
