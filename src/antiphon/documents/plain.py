"""Bytes that are text: which encoding they are in, and their pages."""

import codecs
import re
import string

from antiphon.documents.limits import CharacterMeter, Unreadable
from antiphon.documents.media import MediaType
from antiphon.documents.page import Extracted, ExtractedPage
from antiphon.documents.part import cut_parts

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# Tab, line feed, vertical tab, form feed, carriage return, escape (coloured logs) and the end mark of old files.
_WELCOME = frozenset({0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x1A, 0x1B})
_CONTROLS = bytes(code for code in (*range(0x20), 0x7F) if code not in _WELCOME)
_CONTROL = re.compile(f"[{re.escape(_CONTROLS.decode())}]")
# Not assigned in Windows-1252; text in a western encoding has none of them.
_UNASSIGNED = b"\x81\x8d\x8f\x90\x9d"
_ABOVE = bytes(range(0x80, 0x100))
_ACCENTED = bytes(code for code in _ABOVE if code not in _UNASSIGNED and bytes([code]).decode("cp1252").isalpha())
_LETTERS = string.ascii_letters.encode()
_HEADING = re.compile(r"^# +(\S.*)", re.MULTILINE)


def decode(data: bytes) -> str | None:
    """The characters of a text file, or nothing if the bytes are no text.

    UTF-8 first, UTF-16 where a mark says so, else western; bytes that no text contains speak against all of them.
    Refuses with `Unreadable` what seems to be text in an encoding that nothing in it names.
    """
    if data.startswith(_UTF_16):
        return _strictly(data, "utf-16")
    if data.translate(None, _CONTROLS) != data:
        return None
    text = _strictly(data, "utf-8-sig")
    return _decode_western(data) if text is None else text


def _decode_western(data: bytes) -> str:
    """Letters with accents are few between others; where they are most of it, it is Cyrillic, Chinese or the like."""
    others = _count(data, _ACCENTED) > 2 * _count(data, _LETTERS) or 2 * _count(data, _ABOVE) > len(data)
    if others or _count(data, _UNASSIGNED):
        raise Unreadable("it seems to be text in an older encoding; save it as UTF-8")
    return data.decode("cp1252")


def _count(data: bytes, wanted: bytes) -> int:
    return len(data) - len(data.translate(None, wanted))


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if _CONTROL.search(text) else text


def read_plain(data: bytes, media_type: MediaType) -> Extracted:
    """Text as it is, in parts that are named by their lines."""
    text = decode(data)
    if text is None:
        raise Unreadable("it is not text")
    CharacterMeter().add(len(text))
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    heading = _HEADING.search(text) if media_type is MediaType.MARKDOWN else None
    return Extracted(tuple(_name_by_lines(cut_parts(text))), heading[1].strip() if heading else "")


def _name_by_lines(parts: tuple[str, ...]) -> list[ExtractedPage]:
    pages: list[ExtractedPage] = []
    line = 1
    for number, part in enumerate(parts, 1):
        last = line + part.count("\n") - part.endswith("\n")
        pages.append(ExtractedPage(number, f"line {line}" if last == line else f"lines {line}\u2013{last}", part))
        line += part.count("\n")
    return pages
