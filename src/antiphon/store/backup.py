"""The copy of a SQLite database that is made before it is changed for good."""

import filecmp
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from sqlalchemy import Engine

from antiphon.store.alone import can_open_folders


def back_up(engine: Engine, database: Path, revision: str) -> Path:
    """A whole copy beside the database, named after its revision, for its owner alone; returns where it lies.

    It has this name only once it is whole and on disk. A copy that is there already is kept: the same one is not
    written twice, another gets a number.
    """
    draft = database.with_name(f"{database.name}.backup-unfinished")
    draft.unlink(missing_ok=True)
    try:
        # Made before SQLite writes into it, so that nobody else can read it at any moment.
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        _copy(engine, draft)
        _make_durable(draft)
        for place in _places(database, revision):
            if not place.exists():
                draft.replace(place)
                _make_durable(place.parent)
                return place
            if filecmp.cmp(draft, place, shallow=False):
                return place
    finally:
        draft.unlink(missing_ok=True)
    raise AssertionError("there is always another number")


def _places(database: Path, revision: str) -> Iterator[Path]:
    name = f"{database.name}.backup-{revision}"
    return (database.with_name(name if n == 1 else f"{name}-{n}") for n in count(1))


def _copy(engine: Engine, target: Path) -> None:
    connection = engine.raw_connection()
    try:
        connection.cursor().execute("VACUUM INTO ?", (str(target),))
    finally:
        connection.close()


def _make_durable(path: Path) -> None:
    if path.is_dir() and not can_open_folders():
        return
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
