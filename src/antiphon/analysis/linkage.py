"""Which claims speak to one point: the nearest are joined first, until none are near enough.

Average linkage: two groups are as near as their members are on average. A voice stands in a group once, so groups that
share a voice are never joined. The same input gives the same groups, in the same order.
"""

from collections.abc import Sequence

from antiphon.analysis.likeness import Likeness

# Places of claims, rising.
Group = tuple[int, ...]


def link(likeness: Likeness, voices: Sequence[str], least: float) -> tuple[Group, ...]:
    """All claims in groups, by their places; two groups that are less alike than `least` stay apart.

    Among equals those are joined whose first claims come first.
    """
    groups: list[Group] = [(place,) for place in range(len(voices))]
    # Sums of likeness between groups, so that an average is one division.
    sums = {(one, other): likeness[one][other] for one in range(len(voices)) for other in range(one + 1, len(voices))}
    spoken = [{voice} for voice in voices]
    living = list(range(len(voices)))
    while (found := _find_nearest(groups, sums, spoken, living)) is not None and found[0] >= least:
        _, one, other = found
        living.remove(other)
        for third in living:
            if third != one:
                sums[_key(one, third)] += sums[_key(other, third)]
        groups[one] = tuple(sorted((*groups[one], *groups[other])))
        spoken[one] |= spoken[other]
    return tuple(groups[place] for place in living)


def _find_nearest(
    groups: Sequence[Group], sums: dict[tuple[int, int], float], spoken: Sequence[set[str]], living: Sequence[int]
) -> tuple[float, int, int] | None:
    """The two groups without a common voice that are most alike, and how much."""
    best: tuple[float, int, int] | None = None
    for number, one in enumerate(living):
        for other in living[number + 1 :]:
            average = sums[one, other] / (len(groups[one]) * len(groups[other]))
            if (best is None or average > best[0]) and spoken[one].isdisjoint(spoken[other]):
                best = average, one, other
    return best


def _key(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)
