"""Backups in a folder: what they are called, which there are, and which of them have had their time."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

_NAME: Final = re.compile(r"antiphon-(\d{8}T\d{6})(\d{3})Z(-scheduled)?\.tar\.gz(\.sealed)?")
_MOMENT: Final = "%Y%m%dT%H%M%S"
_CLOCKS_DIFFER: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Backup:
    """A file that is called like a backup."""

    path: Path
    made_at: datetime
    size: int
    is_scheduled: bool
    is_sealed: bool


def name_backup(made_at: datetime, *, is_scheduled: bool, is_sealed: bool) -> str:
    """What a backup of this moment is called; one that was made by the clock says so, for only those are removed."""
    at = made_at.astimezone(UTC)
    stamp = f"{at.strftime(_MOMENT)}{at.microsecond // 1000:03d}Z"
    return f"antiphon-{stamp}{'-scheduled' if is_scheduled else ''}.tar.gz{'.sealed' if is_sealed else ''}"


def list_backups(folder: Path) -> list[Backup]:
    """Every backup in this folder, the newest first; none where there is no folder."""
    return sorted(_find(folder), key=lambda each: each.made_at, reverse=True)


def list_made(folder: Path, now: datetime) -> list[Backup]:
    """Those of them that can have been made by now. One of next year, made under a wrong clock, says nothing."""
    return [each for each in list_backups(folder) if each.made_at <= now + _CLOCKS_DIFFER]


def remove_old(folder: Path, keep: int, now: datetime) -> tuple[Path, ...]:
    """Remove all but the newest of those that were made by the clock; whatever else lies there stays."""
    had_their_time = [each.path for each in list_made(folder, now) if each.is_scheduled][keep:]
    for each in had_their_time:
        each.unlink(missing_ok=True)
    return tuple(had_their_time)


def _find(folder: Path) -> Iterator[Backup]:
    with suppress(FileNotFoundError):
        for each in folder.iterdir():
            if named := _NAME.fullmatch(each.name):
                at = datetime.strptime(named[1], _MOMENT).replace(microsecond=int(named[2]) * 1000, tzinfo=UTC)
                yield Backup(each, at, each.stat().st_size, bool(named[3]), bool(named[4]))
