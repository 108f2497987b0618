"""Claims are put together without asking anybody: nearest first, a voice once in a group, the same every time."""

import random
from itertools import combinations

import pytest

from antiphon.analysis.likeness import Likeness, compare_meanings, compare_words, find_stems
from antiphon.analysis.linkage import Group, link

VOICES = "abc"


def build_likeness(size: int, **near: float) -> Likeness:
    """Everybody far from everybody, but for the named pairs: `p01=0.5`."""
    rows = [[1.0 if one == other else -1.0 for other in range(size)] for one in range(size)]
    for name, value in near.items():
        one, other = int(name[1]), int(name[2])
        rows[one][other] = rows[other][one] = value
    return tuple(map(tuple, rows))


def link_slowly(likeness: Likeness, voices: str, least: float) -> set[Group]:
    """The same by the definition: averages reckoned anew at every step."""
    groups: list[Group] = [(place,) for place in range(len(voices))]
    while True:
        found = [
            (sum(likeness[a][b] for a in one for b in other) / (len(one) * len(other)), one, other)
            for one, other in combinations(groups, 2)
            if not {voices[a] for a in one} & {voices[b] for b in other}
        ]
        best = max(found, key=lambda each: each[0], default=None)
        if best is None or best[0] < least:
            return set(groups)
        groups = [each for each in groups if each not in best[1:]] + [tuple(sorted((*best[1], *best[2])))]


def test_the_nearest_are_joined_and_the_far_stay_apart() -> None:
    likeness = build_likeness(4, p01=0.9, p23=0.4)

    assert link(likeness, "abac", 0.5) == ((0, 1), (2,), (3,))
    assert link(likeness, "abac", 0.3) == ((0, 1), (2, 3))


def test_a_voice_stands_in_a_group_once() -> None:
    likeness = build_likeness(3, p01=0.9, p02=0.8, p12=0.8)

    assert link(likeness, "aab", 0.0) == ((0, 2), (1,))
    assert link(likeness, "aaa", -1.0) == ((0,), (1,), (2,))


def test_a_group_is_as_near_as_its_members_are_on_average() -> None:
    """Two say the same; the third is near one of them and far from the other."""
    likeness = build_likeness(3, p01=0.9, p02=0.6, p12=-0.6)

    assert link(likeness, "abc", 0.1) == ((0, 1), (2,))
    assert link(likeness, "abc", -0.1) == ((0, 1, 2),)


@pytest.mark.parametrize("seed", range(40))
def test_it_does_what_the_definition_says(seed: int) -> None:
    lot = random.Random(seed)
    size = lot.randint(1, 12)
    voices = "".join(lot.choice("abcde") for _ in range(size))
    drawn = {(a, b): lot.uniform(-1, 1) for a, b in combinations(range(size), 2)}
    likeness = tuple(tuple(1.0 if a == b else drawn[min(a, b), max(a, b)] for b in range(size)) for a in range(size))
    least = lot.uniform(-0.5, 0.5)

    found = link(likeness, voices, least)

    assert set(found) == link_slowly(likeness, voices, least)
    assert sorted(place for group in found for place in group) == list(range(size))
    assert found == link(likeness, voices, least)


def test_what_all_claims_share_tells_nothing_apart() -> None:
    """Two points, one great common direction: without it the points are far apart."""
    vectors = [(9.0, 1.0, 0.0), (9.0, 1.1, 0.0), (9.0, 0.0, 1.0), (9.0, 0.0, 1.1)]

    likeness = compare_meanings(vectors, "abab")

    assert likeness[0][1] > 0.9
    assert likeness[0][2] < 0
    assert likeness[1][0] == pytest.approx(likeness[0][1])


def test_where_everybody_makes_one_claim_it_is_not_taken_away() -> None:
    """Four voices, one thing in other words: what they share is the point."""
    vectors = [(9.0, 0.2, 0.0), (9.0, 0.0, 0.2), (9.0, -0.2, 0.0), (9.0, 0.0, -0.2)]

    assert link(compare_meanings(vectors, "abcd"), "abcd", 0.06) == ((0, 1, 2, 3),)
    assert len(link(compare_meanings(vectors, "abab"), "abab", 0.06)) > 1


def test_equal_vectors_and_no_vectors_are_no_accident() -> None:
    assert compare_meanings([], "") == ()
    assert compare_meanings([(1.0, 0.0), (1.0, 0.0)], "ab")[0][1] > 0.5


def test_rare_words_weigh_more_than_common_ones() -> None:
    texts = ["the oven is old", "ovens are old here", "the rent is high", "the shop is old"]

    likeness = compare_words(texts)

    assert likeness[0][1] < likeness[0][0] == pytest.approx(1.0)
    assert likeness[0][2] < likeness[0][3]
    assert likeness[1][2] == 0


@pytest.mark.parametrize(
    ("text", "stems"),
    [
        ("Ovens, OVENS!", {"ovens"}),
        ("repeatedly repeating", {"repea"}),
        ("外卖平台", {"外卖", "卖平", "平台"}),
        ("夜", {"夜"}),
        ("…", set()),
    ],
)
def test_words_are_compared_by_their_beginnings(text: str, stems: set[str]) -> None:
    assert find_stems(text) == stems


def test_a_pair_is_as_alike_in_one_order_as_in_the_other() -> None:
    lot = random.Random(1)
    vectors = [[lot.uniform(-1, 1) for _ in range(24)] for _ in range(15)]

    likeness = compare_meanings(vectors, [f"voice {place % 5}" for place in range(15)])

    assert all(likeness[one][other] == likeness[other][one] for one in range(15) for other in range(15))
