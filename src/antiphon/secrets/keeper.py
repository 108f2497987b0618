"""The key that seals all others: a file for its owner alone, and beside it those it had before and may have next."""

import base64
import binascii
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from antiphon.conversation.errors import KeyFileRefused, KeyUnknown
from antiphon.secrets.sealing import KEY_BYTES, Sealed, derive_key, draw_key, seal, unseal

NEXT = "next"
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_NONCE_BYTES = 12
# Enough to tell the keys of one installation apart; it says nothing about the key.
_ID_BYTES = 8


class KeyKeeper(Protocol):
    """Whoever holds the outermost key: a file here, a service elsewhere."""

    def current(self) -> str:
        """The id of the key that seals from now on."""
        ...

    def known(self) -> frozenset[str]:
        """The ids of all keys that can open."""
        ...

    def wrap(self, key: bytes, context: bytes, keeper_id: str | None = None) -> bytes:
        """The key, sealed under the current one or the one that is named."""
        ...

    def unwrap(self, blob: bytes, context: bytes, keeper_id: str) -> bytes:
        """The key again; `KeyUnknown` when the one that sealed it is not here, `SealBroken` when it was changed."""
        ...


class FileKeeper:
    """Keys out of `key_file` and the files beside it that begin with its name and a dot.

    The files are read again when somebody asks for a key that is not known: whoever puts one there need not restart
    anything.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._current = ""
        self._keys: dict[str, bytes] = {}
        self.reread()

    def reread(self) -> None:
        """Take in the files as they are now; `KeyFileRefused` for one that cannot be used, whatever was known stays."""
        current = read_key_file(self._path)
        found = {identify_key(each): each for each in (current, *map(read_key_file, _list_beside(self._path)))}
        self._current, self._keys = identify_key(current), found

    def current(self) -> str:
        """The id of the key in the file itself."""
        return self._current

    def known(self) -> frozenset[str]:
        """The ids of all of them."""
        return frozenset(self._keys)

    def wrap(self, key: bytes, context: bytes, keeper_id: str | None = None) -> bytes:
        """The key, sealed under the current one or the one that is named."""
        sealed = seal(self._find(keeper_id or self._current), key, context)
        return sealed.nonce + sealed.ciphertext

    def unwrap(self, blob: bytes, context: bytes, keeper_id: str) -> bytes:
        """The key again."""
        return unseal(self._find(keeper_id), Sealed(blob[:_NONCE_BYTES], blob[_NONCE_BYTES:]), context)

    def _find(self, keeper_id: str) -> bytes:
        if keeper_id not in self._keys:
            self.reread()
        if keeper_id not in self._keys:
            raise KeyUnknown(keeper_id, str(self._path))
        return self._keys[keeper_id]


def identify_key(key: bytes) -> str:
    """A name for a key, which tells nothing of it."""
    return derive_key(key, "keeper id")[:_ID_BYTES].hex()


def read_key_file(path: Path) -> bytes:
    """The key in a file; `KeyFileRefused` says why there is none that could be used."""
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            text = file.read(1024)
    except FileNotFoundError as error:
        raise KeyFileRefused(str(path), "there is no such file; make one with `antiphon keys create`") from error
    except OSError as error:
        raise KeyFileRefused(str(path), error.strerror or "it cannot be read") from error
    if mode & _OTHERS:
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


def create_key_file(path: Path) -> str:
    """A new key in a new file, for its owner alone; its id. `KeyFileRefused` when there is something already."""
    key = draw_key()
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
    return identify_key(key)


def put_next_first(path: Path) -> None:
    """Have the next key be the current one; the one before stays beside it under its id. Twice changes nothing."""
    next_path = name_next(path)
    if not next_path.exists():
        return
    before = path.with_name(f"{path.name}.{identify_key(read_key_file(path))}")
    if not before.exists():
        os.link(path, before)
    next_path.replace(path)


def name_next(path: Path) -> Path:
    """Where the key stands that is to come."""
    return path.with_name(f"{path.name}.{NEXT}")


def _list_beside(path: Path) -> Iterator[Path]:
    return (each for each in sorted(path.parent.glob(f"{path.name}.*")) if each.is_file())
