"""What a backup holds, as its first entry says: which database, how much, and the SHA-256 of every file."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final, Literal

from antiphon.store.window import Window

MANIFEST: Final = "manifest.json"
SQLITE_FILE: Final = "antiphon.db"
DUMP_FILE: Final = "antiphon.dump"
_FORMAT: Final = 1
# Whoever unpacks writes under these names: no folder, no hidden file.
_NAME: Final = re.compile(r"[a-z][a-z0-9_-]*(\.[a-z0-9]+)+")

DatabaseKind = Literal["sqlite", "postgresql"]


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One file of a backup."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """`key_id` names the key that seals secrets, where there is one: it is not in the backup, and they need it."""

    version: str
    made_at: datetime
    database: DatabaseKind
    revision: str
    counts: Mapping[str, int]
    files: tuple[FileEntry, ...]
    key_id: str | None = None
    # The oldest revision whose version may work on it; backups of older versions do not say.
    oldest: str | None = None

    @property
    def window(self) -> Window:
        """Which versions may work on the database in there."""
        return Window(self.revision, self.oldest)

    @property
    def database_file(self) -> str:
        """The name under which the database lies in there."""
        return SQLITE_FILE if self.database == "sqlite" else DUMP_FILE


def encode_manifest(manifest: Manifest) -> bytes:
    """As it stands in the file."""
    said = asdict(manifest) | {"antiphon_backup": _FORMAT, "made_at": manifest.made_at.isoformat()}
    return json.dumps(said, indent=2, sort_keys=True).encode() + b"\n"


def decode_manifest(raw: bytes) -> Manifest:
    """The manifest again; `ValueError` says why these bytes are none."""
    try:
        said = json.loads(raw)
        if said["antiphon_backup"] != _FORMAT:
            raise ValueError("it was made by a newer version")
        return Manifest(
            version=str(said["version"]),
            made_at=datetime.fromisoformat(said["made_at"]),
            database=_read_kind(said["database"]),
            revision=str(said["revision"]),
            counts={str(name): int(count) for name, count in said["counts"].items()},
            files=tuple(_read_entry(each) for each in said["files"]),
            key_id=said["key_id"],
            oldest=said.get("oldest"),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("its manifest does not say what it must") from error


def _read_kind(kind: str) -> DatabaseKind:
    if kind == "sqlite":
        return "sqlite"
    if kind == "postgresql":
        return "postgresql"
    raise ValueError("its manifest names a database that is not known")


def _read_entry(said: Mapping[str, Any]) -> FileEntry:
    name = str(said["name"])
    if not _NAME.fullmatch(name):
        raise ValueError("its manifest names a file that has no place here")
    return FileEntry(name, int(said["size"]), str(said["sha256"]))
