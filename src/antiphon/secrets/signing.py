"""Signing what leaves the house, so that a stranger can tell that nobody changed it: Ed25519."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

# What the key for signing is derived under; another name would be another key.
PURPOSE = "signing exports"


class SigningKey:
    """The private half, made of thirty-two bytes that nobody else has; the public half is for everybody."""

    def __init__(self, seed: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(seed)

    @property
    def public(self) -> str:
        """The public half, as hex."""
        return self._key.public_key().public_bytes_raw().hex()

    def sign(self, statement: bytes) -> bytes:
        """The signature; the same statement has the same."""
        return self._key.sign(statement)
