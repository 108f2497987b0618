"""The parts of a large JSON file, one after the other, each as the bytes it is written in.

No part is held longer than it takes to hand it over, so a file may be any size. The elements of a list at the top, or
of a list one step below it, come one by one; anything else comes whole. What is in the parts is not looked at here.
"""

import codecs
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, Final

import orjson
from typing_extensions import override

from antiphon.conversation.text import clean_text
from antiphon.documents.limits import MIB, Unreadable

# One conversation; the largest that was seen is a few MiB. More would not fit into the memory reading may take.
LARGEST_PIECE: Final = 64 * MIB
_BLOCK: Final = MIB
_LINE_HEAD: Final = 4 * MIB

# Everything up to the next bracket, strings as a whole: possessive, so that no input makes it go back.
_TO_BRACKET = re.compile(rb'(?:[^"{}\[\]]++|"(?:[^"\\]++|\\.)*+")*+([{}\[\]])', re.DOTALL)
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_PLAIN = re.compile(rb"[^\s,\]}]++(?=[\s,\]}])")
_SPACE = b" \t\r\n"
_SPACES = re.compile(rb"[ \t\r\n]*+")


@dataclass(frozen=True, slots=True)
class Piece:
    """One part: the key of the list or value it stands in, empty at the top; no bytes where they were too many."""

    key: str
    raw: bytes | None
    # Whether it is an element of a list, and not a value of its own.
    listed: bool = True

    def load(self) -> Any:
        """What it says, or `Unreadable`."""
        if self.raw is None:
            raise Unreadable("one part of it is too large")
        return load_json(self.raw)


def load_json(raw: bytes) -> Any:
    """What these bytes say, with a second look at what the quick reader is too strict for."""
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError:
        pass
    try:
        # Lone surrogates and control characters are common in exports; numbers no computer has are not data.
        found = json.loads(raw.decode("utf-8", "replace"), strict=False, parse_constant=lambda _: None)
        return orjson.loads(clean_text(json.dumps(found, ensure_ascii=False)))
    except (ValueError, RecursionError):
        raise Unreadable("a part of it is damaged") from None


def open_text(stream: BinaryIO) -> BinaryIO:
    """The same text in UTF-8 without a mark at its beginning, whichever Unicode it was written in."""
    head = stream.read(4)
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return io.BufferedReader(_Recoded(head, stream))
    rest = head.removeprefix(codecs.BOM_UTF8)
    return io.BufferedReader(_Continued(rest, stream), _BLOCK)


class _Continued(io.RawIOBase):
    """Bytes that were read ahead, and then the stream they came from."""

    def __init__(self, head: bytes, stream: BinaryIO) -> None:
        self._head = head
        self._stream = stream

    @override
    def readable(self) -> bool:
        return True

    @override
    def readinto(self, buffer: Any) -> int:
        data = self._take(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def _take(self, most: int) -> bytes:
        if self._head:
            data, self._head = self._head[:most], self._head[most:]
            return data
        return self._stream.read(most)


class _Recoded(_Continued):
    """UTF-16 as UTF-8."""

    def __init__(self, head: bytes, stream: BinaryIO) -> None:
        super().__init__(b"", stream)
        self._decoder = codecs.getincrementaldecoder("utf-16")("replace")
        self._head = self._decoder.decode(head).encode("utf-8", "replace")

    @override
    def _take(self, most: int) -> bytes:
        while not self._head:
            block = self._stream.read(_BLOCK)
            self._head = self._decoder.decode(block, not block).encode("utf-8", "replace")
            if not block:
                break
        data, self._head = self._head[:most], self._head[most:]
        return data


class JsonPieces:
    """Hands out the parts of one file in order; `ended_early` says afterwards that the file broke off."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = open_text(stream)
        self._buffer = b""
        self._at = 0
        self._at_end = False
        self.ended_early = False

    def __iter__(self) -> Iterator[Piece]:
        first = self._peek()
        if first is None:
            return
        if first not in b"[{":
            raise Unreadable("it is no JSON")
        try:
            if self._is_lines():
                yield from self._read_values()
            elif first in b"[":
                yield from self._read_list("")
            else:
                yield from self._read_object()
        except EOFError:
            self.ended_early = True

    def _is_lines(self) -> bool:
        """Whether one value ends on its line and another follows on the next: then each line is a record."""
        self._fill(_LINE_HEAD)
        line, found, rest = self._buffer[self._at : self._at + _LINE_HEAD].partition(b"\n")
        if not found or rest.lstrip(_SPACE)[:1] not in (b"{", b"["):
            return False
        try:
            load_json(line)
        except Unreadable:
            return False
        return True

    def _read_values(self) -> Iterator[Piece]:
        while self._peek() is not None:
            yield Piece("", self._take_value())

    def _read_list(self, key: str) -> Iterator[Piece]:
        self._at += 1
        while (sign := self._peek()) != b"]":
            if sign is None:
                raise EOFError
            if sign == b",":
                self._at += 1
                continue
            yield Piece(key, self._take_value())
        self._at += 1

    def _read_object(self) -> Iterator[Piece]:
        self._at += 1
        while (sign := self._peek()) != b"}":
            if sign is None:
                raise EOFError
            if sign in b",:":
                self._at += 1
                continue
            if sign != b'"':
                raise Unreadable("it is damaged")
            key = str(load_json(self._take_value() or b'""'))
            if self._peek() != b":":
                raise EOFError
            self._at += 1
            if self._peek() == b"[":
                yield from self._read_list(key)
            else:
                yield Piece(key, self._take_value(), listed=False)
        self._at += 1

    def _peek(self) -> bytes | None:
        """The next sign that is no space; nothing at the end."""
        while True:
            self._at = _SPACES.match(self._buffer, self._at).end()  # type: ignore[union-attr] # none is a match too
            if self._at < len(self._buffer):
                return self._buffer[self._at : self._at + 1]
            if not self._more(_BLOCK):
                return None

    def _take_value(self) -> bytes | None:
        """The bytes of the value that begins here; nothing when they are too many, and then it is behind us as well."""
        sign = self._peek()
        if sign is None:
            raise EOFError
        if self._at > _BLOCK:
            # Nobody looks back behind the beginning of a value.
            self._buffer, self._at = self._buffer[self._at :], 0
        if sign in b"{[":
            return self._take_nested()
        return self._take_by(_STRING if sign == b'"' else _PLAIN)

    def _take_by(self, shape: "re.Pattern[bytes]") -> bytes:
        step = _BLOCK
        while (found := shape.match(self._buffer, self._at)) is None:
            if len(self._buffer) - self._at > LARGEST_PIECE:
                raise Unreadable("one part of it is too large")
            if not self._more(step):
                raise EOFError
            step *= 2
        self._at = found.end()
        return found[0]

    def _take_nested(self) -> bytes | None:
        depth, start, is_kept = 0, self._at, True
        step = _BLOCK
        while True:
            found = _TO_BRACKET.match(self._buffer, self._at)
            if found is None:
                # What is behind us is needed only while the value may still be kept.
                if is_kept and len(self._buffer) - start > LARGEST_PIECE:
                    is_kept = False
                self._buffer = self._buffer[start if is_kept else self._at :]
                self._at, start = (self._at - start, 0) if is_kept else (0, 0)
                if len(self._buffer) - self._at > LARGEST_PIECE:
                    raise Unreadable("one part of it is too large")
                if not self._more(step):
                    raise EOFError
                step = min(step * 2, 16 * _BLOCK)
                continue
            self._at = found.end()
            depth += 1 if found[1] in b"{[" else -1
            if depth == 0:
                return self._buffer[start : self._at] if is_kept and self._at - start <= LARGEST_PIECE else None

    def _fill(self, count: int) -> None:
        while len(self._buffer) - self._at < count and self._more(count):
            pass

    def _more(self, count: int) -> bool:
        if self._at_end:
            return False
        block = self._stream.read(count)
        if len(block) < count:
            self._at_end = True
        self._buffer += block
        return bool(block)
