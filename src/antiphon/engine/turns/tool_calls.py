"""Tool calls while they arrive, in pieces."""

import hashlib
import re
from dataclasses import dataclass, field

from antiphon.conversation.ids import ReplyId
from antiphon.conversation.payload import ToolCall
from antiphon.conversation.text import clean_text
from antiphon.providers.provider import CalledTool

# Every wire takes names of these, and ids of nine letters and digits; one insists on them.
_UNFIT = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST_NAME = 64
_ID_LENGTH = 9
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(slots=True)
class _Call:
    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)

    def add(self, piece: CalledTool) -> None:
        """Some servers repeat the id and the name with every piece, others split the name."""
        self.id = self.id or piece.id
        if piece.name and piece.name != self.name and len(self.name) < _LONGEST_NAME:
            self.name += piece.name
        if piece.arguments:
            self.arguments.append(piece.arguments)


@dataclass(slots=True)
class Calls:
    """The calls of one answer, in the order they began."""

    _calls: list[_Call] = field(default_factory=list)
    _by_index: dict[int, _Call] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """True once something was called."""
        return bool(self._calls)

    def add(self, piece: CalledTool) -> None:
        """One more piece. Another id under the same number is another call: not every server numbers them."""
        call = self._by_index.get(piece.index)
        if call is None or (piece.id and call.id and piece.id != call.id):
            call = self._by_index[piece.index] = _Call()
            self._calls.append(call)
        call.add(piece)

    def clear(self) -> None:
        """Begin anew."""
        self._calls.clear()
        self._by_index.clear()

    def build(self, reply_id: ReplyId, round_: int) -> tuple[ToolCall, ...]:
        """What was called, under ids of our own: a model may give none, one twice, or one no other server takes."""
        return tuple(
            ToolCall(
                id=_make_id(f"{reply_id} {round_} {number}"),
                name=_UNFIT.sub("_", clean_text(call.name))[:_LONGEST_NAME] or "unnamed",
                arguments=clean_text("".join(call.arguments)),
            )
            for number, call in enumerate(self._calls)
        )


def _make_id(seed: str) -> str:
    number = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")
    digits = ""
    for _ in range(_ID_LENGTH):
        number, digit = divmod(number, len(_DIGITS))
        digits += _DIGITS[digit]
    return digits
