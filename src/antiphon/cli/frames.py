"""Bytes of the feed as events, however the network cut them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Frame:
    """One event of the feed; `id` is empty on events that cannot be resumed from."""

    name: str
    data: str
    id: str = ""


class FrameDecoder:
    """Collects bytes until an event is whole. Comments and `retry` are dropped."""

    __slots__ = ("_data", "_held", "_id", "_name")

    def __init__(self) -> None:
        self._held: list[bytes] = []
        self._clear()

    def feed(self, chunk: bytes) -> list[Frame]:
        """The events these bytes complete."""
        # A snapshot is one long line in many pieces; they are joined once, when it ends.
        self._held.append(chunk)
        if b"\n" not in chunk:
            return []
        *lines, rest = b"".join(self._held).split(b"\n")
        self._held = [rest]
        frames = []
        for line in lines:
            if line.rstrip(b"\r"):
                self._take(line.rstrip(b"\r").decode("utf-8", "replace"))
            elif self._data:
                frames.append(Frame(self._name, "\n".join(self._data), self._id))
                self._clear()
        return frames

    def _take(self, line: str) -> None:
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            self._data.append(value)
        elif field == "event":
            self._name = value
        elif field == "id":
            self._id = value

    def _clear(self) -> None:
        self._name, self._id = "message", ""
        self._data: list[str] = []
