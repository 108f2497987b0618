"""Making a backup: everything as it stands at one moment, in one file that was read back before it has its name."""

import asyncio
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from antiphon.backups.archive import hash_file, read_through, write_archive
from antiphon.backups.dump import PostgresPrograms, ProgramFailed, dump_database
from antiphon.backups.manifest import DUMP_FILE, SQLITE_FILE, Manifest
from antiphon.backups.names import Backup, name_backup
from antiphon.conversation.errors import BackupFailed, StoreUnavailable
from antiphon.store.alone import can_open_folders, lock_alone
from antiphon.store.snapshot import Standing, copy_database, hold_snapshot

# A backup that took the last of the disk would keep people from being answered.
LEAST_LEFT_BYTES: Final = 100 * 1024 * 1024
_MIB: Final = 1024 * 1024
_LOCK: Final = ".lock"
_COPIES: Final = "backing-up"


@dataclass(frozen=True, slots=True)
class Source:
    """What an installation keeps, and where: the database, and files beside it by the names they have in a backup.

    Without `sqlite_path` the database is a PostgreSQL, reached by its programs. In `folder` there is room for a copy
    that others must not see.
    """

    version: str
    database_url: str
    sqlite_path: Path | None
    folder: Path
    programs: PostgresPrograms
    files: Mapping[str, Path]
    key_id: str | None = None


async def make_backup(
    source: Source, folder: Path, passphrase: str | None, made_at: datetime, *, is_scheduled: bool = False
) -> Backup:
    """Keep everything that was committed before this call, and read it back; the file in its place.

    `BackupFailed` says why there is none; then there is nothing new in the folder. Killed anywhere it leaves a folder
    called `unfinished` there, which the next one removes. In one folder one is made at a time. Of one that is sealed
    nothing is ever there in plain words: the copy it is made from lies with the installation.
    """
    place = folder / name_backup(made_at, is_scheduled=is_scheduled, is_sealed=passphrase is not None)
    with _named_failures(folder), ExitStack() as stack:
        await asyncio.to_thread(lambda: stack.enter_context(_hold(folder)))
        drafts = folder / "unfinished"
        copies = drafts / "copies" if passphrase is None else source.folder / _COPIES
        for each in (drafts, copies):
            stack.callback(shutil.rmtree, each, ignore_errors=True)
        await asyncio.to_thread(_prepare, source, drafts, copies)
        standing = await _copy_database(source, copies)
        manifest = await asyncio.to_thread(_gather, source, standing, copies, made_at)
        draft = drafts / place.name
        await asyncio.to_thread(_pack, manifest, copies, draft, passphrase)
        await asyncio.to_thread(_name, draft, place)
        return Backup(place, made_at, place.stat().st_size, is_scheduled, passphrase is not None)


@contextmanager
def _named_failures(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BackupFailed(f"{error.filename or folder}: {error.strerror}") from error
    except StoreUnavailable as error:
        raise BackupFailed(f"the database or its copy: {error.cause}") from error
    except ProgramFailed as error:
        raise BackupFailed(str(error)) from error


@contextmanager
def _hold(folder: Path) -> Iterator[None]:
    """The folder for this process alone, for as long as the block lasts and the process lives."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    opened = _open_folder(folder)
    try:
        _lock(opened, folder)
        yield
    finally:
        os.close(opened)


def _lock(opened: int, folder: Path) -> None:
    try:
        lock_alone(opened)
    except (BlockingIOError, PermissionError) as error:
        raise BackupFailed(f"another one is being made in {folder}") from error


def _open_folder(folder: Path) -> int:
    """The folder; where folders cannot be opened, a file in it that stands for it."""
    if can_open_folders():
        return os.open(folder, os.O_RDONLY)
    return os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)


def _prepare(source: Source, drafts: Path, copies: Path) -> None:
    """Empty folders for what is being made, on disks with room for it."""
    for each in (drafts, copies):
        shutil.rmtree(each, ignore_errors=True)
        each.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        each.mkdir(mode=0o700)
        _check_room(source, each.parent)


def _check_room(source: Source, folder: Path) -> None:
    # The copy, and in the worst case as much again for the file it is packed into.
    needed = 2 * source.sqlite_path.stat().st_size if source.sqlite_path is not None else 0
    free = shutil.disk_usage(folder).free
    if free < needed + LEAST_LEFT_BYTES:
        wanted = (needed + LEAST_LEFT_BYTES) // _MIB
        raise BackupFailed(f"{folder} has {free // _MIB} MiB free, and {wanted} MiB are wanted so that some are left")


async def _copy_database(source: Source, copies: Path) -> Standing:
    if source.sqlite_path is not None:
        return await asyncio.to_thread(copy_database, source.sqlite_path, copies / SQLITE_FILE)
    with ExitStack() as stack:
        name, standing = await asyncio.to_thread(stack.enter_context, hold_snapshot(source.database_url))
        await dump_database(source.programs, name, copies / DUMP_FILE)
    return standing


def _gather(source: Source, standing: Standing, copies: Path, made_at: datetime) -> Manifest:
    """What lies beside the database comes to its copy; all of it as the manifest names it."""
    database = SQLITE_FILE if source.sqlite_path is not None else DUMP_FILE
    names = [database, *_copy_files(source.files, copies)]
    return Manifest(
        version=source.version,
        made_at=made_at,
        database="sqlite" if source.sqlite_path is not None else "postgresql",
        revision=standing.revision,
        oldest=standing.window.oldest,
        counts=standing.counts,
        files=tuple(hash_file(copies / name) for name in names),
        key_id=source.key_id,
    )


def _pack(manifest: Manifest, copies: Path, draft: Path, passphrase: str | None) -> None:
    """Write it, and read it back."""
    with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        write_archive(file, passphrase, manifest, copies)
        file.flush()
        os.fsync(file.fileno())
    if read_through(draft, passphrase) != manifest:
        raise BackupFailed("what was written could not be read back")


def _name(draft: Path, place: Path) -> None:
    """Only now it is called a backup."""
    draft.rename(place)
    make_durable(place.parent)


def _copy_files(files: Mapping[str, Path], copies: Path) -> list[str]:
    """Those that are there; whoever writes one replaces it whole, so each is one of its states."""
    there = [name for name, path in files.items() if path.is_file()]
    for name in there:
        shutil.copyfile(files[name], copies / name)
    return there


def make_durable(path: Path) -> None:
    """Have a file, or the names in a folder, on disk."""
    if path.is_dir() and not can_open_folders():
        return
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
