"""A stream sealed under a passphrase: pieces that open one after the other, in this order, to their end.

The file begins with a line of its own, which every piece is bound to. A piece that was changed, moved, left out or
taken from another file does not open, and neither does a file that was cut.
"""

import hashlib
import io
import json
import os
from typing import IO, Final

from typing_extensions import override

from antiphon.conversation.errors import SealBroken
from antiphon.secrets.key_file import KEY_BYTES
from antiphon.secrets.sealing import Sealed, seal, unseal

MARK: Final = b'{"antiphon_sealed": 1, '
_PIECE: Final = 1024 * 1024
_NONCE_BYTES: Final = 12
_TAG_BYTES: Final = 16
_SALT_BYTES: Final = 16
_LENGTH_BYTES: Final = 4
_LONGEST_LINE: Final = 200
# 64 MiB for whoever knows the passphrase, and the same for each guess.
_COST: Final = {"n": 2**16, "r": 8, "p": 1, "maxmem": 2**27}


class SealingWriter(io.RawIOBase):
    """Seals what is written into another file. Only a file that was finished opens to its end."""

    def __init__(self, file: IO[bytes], passphrase: str) -> None:
        salt = os.urandom(_SALT_BYTES)
        line = MARK + f'"salt": "{salt.hex()}"}}\n'.encode()
        self._file = file
        self._key, self._line = _derive(passphrase, salt), line
        self._rest = bytearray()
        self._number = 0
        file.write(line)

    @override
    def writable(self) -> bool:
        return True

    @override
    def write(self, data: "bytes | bytearray | memoryview") -> int:  # type: ignore[override]  # no other buffer comes
        self._rest += data
        while len(self._rest) > _PIECE:
            self._put(bytes(self._rest[:_PIECE]), is_last=False)
            del self._rest[:_PIECE]
        return len(data)

    def finish(self) -> None:
        """Write the last piece, without which nothing opens to its end."""
        self._put(bytes(self._rest), is_last=True)

    def _put(self, plain: bytes, *, is_last: bool) -> None:
        sealed = seal(self._key, plain, _bind(self._line, self._number, is_last=is_last))
        piece = sealed.nonce + sealed.ciphertext
        self._file.write(len(piece).to_bytes(_LENGTH_BYTES, "big") + piece)
        self._number += 1


class UnsealingReader(io.RawIOBase):
    """What was sealed, read from its beginning; `SealBroken` where it does not open or ends too soon."""

    def __init__(self, file: io.BufferedReader, passphrase: str) -> None:
        self._line = file.readline(_LONGEST_LINE)
        self._file = file
        self._key = _derive(passphrase, _read_salt(self._line))
        self._rest = b""
        self._number = 0
        self._is_over = False

    @override
    def readable(self) -> bool:
        return True

    @override
    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override]  # no other buffer comes
        while not self._rest and not self._is_over:
            self._rest = self._open_next()
        taken = self._rest[: len(buffer)]
        buffer[: len(taken)] = taken
        self._rest = self._rest[len(taken) :]
        return len(taken)

    def _open_next(self) -> bytes:
        length = int.from_bytes(self._take(_LENGTH_BYTES), "big")
        if not _NONCE_BYTES + _TAG_BYTES <= length <= _NONCE_BYTES + _TAG_BYTES + _PIECE:
            raise SealBroken
        piece = self._take(length)
        is_last = not self._file.peek(1)
        sealed = Sealed(piece[:_NONCE_BYTES], piece[_NONCE_BYTES:])
        plain = unseal(self._key, sealed, _bind(self._line, self._number, is_last=is_last))
        self._number += 1
        self._is_over = is_last
        return plain

    def _take(self, count: int) -> bytes:
        taken = self._file.read(count)
        if len(taken) != count:
            raise SealBroken
        return taken


def is_sealed(beginning: bytes) -> bool:
    """Whether a file that begins like this was sealed here."""
    return beginning.startswith(MARK)


def _derive(passphrase: str, salt: bytes) -> bytes:
    return hashlib.scrypt(passphrase.encode(), salt=salt, dklen=KEY_BYTES, **_COST)


def _read_salt(line: bytes) -> bytes:
    try:
        salt = bytes.fromhex(json.loads(line)["salt"])
    except (ValueError, KeyError, TypeError) as error:
        raise SealBroken from error
    if len(salt) != _SALT_BYTES:
        raise SealBroken
    return salt


def _bind(line: bytes, number: int, *, is_last: bool) -> bytes:
    return line + number.to_bytes(8, "big") + (b"\1" if is_last else b"\0")
