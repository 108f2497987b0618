"""A backup looked at and put in place: into an empty place or nowhere, and nothing of it before all of it fits."""

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from antiphon.backups.archive import read_manifest, unpack
from antiphon.backups.dump import PostgresPrograms, ProgramFailed, load_dump, read_dump
from antiphon.backups.make import make_durable
from antiphon.backups.manifest import Manifest
from antiphon.conversation.errors import BackupUnreadable, RestoreRefused, SchemaAhead, StoreUnavailable
from antiphon.store.check_receipts import CheckedReceipts, check_receipts
from antiphon.store.migrate import list_revisions, migrate, wanted_revision
from antiphon.store.snapshot import Standing, check_copy, is_empty, read_standing

_STAGE: Final = "restoring"

# Called with the address of a database that is whole and that nobody uses yet.
LastTouch = Callable[[str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class CheckedBackup:
    """What a backup holds, and its receipts; none were looked at where that needs a server."""

    manifest: Manifest
    receipts: CheckedReceipts | None


@dataclass(frozen=True, slots=True)
class Target:
    """Where a backup goes: an empty folder, and for a PostgreSQL an empty database."""

    folder: Path
    database_url: str | None
    programs: PostgresPrograms


async def check_backup(path: Path, passphrase: str | None, room: Path, programs: PostgresPrograms) -> CheckedBackup:
    """Read a backup to its end, and its database too; raises what is wrong with it. It is unpacked into `room`.

    A copy of a SQLite database is opened and every receipt in it put together. A dump is read to its end; its rows are
    seen when it is restored.
    """
    with tempfile.TemporaryDirectory(dir=room, prefix="checking-") as folder:
        manifest = await asyncio.to_thread(unpack, path, passphrase, Path(folder))
        database = Path(folder) / manifest.database_file
        if manifest.database == "postgresql":
            await _named(path, read_dump(programs, database))
            return CheckedBackup(manifest, None)
        return CheckedBackup(manifest, await asyncio.to_thread(_examine, path, manifest, database))


async def restore_backup(path: Path, passphrase: str | None, target: Target, touch: LastTouch) -> CheckedBackup:
    """Put a backup in place, brought up to this version's tables; `touch` has the last word on the database.

    `RestoreRefused` unless the place is empty. What came back is held against the manifest, and every receipt against
    its hash: one that was damaged before the backup was made comes back as it was, and is named.
    """
    manifest = await asyncio.to_thread(read_manifest, path, passphrase)
    known = wanted_revision()
    if manifest.revision not in list_revisions() and not manifest.window.admits(known):
        raise SchemaAhead(manifest.revision, known)
    await asyncio.to_thread(_check_place, manifest, target)
    stage = target.folder / _STAGE
    try:
        await asyncio.to_thread(_stage, path, passphrase, stage)
        receipts = await _bring_back(path, manifest, target, stage, touch)
        await asyncio.to_thread(_put_in_place, manifest, stage, target.folder)
    finally:
        await asyncio.to_thread(shutil.rmtree, stage, ignore_errors=True)
    return CheckedBackup(manifest, receipts)


def _check_place(manifest: Manifest, target: Target) -> None:
    folder = target.folder
    if manifest.database == "sqlite" and target.database_url is not None:
        raise RestoreRefused(
            str(folder), "belongs to a PostgreSQL, and this backup is a SQLite file: unset database_url"
        )
    if manifest.database == "postgresql" and target.database_url is None:
        raise RestoreRefused(str(folder), "has no database_url, and this backup belongs into a PostgreSQL")
    if folder.exists() and (not folder.is_dir() or any(each.name != _STAGE for each in folder.iterdir())):
        raise RestoreRefused(str(folder), "is not empty; name an empty folder, and nothing will be written over")
    if target.database_url is not None and not is_empty(target.database_url):
        raise RestoreRefused("the database that database_url names", "has tables already; name an empty one")


def _stage(path: Path, passphrase: str | None, stage: Path) -> None:
    try:
        shutil.rmtree(stage, ignore_errors=True)
        stage.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        stage.mkdir(mode=0o700)
    except OSError as error:
        raise RestoreRefused(str(stage), f"cannot be made: {error.strerror}") from error
    unpack(path, passphrase, stage)


async def _bring_back(path: Path, manifest: Manifest, target: Target, stage: Path, touch: LastTouch) -> CheckedReceipts:
    database = stage / manifest.database_file
    if target.database_url is None:
        receipts = await asyncio.to_thread(_examine, path, manifest, database)
        await touch(f"sqlite:///{database}")
        return receipts
    await _named(path, load_dump(target.programs, database))
    database.unlink()
    receipts = await asyncio.to_thread(_examine_rows, path, manifest, target.database_url)
    await touch(target.database_url)
    return receipts


def _examine(path: Path, manifest: Manifest, database: Path) -> CheckedReceipts:
    """Look through an unpacked SQLite file, which is then of this version."""
    try:
        _compare(path, manifest, check_copy(database))
        url = f"sqlite:///{database}"
        if (kept := migrate(url).backup) is not None:
            # The backup itself is the copy from before.
            kept.unlink()
        return check_receipts(url)
    except StoreUnavailable as error:
        raise BackupUnreadable(str(path), f"the database in it: {error.cause}") from error


def _examine_rows(path: Path, manifest: Manifest, url: str) -> CheckedReceipts:
    _compare(path, manifest, read_standing(url))
    migrate(url)
    return check_receipts(url)


def _compare(path: Path, manifest: Manifest, found: Standing) -> None:
    if (found.revision, found.counts) != (manifest.revision, dict(manifest.counts)):
        raise BackupUnreadable(str(path), "the database in it does not hold what its manifest says")


def _put_in_place(manifest: Manifest, stage: Path, folder: Path) -> None:
    """The database last: before it is there, nothing starts from half a place."""
    for each in sorted(stage.iterdir(), key=lambda path: path.name == manifest.database_file):
        make_durable(each)
        each.rename(folder / each.name)
    make_durable(folder)


async def _named(path: Path, work: Awaitable[None]) -> None:
    try:
        await work
    except ProgramFailed as error:
        raise BackupUnreadable(str(path), str(error)) from error
