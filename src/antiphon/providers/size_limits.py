"""How much one answer may be.

A provider decides how much it sends, and everything it sends is held in memory until the reply is settled. Beyond
these limits an answer is not an answer any more: it ends as `AnswerTooLarge`, and what had arrived is kept.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from antiphon.conversation.errors import AnswerTooLarge
from antiphon.egress.sse import FRAME_LIMIT
from antiphon.providers.provider import AnswerText, CalledTool, Output, Outputs, Thought
from antiphon.providers.sight import can_draw

# The longest answers models give are about 128,000 tokens, half a million characters. Twice that is measured and
# weighed in a quarter of a second; ten times that would be felt by everybody.
TEXT_CHARS: Final = 1_000_000
THINKING_CHARS: Final = 1_000_000
# All calls together; a file written through a tool is the longest that is known.
ARGUMENT_CHARS: Final = 1_000_000
ARGUMENT_CHARS_PER_CALL: Final = 500_000
CALLS: Final = 128
# Bytes after unpacking. An event for every token is some 300 bytes for 4 characters, so the longest answer of all is
# about 40 MB.
ANSWER_BYTES: Final = 256 * 1024 * 1024

# A picture comes in one piece, in letters: four for three of its bytes.
PICTURE_FRAME: Final = 32 * 1024 * 1024


def limit_frame(model: str) -> int:
    """How large one event of an answer of this model may be."""
    return PICTURE_FRAME if can_draw(model) else FRAME_LIMIT


def describe_too_large(limit: int) -> str:
    """What is said of an event beyond the limit."""
    return f"one event was larger than {limit // 1024 // 1024} MiB"


class SizeLimits:
    """Counts what one answer has brought so far, and lets through what is within the limits."""

    __slots__ = ("_arguments", "_by_call", "_bytes", "_calls", "_ids", "_provider", "_text", "_thinking", "failure")

    def __init__(self, provider: str) -> None:
        self._provider = provider
        self._bytes = 0
        self._text = 0
        self._thinking = 0
        self._arguments = 0
        self._calls = 0
        self._ids: dict[int, str] = {}
        self._by_call: dict[int, int] = {}
        self.failure: AnswerTooLarge | None = None

    @property
    def bytes_read(self) -> int:
        """How much has come, of whatever kind."""
        return self._bytes

    def count_bytes(self, count: int) -> None:
        """So much more was read from the wire."""
        self._bytes += count
        self._check(self._bytes, ANSWER_BYTES, "bytes")

    def take(self, outputs: Iterable[Output]) -> Outputs:
        """What is kept of these: everything up to the first that is too much, which makes a `failure`."""
        kept: list[Output] = []
        for output in outputs:
            room = self._count(output)
            if self.failure is None:
                kept.append(output)
                continue
            if isinstance(output, AnswerText | Thought) and room > 0:
                kept.append(replace(output, text=output.text[:room]))
            break
        return tuple(kept)

    def _count(self, output: Output) -> int:
        """Count one output; returns how many characters of it there was room for."""
        match output:
            case AnswerText():
                room = TEXT_CHARS - self._text
                self._text += len(output.text)
                self._check(self._text, TEXT_CHARS, "characters of text")
                return room
            case Thought():
                room = THINKING_CHARS - self._thinking
                self._thinking += len(output.text)
                self._check(self._thinking, THINKING_CHARS, "characters of reasoning")
                return room
            case CalledTool():
                self._count_call(output)
                return 0
            case _:
                return 0

    def _count_call(self, piece: CalledTool) -> None:
        known = self._ids.get(piece.index)
        # Not every server numbers its calls: another id under the same number is another call.
        if known is None or (piece.id and known and piece.id != known):
            self._calls += 1
            self._check(self._calls, CALLS, "tool calls")
            self._by_call[piece.index] = 0
        self._ids[piece.index] = piece.id or known or ""
        size = len(piece.arguments) + len(piece.name) + len(piece.id)
        self._by_call[piece.index] += size
        self._arguments += size
        self._check(self._by_call[piece.index], ARGUMENT_CHARS_PER_CALL, "characters for one tool call")
        self._check(self._arguments, ARGUMENT_CHARS, "characters for tool calls")

    def _check(self, count: int, most: int, what: str) -> None:
        if count > most and self.failure is None:
            self.failure = AnswerTooLarge(self._provider, most=most, what=what)
