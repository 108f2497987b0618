"""Character cards: the JSON inside a picture, a bare file or an archive. Called in the child process only.

A picture holds a card as text: base64 of JSON under the keyword `ccv3`, which wins, or `chara`. Nothing of the picture
itself is decoded here.
"""

import base64
import binascii
import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple

import orjson

from antiphon.documents.archive import check_member, list_members
from antiphon.documents.limits import MAX_MEMBERS, MIB, Unreadable

Carrier = Literal["png", "json", "charx"]

MAX_PICTURE: Final = 32 * MIB
# One card as text, unpacked.
MAX_CARD: Final = 8 * MIB
_MAX_CHUNKS: Final = 10_000
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_ARCHIVE: Final = b"PK\x03\x04"
_TEXTS: Final = frozenset({b"tEXt", b"zTXt", b"iTXt"})
# The newer one first.
_KEYWORDS: Final = (b"ccv3", b"chara")
_CARD_FILE: Final = "card.json"
_PACKED: Final = 1


class FoundCard(NamedTuple):
    """A card as it was written, and what it came in."""

    card: dict[str, Any]
    carrier: Carrier


def extract_card(data: bytes) -> FoundCard:
    """The card in these bytes, told by what they are; `Unreadable` when there is none or it is too much."""
    if data.startswith(_SIGNATURE):
        return FoundCard(_load(_decode(_find_in_picture(data))), "png")
    if data.startswith(_ARCHIVE):
        return FoundCard(_load(_find_in_archive(data)), "charx")
    return FoundCard(_load(data.removeprefix(b"\xef\xbb\xbf")), "json")


def _find_in_picture(data: bytes) -> bytes:
    if len(data) > MAX_PICTURE:
        raise Unreadable(f"it is a picture of more than {MAX_PICTURE // MIB} MiB")
    found: dict[bytes, bytes] = {}
    for kind, body in _list_chunks(data):
        if kind in _TEXTS:
            keyword, _, rest = body.partition(b"\x00")
            if keyword.lower() in _KEYWORDS and keyword.lower() not in found:
                found[keyword.lower()] = _read_text(kind, rest)
    for keyword in _KEYWORDS:
        if keyword in found:
            return found[keyword]
    raise Unreadable("there is no character card in this picture")


def _list_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks up to the first that is cut off or the end; their checks are not looked at, as others do not."""
    at = len(_SIGNATURE)
    for _ in range(_MAX_CHUNKS):
        if at + 8 > len(data):
            return
        length, kind = struct.unpack_from(">I4s", data, at)
        if at + 12 + length > len(data):
            return
        yield kind, data[at + 8 : at + 8 + length] if kind in _TEXTS else b""
        if kind == b"IEND":
            return
        at += 12 + length
    raise Unreadable("it is a picture of too many pieces")


def _read_text(kind: bytes, rest: bytes) -> bytes:
    """The text behind the keyword: bare, packed, or packed or not behind a language."""
    if kind == b"tEXt":
        return _check(rest)
    if kind == b"zTXt":
        return _unpack(rest[1:])
    is_packed, body = rest[:1] == bytes([_PACKED]), rest[2:]
    _, _, body = body.partition(b"\x00")
    _, _, body = body.partition(b"\x00")
    return _unpack(body) if is_packed else _check(body)


def _unpack(packed: bytes) -> bytes:
    try:
        opened = zlib.decompressobj()
        text = opened.decompress(packed, MAX_CARD + 1)
    except zlib.error as error:
        raise Unreadable("its card is damaged") from error
    return _check(text)


def _check(text: bytes) -> bytes:
    if len(text) > MAX_CARD:
        raise Unreadable(f"its card is larger than {MAX_CARD // MIB} MiB")
    return text


def _decode(text: bytes) -> bytes:
    """Base64, with or without its end; some write the JSON itself."""
    plain = text.strip()
    if plain.startswith(b"{"):
        return plain
    try:
        return base64.b64decode(plain + b"=" * (-len(plain) % 4), validate=False)
    except (binascii.Error, ValueError) as error:
        raise Unreadable("its card is damaged") from error


def _find_in_archive(data: bytes) -> bytes:
    members = {each.filename: each for each in list_members(data)}
    if len(members) > MAX_MEMBERS:
        raise Unreadable(f"it is an archive of more than {MAX_MEMBERS:,} files")
    for member in members.values():
        check_member(member)
    if _CARD_FILE not in members:
        raise Unreadable("there is no character card in this archive")
    if members[_CARD_FILE].file_size > MAX_CARD:
        raise Unreadable(f"its card is larger than {MAX_CARD // MIB} MiB")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(_CARD_FILE) as stream:
            return stream.read(MAX_CARD + 1)
    except (zipfile.BadZipFile, zlib.error, ValueError, NotImplementedError, EOFError, OSError) as error:
        raise Unreadable("it is a damaged archive") from error


def _load(text: bytes) -> dict[str, Any]:
    if len(text) > MAX_CARD:
        raise Unreadable(f"its card is larger than {MAX_CARD // MIB} MiB")
    try:
        card = orjson.loads(text.decode("utf-8", "replace"))
    except orjson.JSONDecodeError as error:
        raise Unreadable("there is no character card in it") from error
    if not isinstance(card, dict):
        raise Unreadable("there is no character card in it")
    return card
