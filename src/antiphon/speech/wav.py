"""The few bytes before the sound in a WAV file."""

import struct
from typing import NamedTuple

HEADER_SIZE = 44
# Nobody knows the length of what is still being spoken; players take the largest number as "until it ends".
_UNKNOWN = 0xFFFFFFFF
_HEADER = struct.Struct("<4sI4s4sIHHIIHH4sI")


class Shape(NamedTuple):
    """How samples are to be read."""

    rate: int
    channels: int
    width: int


def build_header(shape: Shape, size: int | None = None) -> bytes:
    """A header for this many bytes of samples, or for as many as come."""
    rate, channels, width = shape
    total = _UNKNOWN if size is None else size + HEADER_SIZE - 8
    block = channels * width
    return _HEADER.pack(
        *(b"RIFF", total, b"WAVE", b"fmt ", 16, 1, channels, rate, rate * block, block, width * 8),
        *(b"data", _UNKNOWN if size is None else size),
    )


def read_shape(header: bytes) -> Shape | None:
    """How the samples after this header are to be read; nothing when it is not one of plain samples."""
    if len(header) < HEADER_SIZE:
        return None
    riff, _, wave, _, _, form, channels, rate, _, _, bits, data, _ = _HEADER.unpack(header[:HEADER_SIZE])
    plain = (riff, wave, form, data) == (b"RIFF", b"WAVE", 1, b"data")
    return Shape(rate, channels, bits // 8) if plain else None
