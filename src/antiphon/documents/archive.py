"""The archive around an office file, looked at before anything in it is unpacked."""

import io
import re
import stat
import zipfile
import zlib

from typing_extensions import override

from antiphon.documents.limits import MAX_DIRECTORY, MAX_MEMBERS, MAX_RATIO, MAX_UNPACKED, Unreadable

_BLOCK = 64 * 1024
_DECLARED = re.compile(rb"\s*<\?xml[^>]*?\sencoding\s*=\s*[\"']([^\"']*)[\"']")
_ENCODINGS = frozenset({b"utf-8", b"utf8", b"utf-16", b"utf-16le", b"utf-16be", b"us-ascii", b"ascii"})
# Four bytes a character, in any order, and EBCDIC: parsers see these without being told.
_OTHER_STARTS = (b"\x00\x00", b"\xff\xfe\x00\x00", b"<\x00\x00\x00", b"\x00<\x00\x00", b"\x4c\x6f\xa7\x94")
# Small members of equal characters pack better than any ratio; they do no harm.
_SMALL = 1024 * 1024


class _Bounded(io.BytesIO):
    """Bytes of which only so many can be asked for at once.

    The directory of an archive is read in one piece and turned into objects, however long it says it is.
    """

    @override
    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > MAX_DIRECTORY:
            raise Unreadable("its list of contents is too long")
        return super().read(size)


def list_members(data: bytes) -> tuple[zipfile.ZipInfo, ...]:
    """What the archive says it holds; nothing is unpacked."""
    try:
        with zipfile.ZipFile(_Bounded(data)) as archive:
            return tuple(archive.infolist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, OSError) as error:
        raise Unreadable("it is a damaged archive") from error


def check_archive(data: bytes) -> None:
    """Refuse an archive that would unpack to too much, reaches outside, or hides entities in its XML."""
    members = list_members(data)
    if len(members) > MAX_MEMBERS:
        raise Unreadable(f"it is an archive of more than {MAX_MEMBERS:,} files")
    for member in members:
        check_member(member)
    if sum(member.file_size for member in members) > MAX_UNPACKED:
        raise Unreadable("it unpacks to too much")
    _check_entities(data, members)


def check_member(member: zipfile.ZipInfo) -> None:
    """Refuse a member that reaches outside, is a link, is locked, or unpacks to far more than it takes."""
    parts = member.orig_filename.replace("\\", "/").split("/")
    if ".." in parts or parts[0] == "" or ":" in parts[0] or "\x00" in member.orig_filename:
        raise Unreadable("it holds a file that would be unpacked outside")
    if stat.S_ISLNK(member.external_attr >> 16):
        raise Unreadable("it holds a link")
    if member.flag_bits & 1:
        raise Unreadable("it is protected by a password")
    if member.file_size > _SMALL and member.file_size > MAX_RATIO * member.compress_size:
        raise Unreadable("it unpacks to too much")


def _check_entities(data: bytes, members: tuple[zipfile.ZipInfo, ...]) -> None:
    """Office files declare no document types, and whoever declares one wants to define entities.

    Unpacks block by block. What a member holds beyond the size it declared is never unpacked, here or later.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for member in members:
                if not member.is_dir() and _declares_type(archive, member):
                    raise Unreadable("its XML defines entities")
    except (zipfile.BadZipFile, zlib.error, ValueError, NotImplementedError, EOFError, OSError, KeyError) as error:
        raise Unreadable("it is a damaged archive") from error


def _check_encoding(start: bytes) -> None:
    """Office files are in UTF-8 or UTF-16; in any other encoding, what is looked for would be spelt otherwise."""
    plain = (
        start.removeprefix(b"\xef\xbb\xbf").replace(b"\x00", b"").removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff")
    )
    declared = _DECLARED.match(plain)
    if start.startswith(_OTHER_STARTS) or (declared and declared[1].lower() not in _ENCODINGS):
        raise Unreadable("its XML is in an encoding that office files do not have")


def _declares_type(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
    if not member.filename.lower().endswith((".xml", ".rels", ".vml")):
        return False
    before = b""
    with archive.open(member) as stream:
        while block := stream.read(_BLOCK):
            if not before:
                _check_encoding(block)
            # Without NULs the same bytes are found in UTF-16 and UTF-32.
            seen = before + block.replace(b"\x00", b"")
            if b"<!DOCTYPE" in seen or b"<!ENTITY" in seen:
                return True
            before = seen[-10:]
    return False
