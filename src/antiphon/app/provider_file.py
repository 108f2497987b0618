"""The file with keys that were added while everything ran: readable by its owner alone, whole or not there."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from antiphon.settings import PROVIDERS_FILE
from antiphon.store.alone import can_open_folders

_OWNER_ONLY = 0o600
_OTHERS = 0o077


def write_providers(folder: Path, providers: Mapping[str, Any]) -> None:
    """Replace the file; without providers there is none. A crash leaves the old file or the new one, never half."""
    path = folder / PROVIDERS_FILE
    if not providers:
        path.unlink(missing_ok=True)
        return
    draft = path.with_name(path.name + ".new")
    draft.unlink(missing_ok=True)
    # Made new and with these rights from the first byte on: at no moment could anybody else have opened it.
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), _OWNER_ONLY)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump({"providers": dict(providers)}, file, indent=2)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    _sync_folder(folder)


def is_open_to_others(folder: Path) -> bool:
    """Whether somebody else on this machine may read or change the file."""
    try:
        return bool((folder / PROVIDERS_FILE).stat().st_mode & _OTHERS)
    except OSError:
        return False


def _sync_folder(folder: Path) -> None:
    if not can_open_folders():
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
