"""What a scripted answer is made of.

    script("skeptic", say("What happened?", pieces=3, pause=0.01), finish("length"))
    script("builder", say("Let us"), fail(StreamBroken("scripted")))

A script that says nothing about its end finishes with `stop`.
"""

import codecs
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from antiphon.conversation.errors import ProviderError
from antiphon.providers.provider import FinishReason


@dataclass(frozen=True, slots=True)
class Say:
    """Text in pieces, with a pause before each."""

    pieces: tuple[str, ...]
    pause: float = 0


@dataclass(frozen=True, slots=True)
class Think:
    """Visible reasoning."""

    text: str


@dataclass(frozen=True, slots=True)
class Show:
    """A picture, as bytes."""

    data: bytes


@dataclass(frozen=True, slots=True)
class CallTool:
    """A whole tool call."""

    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Fail:
    """The answer ends with this failure."""

    error: ProviderError


@dataclass(frozen=True, slots=True)
class Stall:
    """Silence; without seconds it never ends."""

    seconds: float | None


@dataclass(frozen=True, slots=True)
class Finish:
    """The answer ends as it should."""

    reason: FinishReason


Step = Say | Think | Show | CallTool | Fail | Stall | Finish


def say(text: str, *, pieces: int | None = None, split_bytes: Sequence[int] = (), pause: float = 0) -> Say:
    """Say this text: at once, in so many pieces, or cut at these positions of its UTF-8 bytes.

    A cut inside a character delays that character to the next piece; no text is ever broken.
    """
    if split_bytes:
        return Say(_split_bytes(text, split_bytes), pause)
    return Say(_split_evenly(text, pieces or 1), pause)


def think(text: str) -> Think:
    """Reason visibly."""
    return Think(text)


def show(data: bytes) -> Show:
    """Put a picture into the answer."""
    return Show(data)


def call_tool(name: str, arguments: str) -> CallTool:
    """Call a tool with these arguments, given as JSON."""
    return CallTool(name, arguments)


def fail(error: ProviderError) -> Fail:
    """End with this failure."""
    return Fail(error)


def hang() -> Stall:
    """Say nothing more, for ever."""
    return Stall(None)


def stall(seconds: float) -> Stall:
    """Say nothing for a while."""
    return Stall(seconds)


def finish(reason: FinishReason = "stop") -> Finish:
    """End as it should."""
    return Finish(reason)


def _split_evenly(text: str, pieces: int) -> tuple[str, ...]:
    """At most so many pieces of nearly the same length, none of them empty."""
    cuts = [len(text) * index // pieces for index in range(pieces + 1)]
    return tuple(text[start:end] for start, end in pairwise(cuts) if end > start)


def _split_bytes(text: str, positions: Sequence[int]) -> tuple[str, ...]:
    raw = text.encode()
    cuts = [0, *sorted(positions), len(raw)]
    decoder = codecs.getincrementaldecoder("utf-8")()
    decoded = [decoder.decode(raw[start:end]) for start, end in pairwise(cuts)]
    return tuple(piece for piece in decoded if piece)
