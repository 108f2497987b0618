"""Pairs of claims before a judge: what is asked, what its verdicts make of the room, and what is never made up."""

import asyncio
import json

import pytest

from antiphon.advisors.prompt import load_claim_prompts
from antiphon.analysis.claims import SaidClaim
from antiphon.analysis.clusters import compare_claims, draw, find_groups
from antiphon.analysis.judging import (
    Pair,
    build_judging,
    choose_pairs,
    choose_swapped,
    choose_within,
    name_pair,
    name_prompts,
    parse_verdicts,
    settle_verdicts,
    take_sides,
    weigh_in,
)
from antiphon.conversation.claim import Stand, Verdict
from antiphon.conversation.errors import AnswerUnreadable
from antiphon.evals.rooms.score import judge_perfectly
from antiphon.retrieval.onnx import open_packaged
from tests.analysis.planted import Panel, read_panels

PROMPTS = load_claim_prompts()
PANEL = next(panel for panel in read_panels() if panel.id == "engineering-02")
SAID = PANEL.list_said()
PAIRS = (Pair(0, 2), Pair(1, 3))
LIKENESS = ((1.0, 0.4, -0.2), (0.4, 1.0, 0.3), (-0.2, 0.3, 1.0))


def verdicts(*triples: tuple[int, int, Verdict]) -> dict[Pair, Verdict]:
    return {Pair(one, other): verdict for one, other, verdict in triples}


def test_a_pair_is_shown_without_names_and_letters() -> None:
    """U-06: nobody tells the judge whom to believe."""
    system, asked = build_judging(PROMPTS, PANEL.question, SAID, PAIRS)

    assert f"1. {SAID[0].text}\n   {SAID[2].text}\n2. {SAID[1].text}\n   {SAID[3].text}" in asked.content
    assert PANEL.question in asked.content
    assert "[A]" not in asked.content
    assert "different" in system.content


def test_pairs_of_one_voice_and_far_pairs_are_not_asked_about() -> None:
    assert choose_pairs(LIKENESS, "abc", 0.0) == (Pair(0, 1), Pair(1, 2))
    assert choose_pairs(LIKENESS, "aac", 0.0) == (Pair(1, 2),)
    assert choose_pairs(LIKENESS, "abc", -1.0, most=1) == (Pair(0, 1),)
    assert choose_within([(0, 2, 3), (1,)]) == (Pair(0, 2), Pair(0, 3), Pair(2, 3))


def test_verdicts_are_read_strictly_and_what_was_not_shown_means_nothing() -> None:
    said = [{"pair": 1, "verdict": "opposed"}, {"pair": 1, "verdict": "agree"}, {"pair": 9, "verdict": "agree"}]

    assert parse_verdicts(json.dumps(said), PAIRS) == {Pair(0, 2): "opposed"}
    for other in ('[{"pair": 1, "verdict": "perhaps"}]', '[{"pair": 1}]', "Both are right."):
        with pytest.raises(AnswerUnreadable):
            parse_verdicts(other, PAIRS)


def test_whoever_says_another_thing_in_the_other_order_has_said_nothing() -> None:
    said: dict[Pair, Verdict] = {Pair(0, 1): "agree", Pair(1, 0): "opposed", Pair(0, 2): "agree", Pair(2, 0): "agree"}

    assert settle_verdicts(said) == ({Pair(0, 2): "agree"}, 1)


def test_the_sample_that_is_swapped_depends_on_the_words_alone() -> None:
    pairs = [pair for panel in read_panels() for pair in [Pair(0, len(panel.instances) - 1)]]
    rooms = [panel.list_said() for panel in read_panels()]
    swapped = [choose_swapped(said, [pair]) for said, pair in zip(rooms, pairs, strict=True)]

    assert swapped == [choose_swapped(said, [pair]) for said, pair in zip(rooms, pairs, strict=True)]
    assert 0.1 < sum(map(bool, swapped)) / len(swapped) < 0.45
    assert all(one.one > one.other for found in swapped for one in found)


def test_a_verdict_is_remembered_by_words_order_and_wording_of_the_question() -> None:
    louder = tuple(SaidClaim(each.voice, each.text.upper() + "!", each.start, each.end) for each in SAID)

    assert name_pair(SAID, Pair(0, 2)) == name_pair(louder, Pair(0, 2)) != name_pair(SAID, Pair(2, 0))
    assert name_prompts(PROMPTS) == name_prompts(load_claim_prompts())


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        (verdicts((0, 1, "agree"), (0, 2, "opposed")), ["agrees", "agrees", "contradicts"]),
        (verdicts((0, 1, "opposed"), (1, 2, "opposed")), ["agrees", "contradicts", "agrees"]),
        (verdicts((0, 1, "opposed")), ["agrees", "contradicts", "speaks"]),
        (verdicts((0, 1, "agree"), (1, 2, "agree"), (0, 2, "opposed")), ["torn", "torn", "torn"]),
        (verdicts((0, 1, "different"), (1, 2, "different")), ["agrees", "speaks", "speaks"]),
        ({}, ["agrees", "speaks", "speaks"]),
    ],
)
def test_sides_follow_from_claim_to_claim(said: dict[Pair, Verdict], stands: list[Stand]) -> None:
    """U-06: a side nobody judged is not made up, and verdicts that do not fit together are shown as torn."""
    assert list(take_sides((0, 1, 2), said, 0).values()) == stands


def test_without_a_judge_nobody_agrees_and_nobody_contradicts() -> None:
    near = compare_claims(SAID, None)

    drawing = draw(SAID, ((0, 4), (1,), (2, 3)), near.likeness)

    assert [each.label for each in drawing.claims] == ["near", "near", "lone"]
    assert {stance.stand for each in drawing.claims[:2] for stance in each.stances} == {"speaks"}


def test_a_point_is_worded_as_the_larger_side_says_it() -> None:
    """U-06: the dissent may be nearest to everybody; it is still the dissent."""
    said = [SAID[0], SAID[2], SAID[3]]
    likeness = ((1.0, 0.4, 0.1), (0.4, 1.0, 0.3), (0.1, 0.3, 1.0))
    judged = verdicts((0, 1, "opposed"), (1, 2, "opposed"), (0, 2, "agree"))

    [claim] = draw(said, ((0, 1, 2),), likeness, judged).claims

    assert claim.text == said[0].text
    assert sorted(each.stand for each in claim.stances) == ["agrees", "agrees", "contradicts"]


@pytest.fixture(scope="module")
def vectors() -> dict[str, list[list[float]]]:
    """The vectors of every panel's claims, by the model of the extra `recall`."""

    async def embed() -> dict[str, list[list[float]]]:
        embedder = open_packaged()
        try:
            return {
                p.id: (await embedder.embed([e.quote for e in p.instances], "passage")).tolist() for p in read_panels()
            }
        finally:
            await embedder.close()

    return asyncio.run(embed())


def list_agreements() -> list[Panel]:
    """Every panel without whoever contradicts: pure agreement in other words."""
    return [
        Panel(
            panel.id, panel.question, panel.hard, panel.claims, panel.answers,
            tuple(each for each in panel.instances if each.stand == "agrees"),
        )
        for panel in read_panels()
    ]  # fmt: skip


def test_pure_agreement_in_other_words_is_never_called_a_contradiction(vectors: dict[str, list[list[float]]]) -> None:
    """U-06: without a judge and with one, on more than a hundred panels."""
    panels = list_agreements()
    assert len(panels) >= 100
    for panel, whole in zip(panels, read_panels(), strict=True):
        said = panel.list_said()
        kept = [place for place, each in enumerate(whole.instances) if each.stand == "agrees"]
        near = compare_claims(said, [vectors[panel.id][place] for place in kept])
        groups = find_groups(said, near)
        judged = judge_perfectly(panel, choose_within(groups))

        drawings = draw(said, groups, near.likeness), draw(said, groups, near.likeness, judged)

        labels = {each.label for drawing in drawings for each in drawing.claims}
        assert labels <= {"near", "lone", "agree"}, panel.id


def test_a_lone_dissent_is_never_merged_away(vectors: dict[str, list[list[float]]]) -> None:
    """U-06: without a judge nobody is said to agree; with one, whoever is alone against stands on the other side."""
    planted = 0
    for panel in read_panels():
        said = panel.list_said()
        near = compare_claims(said, vectors[panel.id])
        unread = draw(said, find_groups(said, near), near.likeness)
        judged = judge_perfectly(panel, choose_pairs(near.likeness, [each.voice.reply_id for each in said], -2.0))
        likeness = weigh_in(near.likeness, judged)
        read = draw(said, find_groups(said, type(near)(likeness, near.least)), likeness, judged)
        for instance in (each for each in panel.instances if each.stand == "contradicts"):
            planted += 1
            place = ("abcde"[instance.advisor], instance.start)
            [before] = [c for c in unread.claims if place in {(s.advisor_id, s.start) for s in c.stances}]
            [after] = [c for c in read.claims if place in {(s.advisor_id, s.start) for s in c.stances}]
            assert before.label in ("near", "lone"), panel.id
            assert after.label == "contradict", panel.id
    assert planted >= 100
