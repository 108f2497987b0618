"""Sentences beside the words they name as their source: what is marked as more than the source says."""

import tomllib
from collections import Counter
from typing import NamedTuple

import pytest

from antiphon.conversation.figures import find_unsourced
from antiphon.conversation.synthesis import Anchor, Sentence
from tests.analysis.planted import FOLDER


class Held(NamedTuple):
    """A sentence and its source, read by hand."""

    truth: str
    language: str
    sentence: str
    source: str


PAIRS = [Held(*each) for each in tomllib.loads((FOLDER / "sources.toml").read_text(encoding="utf-8"))["pairs"]]


def test_what_is_marked_says_more_and_what_its_source_says_is_never_marked() -> None:
    """The figures of docs/explanation/reading-the-room.md, of the pairs that nothing was chosen on."""
    held_out = PAIRS[1::2]

    marked = Counter(each.truth for each in held_out if find_unsourced(each.sentence, [each.source]))

    assert Counter(each.truth for each in PAIRS) == {"supported": 24, "more": 22, "contradicts": 20}
    assert marked == {"more": 5}
    assert sum(each.truth != "supported" for each in held_out) == 21


@pytest.mark.parametrize(
    ("text", "source", "found"),
    [
        ("It costs 90,000.", "It costs 90.000 a year.", ()),
        ("It costs 90,000 and 40.", "It costs money.", ("90,000", "40")),
        ("Wait 3 months.", "Wait three months.", ()),
        ("It takes 2.5 years.", "It takes years.", ("2.5",)),
        ("It costs 3 000 euros.", "It costs 3000.", ()),
        ("It falls by 10 %.", "It falls.", ("10 %",)),
        ("سينخفض 20 %", "سينخفض ٢٠ ٪", ()),
        ("No figure.", "None.", ()),
    ],
)
def test_figures_are_compared_as_numbers(text: str, source: str, found: tuple[str, ...]) -> None:
    assert find_unsourced(text, [source]) == found


def test_a_sentence_without_a_source_is_its_own_and_not_marked_for_figures() -> None:
    anchor = Anchor("a", "A", "r", 0, 5, "It is", 1)  # type: ignore[arg-type]

    assert Sentence("It costs 500.").unsourced == ()
    assert Sentence("It costs 500.", (anchor,)).unsourced == ("500",)
