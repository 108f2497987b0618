"""The panels read by hand are whole, and the scale they are held against has both ends."""

from collections import Counter
from dataclasses import replace

import pytest

from antiphon.analysis.quote import is_quotable
from antiphon.conversation.claim import Claim, Stance
from antiphon.conversation.ids import AdvisorId, ReplyId
from antiphon.evals.rooms.room import load_rooms
from tests.analysis.planted import (
    DOMAINS,
    LANGUAGES,
    Instance,
    Panel,
    label_of,
    language_of,
    read_held_out,
    read_open,
    read_panels,
    said_on,
)
from tests.analysis.scoring import LABELS, LETTERS, add_scores, overlap, score_map

PANELS = read_panels()
HARD = {
    "same-words", "other-words", "two-in-one", "twice", "quotes-another", "sarcasm", "conditional",
    "negation", "hedge", "number", "list", "code", "german", "japanese", "other-language",
    "french", "spanish", "chinese", "arabic", "date", "near-unanimous", "many-claims", "long-answer",
}  # fmt: skip
each_panel = pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.id)


def test_there_are_enough_panels_of_every_kind() -> None:
    """U-06: three domains, and at least sixty agreements, contradictions and lone voices."""
    labels = Counter(label_of(panel, claim) for panel in PANELS for claim in panel.claims)

    kinds = {"languages": 14, "unanimous": 8, "figures": 10, "many": 6, "long": 6}
    assert Counter(panel.domain for panel in PANELS) == dict.fromkeys(DOMAINS, 22) | kinds
    assert all(labels[label] >= 60 for label in LABELS), labels
    assert {kind for panel in PANELS for kind in panel.hard} == HARD
    assert {len(panel.answers) for panel in PANELS} == {3, 4, 5}


def test_what_is_held_out_is_half_of_every_kind_and_of_every_language() -> None:
    held = read_held_out()

    assert Counter(panel.domain for panel in held) == {
        "languages": 7, "unanimous": 4, "figures": 5, "many": 3, "long": 3,
    }  # fmt: skip
    assert {language_of(panel) for panel in held} == {"english", "mixed", *LANGUAGES}
    assert not {panel.id for panel in held} & {panel.id for panel in read_open()}
    assert not {panel.id for panel in held} & {room.id for room in load_rooms()}
    assert len(held) + len(read_open()) == len(PANELS)


def test_rooms_of_a_kind_are_of_that_kind() -> None:
    """Many claims are ten and more; a room of one mind has a claim that three make or more; long is long."""
    assert all(len(each.claims) >= 10 for each in PANELS if "many-claims" in each.hard)
    for panel in (each for each in PANELS if "near-unanimous" in each.hard):
        most = max(sum(one.stand == "agrees" for one in said_on(panel, claim)) for claim in panel.claims)
        assert most >= 3, panel.id
    for panel in (each for each in PANELS if "long-answer" in each.hard):
        assert min(len(text.split()) for text in panel.answers) >= 70, panel.id


def test_no_panel_repeats_another() -> None:
    ids = [panel.id for panel in PANELS]
    texts = [text for panel in PANELS for text in (panel.question, *panel.answers, *panel.claims.values())]

    assert len(set(ids)) == len(ids)
    assert len(set(texts)) == len(texts)


@each_panel
def test_every_planted_quote_stands_in_its_answer(panel: Panel) -> None:
    for each in panel.instances:
        answer = panel.answers[each.advisor]
        assert answer[each.start : each.end] == each.quote == each.quote.strip()
        assert answer.find(each.quote) == each.start
        assert is_quotable(each.quote)
    assert not any(mark in answer for answer in panel.answers for mark in "⟦⟧")


@each_panel
def test_the_planted_truth_is_whole(panel: Panel) -> None:
    """Every claim is claimed by somebody, every advisor claims something, and nobody speaks twice on one claim."""
    spoken = [(each.claim, each.advisor) for each in panel.instances]

    assert {claim for claim, _ in spoken} == set(panel.claims)
    assert {advisor for _, advisor in spoken} == set(range(len(panel.answers)))
    assert len(set(spoken)) == len(spoken)
    assert all(any(each.stand == "agrees" for each in said_on(panel, claim)) for claim in panel.claims)


def draw_truth(panel: Panel) -> tuple[Claim, ...]:
    """The planted claims as a map has them."""
    claims = enumerate(panel.claims.items(), 1)
    return tuple(Claim(n, text, tuple(map(as_stance, said_on(panel, key)))) for n, (key, text) in claims)


def as_stance(instance: Instance) -> Stance:
    """One planted stretch as a map has it."""
    letter = LETTERS[instance.advisor].lower()
    return Stance(AdvisorId(letter), ReplyId(letter), instance.stand, instance.start, instance.end, instance.quote)


def test_the_scale_has_both_ends() -> None:
    """The truth gets everything, silence gets nothing, and one heap of everything is not a map."""
    true = [draw_truth(panel) for panel in PANELS]
    heaps = [(Claim(1, "All.", tuple(stance for claim in claims for stance in claim.stances)),) for claims in true]

    right = add_scores(score_map(panel, claims) for panel, claims in zip(PANELS, true, strict=True))
    silent = add_scores(score_map(panel, ()) for panel in PANELS)
    heap = add_scores(score_map(panel, claims) for panel, claims in zip(PANELS, heaps, strict=True))

    assert (right.precision, right.recall, right.pair_f1, right.label_accuracy) == (1, 1, 1, 1)
    assert (silent.recall, silent.pair_recall, silent.label_accuracy) == (0, 0, 0)
    assert (heap.recall, heap.pair_recall, heap.label_recall("lone")) == (1, 1, 0)
    assert heap.pair_precision < 0.3


def test_words_count_as_found_when_half_of_them_are() -> None:
    panel = PANELS[0]
    first, *_ = panel.instances
    whole = as_stance(first)
    half = (first.start + first.end) // 2

    assert overlap(first, whole) == 1
    assert overlap(first, replace(whole, advisor_id=AdvisorId("b"))) == 0
    assert overlap(first, replace(whole, start=first.end, end=first.end + 9)) == 0
    assert score_map(panel, [Claim(1, "x", (replace(whole, end=half + 1),))]).matched == 1
    assert score_map(panel, [Claim(1, "x", (replace(whole, end=half - 1),))]).matched == 0
    assert score_map(panel, [Claim(1, "x", (whole, whole))]).matched == 1
