"""Codes of an authenticator app: RFC 6238 with SHA-1, six digits and half minutes, as every app has them."""

import base64
import hashlib
import hmac
import os
from urllib.parse import quote, urlencode

_SECRET_BYTES = 20
_STEP_SECONDS = 30
_DIGITS = 6
# The clocks of phones are not exact, and nobody types at once.
_STEPS_AROUND = 1


def draw_totp_secret() -> str:
    """What an app makes its codes of, as people type it into one."""
    return base64.b32encode(os.urandom(_SECRET_BYTES)).decode()


def build_link(secret: str, account: str, issuer: str) -> str:
    """The address that an app on the same device opens."""
    label = quote(f"{issuer}:{account}", safe="")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': issuer}, quote_via=quote)}"


def build_code(secret: str, counter: int) -> str:
    """The code of one half minute (RFC 4226)."""
    digest = hmac.new(base64.b32decode(secret), counter.to_bytes(8, "big"), hashlib.sha1).digest()
    at = digest[-1] & 0x0F
    number = int.from_bytes(digest[at : at + 4], "big") & 0x7FFFFFFF
    return str(number % 10**_DIGITS).zfill(_DIGITS)


def find_counter(secret: str, code: str, now: float, after: int) -> int | None:
    """The half minute this code is of, if it is of this one or one beside it and later than `after`."""
    here = int(now) // _STEP_SECONDS
    counters = range(here - _STEPS_AROUND, here + _STEPS_AROUND + 1)
    # All are compared, so that the time it takes does not tell which one it nearly was.
    right = [each for each in counters if hmac.compare_digest(build_code(secret, each).encode(), code.encode())]
    return next((each for each in right if each > after), None)
