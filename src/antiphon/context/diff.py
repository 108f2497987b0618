"""What differs between two payloads, or two answers."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from antiphon.context.edits import find_shared

Op = Literal["same", "removed", "added"]

_WORDS = re.compile(r"\s+|\w+|[^\w\s]")


class DiffMessage(NamedTuple):
    """One message as it stands on the wire."""

    role: str
    text: str


class DiffPiece(NamedTuple):
    """A run of words that both have, or only the one or the other."""

    op: Op
    text: str


class Change(NamedTuple):
    """A message in both, in one, or in both with other words; indexes count from 0 and are absent where it is not."""

    kind: Literal["same", "removed", "added", "changed"]
    role: str
    a: int | None
    b: int | None
    pieces: tuple[DiffPiece, ...] = ()


class PayloadDiff(NamedTuple):
    """Where the bytes part, how much of the second a cache filled by the first would serve, and the messages."""

    first_difference: int | None
    a_size: int
    b_size: int
    shared: float
    changes: tuple[Change, ...]


def diff_payloads(a: bytes, b: bytes, a_said: Sequence[DiffMessage], b_said: Sequence[DiffMessage]) -> PayloadDiff:
    """Compare two requests, byte by byte and message by message."""
    prefix = count_shared_bytes(a, b)
    return PayloadDiff(
        first_difference=None if a == b else prefix,
        a_size=len(a),
        b_size=len(b),
        shared=prefix / len(b) if b else 1.0,
        changes=diff_messages(a_said, b_said),
    )


def count_shared_bytes(a: bytes, b: bytes) -> int:
    """How many bytes both begin with."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def diff_messages(a: Sequence[DiffMessage], b: Sequence[DiffMessage]) -> tuple[Change, ...]:
    """The messages side by side; neighbours of one role that differ are compared word by word."""
    changes: list[Change] = []
    i = j = 0
    for same_i, same_j in (*find_shared(a, b), (len(a), len(b))):
        changes += _diff_block(a, b, list(range(i, same_i)), list(range(j, same_j)))
        if same_i < len(a):
            changes.append(Change("same", a[same_i].role, same_i, same_j))
        i, j = same_i + 1, same_j + 1
    return tuple(changes)


def _diff_block(a: Sequence[DiffMessage], b: Sequence[DiffMessage], left: list[int], right: list[int]) -> list[Change]:
    changes: list[Change] = []
    while left and right and a[left[0]].role == b[right[0]].role:
        i, j = left.pop(0), right.pop(0)
        changes.append(Change("changed", a[i].role, i, j, diff_words(a[i].text, b[j].text)))
    changes += [Change("removed", a[i].role, i, None, (DiffPiece("removed", a[i].text),)) for i in left]
    changes += [Change("added", b[j].role, None, j, (DiffPiece("added", b[j].text),)) for j in right]
    return changes


def diff_words(a: str, b: str) -> tuple[DiffPiece, ...]:
    """The two texts as runs of words; joined, the runs that are not added are the first, the others the second."""
    left, right = _WORDS.findall(a), _WORDS.findall(b)
    pieces: list[DiffPiece] = []
    i = j = 0
    for same_i, same_j in (*find_shared(left, right), (len(left), len(right))):
        pieces += _replaced("".join(left[i:same_i]), "".join(right[j:same_j]))
        if same_i < len(left):
            pieces.append(DiffPiece("same", left[same_i]))
        i, j = same_i + 1, same_j + 1
    return _join(pieces)


def _replaced(gone: str, new: str) -> list[DiffPiece]:
    return [piece for piece in (DiffPiece("removed", gone), DiffPiece("added", new)) if piece.text]


def _join(pieces: list[DiffPiece]) -> tuple[DiffPiece, ...]:
    return tuple(
        DiffPiece(op, "".join(piece.text for piece in run)) for op, run in groupby(pieces, lambda piece: piece.op)
    )
