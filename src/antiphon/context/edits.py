"""The fewest edits between two lists, of words or of messages, found in time that grows with how much they differ.

Myers, "An O(ND) Difference Algorithm and Its Variations", 1986: walk diagonals of the grid of both lists, always as far
as they agree, with one edit more each round. Texts that are nearly alike cost little however long they are.
"""

from collections.abc import Hashable, Sequence

# A round costs its number; so many rounds are a few tenths of a second. Texts further apart have only their ends in
# common.
_MOST_EDITS = 1_000


def find_shared(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[tuple[int, int]]:
    """The places at which both are the same, in order, as many as possible within the bound."""
    head = _count_alike(a, b)
    tail = _count_alike(a[head:][::-1], b[head:][::-1])
    inner = _walk(a[head : len(a) - tail], b[head : len(b) - tail])
    return [
        *((index, index) for index in range(head)),
        *((head + i, head + j) for i, j in inner),
        *((len(a) - tail + index, len(b) - tail + index) for index in range(tail)),
    ]


def _count_alike(a: Sequence[Hashable], b: Sequence[Hashable]) -> int:
    count = 0
    for one, other in zip(a, b, strict=False):
        if one != other:
            break
        count += 1
    return count


def _walk(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[tuple[int, int]]:
    """The shared places of two lists whose ends differ; none when they are too far apart."""
    furthest = {1: 0}
    rounds: list[dict[int, int]] = []
    for edits in range(min(len(a) + len(b), _MOST_EDITS) + 1):
        rounds.append(dict(furthest))
        for diagonal in range(-edits, edits + 1, 2):
            i = _step(furthest, diagonal, edits)
            while i < len(a) and i - diagonal < len(b) and a[i] == b[i - diagonal]:
                i += 1
            furthest[diagonal] = i
            if i >= len(a) and i - diagonal >= len(b):
                return _trace(rounds, len(a), len(b))
    return []


def _step(furthest: dict[int, int], diagonal: int, edits: int) -> int:
    """Where this diagonal is entered: from above by an added word, or from the left by a removed one."""
    if diagonal == -edits or (diagonal != edits and furthest[diagonal - 1] < furthest[diagonal + 1]):
        return furthest[diagonal + 1]
    return furthest[diagonal - 1] + 1


def _trace(rounds: list[dict[int, int]], i: int, j: int) -> list[tuple[int, int]]:
    """The way back, round by round; every diagonal step on it is shared."""
    shared: list[tuple[int, int]] = []
    for edits in range(len(rounds) - 1, -1, -1):
        furthest, diagonal = rounds[edits], i - j
        entered = _step(furthest, diagonal, edits)
        while i > entered and j > entered - diagonal:
            i, j = i - 1, j - 1
            shared.append((i, j))
        if edits:
            came_down = diagonal == -edits or (diagonal != edits and furthest[diagonal - 1] < furthest[diagonal + 1])
            i, j = (i, j - 1) if came_down else (i - 1, j)
    return shared[::-1]
