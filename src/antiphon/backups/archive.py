"""One file out of several and back: a tar, compressed, and sealed where there is a passphrase.

One that is not sealed can be looked into with `tar`, without us. Nothing of it is believed before its hash fits.
"""

import gzip
import hashlib
import io
import os
import tarfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext
from pathlib import Path
from typing import IO, Final, cast

from antiphon.backups.manifest import MANIFEST, FileEntry, Manifest, decode_manifest, encode_manifest
from antiphon.conversation.errors import BackupFailed, BackupLocked, BackupUnreadable, RestoreRefused, SealBroken

# On Windows a file is text unless it is said not to be.
_BINARY: Final = getattr(os, "O_BINARY", 0)
_PIECE: Final = 1024 * 1024
_LONGEST_MANIFEST: Final = 1024 * 1024
# Words are most of it; more effort gains a few per cent and takes three times as long.
_EFFORT: Final = 1
_NO_EXTRA: Final = "sealing needs the extra `accounts`"
_UNNAMED: Final = "it is sealed; name the file with its passphrase: `--passphrase-file` or `backup_passphrase_file`"
_WRONG: Final = "its passphrase is another one, or the file was changed"
_CUT: Final = "it is not whole, or was changed"


def write_archive(target: IO[bytes], passphrase: str | None, manifest: Manifest, folder: Path) -> None:
    """Write the manifest and the files it names, which lie in this folder."""
    with ExitStack() as stack:
        outer = stack.enter_context(_seal(target, passphrase)) if passphrase is not None else target
        packed = stack.enter_context(gzip.GzipFile("", "wb", _EFFORT, outer, mtime=0))
        tar = stack.enter_context(tarfile.open(fileobj=packed, mode="w|", format=tarfile.PAX_FORMAT))
        raw = encode_manifest(manifest)
        tar.addfile(_describe(MANIFEST, len(raw), manifest), io.BytesIO(raw))
        for each in manifest.files:
            with (folder / each.name).open("rb") as file:
                tar.addfile(_describe(each.name, each.size, manifest), file)


def read_manifest(path: Path, passphrase: str | None) -> Manifest:
    """What a backup says it holds; the rest of it is not looked at."""
    with _open_tar(path, passphrase) as tar:
        return _take_manifest(tar, path)


def read_through(path: Path, passphrase: str | None) -> Manifest:
    """Read a backup to its end and hold every file against its hash; `BackupUnreadable` or `BackupLocked`."""
    return _walk(path, passphrase, lambda _: None)


def unpack(path: Path, passphrase: str | None, folder: Path) -> Manifest:
    """Write the files of a backup into this folder, each held against its hash; whoever catches an error removes it."""

    return _walk(path, passphrase, lambda entry: _Target(folder / entry.name))


def hash_file(path: Path) -> FileEntry:
    """A file as a manifest names it."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return FileEntry(path.name, path.stat().st_size, digest.hexdigest())


class _Target:
    """A new file that is written into; why it cannot be is not the backup's fault."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    def write(self, piece: bytes) -> None:
        with self._named():
            if self._file is None:
                self._file = self._open()
            self._file.write(piece)

    def close(self) -> None:
        with self._named():
            (self._file or self._open()).close()

    def _open(self) -> IO[bytes]:
        """For its owner alone, whatever is usual for whoever restores."""
        return os.fdopen(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | _BINARY, 0o600), "wb")

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise RestoreRefused(str(self._path), f"cannot be written: {error.strerror}") from error


def _walk(path: Path, passphrase: str | None, open_target: Callable[[FileEntry], _Target | None]) -> Manifest:
    with _open_tar(path, passphrase) as tar:
        manifest = _take_manifest(tar, path)
        for entry in manifest.files:
            _take_file(tar, path, entry, open_target(entry))
        if tar.next() is not None:
            raise BackupUnreadable(str(path), "it holds files that its manifest does not name")
        _read_to_end(tar)
    return manifest


def _take_manifest(tar: tarfile.TarFile, path: Path) -> Manifest:
    first = tar.next()
    file = tar.extractfile(first) if first is not None and first.isfile() and first.name == MANIFEST else None
    if file is None:
        raise BackupUnreadable(str(path), "it does not begin with a manifest")
    try:
        return decode_manifest(file.read(_LONGEST_MANIFEST))
    except ValueError as error:
        raise BackupUnreadable(str(path), str(error)) from error


def _take_file(tar: tarfile.TarFile, path: Path, entry: FileEntry, target: _Target | None) -> None:
    member = tar.next()
    file = tar.extractfile(member) if member is not None and member.isfile() else None
    if member is None or file is None or (member.name, member.size) != (entry.name, entry.size):
        raise BackupUnreadable(str(path), f"{entry.name} is not where its manifest says")
    digest = hashlib.sha256()
    with closing(target) if target is not None else nullcontext():
        while piece := file.read(_PIECE):
            digest.update(piece)
            if target is not None:
                target.write(piece)
    if digest.hexdigest() != entry.sha256:
        raise BackupUnreadable(str(path), f"{entry.name} in it is not what was written")


def _read_to_end(tar: tarfile.TarFile) -> None:
    """The check sum of the compression and the last seal stand at the very end."""
    packed = cast("IO[bytes]", tar.fileobj)
    while packed.read(_PIECE):
        pass


@contextmanager
def _open_tar(path: Path, passphrase: str | None) -> Iterator[tarfile.TarFile]:
    try:
        with path.open("rb") as file, _unseal(file, path, passphrase) as opened:
            packed = gzip.GzipFile(fileobj=opened)
            with packed, tarfile.open(fileobj=packed, mode="r|") as tar:
                yield tar
    except SealBroken as error:
        raise BackupLocked(str(path), _WRONG) from error
    except (EOFError, zlib.error, tarfile.TarError, gzip.BadGzipFile) as error:
        raise BackupUnreadable(str(path), _CUT) from error
    except OSError as error:
        raise BackupUnreadable(str(path), error.strerror or _CUT) from error


@contextmanager
def _seal(target: IO[bytes], passphrase: str) -> Iterator[IO[bytes]]:
    try:
        from antiphon.secrets.passphrase import SealingWriter
    except ModuleNotFoundError as error:
        raise BackupFailed(_NO_EXTRA) from error
    writer = SealingWriter(target, passphrase)
    yield cast("IO[bytes]", writer)
    writer.finish()


@contextmanager
def _unseal(file: io.BufferedReader, path: Path, passphrase: str | None) -> Iterator[IO[bytes]]:
    try:
        from antiphon.secrets.passphrase import UnsealingReader, is_sealed
    except ModuleNotFoundError as error:
        if path.suffix == ".sealed":
            raise BackupLocked(str(path), _NO_EXTRA) from error
        yield file
        return
    if not is_sealed(file.peek(64)):
        yield file
    elif passphrase is None:
        raise BackupLocked(str(path), _UNNAMED)
    else:
        with io.BufferedReader(UnsealingReader(file, passphrase), _PIECE) as opened:
            yield opened


def _describe(name: str, size: int, manifest: Manifest) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.size, info.mode, info.mtime = size, 0o600, int(manifest.made_at.timestamp())
    return info
