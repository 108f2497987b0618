"""Recovery codes: ten words of ten characters, for whoever has lost the app. Kept as an HMAC, each counts once."""

import hmac
import secrets
import unicodedata

COUNT = 10
_LENGTH = 10
# Crockford's base32: no letters that look like digits.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1"})


def draw_codes() -> tuple[str, ...]:
    """A new set, all different."""
    drawn: set[str] = set()
    while len(drawn) < COUNT:
        drawn.add("".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH)))
    return tuple(sorted(drawn))


def spell_code(code: str) -> str:
    """As people are shown it: in two halves."""
    return f"{code[: _LENGTH // 2]}-{code[_LENGTH // 2 :]}"


def normalise_code(typed: str) -> str | None:
    """What was typed as it is compared: however it was spaced, cased or written; nothing when it can be no code."""
    plain = unicodedata.normalize("NFKC", typed).upper().translate(_READ_AS)
    kept = "".join(each for each in plain if each.isalnum())
    return kept if len(kept) == _LENGTH and set(kept) <= set(_ALPHABET) else None


def hash_code(key: bytes, person_id: str, code: str) -> str:
    """What is kept of a code: nothing without the key, and nothing that another person's equals."""
    return hmac.new(key, f"{person_id}|{code}".encode(), "sha256").hexdigest()
