"""Who is split on what, by the map of a turn, and whether a round between them has moved anything."""

from collections import Counter
from collections.abc import Container, Sequence
from itertools import combinations
from typing import Final

from antiphon.conversation.claim import Claim, Stance
from antiphon.conversation.ids import AdvisorId

# More points than this are no argument any more; the most contested come first.
MOST_POINTS: Final = 8
_SIDES: Final = frozenset({"agrees", "contradicts", "torn"})


def find_split(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """The points a round is about: the first of those on which voices stand against each other."""
    return find_contested(claims)[:MOST_POINTS]


def find_contested(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """The claims on which voices stand against each other, in their order; never those whose sides were not read."""
    return tuple(each for each in claims if each.label in ("contradict", "torn"))


def find_sides(claim: Claim) -> tuple[Stance, ...]:
    """The stances on a side, or torn between them; what the person disputed does not count."""
    return tuple(each for each in claim.stances if not each.disputed and each.stand in _SIDES)


def find_voices(claims: Sequence[Claim]) -> frozenset[AdvisorId]:
    """Everybody who is on a side of one of these."""
    return frozenset(stance.advisor_id for claim in claims for stance in find_sides(claim))


def count_moved(before: Sequence[Claim], now: Sequence[Claim], heard: Container[AdvisorId]) -> int:
    """On how many points fewer two voices stand against each other, all pairs together; what is more is not set off.

    Points are worded anew in every map, so they are counted for every two voices and not told apart. Whoever was not
    heard has moved nowhere.
    """
    earlier, later = _count_rifts(before), _count_rifts(now)
    return sum(max(0, count - later[pair]) for pair, count in earlier.items() if all(each in heard for each in pair))


def _count_rifts(claims: Sequence[Claim]) -> Counter[tuple[AdvisorId, AdvisorId]]:
    """On how many points each two voices stand against each other."""
    found: Counter[tuple[AdvisorId, AdvisorId]] = Counter()
    for claim in claims:
        stands = {each.advisor_id: each.stand for each in find_sides(claim)}
        for one, other in combinations(sorted(stands), 2):
            if stands[one] != stands[other] or "torn" in (stands[one], stands[other]):
                found[one, other] += 1
    return found
