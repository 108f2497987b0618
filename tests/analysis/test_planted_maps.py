"""What the map makes of a model's answers about the panels read by hand: right ones, and wrong ones of every kind."""

import json
from collections.abc import Callable, Container, Iterator
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from antiphon.analysis.claims import ReadPiece, join_readings, parse_reading
from antiphon.analysis.clusters import Drawing, Nearness, compare_claims, draw, find_groups
from antiphon.analysis.judging import Pair, weigh_in
from antiphon.analysis.voices import AnswerExcerpt, hear_voices
from antiphon.conversation.claim import Claim, Verdict
from tests.analysis.planted import DOMAINS, KINDS, Instance, Panel, read_panels
from tests.analysis.scoring import LABELS, LETTERS, score_map
from tests.analysis.truth import Entry, Seen, Words, word, words_of, write_map, write_readings, write_turn

PANELS = read_panels()
each_panel = pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.id)
each_domain = pytest.mark.parametrize("domain", [*DOMAINS, *KINDS])


class Map(NamedTuple):
    """A drawn map, and everything that was dropped on the way."""

    claims: tuple[Claim, ...]
    dropped: dict[str, int]

    @property
    def seen(self) -> set[Seen]:
        """What it says, without the order and without the words of the points."""
        return {Seen(claim.label, frozenset(side for side in sides_of(claim) if side)) for claim in self.claims}


def sides_of(claim: Claim) -> Iterator[frozenset[Words]]:
    """Who stands on either side of a claim."""
    for stand in ("agrees", "contradicts"):
        yield frozenset((s.advisor_id, s.start, s.end, s.quote) for s in claim.stances if s.stand == stand)


def read(panel: Panel, readings: list[list[Entry]]) -> ReadPiece:
    """What the product reads in these answers of a model."""
    voices = hear_voices(write_turn(panel))
    pairs = zip(voices, readings, strict=True)
    return join_readings(
        parse_reading(json.dumps(found), AnswerExcerpt(voice, 0, voice.text)) for voice, found in pairs
    )


def judge(panel: Panel, reading: ReadPiece) -> dict[Pair, Verdict]:
    """What somebody who makes no mistake says of every two claims that were read, by the words they rest on."""
    planted = {(LETTERS[each.advisor], each.start, each.end): each for each in panel.instances}
    said = [planted[each.voice.letter, each.start, each.end] for each in reading.said]
    verdicts: dict[Pair, Verdict] = {}
    for one, other in combinations(range(len(said)), 2):
        if said[one].claim != said[other].claim:
            verdicts[Pair(one, other)] = "different"
        else:
            verdicts[Pair(one, other)] = "agree" if said[one].stand == said[other].stand else "opposed"
    return verdicts


def draw_map(panel: Panel, readings: list[list[Entry]], unjudged: Container[int] = ()) -> Map:
    """The map the product draws when a model reads this and a perfect judge leaves out these claims.

    No quote in it may fail to resolve.
    """
    reading = read(panel, readings)
    verdicts = {
        pair: verdict
        for pair, verdict in judge(panel, reading).items()
        if pair.one not in unjudged and pair.other not in unjudged
    }
    likeness = weigh_in(compare_claims(reading.said, None).likeness, verdicts)
    groups = find_groups(reading.said, Nearness(likeness, 0.5))
    drawing: Drawing = draw(reading.said, groups, likeness, verdicts)
    for stance in (stance for claim in drawing.claims for stance in claim.stances):
        answer = panel.answers[LETTERS.lower().index(stance.advisor_id)]
        assert answer[stance.start : stance.end] == stance.quote
    return Map(drawing.claims, dict(reading.dropped))


@each_panel
def test_right_answers_make_exactly_the_true_map(panel: Panel) -> None:
    """U-06: every stance in its own words, every label right, nothing dropped, the contested first."""
    drawn = draw_map(panel, write_readings(panel))

    assert drawn.seen == write_map(panel)
    assert len(drawn.claims) == len(panel.claims)
    assert drawn.dropped == {}
    order = [LABELS.index(claim.label) for claim in drawn.claims]
    assert order == sorted(order, key=(1, 2, 0).index)
    worded = {word(panel, each) for each in panel.instances}
    assert {claim.text for claim in drawn.claims} <= worded, "a point is worded as one of its voices says it"
    score = score_map(panel, drawn.claims)
    assert (score.precision, score.recall, score.pair_f1, score.label_accuracy) == (1, 1, 1, 1)


# What a model may get wrong about one planted stretch, and the reason it is dropped for.
Damage = Callable[[Panel, Instance], tuple[dict[str, Any], str]]


def invent(panel: Panel, instance: Instance) -> tuple[dict[str, Any], str]:
    """Words nobody said."""
    return {"quote": "the moon should be consulted about this first"}, "quote"


def paraphrase(panel: Panel, instance: Instance) -> tuple[dict[str, Any], str]:
    """The right words but for the last."""
    return {"quote": f"{instance.quote} indeed so"}, "quote"


def mistake_number(panel: Panel, instance: Instance) -> tuple[dict[str, Any], str]:
    """The right words with one letter in the middle changed, as a wrong digit would be."""
    middle = len(instance.quote) // 2
    return {"quote": f"{instance.quote[:middle]}7{instance.quote[middle + 1 :]}"}, "quote"


def swap_voice(panel: Panel, instance: Instance) -> tuple[dict[str, Any], str]:
    """Somebody else's words."""
    other = next(each for each in panel.instances if each.quote not in panel.answers[instance.advisor])
    return {"quote": other.quote}, "quote"


def say_nothing(panel: Panel, instance: Instance) -> tuple[dict[str, Any], str]:
    """A quote of no words."""
    return {"quote": " … "}, "quote_length"


def claim_nothing(panel: Panel, instance: Instance) -> tuple[dict[str, Any], str]:
    """A claim of no words."""
    return {"claim": " "}, "length"


def ramble(panel: Panel, instance: Instance) -> tuple[dict[str, Any], str]:
    """A claim that does not end."""
    return {"claim": "and so on " * 40}, "length"


DAMAGES: tuple[Damage, ...] = (invent, paraphrase, mistake_number, swap_voice, say_nothing, claim_nothing, ramble)


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
@each_domain
def test_each_damaged_claim_is_dropped_and_nothing_else_changes(domain: str, damage: Damage) -> None:
    """U-06: for every planted stretch in turn; what is left is the truth without it, and the reason is counted once."""
    for panel, instance in planted_in(domain):
        change, reason = damage(panel, instance)
        readings = write_readings(panel)
        next(each for each in readings[instance.advisor] if each["claim"] == word(panel, instance)).update(change)

        drawn = draw_map(panel, readings)

        assert drawn.seen == write_map(panel, without=[instance]), (panel.id, instance)
        assert drawn.dropped == {reason: 1}, (panel.id, instance)


def planted_in(domain: str) -> Iterator[tuple[Panel, Instance]]:
    """Every planted stretch of one domain, with its panel."""
    return ((panel, each) for panel in PANELS if panel.domain == domain for each in panel.instances)


@each_domain
def test_missing_claims_are_missing_and_nothing_else(domain: str) -> None:
    """What the model did not report is not in the map; nothing is dropped, because nothing was wrong."""
    for panel, instance in planted_in(domain):
        readings = write_readings(panel)
        readings[instance.advisor] = [e for e in readings[instance.advisor] if e["claim"] != word(panel, instance)]

        drawn = draw_map(panel, readings)

        assert drawn.seen == write_map(panel, without=[instance]), (panel.id, instance)
        assert drawn.dropped == {}


@each_domain
def test_a_claim_said_twice_counts_once(domain: str) -> None:
    for panel, instance in planted_in(domain):
        readings = write_readings(panel)
        readings[instance.advisor].append({"claim": word(panel, instance).upper(), "quote": instance.quote})

        drawn = draw_map(panel, readings)

        assert drawn.seen == write_map(panel), (panel.id, instance)
        assert drawn.dropped == {"repeated": 1}


@each_domain
def test_a_claim_the_judge_left_out_is_on_the_map_without_a_side(domain: str) -> None:
    """U-06: a lone dissent is never lost, even when nobody judges it, and nobody makes up where it stands."""
    for panel, instance in planted_in(domain):
        drawn = draw_map(panel, write_readings(panel), unjudged={panel.instances.index(instance)})

        who, start, *_ = words_of(instance)
        found = [(claim, s) for claim in drawn.claims for s in claim.stances if (s.advisor_id, s.start) == (who, start)]
        [(claim, stance)] = found
        assert claim.label in ("lone", "near") or stance.stand == "speaks", (panel.id, instance)
        assert sum(len(each.stances) for each in drawn.claims) == len(panel.instances)
