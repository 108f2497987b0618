"""Secrets of webhooks, and signatures made with them: Standard Webhooks, version 1 of the symmetric kind.

A secret is made of a key that stays here, the webhook and a number. So none is kept anywhere, and none can be lost.
"""

import base64
import hashlib
import hmac
from collections.abc import Iterable

PURPOSE = "webhooks"
_PREFIX = "whsec_"
_FINGERPRINT = 16


def make_secret(root: bytes, webhook_id: str, generation: int) -> bytes:
    """The secret of this number; whoever has it knows neither the root nor any other."""
    return hmac.digest(root, f"antiphon.v1|webhook secret|{webhook_id}|{generation}".encode(), "sha256")


def spell_secret(secret: bytes) -> str:
    """The secret as it is told to whoever receives."""
    return _PREFIX + base64.b64encode(secret).decode()


def fingerprint(secret: bytes) -> str:
    """By what it is known again; it tells nothing of it."""
    return hashlib.sha256(b"antiphon.v1|webhook fingerprint|" + secret).hexdigest()[:_FINGERPRINT]


def sign(secrets: Iterable[bytes], message_id: str, timestamp: int, body: bytes) -> str:
    """The header: one signature for each secret that counts."""
    signed = f"{message_id}.{timestamp}.".encode() + body
    each = (base64.b64encode(hmac.digest(secret, signed, "sha256")).decode() for secret in secrets)
    return " ".join(f"v1,{signature}" for signature in each)
