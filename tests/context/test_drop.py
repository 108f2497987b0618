"""A composition gets smaller one turn at a time, and by nothing else."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given

from antiphon.context.boundary import Weighed
from antiphon.context.build import Composition, build_thread
from antiphon.context.choice import Choice
from antiphon.context.frame import FrameInput, Seat
from antiphon.conversation.payload import Message
from tests.context.scenes import QUIET, Drawn, answer, compose, ids, numbers, past, remind, scenes, seat, tool_event


def shrinking(one: Composition) -> list[Composition]:
    """The composition, then one turn less each time, down to none."""
    steps = [one]
    while (dropped := steps[-1].drop_one()) is not None:
        steps.append(dropped[0])
    return steps


@given(scenes())
def test_each_drop_takes_out_exactly_one_turn_and_keeps_the_order(drawn: Drawn) -> None:
    """I-30, W53, D20: down to no word, and everything around the history stays."""
    for one in drawn.compositions():
        steps = shrinking(one)

        assert len(steps) == sum(1 for each in one.history if each.tokens) + 1
        assert steps[-1].thread == ()
        for more, less in pairwise(steps):
            gone = next(each for each in more.history if each not in less.history)
            assert less.history == tuple(each for each in more.history if each is not gone)
            assert less.thread == tuple(each for each in more.thread if each.turn_id != gone.turn.id)
            assert less.total_tokens == more.total_tokens - gone.tokens
            assert (less.frame, less.max_tokens) == (more.frame, more.max_tokens)


@given(scenes())
def test_the_estimate_falls_with_every_drop(drawn: Drawn) -> None:
    """I-30, W51."""
    for one in drawn.compositions():
        totals = [each.total_tokens for each in shrinking(one)]

        assert all(less < more for more, less in pairwise(totals))


@given(scenes())
def test_what_is_left_is_always_the_newest(drawn: Drawn) -> None:
    """I-30, W53: the suffix property of the rule `oldest`, which `sticky` shares."""
    for one in drawn.compositions():
        if one.frame_input.choice.dropping == "importance":
            continue

        for less in shrinking(one):
            assert less.thread == one.thread[len(one.thread) - len(less.thread) :]


@given(scenes())
def test_pinned_turns_go_last_and_lesser_ones_first(drawn: Drawn) -> None:
    """I-30, D17: the rule `importance`, ties by age."""
    frame_input = replace(drawn.frame_input, choice=replace(drawn.frame_input.choice, dropping="importance"))

    for one in drawn._replace(frame_input=frame_input).compositions():
        advisor_id, left, worths = one.seat.advisor.id, one, []
        while (dropped := left.drop_one()) is not None:
            left, (turn, _) = dropped
            own = turn.replies[advisor_id].importance if advisor_id in turn.replies else 0.0
            worths.append((turn.is_pinned_for(advisor_id), max(turn.importance, own), turn.position))

        assert worths == sorted(worths)


@given(scenes())
def test_dropping_is_the_same_as_never_having_had_the_turn(drawn: Drawn) -> None:
    """I-25: the payload of the smaller composition is the one that would be built without the turn."""
    for one in drawn.compositions():
        dropped = one.drop_one()
        if dropped is None:
            continue
        less, gone = dropped
        kept = [each.turn for each in one.history if each.turn.id != gone.turn.id]
        unlimited = replace(one.seat, budget=replace(one.seat.budget, limit=None))

        assert compose(one.frame_input, unlimited, kept).payload() == less.payload()


@given(scenes(), numbers)
def test_all_that_must_go_at_once_is_what_would_go_one_by_one(drawn: Drawn, number: int) -> None:
    """For every limit, down to one that nothing fits."""
    for one in drawn.compositions():
        limit = number % (one.total_tokens + 10)
        tight = replace(one, seat=replace(one.seat, budget=replace(one.seat.budget, limit=limit)))
        steps = shrinking(tight)
        first = next((each for each in steps if each.excess <= 0), steps[-1])

        less, gone = tight.fit()

        assert less == first
        assert gone == tuple(dropped.turn.id for each in steps[: steps.index(first)] if (dropped := next_to_go(each)))


def next_to_go(one: Composition) -> Weighed | None:
    """The turn that goes next."""
    dropped = one.drop_one()
    return None if dropped is None else dropped[1]


def test_what_must_go_at_once_is_left_out_in_one_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread is built anew once, however many turns go: this is done while a message is accepted."""
    built: list[int] = []

    def count(frame_input: FrameInput, at: Seat, inside: Sequence[Weighed]) -> tuple[Message, ...]:
        built.append(len(inside))
        return build_thread(frame_input, at, inside)

    one = compose(QUIET, seat(), [past(number, f"Question {number}") for number in range(1, 100)])
    limit = one.frame.fixed_tokens + one.frame.human_tokens + one.history[-1].tokens
    tight = replace(one, seat=replace(one.seat, budget=replace(one.seat.budget, limit=limit)))
    monkeypatch.setattr("antiphon.context.build.build_thread", count)

    less, gone = tight.fit()

    assert (ids(less.history), len(gone), built) == (["t_99"], 98, [1])


def test_a_call_and_its_result_go_together() -> None:
    """D37, reg-13."""
    called = replace(past(1, "Weather?"), replies={seat().advisor.id: answer("Ann", "Sunny.", tool_event(1))})
    one = compose(QUIET, seat(), [called, past(2, "Thanks", ann="Gladly.")])

    dropped = one.drop_one()

    assert [message.role for message in one.thread] == ["user", "assistant", "tool", "assistant", "user", "assistant"]
    assert dropped is not None
    assert [message.content for message in dropped[0].thread] == ["Thanks", "Gladly."]


def test_a_failed_turn_goes_as_one_turn() -> None:
    """reg-23: the person's words alone are a turn as well."""
    one = compose(QUIET, seat(), [past(1, "Nobody answered"), past(2, "Again", ann="Yes?")])

    dropped = one.drop_one()

    assert dropped is not None
    assert [message.content for message in dropped[0].thread] == ["Again", "Yes?"]
    assert dropped[1].turn.id == "t_1"


def test_a_turn_without_a_word_for_this_advisor_is_not_dropped() -> None:
    """I-30: another spoke unasked; to drop that would send the same bytes again."""
    one = compose(QUIET, seat(), [past(1, "", ben="I was thinking."), past(2, "Hello", ann="Hi.")])

    dropped = one.drop_one()

    assert dropped is not None
    assert (dropped[1].turn.id, dropped[0].thread) == ("t_2", ())
    assert dropped[0].drop_one() is None


def test_nothing_is_left_to_drop_in_an_empty_history() -> None:
    assert compose(QUIET, seat()).drop_one() is None


def test_keeping_some_keeps_their_words_and_counts_anew() -> None:
    """The filter's `o` is answered once there is a boundary."""
    one = compose(QUIET, seat(), [past(number, f"Question {number}") for number in range(1, 4)])

    kept = one.keep(one.history[::2])

    assert ids(kept.history) == ["t_1", "t_3"]
    assert [message.content for message in kept.thread] == ["Question 1", "Question 3"]
    assert kept.boundary.tokens == one.boundary.tokens - one.history[1].tokens


def test_the_reference_block_can_go_and_nothing_else_of_the_frame() -> None:
    """D17: the last resort."""
    last = past(1, "Hello", ben="Two.")
    frame_input = replace(QUIET, last=last, reminders=remind("Be brief."))
    one = compose(frame_input, seat(), [last])

    less = one.drop_reference()

    assert less is not None
    assert [message.kind for message in less.frame.tail] == ["state", "instructions", "human"]
    assert less.frame == compose(replace(frame_input, choice=Choice(off=frozenset({"reference"}))), seat()).frame
    assert less.total_tokens < one.total_tokens
    assert less.drop_reference() is None
