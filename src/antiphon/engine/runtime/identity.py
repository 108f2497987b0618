"""New ids: sortable by time, so that neighbours in time are neighbours in an index."""

import hashlib
import secrets
import time

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def new_id(prefix: str) -> str:
    """An id such as `t_01k9…`: 48 bits of milliseconds, 80 bits of chance, after a letter that says what it names."""
    return _spell(prefix, (time.time_ns() // 1_000_000) << 80 | secrets.randbits(80))


def derive_id(prefix: str, *parts: str) -> str:
    """The id of something that is done once however often it is begun: the same parts give the same one."""
    digest = hashlib.sha256("\0".join(parts).encode()).digest()
    return _spell(prefix, int.from_bytes(digest[:16], "big"))


def _spell(prefix: str, number: int) -> str:
    digits = []
    for _ in range(26):
        number, digit = divmod(number, 32)
        digits.append(_ALPHABET[digit])
    return f"{prefix}_{''.join(reversed(digits))}"
