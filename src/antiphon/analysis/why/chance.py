"""What chance does: how far answers to the very same bytes are from each other, and when a difference is beyond that.

The rule. A part stands out when the answers without it are on average further from the unchanged answers than any of
these is from the others. Then it is left out again, and the fresh answers alone decide: they must stand out as well, by
a tenth of what is said or more, and of all ways to divide them and the unchanged ones into two heaps of the same sizes
hardly any may part them as well. Hardly any is one in a hundred, divided by the number of parts that were tried and one
more, because leaving out all of them is tried too. By that, out of a hundred searches in which nothing matters at most
one names anything, however many parts there are and whichever of them stood out first. Parts are tried alone only
where leaving out all of them was beyond chance.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from antiphon.analysis.why.answers import Distances
from antiphon.conversation.why import Measured

# Of all searches in which nothing matters, at most this share may name something.
ERRING: Final = 0.01
# What counts, as a part of all that is said.
LEAST_EFFECT: Final = 0.1
# With fewer answers than these nothing is decided.
LEAST_UNCHANGED: Final = 4
LEAST_AGAIN: Final = 5
# Below this it is rounding.
_STILL: Final = 1e-6


def limit_chance(parts: int) -> float:
    """How small the chance must be when so many parts are tried."""
    return ERRING / (parts + 1)


def find_spread(distances: Distances, unchanged: Sequence[int]) -> float:
    """How far the furthest of the unchanged answers is from the others, on average."""
    return max((distances.between([each], unchanged) for each in unchanged), default=0.0)


def is_still(distances: Distances, unchanged: Sequence[int]) -> bool:
    """Whether the same bytes were answered with the same claims every time."""
    return distances.between(unchanged, unchanged) < _STILL


def measure(distances: Distances, unchanged: Sequence[int], after: Sequence[int], *, divide: bool) -> Measured:
    """These answers held against the unchanged ones; how chance would divide them is reckoned where it decides."""
    chance = _divide(distances, unchanged, after) if divide else None
    return Measured(len(after), distances.between(after, unchanged), find_spread(distances, unchanged), chance)


def stands_out(found: Measured) -> bool:
    """Whether they are further away than any unchanged answer is from the others."""
    return found.answers > 0 and found.distance > found.spread + _STILL


def is_beyond(found: Measured, usual: float, least: float) -> bool:
    """Whether that is beyond chance. `usual` is how far unchanged answers are from each other on average."""
    if found.chance is None or found.answers < LEAST_AGAIN:
        return False
    return stands_out(found) and found.distance - usual >= LEAST_EFFECT and found.chance <= least


def _divide(distances: Distances, unchanged: Sequence[int], after: Sequence[int]) -> float:
    """The share of all ways to divide these answers that part them as well as the true one, which is among them."""
    everybody = [*unchanged, *after]
    rows = [[distances.rows[one][other] for other in everybody] for one in everybody]
    size, count = len(after), len(everybody)
    sums = [sum(row) for row in rows]
    total = sum(sums) / 2

    def part(some: Sequence[int]) -> float:
        inside = sum(rows[one][other] for one, other in combinations(some, 2))
        across = sum(sums[one] for one in some) - 2 * inside
        rest = total - inside - across
        return across / (size * (count - size)) - _mean(inside, size) / 2 - _mean(rest, count - size) / 2

    truly = part(range(count - size, count)) - _STILL
    ways = [part(some) >= truly for some in combinations(range(count), size)]
    return sum(ways) / len(ways)


def _mean(sum_of_pairs: float, count: int) -> float:
    pairs = count * (count - 1) / 2
    return sum_of_pairs / pairs if pairs else 0.0
