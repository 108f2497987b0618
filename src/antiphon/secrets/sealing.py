"""Sealing and opening, and keys made of a key. The only file that imports the primitives."""

import os
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from antiphon.conversation.errors import SealBroken
from antiphon.secrets.key_file import KEY_BYTES

_NONCE_BYTES = 12


class Sealed(NamedTuple):
    """What may be kept where others might read it."""

    nonce: bytes
    ciphertext: bytes


def draw_key() -> bytes:
    """A key that nobody can guess."""
    return os.urandom(KEY_BYTES)


def seal(key: bytes, plain: bytes, bound_to: bytes) -> Sealed:
    """The secret under this key, for this place alone: AES-256-GCM with a nonce of its own."""
    nonce = os.urandom(_NONCE_BYTES)
    return Sealed(nonce, AESGCM(key).encrypt(nonce, plain, bound_to))


def unseal(key: bytes, sealed: Sealed, bound_to: bytes) -> bytes:
    """The secret again; `SealBroken` under any other key, for any other place, and after any change."""
    try:
        return AESGCM(key).decrypt(sealed.nonce, sealed.ciphertext, bound_to)
    except (InvalidTag, ValueError) as error:
        raise SealBroken from error


def derive_key(root: bytes, purpose: str) -> bytes:
    """A key for one purpose. Whoever has it knows neither the root nor the key for any other purpose."""
    return HKDF(SHA256(), KEY_BYTES, salt=None, info=f"antiphon.v1|{purpose}".encode()).derive(root)
