"""Whatever was typed becomes bare words."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.store.search_words import LONGEST_WORD, MOST_PAIRS, MOST_WORDS, read_search_words


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("what does E3 mean?", ("e3", "mean")),
        ("Crème Brûlée", ("crème", "brûlée")),
        ('a OR "b c" NEAR/2 d*', ("b", "c", "near", "2")),
        ("to be or not to be", ("to", "be", "or", "not")),
        ("text:secret -under ^start", ("text", "secret", "start")),
        ("tea tea TEA", ("tea",)),
        ("snake_case", ("snake", "case")),
        ("हिन्दी भाषा, தமிழ்", ("हिन्दी", "भाषा", "தமிழ்")),
        ("كِتَاب \u0301 ❤️", ("كِتَاب",)),
        ("", ()),
        ("?!*\"'", ()),
    ],
)
def test_words_are_bare_folded_and_telling(typed: str, words: tuple[str, ...]) -> None:
    assert read_search_words(typed).words == words


def test_the_last_word_may_go_on_until_something_stands_behind_it() -> None:
    assert read_search_words("descal").begun
    assert not read_search_words("descal ").begun
    assert not read_search_words("descal?").begun
    assert not read_search_words("e3").begun


def test_text_without_spaces_is_asked_for_in_pairs() -> None:
    asked = read_search_words("東京タワー height")

    assert asked.words == ("height",)
    assert asked.pairs == ("東京", "京タ", "タワ", "ワー")
    assert read_search_words("猫").pairs == ("猫",)


def without_marks(word: str) -> str:
    """Its letters and digits."""
    return "".join(each for each in word if not unicodedata.category(each).startswith("M"))


@given(st.text())
def test_any_text_has_words_of_letters_and_digits_and_not_too_many(typed: str) -> None:
    asked = read_search_words(typed)

    assert all(without_marks(word).isalnum() and len(word) <= LONGEST_WORD for word in asked.words)
    assert len(asked.words) <= MOST_WORDS
    assert len(asked.pairs) <= MOST_PAIRS
    assert read_search_words(typed) == asked
