"""What credentials look like. They are random and long, so a plain hash is enough to keep; only the hash is kept."""

import hashlib
import zlib

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
PREFIX = "ap_"
SECRET_BYTES = 32
# 62 ** 43 is the first power above 2 ** 256, 62 ** 6 the first above 2 ** 32.
_SECRET_DIGITS, _CHECK_DIGITS = 43, 6


def spell_token(secret: bytes) -> str:
    """A token of these 32 bytes; its last six characters are a sum of the others.

    So scanners of published code, and whoever cleans a log, know one when they see it.
    """
    head = PREFIX + _spell(int.from_bytes(secret, "big"), _SECRET_DIGITS)
    return head + _sum(head)


def is_token(text: str) -> bool:
    """Whether this is spelt like one of ours; nothing else needs to be looked for."""
    head, check = text[:-_CHECK_DIGITS], text[-_CHECK_DIGITS:]
    long_enough = len(text) == len(PREFIX) + _SECRET_DIGITS + _CHECK_DIGITS
    return long_enough and text.isascii() and text.startswith(PREFIX) and check == _sum(head)


def hash_token(text: str) -> str:
    """What is kept of a token, a cookie or a link: the whole SHA-256 of the whole text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _sum(head: str) -> str:
    return _spell(zlib.crc32(head.encode()), _CHECK_DIGITS)


def _spell(number: int, digits: int) -> str:
    spelt = []
    for _ in range(digits):
        number, digit = divmod(number, len(_DIGITS))
        spelt.append(_DIGITS[digit])
    return "".join(reversed(spelt))
