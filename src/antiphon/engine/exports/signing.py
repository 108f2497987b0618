"""Whoever fetches a file can have it checked by a stranger: receipts and whole files are signed as they leave.

A receipt is signed by the installation that kept it, and by no other: one that came from elsewhere has the signature it
came with, or none.
"""

from collections.abc import Callable
from typing import Any, Final, Protocol

from antiphon.conversation.archive import build_statement

_EXPORT: Final = "antiphon.export.1"


class Signer(Protocol):
    """Whoever has the private half of a key."""

    @property
    def public(self) -> str:
        """The public half, as hex."""

    def sign(self, statement: bytes) -> bytes:
        """The signature of these bytes."""


# Opened when it is first needed: it may read a file, or make one. None where nothing is installed to sign with.
OpenSigner = Callable[[], Signer | None]


def sign_receipt(receipt: dict[str, Any], signer: Signer | None) -> dict[str, Any]:
    """The receipt with its signature: its own, or ours where it is ours."""
    if receipt["signer"] is not None:
        return receipt | {"signer": receipt["signer"] or None}
    if signer is None:
        return receipt
    return receipt | {"signer": signer.public, "signature": signer.sign(build_statement(receipt)).hex()}


def sign_file(sha256: str, signer: Signer) -> bytes:
    """The signature of a whole file."""
    return signer.sign(f"{_EXPORT}\nsha256={sha256}".encode())
