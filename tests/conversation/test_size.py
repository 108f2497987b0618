"""Sizes that stand for texts."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.conversation import size as sizes
from antiphon.conversation.size import TextSize, measure, suppose, total


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("", TextSize(0, 0, 0)),
        ("two words", TextSize(9, 0, 2)),
        ("don't", TextSize(5, 0, 3)),
        ("12.5 km", TextSize(7, 0, 5)),
        ("snake_case", TextSize(10, 0, 3)),
        ("    indented", TextSize(12, 0, 1)),
        ("Müller über", TextSize(11, 0, 2)),
        ("привет мир", TextSize(10, 0, 2)),
        ("你好\uff0c世界", TextSize(5, 5, 0)),
        ("say 你好", TextSize(6, 2, 1)),
        ("東京\u3000大阪", TextSize(5, 5, 0)),
        ("안녕 세계", TextSize(5, 4, 0)),
        ("ok 🙂", TextSize(4, 1, 1)),
    ],
)
def test_characters_are_wide_or_begin_something_or_are_plain(text: str, size: TextSize) -> None:
    """D14: the first letter of a word, every digit and every sign is a mark; blanks and the rest of a word are not."""
    assert measure(text) == size


@given(st.text())
def test_no_character_is_counted_twice(text: str) -> None:
    size = measure(text)

    assert size.chars == len(text)
    assert 0 <= size.wide + size.marks <= size.chars


@given(st.lists(st.text()))
def test_texts_on_lines_of_their_own_weigh_what_they_weigh_apart(texts: list[str]) -> None:
    """A conversation is weighed by adding up what was stored beside its texts."""
    breaks = TextSize(max(len(texts) - 1, 0), 0, 0)

    together = measure("\n".join(texts))

    assert together == total([*map(measure, texts), breaks])


@given(st.integers(0, 10**6))
def test_a_supposed_size_keeps_the_length(chars: int) -> None:
    size = suppose(chars)

    assert size.chars == chars
    assert 0 <= size.wide + size.marks <= chars


@pytest.mark.parametrize("text", ["x" * 400_000, "! " * 200_000, "_" * 400_000, "字x" * 200_000, " \t" * 200_000])
@pytest.mark.measured
def test_a_long_text_is_measured_in_one_go(text: str) -> None:
    """Measured: 0.02 to 0.24 seconds per million characters."""
    started = process_time()

    measure(text)

    assert process_time() - started < 3


@given(st.lists(st.sampled_from(["word", "é", "你", "7", "_", "!", " ", "\n", "🙂"]), max_size=60))
def test_a_long_text_is_as_long_as_its_pieces(parts: list[str]) -> None:
    """It is looked at piece by piece, and no word is counted twice where two of them meet."""
    text = "".join(parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sizes, "_PIECE_CHARS", 3)
        in_pieces = measure(text)

    assert in_pieces == measure(text)
