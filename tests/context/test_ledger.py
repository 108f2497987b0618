"""Every visible turn has one fate, and the fate has a reason."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given

from antiphon.context.choice import Choice, Dropping
from antiphon.context.frame import is_candidate
from antiphon.context.ledger import SENTENCES, Span, build_spans, format_counter
from antiphon.conversation.past import EVERYBODY, PastTurn
from tests.context.scenes import ANN, QUIET, Drawn, compose, leave_room, past, scenes, seat


def spans_of(turns: list[PastTurn], room: int | None, dropping: Dropping = "oldest") -> list[tuple[int, int, str]]:
    """Where each span begins and ends, and why."""
    frame_input = replace(QUIET, choice=Choice(dropping=dropping))
    composition = compose(frame_input, leave_room(frame_input, seat(), room), turns)
    marks = {turn.position: turn.marks for turn in turns}
    spans = build_spans([turn.position for turn in turns], composition, marks, {})
    return [(span.first, span.last, span.why) for span in spans]


@given(scenes())
def test_every_visible_turn_stands_in_exactly_one_span(drawn: Drawn) -> None:
    """R1, I-27: oldest first, as long as they can be, and inside means sent."""
    shown = [turn.position for turn in drawn.turns]
    marks = {turn.position: turn.marks for turn in drawn.turns}
    places = {turn.id: turn.position for turn in drawn.turns}

    for one in drawn.compositions():
        spans = build_spans(shown, one, marks, places)

        rest = list(shown)
        for span in spans:
            mine, rest = rest[: span.turns], rest[span.turns :]
            assert (mine[0], mine[-1]) == (span.first, span.last)
            assert all((each in {it.turn.position for it in one.history}) is span.inside for each in mine)
        assert rest == []
        assert all(before.why != after.why for before, after in pairwise(spans))


@given(scenes())
def test_the_reason_is_the_true_one(drawn: Drawn) -> None:
    """R1, D18: what the person left out, for good or for this send, is told apart from what did not fit."""
    choice = drawn.frame_input.choice
    over = {"oldest": "too_old", "importance": "less_important", "sticky": "cut_for_cache"}[choice.dropping]

    for one in drawn.compositions():
        inside = {each.turn.id for each in one.history}
        for turn in drawn.turns:
            (span,) = build_spans([turn.position], one, {turn.position: turn.marks}, {turn.id: turn.position})
            if turn.id in inside:
                assert span.why == ("pinned" if turn.is_pinned_for(one.seat.advisor.id) else "fits")
            else:
                assert span.why == (over if is_candidate(turn, one.seat, choice) else "out_by_you")


@pytest.mark.parametrize(
    ("dropping", "spans"),
    [
        ("oldest", [(1, 4, "too_old"), (5, 6, "fits")]),
        ("importance", [(1, 1, "pinned"), (2, 5, "less_important"), (6, 6, "fits")]),
        ("sticky", [(1, 5, "cut_for_cache"), (6, 6, "fits")]),
    ],
)
def test_each_rule_has_its_own_reason(dropping: Dropping, spans: list[tuple[int, int, str]]) -> None:
    """D17: room for two turns of ten tokens each, of which a sticky history keeps three quarters."""
    turns = [past(number, "x" * 35) for number in range(1, 7)]
    turns[0] = replace(turns[0], pinned=True)

    assert spans_of(turns, 20, dropping) == spans


def test_hidden_turns_do_not_break_a_span() -> None:
    """Positions count from 1; those a filter hides do not count."""
    turns = [past(number, "Hello") for number in (2, 5, 9)]
    composition = compose(QUIET, seat(), turns)

    assert build_spans([2, 5, 9], composition, {}, {}) == (
        Span(2, 9, 3, inside=True, why="fits", runs=((2, 2), (5, 5), (9, 9))),
    )


def test_a_turn_left_out_in_between_breaks_it() -> None:
    left_out = replace(past(2, "Secret"), marks={EVERYBODY: "out"})

    assert spans_of([past(1, "a"), left_out, past(3, "b")], None) == [
        (1, 1, "fits"),
        (2, 2, "out_by_you"),
        (3, 3, "fits"),
    ]


def test_ones_own_mark_comes_before_everybodys() -> None:
    """An advisor that may have the turn does not have it because it is too old, not because it was left out."""
    allowed = replace(past(1, "x" * 350), marks={EVERYBODY: "out", ANN.id: "in"})

    assert spans_of([allowed], 0) == [(1, 1, "too_old")]


def test_nothing_visible_is_no_span() -> None:
    assert build_spans([], compose(QUIET, seat()), {}, {}) == ()


def test_every_reason_has_a_sentence_that_says_in_or_out() -> None:
    """R1."""
    assert {why: text.partition(" ")[0].rstrip(":") for why, text in SENTENCES.items()} == {
        "fits": "in",
        "pinned": "in",
        "too_old": "out",
        "less_important": "out",
        "cut_for_cache": "out",
        "out_by_you": "out",
    }


def test_the_counter_shows_what_was_predicted_and_what_was_dropped() -> None:
    """W56, W57, D29."""
    assert format_counter(12, 34) == "12 / 34"
    assert format_counter(12, 34, 1) == "[12-1]/34"
    assert format_counter(0, 0) == "0 / 0"
