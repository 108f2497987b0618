"""How alike the voices sound, turn by turn.

Two answers are compared by the words they share, where a word that everybody uses weighs little. 0 means that they
have no telling word in common, 1 that they use the same words equally often. Nobody's meaning is judged: a panel that
agrees in different words is not alike here, and that is intended.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from antiphon.conversation.ids import AdvisorId

Vector = Mapping[str, float]

# Scripts that write without spaces are compared by pairs of characters.
_WIDE = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_WORD = re.compile(r"\w+")
# With fewer turns than this a rise is chance.
_LEAST_TURNS: Final = 6
# How much more alike the newest third must be than the oldest. Panels of one model that answer different questions
# move by about half of this from turn to turn (tests/analysis/test_convergence.py).
_RISE: Final = 0.15


class Alike(NamedTuple):
    """Two voices of one turn and how alike they sound."""

    first: AdvisorId
    second: AdvisorId
    similarity: float


class LikenessPoint(NamedTuple):
    """One turn: how alike its voices are on average, and the two that are most alike."""

    similarity: float
    closest: Alike


def draw_curve(turns: Sequence[Mapping[AdvisorId, str]]) -> tuple[LikenessPoint | None, ...]:
    """One point per turn, oldest first; none for a turn with fewer than two answers."""
    counted = [{each: _count(text) for each, text in turn.items() if text.strip()} for turn in turns]
    weights = _weigh(counted)
    return tuple(_measure({each: _scale(words, weights) for each, words in turn.items()}) for turn in counted)


def is_converging(curve: Sequence[LikenessPoint | None]) -> bool:
    """Whether the newest third of the turns is clearly more alike than the oldest."""
    known = [point.similarity for point in curve if point is not None]
    if len(known) < _LEAST_TURNS:
        return False
    third = len(known) // 3
    return _mean(known[-third:]) - _mean(known[:third]) >= _RISE


def _count(text: str) -> Counter[str]:
    folded = text.casefold()
    wide = (run[place : place + 2] for run in _WIDE.findall(folded) for place in range(len(run) - 1))
    return Counter((*_WORD.findall(_WIDE.sub(" ", folded)), *wide))


def _weigh(turns: Sequence[Mapping[AdvisorId, Counter[str]]]) -> Vector:
    """What each word tells: little when most answers have it."""
    answers = [words for turn in turns for words in turn.values()]
    used = Counter(word for words in answers for word in words)
    return {word: math.log((1 + len(answers)) / (1 + count)) + 1e-9 for word, count in used.items()}


def _scale(words: Counter[str], weights: Vector) -> Vector:
    scaled = {word: (1 + math.log(count)) * weights[word] for word, count in words.items()}
    length = math.sqrt(sum(value * value for value in scaled.values()))
    return {word: value / length for word, value in scaled.items()} if length else {}


def _measure(voices: Mapping[AdvisorId, Vector]) -> LikenessPoint | None:
    pairs = [Alike(first, second, _cosine(voices[first], voices[second])) for first, second in combinations(voices, 2)]
    if not pairs:
        return None
    return LikenessPoint(_mean([each.similarity for each in pairs]), max(pairs, key=lambda each: each.similarity))


def _cosine(first: Vector, second: Vector) -> float:
    short, long = sorted((first, second), key=len)
    return min(1.0, sum(value * long.get(word, 0.0) for word, value in short.items()))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
