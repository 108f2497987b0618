"""What was sent, in parts that can be left out one at a time.

A part is something a person knows: a turn, what another voice said, a memory, a document, a file. The system prompt,
the note of which turn this is and the person's own words are always kept. With nothing left out, the messages are the
very ones that were sent; leaving something out only ever takes words away.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.payload import Kind, Message
from antiphon.conversation.text import on_one_line
from antiphon.conversation.why import Part, PartKind

_OPENING_CHARS: Final = 160
_NAME_CHARS: Final = 60
# Further lines of a quote are indented, so whatever begins at the margin after a blank line is the next voice.
_NEXT_VOICE: Final = re.compile(r"\n\n(?=\S)")
_NEXT_FILE: Final = re.compile(r"\n\n(?==== .+ ===\n)")
_FILE_NAME: Final = re.compile(r"=== (.+) ===\n")
_REMINDER: Final = re.compile(r"(<[\w-]+>\n<\w+>\n)(.*)(\n</\w+>\n</[\w-]+>)", re.DOTALL)
_ITEM: Final = re.compile(r"\n(?=- )")
# Reminders that are left out as a whole: cut apart, what is left would say something else.
_WHOLE: Final[Mapping[Kind, PartKind]] = {
    "synthesis": "synthesis",
    "instructions": "instructions",
    "todo": "todo",
    "caller": "caller",
}
_LISTED: Final[Mapping[Kind, PartKind]] = {"memory": "memory", "documents": "document"}


@dataclass(frozen=True, slots=True)
class _Piece:
    """Words of a message; those without a part are always kept."""

    text: str
    part_id: str | None = None


@dataclass(frozen=True, slots=True)
class _Slot:
    """A message with its pieces; with none of them left it is not sent."""

    message: Message
    pieces: tuple[_Piece, ...]
    head: str = ""
    joint: str = ""
    tail: str = ""

    def fill(self, left_out: Collection[str]) -> Message | None:
        kept = [each.text for each in self.pieces if each.part_id is None or each.part_id not in left_out]
        if len(kept) == len(self.pieces):
            return self.message
        return replace(self.message, content=f"{self.head}{self.joint.join(kept)}{self.tail}") if kept else None


@dataclass(frozen=True, slots=True)
class SentParts:
    """Everything that was sent, and which of it can be left out, in the order it was sent."""

    parts: tuple[Part, ...]
    slots: tuple[_Slot, ...]

    def leave_out(self, part_ids: Collection[str]) -> tuple[Message, ...]:
        """The messages without these parts."""
        return tuple(message for each in self.slots if (message := each.fill(part_ids)) is not None)

    def keep_only(self, part_ids: Collection[str]) -> tuple[Message, ...]:
        """The messages with these parts alone, and what is always kept."""
        return self.leave_out([each.id for each in self.parts if each.id not in part_ids])

    def words_of(self, part_id: str) -> str:
        """All that would be missing."""
        return "\n".join(piece.text for slot in self.slots for piece in slot.pieces if piece.part_id == part_id)


def cut_parts(messages: Sequence[Message], said: str, quoted: Sequence[AdvisorId] = ()) -> SentParts:
    """What was sent in its parts. `said` are the person's words in the newest message, `quoted` those it quotes."""
    parts: dict[str, Part] = {}
    slots = [_cut(message, said, quoted, parts) for message in messages]
    return SentParts(tuple(parts.values()), tuple(slots))


def _cut(message: Message, said: str, quoted: Sequence[AdvisorId], parts: dict[str, Part]) -> _Slot:
    kind = message.kind
    if kind in ("turn", "reply", "tool") and message.turn_id is not None:
        return _cut_turn(message, message.turn_id, parts)
    if kind == "reference":
        return _cut_quotes(message, quoted, parts)
    if kind in _WHOLE:
        part = _note(parts, _WHOLE[kind], "", _inside(message.content), message.turn_id)
        return _Slot(message, (_Piece(message.content, part.id),))
    if kind in _LISTED:
        return _cut_list(message, _LISTED[kind], parts)
    return _cut_files(message, said, parts) if kind == "human" else _Slot(message, (_Piece(message.content),))


def _cut_turn(message: Message, turn_id: TurnId, parts: dict[str, Part]) -> _Slot:
    known = next((each for each in parts.values() if each.kind == "turn" and each.turn_id == turn_id), None)
    if known is None:
        part = _note(parts, "turn", "", message.content, turn_id)
    else:
        part = parts[known.id] = replace(known, chars=known.chars + len(message.content))
    return _Slot(message, (_Piece(message.content, part.id),))


def _cut_quotes(message: Message, quoted: Sequence[AdvisorId], parts: dict[str, Part]) -> _Slot:
    """`[opening`, a blank line, and the voices one after the other; the last one ends with `]`."""
    head, *voices = _NEXT_VOICE.split(message.content)
    if not voices or not voices[-1].endswith("]"):
        return _Slot(message, (_Piece(message.content),))
    voices[-1] = voices[-1][:-1]
    advisors: Sequence[AdvisorId | None] = quoted if len(quoted) == len(voices) else [None] * len(voices)
    pieces = []
    for words, advisor_id in zip(voices, advisors, strict=True):
        name, _, spoken = words.partition(": ")
        part = replace(_note(parts, "quote", name, spoken, message.turn_id), advisor_id=advisor_id)
        parts[part.id] = part
        pieces.append(_Piece(words, part.id))
    return _Slot(message, tuple(pieces), f"{head}\n\n", "\n\n", "]")


def _cut_list(message: Message, kind: PartKind, parts: dict[str, Part]) -> _Slot:
    """A reminder whose lines are things of their own."""
    found = _REMINDER.fullmatch(message.content)
    head, *items = _ITEM.split(found[2]) if found else [message.content]
    if found is None or not items:
        return _Slot(message, (_Piece(message.content),))
    pieces = [_Piece(each, _note(parts, kind, each.removeprefix("- "), each.removeprefix("- ")).id) for each in items]
    return _Slot(message, tuple(pieces), f"{found[1]}{head}\n", "\n", found[3])


def _cut_files(message: Message, said: str, parts: dict[str, Part]) -> _Slot:
    """The person's words, and behind them the files of the message."""
    at = message.content.find(said) + len(said) if said and said in message.content else 0
    words, behind = message.content[:at], message.content[at:]
    first, *files = _NEXT_FILE.split(behind)
    if not files:
        return _Slot(message, (_Piece(message.content),))
    pieces = [_Piece(words + first)]
    for each in files:
        title = _FILE_NAME.match(each)
        name = title[1] if title else each
        pieces.append(_Piece(each, _note(parts, "file", name, each[title.end() :] if title else each).id))
    return _Slot(message, tuple(pieces), "", "\n\n")


def _note(parts: dict[str, Part], kind: PartKind, name: str, words: str, turn_id: TurnId | None = None) -> Part:
    """The next part of this kind."""
    number = 1 + sum(each.kind == kind for each in parts.values())
    part = Part(f"{kind}:{number}", kind, _shorten(name, _NAME_CHARS), _shorten(words), len(words), turn_id)
    parts[part.id] = part
    return part


def _inside(content: str) -> str:
    found = _REMINDER.fullmatch(content)
    return found[2] if found else content


def _shorten(text: str, most: int = _OPENING_CHARS) -> str:
    line = on_one_line(text)
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"
