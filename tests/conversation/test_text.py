"""What was streamed is what is stored, character for character."""

import pytest
from hypothesis import example, given

from antiphon.conversation.text import REPLACEMENT, TextGate, clean_text
from tests.conversation.strategies import WHITE, raw_texts, splits


def pass_through(pieces: list[str]) -> list[str]:
    """What a gate lets out for each piece, and at the end."""
    gate = TextGate()
    return [*(gate.push(piece) for piece in pieces), gate.close()]


@given(splits())
@example(["\ud83d\x00", "\ude00"])
@example(["a\ud83d", "\x00", "\ude00"])
@example([" \t", "a ", " ", "b\x85", "\x1c\xa0"])
@example(["a ", "\x00", " b"])
@example(["\x00 ", "\ud83d"])
def test_pieces_add_up_to_the_trimmed_whole(pieces: list[str]) -> None:
    """D33, XP14, I-10: trimming while streaming gives what trimming at the end would have given."""
    streamed = "".join(pass_through(pieces))

    assert streamed == clean_text("".join(pieces)).strip()


@given(splits())
def test_whatever_was_shown_stays_a_prefix(pieces: list[str]) -> None:
    """I-10: nothing that left the gate is ever taken back."""
    final = clean_text("".join(pieces)).strip()
    shown = ""

    for out in pass_through(pieces):
        shown += out

        assert final.startswith(shown)
        assert shown == shown.lstrip()


@given(splits())
def test_nothing_shown_ends_in_white_space(pieces: list[str]) -> None:
    """D33: a reader who stops listening at any moment holds a trimmed text."""
    shown = ""

    for out in pass_through(pieces):
        shown += out

        assert shown == shown.strip()


@given(splits())
def test_gate_counts_what_it_let_through(pieces: list[str]) -> None:
    gate = TextGate()

    streamed = "".join([*(gate.push(piece) for piece in pieces), gate.close()])

    assert gate.length == len(streamed)


@pytest.mark.parametrize("white", WHITE, ids=lambda white: f"U+{ord(white):04X}")
def test_every_white_space_is_trimmed_at_the_ends_and_kept_inside(white: str) -> None:
    """D33: U+001C…U+001F, U+0085 and U+00A0 are white space to `str.strip`, so they are here."""
    streamed = pass_through([white, "a", white, "b", white])

    assert "".join(streamed) == f"a{white}b"


def test_emoji_cut_in_half_arrives_whole() -> None:
    """XP14: the two halves of a pair may come in two pieces."""
    assert pass_through(["a\ud83d", "\ude00b"]) == ["a", "😀b", ""]


def test_half_a_pair_at_the_end_becomes_one_replacement() -> None:
    """XP14: invalid becomes U+FFFD once."""
    assert "".join(pass_through(["a", "\ud83d"])) == "a" + REPLACEMENT


@given(raw_texts)
def test_clean_text_can_be_stored_and_encoded(text: str) -> None:
    """XP14: no NUL for PostgreSQL, no lone surrogate for UTF-8."""
    cleaned = clean_text(text)

    assert "\x00" not in cleaned
    assert cleaned.encode("utf-8").decode("utf-8") == cleaned


@given(raw_texts)
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert clean_text(clean_text(text)) == clean_text(text)


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("plain", "plain"),
        ("a\x00b", "ab"),
        ("\ud83d\ude00", "😀"),
        ("\ud83d", REPLACEMENT),
        ("\ude00B", REPLACEMENT + "B"),
        ("\ud83dA", REPLACEMENT + "A"),
        ("\ude00\ud83d", REPLACEMENT * 2),
        ("\ud83d\ud83d\ude00", REPLACEMENT + "😀"),
        ("👩‍👩‍👧 日本", "👩‍👩‍👧 日本"),
    ],
    ids=ascii,
)
def test_clean_text_by_example(raw: str, cleaned: str) -> None:
    """XP14."""
    assert clean_text(raw) == cleaned
