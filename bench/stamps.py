"""A moment written as a word, so that a text carries the times at which its pieces were said.

A word is ten base62 characters of CLOCK_MONOTONIC in ticks of 10 µs, then a space. The width is fixed:
pieces may be merged or cut anywhere on the way and the words can still be told apart. The clock is shared by
all processes of one machine, so a reader subtracts the word from its own clock.

The first word of a stream is the moment the request reached the provider; each further word is a chunk.
"""

from bisect import bisect_left
from dataclasses import dataclass, field

TICK_NS = 10_000
DIGITS = 10
WORD_LENGTH = DIGITS + 1
_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_VALUES = {letter: value for value, letter in enumerate(_ALPHABET)}
# Two letters at a time: the provider writes 20,000 words a second at 400 streams.
_PAIRS = [(high + low).encode() for high in _ALPHABET for low in _ALPHABET]
_BASE = len(_PAIRS)


class BrokenStream(Exception):
    """A stream does not hold the words the provider wrote."""


def format_stamp(moment_ns: int) -> bytes:
    """The word for this moment, with its space."""
    ticks = moment_ns // TICK_NS
    ticks, pair5 = divmod(ticks, _BASE)
    ticks, pair4 = divmod(ticks, _BASE)
    ticks, pair3 = divmod(ticks, _BASE)
    pair1, pair2 = divmod(ticks, _BASE)
    return b"%b%b%b%b%b " % (_PAIRS[pair1], _PAIRS[pair2], _PAIRS[pair3], _PAIRS[pair4], _PAIRS[pair5])


def parse_stamp(word: str) -> int:
    """The moment in nanoseconds that `format_stamp` wrote, to a tick."""
    ticks = 0
    for letter in word:
        ticks = ticks * 62 + _VALUES[letter]
    return ticks * TICK_NS


@dataclass(slots=True)
class Transcript:
    """One stream as it reached the client: its text, and when each piece was seen."""

    sent_ns: int
    pieces: list[str] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    arrivals: list[int] = field(default_factory=list)
    length: int = 0

    def add(self, text: str, arrival_ns: int) -> None:
        """Put one more piece at the end."""
        self.length += len(text)
        self.pieces.append(text)
        self.ends.append(self.length)
        self.arrivals.append(arrival_ns)

    def arrival_of(self, end: int) -> int:
        """When the character before `end` was seen."""
        return self.arrivals[bisect_left(self.ends, end)]


@dataclass(frozen=True, slots=True)
class StreamTimes:
    """What one complete stream cost its reader, in milliseconds beyond the provider's own time."""

    out: float
    added: tuple[float, ...]

    @property
    def first(self) -> float:
        """Time to first token added: the way to the provider plus the first chunk's way back."""
        return self.out + self.added[0]


def read_times(transcript: Transcript, chunks: int) -> StreamTimes:
    """The times of a stream of exactly this many chunks; refuses any other text."""
    text = "".join(transcript.pieces)
    # The space behind the last word is white space at the end of an answer; ours does not keep it.
    if len(text.rstrip()) + 1 != (chunks + 1) * WORD_LENGTH:
        raise BrokenStream(f"{len(text) / WORD_LENGTH:g} words instead of {chunks + 1}")
    moments = [parse_stamp(word) for word in text.split()]
    if len(moments) != chunks + 1 or moments != sorted(moments):
        raise BrokenStream("the words are not the ones that were said")
    added = [
        (transcript.arrival_of((index + 1) * WORD_LENGTH - 1) - moment) / 1e6
        for index, moment in enumerate(moments[1:], start=1)
    ]
    return StreamTimes(out=(moments[0] - transcript.sent_ns) / 1e6, added=tuple(added))
