"""What is sent instead when a provider says it is too much."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.context.choice import Choice, Dropping
from antiphon.context.trim import RefusedSize, Shrunk, shrink
from tests.context.scenes import QUIET, Drawn, compose, ids, past, scenes, seat

TOO_MUCH = RefusedSize()
TALK = [past(number, f"Question {number}", ann=f"Answer {number}", ben="Two.") for number in range(1, 5)]
# Four turns, the last of them with something to refer to, and at most 512 tokens for the answer.
WHOLE = Shrunk(compose(replace(QUIET, last=TALK[-1]), seat(), TALK))


def follow(now: Shrunk | None, refused: RefusedSize = TOO_MUCH, most_trims: int = 10) -> list[Shrunk]:
    """Every step from here to the end, this one included."""
    steps: list[Shrunk] = []
    while now is not None:
        steps.append(now)
        now = shrink(now, refused, most_trims)
    return steps


def test_one_overflow_drops_exactly_one_turn() -> None:
    """W53."""
    smaller = shrink(WHOLE, TOO_MUCH, 10)

    assert smaller is not None
    assert smaller.trimmed == ("t_1",)
    assert ids(smaller.composition.history) == ["t_2", "t_3", "t_4"]
    assert smaller.composition.max_tokens == 512


def test_turns_go_first_then_the_reference_block_then_nothing() -> None:
    """W53, W62, D17: the system prompt, the note and the message stay to the end."""
    steps = follow(WHOLE)

    assert [len(each.composition.history) for each in steps] == [4, 3, 2, 1, 0, 0]
    assert [each.dropped_reference for each in steps] == [False] * 5 + [True]
    assert [message.kind for message in steps[-1].composition.payload().messages] == ["system", "state", "human"]


@pytest.mark.parametrize("most_trims", [0, 1, 3])
def test_no_more_turns_go_than_may_be_tried(most_trims: int) -> None:
    """W46, W55: NTA trims make NTA + 1 attempts."""
    steps = follow(WHOLE, most_trims=most_trims)

    assert len(steps) == most_trims + 1
    assert len(steps[-1].trimmed) == most_trims


def test_the_answer_is_lowered_before_any_turn_goes() -> None:
    """I-33: 4,096 tokens of window, 3,900 of them prompt, leave 196 for the answer."""
    lowered = shrink(WHOLE, RefusedSize(4_096, 3_900), 10)

    assert lowered is not None
    assert lowered.composition.max_tokens == lowered.composition.payload().max_tokens == 196
    assert lowered.composition.history == WHOLE.composition.history
    assert (lowered.trimmed, lowered.lowered_output) == ((), True)


def test_an_answer_is_not_lowered_into_the_room_that_thinking_takes() -> None:
    """I-33: a provider with budgets would refuse the rest, so a turn goes instead."""
    thinking = replace(WHOLE.composition.seat.thinking, room=400)
    thinks = replace(WHOLE, composition=replace(WHOLE.composition, seat=replace(seat(), thinking=thinking)))

    smaller = shrink(thinks, RefusedSize(4_096, 4_096 - 440), 10)
    roomy = shrink(thinks, RefusedSize(4_096, 4_096 - 500), 10)

    assert smaller is not None
    assert roomy is not None
    assert (smaller.lowered_output, smaller.trimmed) == (False, ("t_1",))
    assert (roomy.lowered_output, roomy.composition.max_tokens) == (True, 500)


def test_the_answer_is_lowered_once_and_then_turns_go() -> None:
    """I-33, I-30: a provider that repeats its numbers does not keep the house busy."""
    steps = follow(WHOLE, RefusedSize(4_096, 3_900))

    assert [each.composition.max_tokens for each in steps] == [512, *[196] * 6]
    assert [len(each.trimmed) for each in steps] == [0, 0, 1, 2, 3, 4, 4]


def test_an_answer_that_was_lowered_is_not_lowered_again() -> None:
    """I-33: the provider counts anew and still says too much; now a turn goes."""
    lowered = shrink(WHOLE, RefusedSize(4_096, 3_900), 10)
    assert lowered is not None

    smaller = shrink(lowered, RefusedSize(4_096, 3_950), 10)

    assert smaller is not None
    assert (smaller.composition.max_tokens, smaller.trimmed) == (196, ("t_1",))


@pytest.mark.parametrize(
    ("window", "prompt"),
    [
        (None, 3_900),
        (4_096, None),
        (4_096, 4_096),
        (4_096, 5_000),
        (4_096, 4_096 - 63),
        (4_096, 4_096 - 512),
        (4_096, 100),
    ],
)
def test_the_answer_is_not_lowered_where_that_cannot_help(window: int | None, prompt: int | None) -> None:
    """I-33: no numbers, a prompt that is too long by itself, no room for an answer, or room enough already."""
    smaller = shrink(WHOLE, RefusedSize(window, prompt), 10)

    assert smaller is not None
    assert (smaller.composition.max_tokens, smaller.lowered_output) == (512, False)
    assert smaller.trimmed == ("t_1",)


@pytest.mark.parametrize("room", [64, 511])
def test_the_shortest_and_the_longest_lowered_answer(room: int) -> None:
    """I-33."""
    lowered = shrink(WHOLE, RefusedSize(4_096, 4_096 - room), 10)

    assert lowered is not None
    assert lowered.composition.max_tokens == room


@pytest.mark.parametrize(
    ("dropping", "order"),
    [
        ("oldest", ("t_1", "t_2", "t_3", "t_4")),
        ("sticky", ("t_1", "t_2", "t_3", "t_4")),
        ("importance", ("t_4", "t_2", "t_3", "t_1")),
    ],
)
def test_turns_go_by_the_rule_the_boundary_was_drawn_with(dropping: Dropping, order: tuple[str, ...]) -> None:
    """D17, D20: importance keeps what is pinned for last."""
    turns = [replace(turn, importance=0.5) for turn in TALK]
    turns[0], turns[3] = replace(turns[0], pinned=True, importance=0.1), replace(turns[3], importance=0.3)
    frame_input = replace(QUIET, choice=Choice(dropping=dropping))

    steps = follow(Shrunk(compose(frame_input, seat(), turns)))

    assert steps[-1].trimmed == order


@given(scenes(), st.sampled_from([TOO_MUCH, RefusedSize(4_096, 3_900), RefusedSize(100, 5_000)]), st.integers(0, 6))
def test_every_step_sends_less_and_what_is_left_keeps_its_order(
    drawn: Drawn, refused: RefusedSize, most_trims: int
) -> None:
    """I-30, W51, W55: it always ends, and nothing that was sent before comes back or changes its place."""
    for one in drawn.compositions():
        steps = follow(Shrunk(one), refused, most_trims)

        assert len(steps[-1].trimmed) <= most_trims
        assert len(steps) <= most_trims + 3
        for more, less in pairwise(steps):
            before, after = more.composition.payload(), less.composition.payload()
            left = iter(before.messages)
            assert all(message in left for message in after.messages)
            assert less.composition.total_tokens <= more.composition.total_tokens
            assert after.max_tokens <= before.max_tokens
            assert {"system", "human"} <= {message.kind for message in after.messages}
            assert less.trimmed[: len(more.trimmed)] == more.trimmed


@given(scenes())
def test_the_record_of_what_went_is_exact(drawn: Drawn) -> None:
    """W50, I-34."""
    for one in drawn.compositions():
        for step in follow(Shrunk(one)):
            kept = [*step.trimmed, *ids(step.composition.history)]

            assert sorted(kept) == sorted(ids(one.history))
