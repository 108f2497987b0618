"""Sentences while they are being written (M51, M52); the browser's tests read the same cases."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.speech.sentences import SentenceStream, split_sentences

CASES = json.loads((Path(__file__).parents[1] / "contracts" / "sentences.json").read_text(encoding="utf-8"))
TEXTS = st.one_of(
    st.text('aB1 .\n?!`*|-#[]()$\\。…é😀>,"', max_size=300), st.sampled_from([case["text"] for case in CASES])
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_cases_both_sides_agree_on(case: dict[str, object]) -> None:
    """M52, reg-12: earliest end wins, and never inside numbers, abbreviations, addresses or code."""
    assert split_sentences(str(case["text"])) == case["sentences"]


@given(text=TEXTS, sizes=st.lists(st.integers(1, 9), min_size=1))
def test_how_the_text_is_cut_makes_no_difference(text: str, sizes: list[int]) -> None:
    """M51: pieces of any size give the sentences of the whole."""
    stream = SentenceStream()
    said: list[str] = []
    at = turn = 0
    while at < len(text):
        size = sizes[turn % len(sizes)]
        said += stream.push(text[at : at + size])
        at, turn = at + size, turn + 1

    assert [*said, *stream.close()] == split_sentences(text)


def test_a_sentence_is_told_with_the_first_sign_after_it() -> None:
    """M51: nothing waits for the end of the answer."""
    stream = SentenceStream()

    assert stream.push("It is 3") == []
    assert stream.push(".50. ") == []
    assert stream.push("T") == ["It is 3.50."]
    assert stream.push("hat is 。") == ["That is 。"]


def test_a_runaway_sentence_is_cut_where_it_breathes() -> None:
    """M52: nobody waits for an end that does not come."""
    said = split_sentences("and on, " * 200)

    assert [len(each) <= 400 for each in said] == [True] * len(said)
    assert all(each.endswith(",") for each in said)
    assert len(split_sentences("x" * 1000)) == 3


@pytest.mark.parametrize("unit", ["word ", "`", "[", "((", " ", "\n", "a.", "| x ", "$", "*_", "https://a.b/", "1."])
def test_ten_times_the_text_takes_about_ten_times_as_long(unit: str) -> None:
    """M51: the work grows with the text, whatever is in it."""
    short, long = (_seconds(unit * (size // len(unit))) for size in (20_000, 200_000))

    assert long < 10 * short * 3 + 0.05


def _seconds(text: str) -> float:
    started = time.process_time()
    split_sentences(text)
    return time.process_time() - started
