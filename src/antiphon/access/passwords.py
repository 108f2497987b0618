"""What a password may be, before anything is done with it."""

import unicodedata
from functools import cache
from importlib import resources

from antiphon.conversation.errors import PasswordRefused

SHORTEST, LONGEST = 10, 256


def prepare_password(text: str) -> str:
    """The password as it is hashed, whichever keyboard it was typed on.

    `PasswordRefused` for one that is too short or too long, blank, or among those everybody tries first.
    """
    prepared = normalise_password(text)
    if prepared is None:
        raise PasswordRefused("it is empty")
    if len(prepared) < SHORTEST:
        raise PasswordRefused(f"it has fewer than {SHORTEST} characters")
    if len(prepared) > LONGEST:
        raise PasswordRefused(f"it has more than {LONGEST} characters")
    if _is_common(prepared):
        raise PasswordRefused("it is one of those that are tried first")
    return prepared


def normalise_password(text: str) -> str | None:
    """The same without the rules, for comparing; none when nobody can have it: blank, with a NUL, or endless.

    Nothing that is none may reach whoever compares: elsewhere an empty password has been taken for no password.
    """
    if len(text) > 4 * LONGEST:
        return None
    prepared = unicodedata.normalize("NFKC", text)
    return None if not prepared.strip() or "\0" in prepared else prepared


def _is_common(password: str) -> bool:
    """In the list, or one character over and over."""
    return len(set(password)) < 4 or password.casefold() in _load_common()


@cache
def _load_common() -> frozenset[str]:
    """The thousand of ten characters or more among the 30,000 most frequent; shorter ones are refused anyway.

    They are those of zxcvbn's list (MIT licence, Dropbox and Daniel Wolf).
    """
    listed = (resources.files("antiphon.access") / "guessed_first.txt").read_text(encoding="utf-8")
    return frozenset(listed.split())
