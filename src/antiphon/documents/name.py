"""What a person sees as the name of a file. It is shown and offered for download, and never a path of ours."""

import re
import unicodedata

from antiphon.conversation.text import clean_text

LONGEST = 120
_LONGEST_EXTENSION = 16
_NAMELESS = "file"

# Control, format (bidirectional marks and zero widths among them), private, line and paragraph separators.
_UNSEEN_KINDS = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Letters and marks by kind, and yet nothing to see: joiners and fillers.
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")

_SEPARATORS = re.compile(r"[/\\]")
_SPACES = re.compile(r"\s+")
# Drives and streams, wildcards and pipes: not allowed in a name on every system.
_FORBIDDEN = re.compile(r'[<>:"|?*]')
_DEVICE = re.compile(r"(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9\u00b9\u00b2\u00b3])", re.IGNORECASE)


def clean_name(raw: str) -> str:
    """A name that is safe to show and to save under anywhere, close to the one given; `file` if nothing is left.

    Cleaning a clean name changes nothing.
    """
    name = _SEPARATORS.split(clean_text(raw))[-1]
    name = _FORBIDDEN.sub("_", _SPACES.sub(" ", _visible(name)))
    name = name.strip(". ")
    if _DEVICE.fullmatch(name.split(".")[0].strip()):
        name = f"_{name}"
    return _shorten(name) or _NAMELESS


def _visible(name: str) -> str:
    """Only what can be seen; white space of any kind is kept as a space."""
    seen = (
        " " if each.isspace() else each
        for each in name
        if each.isspace() or (each not in _UNSEEN and unicodedata.category(each) not in _UNSEEN_KINDS)
    )
    return unicodedata.normalize("NFC", "".join(seen))


def _shorten(name: str) -> str:
    """At most so many characters; the extension stays, because people and programs go by it."""
    if len(name) <= LONGEST:
        return name
    stem, dot, extension = name.rpartition(".")
    if not stem or len(extension) >= _LONGEST_EXTENSION:
        return name[:LONGEST].rstrip(". ")
    return stem[: LONGEST - len(extension) - 1].rstrip(". ") + dot + extension
