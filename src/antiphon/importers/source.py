"""The file somebody brought: a text, a database, or an archive of such; looked at by its content, never by its name."""

import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO, Final, Literal

from antiphon.documents.archive import check_member
from antiphon.documents.limits import MIB, Unreadable
from antiphon.importers.pieces import JsonPieces

Container = Literal["text", "archive", "database"]

MOST_MEMBERS: Final = 200_000
MOST_UNPACKED: Final = 50 * 1024 * MIB
# The directory of 200,000 members with long names.
_LARGEST_DIRECTORY: Final = 64 * MIB
_ARCHIVE, _DATABASE = b"PK\x03\x04", b"SQLite format 3\x00"
# A database is opened from memory: the process that reads may open no file.
LARGEST_DATABASE: Final = 256 * MIB
_DAMAGED = (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, RuntimeError, ValueError)


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an archive, or the file itself; its name says what it is called there and nothing more."""

    name: str
    size: int


class Source:
    """The file as a whole, and what is in it. Opened once, read member by member."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        self.name = name
        self.container: Container = _look(file)
        self._archive = _open_archive(file) if self.container == "archive" else None
        self.members = _list_members(self._archive) if self._archive else (Member(name, _measure(file)),)

    @contextmanager
    def open(self, member: Member) -> Iterator[BinaryIO]:
        """The bytes of a member from its beginning; never more of them than its archive said."""
        if self._archive is None:
            self._file.seek(0)
            yield self._file
            return
        try:
            with self._archive.open(member.name) as stream:
                yield stream  # type: ignore[misc] # an open member reads like any file
        except _DAMAGED as error:
            raise Unreadable("it is a damaged archive") from error

    @contextmanager
    def open_pieces(self, member: Member) -> Iterator[JsonPieces]:
        """The parts of a member that is JSON."""
        with self.open(member) as stream:
            yield JsonPieces(stream)


def _look(file: BinaryIO) -> Container:
    file.seek(0)
    head = file.read(16)
    if head.startswith(_ARCHIVE):
        return "archive"
    return "database" if head.startswith(_DATABASE) else "text"


def _measure(file: BinaryIO) -> int:
    return file.seek(0, 2)


class _BoundedDirectory:
    """A file of which only so much can be asked for at once: the directory of an archive is read in one piece."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = -1, /) -> bytes:
        if size > _LARGEST_DIRECTORY:
            raise Unreadable("its list of contents is too long")
        return self._file.read(size)


def _open_archive(file: BinaryIO) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(_BoundedDirectory(file))
    except _DAMAGED as error:
        raise Unreadable("it is a damaged archive") from error


def _list_members(archive: zipfile.ZipFile) -> tuple[Member, ...]:
    """What is in it, after all of it was found harmless."""
    infos = archive.infolist()
    if len(infos) > MOST_MEMBERS:
        raise Unreadable(f"it is an archive of more than {MOST_MEMBERS:,} files")
    for info in infos:
        check_member(info)
    if sum(info.file_size for info in infos) > MOST_UNPACKED:
        raise Unreadable("it unpacks to too much")
    names = [info.filename for info in infos]
    if len(set(names)) != len(names):
        raise Unreadable("it holds two files of one name")
    return tuple(Member(info.filename, info.file_size) for info in infos if not _is_folder(info))


def _is_folder(info: zipfile.ZipInfo) -> bool:
    return info.is_dir() or stat.S_ISDIR(info.external_attr >> 16)
