"""What the map makes of a model's answers about the panels read by hand: right ones, and wrong ones of every kind."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from antiphon.analysis.claims import ReadPiece, join_readings, parse_reading
from antiphon.analysis.clusters import Drawing, parse_grouping
from antiphon.analysis.voices import AnswerExcerpt, hear_voices
from antiphon.conversation.claim import Claim
from antiphon.conversation.errors import AnswerUnreadable
from tests.analysis.planted import DOMAINS, Instance, Panel, read_panels
from tests.analysis.scoring import LABELS, LETTERS, score_map
from tests.analysis.truth import Entry, Seen, word, write_grouping, write_map, write_readings, write_turn

PANELS = read_panels()
each_panel = pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.id)
each_domain = pytest.mark.parametrize("domain", DOMAINS)


class Map(NamedTuple):
    """A drawn map, and everything that was dropped on the way."""

    claims: tuple[Claim, ...]
    dropped: dict[str, int]

    @property
    def seen(self) -> set[Seen]:
        """What it says, without the order."""
        return {
            Seen(
                claim.text,
                claim.label,
                frozenset((s.advisor_id, s.stand, s.start, s.end, s.quote) for s in claim.stances),
            )
            for claim in self.claims
        }


def read(panel: Panel, readings: list[list[Entry]]) -> ReadPiece:
    """What the product reads in these answers of a model."""
    voices = hear_voices(write_turn(panel))
    pairs = zip(voices, readings, strict=True)
    return join_readings(
        parse_reading(json.dumps(found), AnswerExcerpt(voice, 0, voice.text)) for voice, found in pairs
    )


def draw(panel: Panel, readings: list[list[Entry]], grouping: list[Entry]) -> Map:
    """The map the product draws from these answers of a model. No quote in it may fail to resolve."""
    reading = read(panel, readings)
    drawing: Drawing = parse_grouping(json.dumps(grouping), reading.said)
    for stance in (stance for claim in drawing.claims for stance in claim.stances):
        answer = panel.answers[LETTERS.lower().index(stance.advisor_id)]
        assert answer[stance.start : stance.end] == stance.quote
    return Map(drawing.claims, dict(Counter(reading.dropped) + Counter(drawing.dropped)))


@each_panel
def test_right_answers_make_exactly_the_true_map(panel: Panel) -> None:
    """U-06: every stance in its own words, every label right, nothing dropped, the contested first."""
    drawn = draw(panel, write_readings(panel), write_grouping(panel))

    assert drawn.seen == write_map(panel)
    assert len(drawn.claims) == len(panel.claims)
    assert drawn.dropped == {}
    order = [LABELS.index(claim.label) for claim in drawn.claims]
    assert order == sorted(order, key=(1, 2, 0).index)
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

        drawn = draw(panel, readings, regroup(panel, instance))

        assert drawn.seen == what_is_left(panel, instance), (panel.id, instance)
        assert drawn.dropped == {reason: 1}, (panel.id, instance)


def planted_in(domain: str) -> Iterator[tuple[Panel, Instance]]:
    """Every planted stretch of one domain, with its panel."""
    return ((panel, each) for panel in PANELS if panel.domain == domain for each in panel.instances)


def regroup(panel: Panel, gone: Instance) -> list[Entry]:
    """The grouping of the claims that are left, numbered as they are then shown."""
    left = [each for each in panel.instances if each != gone]
    groups = []
    for claim, text in panel.claims.items():
        said = [(number, each) for number, each in enumerate(left, 1) if each.claim == claim]
        if said:
            members = [{"claim": number, "stand": each.stand} for number, each in said]
            groups.append({"text": text, "members": members})
    return groups


def what_is_left(panel: Panel, gone: Instance) -> set[Seen]:
    """The truth without these words. When only those against are left, they agree on their own wording."""
    seen = set()
    for each in write_map(panel, without=[gone]):
        if all(stand == "contradicts" for _, stand, *_ in each.stances):
            first = min((one for one in panel.said_on(gone.claim) if one != gone), key=lambda one: one.advisor)
            stances = frozenset((who, "agrees", *rest) for who, _, *rest in each.stances)
            seen.add(Seen(word(panel, first), each.label, stances))
        else:
            seen.add(each)
    return seen


@each_domain
def test_missing_claims_are_missing_and_nothing_else(domain: str) -> None:
    """What the model did not report is not in the map; nothing is dropped, because nothing was wrong."""
    for panel, instance in planted_in(domain):
        readings = write_readings(panel)
        readings[instance.advisor] = [e for e in readings[instance.advisor] if e["claim"] != word(panel, instance)]

        drawn = draw(panel, readings, regroup(panel, instance))

        assert drawn.seen == what_is_left(panel, instance), (panel.id, instance)
        assert drawn.dropped == {}


@each_domain
def test_a_claim_said_twice_counts_once(domain: str) -> None:
    for panel, instance in planted_in(domain):
        readings = write_readings(panel)
        readings[instance.advisor].append({"claim": word(panel, instance).upper(), "quote": instance.quote})

        drawn = draw(panel, readings, write_grouping(panel))

        assert drawn.seen == write_map(panel), (panel.id, instance)
        assert drawn.dropped == {"repeated": 1}


@each_domain
def test_a_voice_left_out_of_the_sorting_stands_alone(domain: str) -> None:
    """U-06: a lone dissent is never lost, even when the model forgets to sort it."""
    for panel, instance in planted_in(domain):
        number = panel.instances.index(instance) + 1
        others = len(panel.said_on(instance.claim)) - 1

        drawn = draw(panel, write_readings(panel), take_out(write_grouping(panel), number))

        alone = Seen(word(panel, instance), "lone", frozenset([stance(instance)]))
        assert drawn.seen == what_is_left(panel, instance) | {alone}, (panel.id, instance)
        assert drawn.dropped == ({} if others else {"empty_group": 1})


def stance(instance: Instance) -> tuple[str, str, int, int, str]:
    """One stance as a map has it."""
    return LETTERS[instance.advisor].lower(), "agrees", instance.start, instance.end, instance.quote


def take_out(grouping: list[Entry], number: int) -> list[Entry]:
    """The grouping without one number."""
    return [each | {"members": [one for one in each["members"] if one["claim"] != number]} for each in grouping]


def misnumber(panel: Panel) -> Iterator[tuple[list[Entry], dict[str, int]]]:
    """Groupings with a number that was not shown, one used twice, and a group of nobody."""
    right = write_grouping(panel)
    for wrong in (0, -1, len(panel.instances) + 1):
        extra = {"claim": wrong, "stand": "contradicts"}
        yield [right[0] | {"members": [*right[0]["members"], extra]}, *right[1:]], {"unknown_claim": 1}
    again = right[0]["members"][0]
    yield [*right[:-1], right[-1] | {"members": [*right[-1]["members"], again]}], {"claim_twice": 1}
    yield [*right, {"text": "Nobody says this.", "members": []}], {"empty_group": 1}


@each_panel
def test_wrong_numbers_in_the_sorting_change_nothing(panel: Panel) -> None:
    for grouping, dropped in misnumber(panel):
        drawn = draw(panel, write_readings(panel), grouping)

        assert drawn.seen == write_map(panel)
        assert drawn.dropped == dropped


@each_panel
def test_an_answer_in_another_shape_is_refused(panel: Panel) -> None:
    """A stand that is none, or a field too many: the answer is asked for again, and not guessed at."""
    said = read(panel, write_readings(panel)).said
    grouping = write_grouping(panel)
    grouping[0]["members"][0]["stand"] = "half agrees"

    with pytest.raises(AnswerUnreadable):
        parse_grouping(json.dumps(grouping), said)
