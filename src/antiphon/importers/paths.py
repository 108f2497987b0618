"""Which conversation a path of an export goes on, when it was brought before and somebody went another way since."""

from collections.abc import Mapping, Sequence
from itertools import pairwise, takewhile


def choose_path(key: str, source_id: str, turns: Sequence[str], known: Mapping[str, Sequence[str]]) -> str:
    """The key of the conversation this path goes on, or the one it will be known by.

    `turns` are the path's, and `known` those of every path of this source that is here, by its key. What begins alike
    and goes on is the same path, and so is one out of which messages were deleted. One that leaves another is a
    conversation of its own, called after the turn with which it does: that turn stays, however the path grows.
    """
    alike = [each for each, said in known.items() if _begins_alike(said, turns)]
    if alike:
        return max(alike, key=lambda each: len(known[each]))
    others = dict(known)
    while (said := others.pop(key, None)) is not None and not _is_thinned(said, turns):
        key = f"{source_id}#{turns[_count_alike(said, turns)]}"
    return key


def _begins_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    return _count_alike(one, other) == min(len(one), len(other))


def _count_alike(one: Sequence[str], other: Sequence[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _is_thinned(before: Sequence[str], now: Sequence[str]) -> bool:
    """Whether something of what came behind the first difference is still there, in its order: the rest was deleted."""
    alike = _count_alike(before, now)
    place_of = {each: place for place, each in enumerate(now[alike:])}
    places = [place_of[each] for each in before[alike:] if each in place_of]
    return bool(places) and all(one < other for one, other in pairwise(places))
