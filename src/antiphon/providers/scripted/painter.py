"""A voice that answers with a picture, and can be shown some: for trying pictures without a model.

It paints a sky over a hill, in colours that depend only on the question, and says how many pictures it was shown.
"""

import hashlib
import struct
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from antiphon.providers.scripted.rehearsal import shorten
from antiphon.providers.scripted.steps import Say, Show, Step

# The model's name behind `scripted:`.
PAINTER: Final = "painter"
_WIDTH, _HEIGHT = 640, 400


def answer_with_a_picture(advisor: str, question: str, messages: Sequence[Mapping[str, Any]]) -> tuple[Step, ...]:
    """A sentence, a picture, and a sentence; the same every time."""
    seen = sum(_count_images(each["content"]) for each in messages)
    shown = f" You have shown me {seen} picture{'' if seen == 1 else 's'} so far." if seen else ""
    opening = f"This is how I picture it: “{shorten(question)}”{shown}"
    closing = "This is a rehearsal: the colours depend on your words, and no model has painted it."
    return (Say((opening,)), Show(paint(f"{advisor} {question}")), Say((f"\n\n{closing}",)))


def read_words(content: Any) -> str:
    """The words of a message that may hold pictures."""
    if isinstance(content, str):
        return content
    return "\n\n".join(str(each["text"]) for each in content or () if each.get("type") == "text")


def paint(seed: str) -> bytes:
    """A PNG of a sky over a hill."""
    digest = hashlib.sha256(seed.encode("utf-8", "replace")).digest()
    above, below, hill = (tuple(digest[start : start + 3]) for start in (0, 3, 6))
    bend = 0.4 + digest[9] / 640
    rows = bytearray()
    for y in range(_HEIGHT):
        part = y / _HEIGHT
        sky = bytes(round(top + (low - top) * part) for top, low in zip(above, below, strict=True))
        ground = min(_WIDTH, max(0, round((part - bend) * 2.5 * _WIDTH)))
        left = (_WIDTH - ground) // 2
        rows += b"\x00" + sky * left + bytes(hill) * ground + sky * (_WIDTH - ground - left)
    header = struct.pack(">IIBBBBB", _WIDTH, _HEIGHT, 8, 2, 0, 0, 0)
    data = zlib.compress(bytes(rows))
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _count_images(content: Any) -> int:
    return sum(each.get("type") == "image_url" for each in content) if isinstance(content, list) else 0
