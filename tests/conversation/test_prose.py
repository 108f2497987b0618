"""Paragraphs and sentences are spans of an answer, and nothing of it is in none."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.conversation.prose import CharSpan, split_paragraphs, split_sentences

ANSWER = """# Plan

Move now, says Dr. Who. It costs 3.50 (see p. 3. and on) today! Right?

Steps:

- Ask first. Then e.g. pay.
- `a. b` is code. It goes
  on here.

```py
x = 1

y = 2.
```
After that, rest.
"""


def words_of(text: str, spans: list[CharSpan]) -> list[str]:
    return [each.of(text) for each in spans]


def test_a_heading_and_an_announcement_stay_with_what_they_announce() -> None:
    assert words_of(ANSWER, split_paragraphs(ANSWER)) == [
        "# Plan\n\nMove now, says Dr. Who. It costs 3.50 (see p. 3. and on) today! Right?",
        "Steps:\n\n- Ask first. Then e.g. pay.\n- `a. b` is code. It goes\n  on here.",
        "```py\nx = 1\n\ny = 2.\n```",
        "After that, rest.",
    ]


def test_a_sentence_ends_where_a_reader_would_end_it() -> None:
    assert words_of(ANSWER, split_sentences(ANSWER)) == [
        "# Plan",
        "Move now, says Dr. Who.",
        "It costs 3.50 (see p. 3. and on) today!",
        "Right?",
        "Steps:",
        "- Ask first.",
        "Then e.g. pay.",
        "- `a. b` is code.",
        "It goes\n  on here.",
        "```py\nx = 1\n\ny = 2.\n```",
        "After that, rest.",
    ]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("好的。我们走吧｡真的", ["好的。", "我们走吧｡", "真的"]),
        ("هل نذهب؟ نعم.", ["هل نذهب؟", "نعم."]),
        ("Er kam am 3. Oktober. Dann ging er.", ["Er kam am 3. Oktober.", "Dann ging er."]),
        ("“Stop.” she said. Then left…", ["“Stop.” she said.", "Then left…"]),
        ("Wait... what? No", ["Wait... what?", "No"]),
        ("| a. b | c |\n| d. E | f |", ["| a. b | c |", "| d. E | f |"]),
        ("", []),
        (" \n\n ", []),
        ("```\nnever closed. At all", ["```\nnever closed. At all"]),
    ],
)
def test_other_scripts_and_odd_ends(text: str, sentences: list[str]) -> None:
    assert words_of(text, split_sentences(text)) == sentences


_pieces = st.sampled_from(
    [
        "yes",
        " no. ",
        "\n",
        "\n\n",
        "- a",
        "```",
        "~~~",
        "# H",
        "1. ",
        "(",
        ")",
        "`",
        "。",
        "?",
        "…",
        "Dr. ",
        ":",
        "|",
        " ",
    ]
)


@given(st.lists(_pieces, max_size=25).map("".join) | st.text(max_size=60))
def test_nothing_is_lost_between_two_spans(text: str) -> None:
    for spans in (split_paragraphs(text), split_sentences(text)):
        assert "".join("".join(each.of(text).split()) for each in spans) == "".join(text.split())
        assert all(one.end <= other.start for one, other in pairwise(spans))
        assert all(each.of(text).strip() for each in spans)
