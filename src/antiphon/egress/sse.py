"""Server-sent events from bytes, however they are cut.

Works on lines: complete lines are taken off at once, an incomplete one waits in pieces that are joined only
when it ends, so a long frame that arrives in small reads costs no more than one that arrives whole.
"""

from typing import NamedTuple

FRAME_LIMIT = 1024 * 1024
_BOM = b"\xef\xbb\xbf"


class Event(NamedTuple):
    """One event that carries data."""

    name: str
    data: bytes
    id: str = ""


class FrameTooLarge(ValueError):
    """A single event is larger than any honest one."""


class SseDecoder:
    """Feed it reads; it gives back the events they complete. Where the reads were cut makes no difference."""

    __slots__ = ("_after_cr", "_data", "_fresh", "_held", "_held_size", "_id", "_limit", "_name", "_size", "_too_large")

    def __init__(self, limit: int = FRAME_LIMIT) -> None:
        self._limit = limit
        self._held: list[bytes] = []
        self._held_size = 0
        self._data: list[bytes] = []
        self._name = ""
        self._id = ""
        self._size = 0
        self._fresh = True
        self._after_cr = False
        self._too_large = False

    def feed(self, chunk: bytes) -> list[Event]:
        """The events completed by these bytes.

        Raises `FrameTooLarge` once the events before the oversized one have been handed over, and ever after.
        """
        if self._after_cr or b"\r" in chunk:
            chunk = self._unify_line_ends(chunk)
        events: list[Event] = []
        cut = chunk.rfind(b"\n")
        if cut >= 0 and not self._too_large:
            self._read_lines(self._take_lines(chunk[:cut]), events)
            chunk = chunk[cut + 1 :]
        if chunk:
            self._hold(chunk)
        if self._too_large and not events:
            raise FrameTooLarge
        return events

    def close(self) -> list[Event]:
        """The last event of a stream that forgot its final blank line, if there is one."""
        return self.feed(b"\n\n")

    def _hold(self, piece: bytes) -> None:
        self._held_size += len(piece)
        if self._size + self._held_size > self._limit:
            self._too_large = True
        else:
            self._held.append(piece)

    def _take_lines(self, chunk: bytes) -> list[bytes]:
        """The lines that are complete now, the one that was waiting first."""
        if self._held:
            chunk = b"".join([*self._held, chunk])
            self._held.clear()
        self._held_size = 0
        if self._fresh:
            self._fresh = False
            chunk = chunk.removeprefix(_BOM)
        return chunk.split(b"\n")

    def _unify_line_ends(self, chunk: bytes) -> bytes:
        """The same bytes with LF only; an LF that completes an earlier CR is dropped."""
        if self._after_cr and chunk:
            self._after_cr = False
            chunk = chunk.removeprefix(b"\n")
        if b"\r" in chunk:
            self._after_cr = chunk.endswith(b"\r")
            chunk = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        return chunk

    def _read_lines(self, lines: list[bytes], events: list[Event]) -> None:
        data, size, limit = self._data, self._size, self._limit
        for line in lines:
            if not line:
                size = 0
                if data:
                    self._finish_event(events)
                self._name = self._id = ""
                continue
            size += len(line)
            if size > limit:
                self._too_large = True
                break
            if line.startswith(b"data: "):
                data.append(line[6:])
            else:
                self._read_field(line)
        self._size = size

    def _read_field(self, line: bytes) -> None:
        field, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if field == b"data":
            self._data.append(value)
        elif field == b"event":
            self._name = value.decode("utf-8", "replace")
        elif field == b"id":
            self._id = value.decode("utf-8", "replace")

    def _finish_event(self, events: list[Event]) -> None:
        """Events without a single byte of data say nothing and are left out."""
        data = self._data[0] if len(self._data) == 1 else b"\n".join(self._data)
        if data:
            events.append(Event(self._name, data, self._id))
        self._data.clear()
