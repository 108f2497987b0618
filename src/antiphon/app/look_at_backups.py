"""What `antiphon doctor` sees of backups: whether one can be made, and how old the newest is."""

import shutil
from datetime import UTC, datetime, timedelta
from typing import Final

from antiphon.app.faults import Check, fail
from antiphon.app.look_at_machine import find_existing, try_to_write
from antiphon.backups.make import LEAST_LEFT_BYTES
from antiphon.backups.names import list_made
from antiphon.conversation.errors import SettingsInvalid
from antiphon.settings import Settings, find_program, read_passphrase

_MIB: Final = 1024 * 1024
# For a machine that slept, and for the look at the clock.
_GRACE: Final = timedelta(hours=2)


def check_backups(settings: Settings) -> Check:
    """The first thing that keeps a backup from being made, or the newest one."""
    return _check_means(settings) or _check_age(settings)


def _check_means(settings: Settings) -> Check | None:
    """What is lacking to make one; none when nothing is."""
    if not settings.is_sqlite:
        if find_program("pg_dump") is None:
            return fail("backups", "backup_program_missing", "pg_dump is not installed here")
        return None
    try:
        read_passphrase(settings.backup_passphrase_file)
    except SettingsInvalid as error:
        return fail("backups", "backup_passphrase_unreadable", "; ".join(error.problems))
    folder = find_existing(settings.backups_path)
    if reason := try_to_write(folder):
        return fail("backups", "backup_folder_unwritable", f"{folder}: {reason}")
    needed = LEAST_LEFT_BYTES + (2 * settings.sqlite_path.stat().st_size if settings.sqlite_path.exists() else 0)
    free = shutil.disk_usage(folder).free
    if free < needed:
        return fail("backups", "backup_no_room", f"{free // _MIB} MiB free at {folder}, {needed // _MIB} MiB wanted")
    return None


def _check_age(settings: Settings) -> Check:
    now = datetime.now(UTC)
    newest = next(iter(list_made(settings.backups_path, now)), None)
    if not settings.is_sqlite or settings.backup_hours == 0:
        how = "by hand or by your own clock, with `antiphon backup`"
        seen = "none" if newest is None else f"{newest.made_at:%Y-%m-%d %H:%M} UTC"
        return Check("backups", True, f"{how}; the newest in {settings.backups_path}: {seen}")
    if newest is None:
        return _check_first(settings)
    age = max(timedelta(), now - newest.made_at)
    seen = f"the newest is {age.total_seconds() / 3600:.0f} hours old: {newest.path}"
    is_old = age > timedelta(hours=settings.backup_hours) + _GRACE
    return fail("backups", "backup_old", seen) if is_old else Check("backups", True, seen)


def _check_first(settings: Settings) -> Check:
    """None at all is a fault only where there has been something to back up for a while."""
    # Made at the first start, and never written.
    lock = settings.sqlite_path.with_name(f"{settings.sqlite_path.name}.lock")
    seen = f"none yet in {settings.backups_path}"
    if not lock.exists():
        return Check("backups", True, seen)
    age = datetime.now(UTC) - datetime.fromtimestamp(lock.stat().st_mtime, UTC)
    is_old = age > timedelta(hours=settings.backup_hours) + _GRACE
    return fail("backups", "backup_old", seen) if is_old else Check("backups", True, seen)
