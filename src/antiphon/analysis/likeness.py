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
    return compare_products(_multiply(vectors), voices)


def compare_products(
    products: Sequence[Sequence[float]], voices: Sequence[str], alike_anyway: float = _ALIKE_ANYWAY
) -> Likeness:
    """The same, from the products of every two vectors: those without the mean follow from them."""
    count = len(products)
    bare, left = _to_cosines(products), _to_cosines(_centre(products))
    share = min(1.0, count / len(set(voices)) - 1) if count else 0.0
    return tuple(
        tuple(
            share * (left[one][other] * (count - 1) + 1) / count + (1 - share) * (bare[one][other] - alike_anyway)
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


def _multiply(vectors: Sequence[Sequence[float]]) -> list[list[float]]:
    """The product of every two vectors; each pair is reckoned once."""
    rows = [[sum(map(mul, one, vectors[other])) for other in range(place + 1)] for place, one in enumerate(vectors)]
    return [[rows[max(one, other)][min(one, other)] for other in range(len(rows))] for one in range(len(rows))]


def _centre(products: Sequence[Sequence[float]]) -> list[list[float]]:
    """The products of the same vectors without the mean of all.

    Rounded alike for a pair in either order: of two claims that are equally near, the first must stay the first.
    """
    count = len(products)
    means = [sum(row) / count for row in products]
    mean = sum(means) / count if count else 0.0
    return [
        [value + mean - (means[one] + means[other]) for other, value in enumerate(row)]
        for one, row in enumerate(products)
    ]


def _to_cosines(products: Sequence[Sequence[float]]) -> list[list[float]]:
    # Less than this is what rounding leaves of two equal vectors.
    lengths = [sqrt(row[place]) if row[place] > 1e-12 else 0.0 for place, row in enumerate(products)]
    return [
        [
            value / (lengths[one] * lengths[other]) if lengths[one] * lengths[other] else 0.0
            for other, value in enumerate(row)
        ]
        for one, row in enumerate(products)
    ]


def _share(one: frozenset[str], other: frozenset[str], weights: dict[str, float]) -> float:
    whole = sum(weights[stem] for stem in one | other)
    return sum(weights[stem] for stem in one & other) / whole if whole else 0.0
