"""Sentences beside the words they name as their source: what is marked as more than the source says."""

import tomllib
from collections import Counter
from datetime import UTC, datetime

import pytest

from antiphon.conversation.figures import find_unsourced
from antiphon.conversation.map_check import decode_check
from antiphon.conversation.synthesis import Anchor, Sentence
from antiphon.evals.rooms.sourced import HeldSentence, load_sentences, parse_sentences, share_held
from tests.analysis.planted import FOLDER

PAGE = tomllib.loads((FOLDER / "sources.toml").read_text(encoding="utf-8"))
FIRST, LATER = (tuple(parse_sentences(PAGE[part])) for part in ("first", "later"))


def count_marked(sentences: tuple[HeldSentence, ...]) -> Counter[str]:
    """What figures mark, by what is true."""
    return Counter(each.truth for each in sentences if find_unsourced(each.said.text, each.said.sources))


def test_what_is_marked_says_more_and_what_its_source_says_is_never_marked() -> None:
    """The figures of docs/explanation/reading-the-room.md, of the pairs that nothing was chosen on."""
    assert Counter(each.truth for each in FIRST) == {"supported": 12, "more": 11, "contradicts": 10}
    assert Counter(each.truth for each in LATER) == {"supported": 14, "more": 7, "contradicts": 3}
    assert count_marked(FIRST) == {"more": 5}
    assert count_marked(LATER) == {}


def test_no_sentence_that_models_are_checked_with_is_held_out() -> None:
    shipped = {each.said for each in load_sentences()}

    assert len(shipped) == 57
    assert not shipped & {each.said for each in (*FIRST, *LATER)}


def test_a_judge_without_mistakes_passes_and_one_that_says_one_thing_does_not() -> None:
    sentences = load_sentences()

    perfect = share_held(sentences, {each.said: each.truth for each in sentences})
    stubborn = share_held(sentences, {each.said: "more" for each in sentences})
    silent = share_held(sentences, {})

    assert (perfect.ways["judge"].low, perfect.caught, perfect.spared) == (1.0, 1.0, 1.0)
    assert perfect.ways["figures"].value < 0.6
    assert stubborn.ways["judge"].value == stubborn.ways["always"].value
    assert (stubborn.caught, stubborn.spared) == (1.0, 0.0)
    assert silent.ways["judge"].value == 0.0


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


def test_a_check_of_an_older_version_lets_nobody_hold_sentences() -> None:
    """It says nothing about sentences, so that is not read."""
    old = {
        "prompt": "p",
        "embedder": None,
        "rooms": 22,
        "together": {"words": [0.3, 0.2, 0.4], "judge": [0.9, 0.8, 1.0]},
        "sides": {"always": [0.5, 0.4, 0.6], "denial": [0.5, 0.4, 0.6], "judge": [0.9, 0.8, 1.0]},
        "agreements": 0.9,
        "contradictions": 0.9,
    }

    check = decode_check("an_1", "fake:m", datetime.now(UTC), old)

    assert (check.may_group, check.may_take_sides, check.may_hold) == (True, True, False)
