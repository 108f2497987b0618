"""Files for their owner alone: the data folder and what is in it, and a look at the files that hold keys."""

import json
import logging
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from antiphon.app.signing import SIGNING_FILE
from antiphon.app.webhooks import WEBHOOKS_FILE
from antiphon.settings import PROVIDERS_FILE, Settings, layers_of
from antiphon.store.failure import name_failure

logger = logging.getLogger(__name__)

_OURS = ("antiphon.db*", "server.*", f"{PROVIDERS_FILE}*", SIGNING_FILE, WEBHOOKS_FILE, "backups", "backups/*")
_OTHERS_READ = stat.S_IRGRP | stat.S_IROTH
_OTHERS_ENTER = stat.S_IXGRP | stat.S_IXOTH
_ANYTHING = stat.S_IRWXG | stat.S_IRWXO
_HOLDS_KEYS = ("api_key", "headers", "env")


def make_private(settings: Settings) -> None:
    """Make the data folder, or take from others the right to look into it and its files.

    A folder that others share on purpose, with the sticky bit like /tmp, stays as it is; its files do not. Raises
    a `StoreUnavailable` with its cause when there can be no folder.
    """
    folder = settings.data_dir
    # Whatever is made from here on is for its owner alone.
    os.umask(0o077)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _close(folder)
        for pattern in _OURS:
            for each in folder.glob(pattern):
                with suppress(FileNotFoundError):
                    _close(each)
    except OSError as error:
        raise name_failure(error) from error
    for each in find_exposed(settings):
        logger.warning("keys_readable_by_others", extra={"path": str(each)})


def find_exposed(settings: Settings) -> tuple[Path, ...]:
    """Files with keys that other people of this machine can read."""
    return tuple(path for path in _list_key_files(settings) if _is_readable_by_others(path))


def find_open_data(settings: Settings) -> tuple[Path, ...]:
    """What of the data folder other people of this machine could read; a start mends it."""
    folder = settings.data_dir
    if not folder.is_dir() or not folder.stat().st_mode & _OTHERS_ENTER:
        return ()
    found = (each for pattern in _OURS for each in folder.glob(pattern))
    return tuple(each for each in found if _is_readable_by_others(each))


def _close(path: Path) -> None:
    found = path.stat()
    if not found.st_mode & _ANYTHING or found.st_mode & stat.S_ISVTX:
        return
    try:
        path.chmod(stat.S_IMODE(found.st_mode) & ~_ANYTHING)
    except PermissionError:
        logger.warning("data_readable_by_others", extra={"path": str(path)})


def _list_key_files(settings: Settings) -> Iterator[Path]:
    layers = layers_of(settings)
    if _holds_keys(layers.file):
        yield layers.path
    if settings.tls_key is not None:
        yield settings.tls_key
    if settings.mcp_config is not None:
        with suppress(OSError, ValueError):
            if _holds_keys(json.loads(settings.mcp_config.read_text(encoding="utf-8"))):
                yield settings.mcp_config


def _holds_keys(said: object) -> bool:
    if not hasattr(said, "items"):
        return False
    return any((name in _HOLDS_KEYS and value) or _holds_keys(value) for name, value in said.items())


def _is_readable_by_others(path: Path) -> bool:
    with suppress(OSError):
        is_reachable = path.resolve().parent.stat().st_mode & _OTHERS_ENTER
        return bool(path.stat().st_mode & _OTHERS_READ and is_reachable)
    return False


def write_privately(path: Path, text: str) -> None:
    """The whole text under this name or what was there before; never readable by others."""
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    draft.replace(path)
