"""What counts as text here, and how a stream of pieces becomes it.

Two databases, two languages and several wires must agree on every character. NUL cannot be stored in
PostgreSQL and a lone surrogate cannot be encoded at all, so both are settled once, at the boundary:
NUL is dropped, a lone surrogate becomes U+FFFD.

A finished reply carries no white space at its ends. Trimming at the end would make what was streamed differ
from what is stored, so a `TextGate` trims while it streams: leading white space never leaves it, and
trailing white space waits until something follows. What a reader has seen is therefore always a prefix of
what is stored, and at the end equal to it.
"""

import re

REPLACEMENT = "\ufffd"
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def clean_text(text: str) -> str:
    """The same text without NUL and with lone surrogates replaced; storable and encodable everywhere."""
    if _UNSTORABLE.search(text) is None:
        return text
    joined = text.replace("\x00", "").encode("utf-16-le", "surrogatepass")
    return joined.decode("utf-16-le", "replace")


def on_one_line(text: str) -> str:
    """The same words, cleaned, with one blank between them and none at the ends."""
    return " ".join(clean_text(text).split())


class TextGate:
    """Lets a reply's text through piece by piece, so that the pieces add up to the trimmed whole."""

    __slots__ = ("_half", "_held", "length")

    def __init__(self) -> None:
        self.length = 0
        self._held = ""
        self._half = ""

    def push(self, piece: str) -> str:
        """What may be shown now that this piece has arrived; often empty, never to be taken back."""
        return self._release(self._whole(piece))

    def divide(self) -> str:
        """Begin a new paragraph, should anything follow; returns what was still to come before it."""
        rest = self.close()
        self._held = "\n\n" if self.length else ""
        return rest

    def close(self) -> str:
        """The last of it: half a surrogate pair that never found its other half."""
        half, self._half = self._half, ""
        return self._release(clean_text(half))

    def _whole(self, piece: str) -> str:
        """Join a surrogate pair that two pieces share, and clean the rest."""
        # NUL goes first: it may stand between the halves of a pair.
        piece, self._half = self._half + piece.replace("\x00", ""), ""
        if piece and "\ud800" <= piece[-1] <= "\udbff":
            piece, self._half = piece[:-1], piece[-1]
        return clean_text(piece)

    def _release(self, piece: str) -> str:
        visible = piece.rstrip()
        if not visible:
            if self.length:
                self._held += piece
            return ""
        out = self._held + visible if self.length else visible.lstrip()
        self._held = piece[len(visible) :]
        self.length += len(out)
        return out
