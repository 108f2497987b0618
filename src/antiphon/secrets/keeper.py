"""The key that seals all others: a file for its owner alone, and beside it those it had before and may have next."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from antiphon.conversation.errors import KeyUnknown
from antiphon.secrets.key_file import read_key_file, write_key_file
from antiphon.secrets.sealing import Sealed, derive_key, seal, unseal

NEXT = "next"
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


def create_key_file(path: Path) -> str:
    """A new key in a new file, for its owner alone; its id. `KeyFileRefused` when there is something already."""
    return identify_key(write_key_file(path))


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
