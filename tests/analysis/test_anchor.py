"""Quotes, found where they stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.analysis.anchor import Anchors
from antiphon.conversation.prose import CharSpan

SAID = "Do **not** sign.\nThe rent is \u201cfair\u201d - for now.  I'd wait; I'd wait."


@pytest.mark.parametrize(
    ("quote", "there"),
    [
        ("The rent is", "The rent is"),
        ('The rent is "fair"', "The rent is \u201cfair\u201d"),
        ("| The rent is", "The rent is"),
        ("\u201cThe rent is\u201d", "The rent is"),
        ("Do not sign.", "Do **not** sign."),
        ("sign. The rent", "sign.\nThe rent"),
        ("for now. I'd wait", "for now.  I'd wait"),
        ("fair", "fair"),
    ],
)
def test_words_are_found_however_they_were_copied(quote: str, there: str) -> None:
    """U-06: white space, marks and emphasis may differ; what is returned is the answer's own words."""
    found = Anchors(SAID).find(quote)

    assert isinstance(found, CharSpan)
    assert SAID[found.start : found.end] == there


@pytest.mark.parametrize(
    ("quote", "reason"),
    [
        ("Do sign.", "quote"),
        ("The rent was fair", "quote"),
        ("he rent is", "quote"),
        ("wait", "quote_length"),
        ("...", "quote_length"),
        ("", "quote_length"),
        ("word " * 120, "quote_length"),
    ],
)
def test_other_words_are_not_found(quote: str, reason: str) -> None:
    assert Anchors(SAID).find(quote) == reason


def test_a_word_alone_is_enough_when_it_stands_once() -> None:
    """U-06: a dissent may be one word long."""
    assert Anchors("No.").find("No.") == CharSpan(0, 3)


def test_a_quote_that_stands_twice_is_meant_where_it_stands_first() -> None:
    found = Anchors(SAID, offset=100).find("I'd wait")

    assert found == CharSpan(100 + SAID.index("I'd"), 100 + SAID.index(";"))


@given(st.text("ab *_`\u201c\"'\n\u3042.", max_size=60), st.text("ab *_`\u201c\"'\n\u3042.", max_size=12))
def test_whatever_is_asked_for_only_words_of_the_answer_come_back(text: str, quote: str) -> None:
    found = Anchors(text).find(quote)

    if isinstance(found, CharSpan):
        letters = [char for char in text[found.start : found.end] if char.isalnum()]
        assert letters == [char for char in quote if char.isalnum()]
