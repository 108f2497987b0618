"""How many values a JSON text holds, counted while it arrives and before it is parsed."""


class PieceCount:
    """Commas and brackets outside of strings.

    Three bytes of `[],` become an object of fifty-six. What people send is long because of a text in it, never because
    of the number of its values, so that number has a limit of its own.
    """

    # Ten thousand ids are the longest list a schema takes, and a file of 500 advisors has fewer values than that.
    most = 200_000

    def __init__(self) -> None:
        self._count = 0
        self._in_string = False
        self._held = b""

    def is_too_many(self, piece: bytes) -> bool:
        """Whether there are more than may be, with this piece of the text."""
        text = self._held + piece
        # A backslash at the end belongs to what comes next.
        self._held = b"\\" if (len(text) - len(text.rstrip(b"\\"))) % 2 else b""
        parts = text[: len(text) - len(self._held)].replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')
        outside = b"".join(parts[1 if self._in_string else 0 :: 2])
        self._in_string ^= len(parts) % 2 == 0
        self._count += outside.count(b",") + outside.count(b"[") + outside.count(b"{")
        return self._count > self.most
