"""Two payloads side by side: where the bytes part, and what became of each message."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.context.diff import (
    Change,
    DiffMessage,
    DiffPiece,
    count_shared_bytes,
    diff_messages,
    diff_payloads,
    diff_words,
)

some_bytes = st.binary(max_size=12) | st.text("ab", max_size=12).map(str.encode)
words = st.lists(st.sampled_from(["one", "two", "雨", " ", "\n", ".", "don't", "\u2028", "_"]), max_size=12).map(
    "".join
)
texts = words | st.text(max_size=20)
threads = st.lists(
    st.builds(DiffMessage, st.sampled_from(["user", "assistant"]), st.sampled_from(["one two", "one", "", "three"])),
    max_size=6,
)


def walk(a: bytes, b: bytes) -> int:
    """How many bytes both begin with, one at a time."""
    for index, (left, right) in enumerate(zip(a, b, strict=False)):
        if left != right:
            return index
    return min(len(a), len(b))


@given(some_bytes, some_bytes, some_bytes)
def test_bytes_part_where_a_walk_finds_it(shared: bytes, a: bytes, b: bytes) -> None:
    """D8, U-03: exact to the byte."""
    assert count_shared_bytes(shared + a, shared + b) == walk(shared + a, shared + b)


@pytest.mark.parametrize(
    ("a", "b", "first", "shared"),
    [
        (b"", b"", None, 1.0),
        (b"abc", b"abc", None, 1.0),
        (b"abc", b"abd", 2, 2 / 3),
        (b"abc", b"abcd", 3, 3 / 4),
        (b"abcd", b"abc", 3, 1.0),
        (b"x", b"y", 0, 0.0),
        (b"abc", b"", 0, 1.0),
    ],
)
def test_the_first_difference_is_absent_only_when_there_is_none(
    a: bytes, b: bytes, first: int | None, shared: float
) -> None:
    """The share is that of the second, which a cache filled by the first would serve."""
    diff = diff_payloads(a, b, (), ())

    assert (diff.first_difference, diff.shared) == (first, shared)


@given(some_bytes, some_bytes)
def test_sizes_and_the_first_difference_read_the_same_from_both_sides(a: bytes, b: bytes) -> None:
    there, back = diff_payloads(a, b, (), ()), diff_payloads(b, a, (), ())

    assert there.first_difference == back.first_difference
    assert (there.a_size, there.b_size) == (len(a), len(b)) == (back.b_size, back.a_size)


@given(texts, texts)
def test_the_pieces_are_both_texts(a: str, b: str) -> None:
    pieces = diff_words(a, b)

    assert "".join(piece.text for piece in pieces if piece.op != "added") == a
    assert "".join(piece.text for piece in pieces if piece.op != "removed") == b
    assert all(piece.text for piece in pieces)


@given(texts)
def test_a_text_does_not_differ_from_itself(text: str) -> None:
    assert diff_words(text, text) == ((DiffPiece("same", text),) if text else ())


def test_words_are_compared_and_not_letters() -> None:
    assert diff_words("I would go, now", "I could go now") == (
        DiffPiece("same", "I "),
        DiffPiece("removed", "would"),
        DiffPiece("added", "could"),
        DiffPiece("same", " go"),
        DiffPiece("removed", ","),
        DiffPiece("same", " now"),
    )


def test_long_texts_that_are_nearly_alike_are_compared() -> None:
    long = "word " * 20_000

    assert diff_words(long + "Yes.", long + "No.") == (
        DiffPiece("same", long),
        DiffPiece("removed", "Yes"),
        DiffPiece("added", "No"),
        DiffPiece("same", "."),
    )


def test_texts_that_have_too_little_in_common_share_their_ends_only() -> None:
    ours, theirs = (" ".join(f"{side}{number}" for number in range(2_000)) for side in "ab")

    assert diff_words(f"Well, {ours}!", f"Well, {theirs}!") == (
        DiffPiece("same", "Well, "),
        DiffPiece("removed", ours),
        DiffPiece("added", theirs),
        DiffPiece("same", "!"),
    )


@given(threads, threads)
def test_each_message_has_exactly_one_place(a: list[DiffMessage], b: list[DiffMessage]) -> None:
    """U-03: in their order on both sides; absent exactly where it is not."""
    changes = diff_messages(a, b)

    assert [change.a for change in changes if change.a is not None] == list(range(len(a)))
    assert [change.b for change in changes if change.b is not None] == list(range(len(b)))


@given(threads, threads)
def test_a_change_says_what_happened(a: list[DiffMessage], b: list[DiffMessage]) -> None:
    for change in diff_messages(a, b):
        left = None if change.a is None else a[change.a]
        right = None if change.b is None else b[change.b]
        match change.kind:
            case "same":
                assert left == right is not None
            case "changed":
                assert left is not None
                assert right is not None
                assert left.role == right.role
                assert left.text != right.text
                assert change.pieces == diff_words(left.text, right.text)
            case "removed":
                assert left is not None
                assert right is None
                assert change.pieces == (DiffPiece("removed", left.text),)
            case "added":
                assert right is not None
                assert left is None
                assert change.pieces == (DiffPiece("added", right.text),)
        assert change.role == (left or right or DiffMessage("", "")).role
        assert change.kind != "same" or change.pieces == ()


def test_a_new_turn_is_told_from_what_was_there() -> None:
    before = [
        DiffMessage("system", "You are Ann."),
        DiffMessage("user", "Hello"),
        DiffMessage("assistant", "Rain?"),
        DiffMessage("user", "No"),
    ]
    after = [
        DiffMessage("system", "You are Ann."),
        DiffMessage("user", "Hello"),
        DiffMessage("assistant", "Rain?"),
        DiffMessage("user", "No rain"),
    ]

    assert diff_messages(before, after) == (
        Change("same", "system", 0, 0),
        Change("same", "user", 1, 1),
        Change("same", "assistant", 2, 2),
        Change("changed", "user", 3, 3, (DiffPiece("same", "No"), DiffPiece("added", " rain"))),
    )


def test_a_dropped_turn_is_removed_and_nothing_else_changes() -> None:
    before = [
        DiffMessage("user", "one"),
        DiffMessage("assistant", "two"),
        DiffMessage("user", "three"),
        DiffMessage("assistant", "four"),
    ]

    kinds = [(change.kind, change.a, change.b) for change in diff_messages(before, before[2:])]

    assert kinds == [("removed", 0, None), ("removed", 1, None), ("same", 2, 0), ("same", 3, 1)]


def test_other_roles_are_never_compared_word_by_word() -> None:
    changes = diff_messages([DiffMessage("user", "one")], [DiffMessage("assistant", "one")])

    assert [(change.kind, change.role) for change in changes] == [("removed", "user"), ("added", "assistant")]
