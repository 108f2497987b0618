"""Keys in files for their owner alone. Needs nothing that would have to be installed for it."""

import base64
import binascii
import os
import stat
from pathlib import Path

from antiphon.conversation.errors import KeyFileRefused

KEY_BYTES = 32
_BESIDE_OWNER = stat.S_IRWXG | stat.S_IRWXO


def read_key_file(path: Path) -> bytes:
    """The key in a file; `KeyFileRefused` says why there is none that could be used."""
    try:
        with path.open("rb") as file:
            found = os.fstat(file.fileno())
            text = file.read(1024)
    except FileNotFoundError as error:
        raise KeyFileRefused(str(path), "there is no such file; make one with `antiphon keys create`") from error
    except OSError as error:
        raise KeyFileRefused(str(path), error.strerror or "it cannot be read") from error
    if _is_open_to_others(found):
        raise KeyFileRefused(str(path), "others on this machine may open it; run `chmod 600` on it")
    try:
        key = base64.b64decode(b"".join(text.split()), validate=True)
    except binascii.Error as error:
        raise KeyFileRefused(str(path), "it holds no base64") from error
    if len(key) != KEY_BYTES:
        raise KeyFileRefused(str(path), f"it holds {len(key)} bytes where {KEY_BYTES} are needed")
    if len(set(key)) == 1:
        raise KeyFileRefused(str(path), "all bytes in it are the same, which is no key")
    return key


def write_key_file(path: Path) -> bytes:
    """A new key in a new file, for its owner alone. `KeyFileRefused` when there is something already."""
    key = os.urandom(KEY_BYTES)
    try:
        # Made new and with these rights from the first byte on: at no moment could anybody else have opened it.
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except FileExistsError as error:
        raise KeyFileRefused(str(path), "there is a file already, and it stays as it is") from error
    except OSError as error:
        raise KeyFileRefused(str(path), error.strerror or "it cannot be written") from error
    with os.fdopen(handle, "wb") as file:
        file.write(base64.b64encode(key) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    return key


def read_or_write_key_file(path: Path) -> bytes:
    """The key in this file; the first time it is made."""
    if not path.exists():
        try:
            return write_key_file(path)
        except KeyFileRefused:
            # Another process of this machine was quicker.
            return read_key_file(path)
    return read_key_file(path)


def _is_open_to_others(found: os.stat_result) -> bool:
    """Whether anybody but whom it was meant for may open it.

    A secret that Kubernetes or systemd mounts stays root's. It is handed to a process of somebody else by its group, or
    by an access list, which shows as the group's rights; either may read it and no more.
    """
    beside = found.st_mode & _BESIDE_OWNER
    is_mounted = hasattr(os, "geteuid") and found.st_uid == 0 and os.geteuid() != 0
    return beside not in ((0, stat.S_IRGRP) if is_mounted else (0,))
