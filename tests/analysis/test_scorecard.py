"""Which advisor was right: counts first, shares only where there is enough."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from antiphon.analysis.scorecard import Score, score_advisors
from antiphon.conversation.decision import Attitude, Decision, Outcome
from tests.analysis.decisions import build_decision, build_stance

ATTITUDES: tuple[Attitude | None, ...] = ("for", "against", "open", None)
OUTCOMES: tuple[Outcome | None, ...] = ("right", "wrong", "mixed", "unknown", None)
Row = tuple[Outcome | None, Attitude | None, Attitude | None]


def score_of(name: str, *decisions: Decision) -> Score:
    """What the card says of one advisor."""
    return next(each for each in score_advisors(decisions) if each.name == name)


def test_who_stood_for_what_went_right_was_right() -> None:
    made = [
        build_decision(1, "right", Keel="for"),
        build_decision(2, "wrong", Keel="for"),
        build_decision(3, Keel="for"),
    ]

    keel = score_of("Keel", *made)

    assert (keel.stood_for.right, keel.stood_for.wrong, keel.stood_for.waiting) == (1, 1, 1)
    assert (keel.right, keel.judged) == (1, 2)


def test_who_stood_alone_against_what_went_wrong_was_right() -> None:
    made = [
        build_decision(1, "wrong", Keel="against", Ledger="for", Bedside="open"),
        build_decision(2, "right", Keel="against", Ledger="for"),
        build_decision(3, "wrong", Keel="against", Ledger="against", Bedside="for"),
    ]

    keel = score_of("Keel", *made)

    assert (keel.alone, keel.alone_and_right) == (2, 1)
    assert (keel.right, keel.judged) == (2, 3)


def test_an_only_voice_stands_alone_among_nobody() -> None:
    assert score_of("Keel", build_decision(1, "wrong", Keel="against")).alone == 0


def test_a_share_needs_five() -> None:
    four = [build_decision(number, "right", Keel="for") for number in range(4)]

    assert score_of("Keel", *four).adopted_share is None
    assert score_of("Keel", *four).right_share is None
    assert score_of("Keel", *four, build_decision(5, "right", Keel="against")).adopted_share == 0.8


def test_an_advisor_is_called_what_it_was_called_last() -> None:
    """By its id it stays the same, whatever its name."""
    stance = replace(build_stance("Keel", "for"), name="Keelson", colour="rose")

    [score] = score_advisors([build_decision(1, Keel="for"), build_decision(2, more={"stances": (stance,)})])

    assert (score.advisor_id, score.name, score.colour, score.stood_for.count) == ("keel", "Keelson", "rose", 2)


def test_who_did_not_answer_is_not_on_the_card() -> None:
    silent = build_stance("Keel", None, text="")

    assert score_advisors([build_decision(1, more={"stances": (silent,)})]) == ()


@given(st.lists(st.tuples(st.sampled_from(OUTCOMES), st.sampled_from(ATTITUDES), st.sampled_from(ATTITUDES))))
def test_every_decision_is_counted_once_for_everybody(
    rows: list[tuple[Outcome | None, Attitude | None, Attitude | None]],
) -> None:
    made = [build_decision(number, outcome, Keel=one, Ledger=two) for number, (outcome, one, two) in enumerate(rows)]

    for score in score_advisors(made):
        assert score.stood_for.count + score.stood_against.count + score.undecided == len(rows)
        assert score.alone_and_right <= score.alone <= score.stood_against.count
        assert score.right <= score.judged
