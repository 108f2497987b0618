"""The fewest edits between two lists of words."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.context.edits import find_shared

words = st.lists(st.sampled_from(["a", "b", "c", " "]), max_size=12)


def count_common(a: list[str], b: list[str]) -> int:
    """The length of the longest common subsequence, by the book."""
    row = [0] * (len(b) + 1)
    for one in a:
        before = 0
        for index, other in enumerate(b, 1):
            before, row[index] = row[index], before + 1 if one == other else max(row[index], row[index - 1])
    return row[-1]


@given(words, words)
def test_shared_places_hold_the_same_word_in_the_same_order(a: list[str], b: list[str]) -> None:
    shared = find_shared(a, b)

    assert all(a[i] == b[j] for i, j in shared)
    assert all(i < next_i and j < next_j for (i, j), (next_i, next_j) in pairwise(shared))


@given(words, words)
def test_no_more_places_could_be_shared(a: list[str], b: list[str]) -> None:
    assert len(find_shared(a, b)) == count_common(a, b)


@pytest.mark.parametrize(
    ("a", "b", "shared"),
    [
        ("", "", []),
        ("abc", "", []),
        ("abc", "abc", [(0, 0), (1, 1), (2, 2)]),
        ("aa", "aaa", [(0, 0), (1, 1)]),
        ("xab", "ab", [(1, 0), (2, 1)]),
        ("abc", "xyz", []),
        ("abcd", "axd", [(0, 0), (3, 2)]),
    ],
)
def test_the_ends_are_found_first(a: str, b: str, shared: list[tuple[int, int]]) -> None:
    assert find_shared(a, b) == shared


def test_lists_too_far_apart_share_their_ends_only() -> None:
    a, b = ([f"{side}{number}" for number in range(600)] for side in "ab")
    middle = ["same"]

    assert find_shared(["<", *a, *middle, *a, ">"], ["<", *b, *middle, *b, ">"]) == [(0, 0), (1_202, 1_202)]
