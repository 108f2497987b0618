"""The code somebody reads in one place and types in another: consonants only, so that it spells no word."""

import hashlib

ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"
LENGTH = 8


def spell_code(letters: str) -> str:
    """The code as it is shown: two halves."""
    return f"{letters[:4]}-{letters[4:]}"


def normalise_code(typed: str) -> str | None:
    """The eight letters of what was typed, however; `None` when it can be no code."""
    letters = "".join(each for each in typed.upper() if each.isalnum())
    return letters if len(letters) == LENGTH and set(letters) <= set(ALPHABET) else None


def name_code(letters: str) -> str:
    """The id that the request with this code is kept under; the code itself is kept nowhere."""
    return "d_" + hashlib.sha256(letters.encode()).hexdigest()[:38]
