"""How well claims of rooms read by hand are put together and given sides, in shares with an interval.

Rooms differ more than claims do, so the interval is what comes of drawing rooms anew: a thousand times as many as there
are, with repetition, and the middle 95 in 100. The lot is always the same.
"""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple, TypeVar

from antiphon.analysis.judging import Pair
from antiphon.analysis.linkage import Group, link
from antiphon.conversation.claim import Verdict
from antiphon.conversation.map_check import CheckShare
from antiphon.evals.rooms.room import Room

T = TypeVar("T")

_DRAWS: Final = 1000
_LOW, _HIGH = 0.025, 0.975
# Where random likeness between 0 and 1 is put together best; all are tried, so that chance stands at its best.
_LEASTS: Final = tuple(step / 20 for step in range(6, 20))
_LOTS: Final = 5
_DENIAL: Final = re.compile(r"\b(not|no|never|nobody|nothing|without|cannot|don't|doubt)\b", re.IGNORECASE)


class Together(NamedTuple):
    """Pairs of claims in one room: how many were put together, how many belong together, how many are both."""

    found: int
    planted: int
    right: int


class Sides(NamedTuple):
    """Pairs on one point in one room: how many agree and how many do not, and how many of each were called so."""

    agreeing: int
    opposed: int
    agreeing_right: int
    opposed_right: int


def count_together(room: Room, groups: Sequence[Group]) -> Together:
    """How these groups put the claims of the room together."""
    claims = [each.claim for each in room.instances]
    pairs = [pair for group in groups for pair in combinations(group, 2)]
    planted = sum(one == other for one, other in combinations(claims, 2))
    return Together(len(pairs), planted, sum(claims[one] == claims[other] for one, other in pairs))


def count_sides(room: Room, verdicts: Mapping[Pair, Verdict]) -> Sides:
    """How many pairs on one point were judged as they are; a pair without a verdict was not."""
    agreeing = opposed = agreeing_right = opposed_right = 0
    for pair in list_true_pairs(room):
        agrees = room.instances[pair.one].stand == room.instances[pair.other].stand
        verdict = verdicts.get(pair)
        agreeing += agrees
        opposed += not agrees
        agreeing_right += agrees and verdict == "agree"
        opposed_right += not agrees and verdict == "opposed"
    return Sides(agreeing, opposed, agreeing_right, opposed_right)


def list_true_pairs(room: Room) -> tuple[Pair, ...]:
    """Every two claims of the room that speak to one point."""
    places = range(len(room.instances))
    pairs = (Pair(one, other) for one, other in combinations(places, 2))
    return tuple(each for each in pairs if room.instances[each.one].claim == room.instances[each.other].claim)


def judge_perfectly(room: Room, pairs: Sequence[Pair]) -> dict[Pair, Verdict]:
    """What somebody who makes no mistake says of these pairs."""
    return {pair: _judge_truly(room, pair) for pair in pairs}


def judge_by_denial(room: Room, pairs: Sequence[Pair]) -> dict[Pair, Verdict]:
    """What a "not" on one side alone tells, in English."""
    denied = [bool(_DENIAL.search(each.quote)) for each in room.instances]
    return {pair: "agree" if denied[pair.one] == denied[pair.other] else "opposed" for pair in pairs}


def group_by_lot(rooms: Sequence[Room]) -> tuple[Together, ...]:
    """What comes of putting claims together by lot, a voice once in a group, as near as suits these rooms best."""
    tried = [tuple(_group_by_lot(room, least) for room in rooms) for least in _LEASTS]
    return max(tried, key=lambda counts: share_together(counts).value)


def share_together(counts: Sequence[Together]) -> CheckShare:
    """Precision and recall of pairs in one figure, with its interval."""

    def reckon(drawn: Sequence[Together]) -> float:
        return _part(2 * sum(each.right for each in drawn), sum(each.found + each.planted for each in drawn))

    return _with_interval(counts, reckon)


def share_sides(counts: Sequence[Sides]) -> CheckShare:
    """How many pairs on one point were given the right sign, with its interval."""

    def reckon(drawn: Sequence[Sides]) -> float:
        right = sum(each.agreeing_right + each.opposed_right for each in drawn)
        return _part(right, sum(each.agreeing + each.opposed for each in drawn))

    return _with_interval(counts, reckon)


def share_right(right: Sequence[bool]) -> CheckShare:
    """How many of these came out right, with its interval."""
    return _with_interval(right, lambda drawn: _part(sum(drawn), len(drawn)))


def _with_interval(counts: Sequence[T], reckon: Callable[[Sequence[T]], float]) -> CheckShare:
    lot = random.Random(0)  # noqa: S311 - a lot that is always the same
    drawn = sorted(reckon(lot.choices(counts, k=len(counts))) for _ in range(_DRAWS))
    return CheckShare(reckon(counts), drawn[int(_LOW * _DRAWS)], drawn[int(_HIGH * _DRAWS)])


def _group_by_lot(room: Room, least: float) -> Together:
    """The mean of a few lots, rounded to whole pairs."""
    counts = []
    for seed in range(_LOTS):
        lot = random.Random(f"{room.id} {seed}")  # noqa: S311 - a lot that is always the same
        size = len(room.instances)
        drawn = {(one, other): lot.random() for one, other in combinations(range(size), 2)}
        likeness = tuple(tuple(drawn.get((min(a, b), max(a, b)), 1.0) for b in range(size)) for a in range(size))
        counts.append(count_together(room, link(likeness, [str(each.advisor) for each in room.instances], least)))
    means = [round(sum(column) / len(counts)) for column in zip(*counts, strict=True)]
    return Together(*means)


def _judge_truly(room: Room, pair: Pair) -> Verdict:
    one, other = room.instances[pair.one], room.instances[pair.other]
    if one.claim != other.claim:
        return "different"
    return "agree" if one.stand == other.stand else "opposed"


def _part(some: int, whole: int) -> float:
    return some / whole if whole else 0.0
