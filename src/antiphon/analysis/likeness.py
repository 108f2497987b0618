"""How near claims are to each other, without asking anybody: by what a small model makes of them, or by their words.

Every claim of a turn is about the same question, so all of them are alike. What they share is taken away first (the
mean of their vectors), and what is left tells one point from another. That is a sum of a few hundred products per
pair; for the claims of one turn plain Python does it in milliseconds.
"""

import re
from collections import Counter
from collections.abc import Sequence
from math import log, sqrt
from operator import mul
from typing import Final

# A row for each claim, in their order: how like it is to each of them, at most 1.
Likeness = tuple[tuple[float, ...], ...]

_WORD: Final = re.compile(r"\w+")
# Scripts that put no space between words: there, two neighbouring characters stand for a word.
_DENSE: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
# Letters that tell words apart in most languages; what comes after them is mostly inflection.
_STEM: Final = 5
# How alike two sentences on one question are, whatever they say. Chosen on panels read by hand, with the small model of
# the extra `recall`.
_ALIKE_ANYWAY: Final = 0.18


def compare_meanings(vectors: Sequence[Sequence[float]], voices: Sequence[str]) -> Likeness:
    """Cosines of what is left of each vector without the mean of all.

    A claim is part of the mean it is held against, so claims that have nothing in common come out below 0, in a small
    room further than in a large one. That much is added again, and 0 means the same in every room.

    Where every voice makes one claim, the mean may be that very claim. Nothing is taken away then, and from one claim
    for each voice to two the one passes into the other.
    """
    bare = _compare([_to_unit(row) for row in vectors])
    left = _compare([_to_unit(row) for row in _centre(vectors)])
    count = len(vectors)
    share = min(1.0, count / len(set(voices)) - 1) if count else 0.0
    return tuple(
        tuple(
            share * (left[one][other] * (count - 1) + 1) / count + (1 - share) * (bare[one][other] - _ALIKE_ANYWAY)
            for other in range(count)
        )
        for one in range(count)
    )


def compare_words(texts: Sequence[str]) -> Likeness:
    """The words two claims share, as a part of those in either; a word that fewer claims use weighs more."""
    stems = [find_stems(text) for text in texts]
    used = Counter(stem for each in stems for stem in each)
    weights = {stem: log((len(texts) + 1) / count) for stem, count in used.items()}
    return tuple(tuple(_share(one, other, weights) for other in stems) for one in stems)


def find_stems(text: str) -> frozenset[str]:
    """What is compared of a text: the beginnings of its words, or neighbouring characters where nothing parts words."""
    found: set[str] = set()
    for word in _WORD.findall(text.casefold()):
        if _DENSE.search(word):
            found.update(word[place : place + 2] for place in range(max(1, len(word) - 1)))
        else:
            found.add(word[:_STEM])
    return frozenset(found)


def _compare(rows: Sequence[Sequence[float]]) -> list[list[float]]:
    return [[sum(map(mul, one, other)) for other in rows] for one in rows]


def _centre(vectors: Sequence[Sequence[float]]) -> list[list[float]]:
    count = len(vectors)
    mean = [sum(column) / count for column in zip(*vectors, strict=True)]
    return [[value - middle for value, middle in zip(row, mean, strict=True)] for row in vectors]


def _to_unit(row: Sequence[float]) -> list[float]:
    length = sqrt(sum(map(mul, row, row)))
    # Less than this is what rounding leaves of two equal vectors.
    return [value / length for value in row] if length > 1e-6 else [0.0] * len(row)


def _share(one: frozenset[str], other: frozenset[str], weights: dict[str, float]) -> float:
    whole = sum(weights[stem] for stem in one | other)
    return sum(weights[stem] for stem in one & other) / whole if whole else 0.0
