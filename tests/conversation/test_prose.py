"""Paragraphs and sentences are spans of an answer, and nothing of it is in none."""

import time
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
        (
            "田中は「今すぐ行く。」と言った。山田は「まだ。」と答えた。では。",
            ["田中は「今すぐ行く。」と言った。", "山田は「まだ。」と答えた。", "では。"],
        ),
        ("他说：“好。我走了。”没人回答。然后呢？走", ["他说：“好。我走了。”没人回答。", "然后呢？", "走"]),  # noqa: RUF001
        ("これは（例。）です。次。はい", ["これは（例。）です。", "次。", "はい"]),  # noqa: RUF001
        ("「はい。」\n次の日。朝", ["「はい。」", "次の日。", "朝"]),
        ("他说：“好。我走了。没人回答。", ["他说：“好。", "我走了。", "没人回答。"]),  # noqa: RUF001
        ("他说：“好。她说：“不。走。”然后。", ["他说：“好。", "她说：“不。走。”然后。"]),  # noqa: RUF001
        ("田中は「今すぐ。まだ。では。", ["田中は「今すぐ。", "まだ。", "では。"]),
        ("it‘s 好。走吧。", ["it‘s 好。", "走吧。"]),  # noqa: RUF001
        (
            "I am sad :( today. Then (go. Now) it rains. Yes.",
            ["I am sad :( today.", "Then (go. Now) it rains.", "Yes."],
        ),
        ("これ（例「甲。乙」丙。丁）です。次。", ["これ（例「甲。乙」丙。丁）です。", "次。"]),  # noqa: RUF001
        ("```npm install``` does it. Then wait.\n\nRest.", ["```npm install``` does it.", "Then wait.", "Rest."]),
        ("", []),
        (" \n\n ", []),
        ("```\nnever closed. At all", ["```\nnever closed. At all"]),
    ],
)
def test_other_scripts_and_odd_ends(text: str, sentences: list[str]) -> None:
    assert words_of(text, split_sentences(text)) == sentences


@pytest.mark.measured
@pytest.mark.parametrize("piece", ["他说：“好。", "“(。", "「好。」", "`a`. B. ", ".", "(a. B", "好。\n"])  # noqa: RUF001
def test_a_long_answer_is_parted_at_once(piece: str) -> None:
    text = (piece * 100_000)[:100_000]
    began = time.process_time()

    split_sentences(text)

    assert time.process_time() - began < 2


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
        "“",
        "”",
        "「",
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
