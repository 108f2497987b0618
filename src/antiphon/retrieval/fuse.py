"""Two rankings made one."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

# The constant of the paper that proposed it (Cormack and others, 2009): how much the first few places count for more.
_K = 60


class Fused(NamedTuple):
    """A piece, its score and the rankings that had it."""

    chunk_id: int
    score: float
    by: tuple[str, ...]


def fuse(rankings: Mapping[str, Sequence[int]], limit: int) -> tuple[Fused, ...]:
    """Reciprocal rank fusion: places are added up, for the scores behind them cannot be compared.

    A piece counts once in a ranking. Equal scores keep the order in which the rankings had them.
    """
    scores: dict[int, float] = {}
    by: dict[int, list[str]] = {}
    for name, ranking in rankings.items():
        for place, chunk_id in enumerate(dict.fromkeys(ranking), start=1):
            scores[chunk_id] = scores.get(chunk_id, 0.0) + 1 / (_K + place)
            by.setdefault(chunk_id, []).append(name)
    best = sorted(scores, key=lambda chunk_id: -scores[chunk_id])[:limit]
    return tuple(Fused(chunk_id, scores[chunk_id], tuple(by[chunk_id])) for chunk_id in best)
