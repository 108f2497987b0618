"""The life of a reply goes one way."""

from itertools import product

import pytest

from antiphon.conversation.state import OPEN, TERMINAL, ReplyState, is_step, is_terminal

WAITING, SENDING, STREAMING = ReplyState.WAITING, ReplyState.SENDING, ReplyState.STREAMING


def test_every_state_is_either_open_or_terminal() -> None:
    assert set(ReplyState) == OPEN | TERMINAL
    assert not OPEN & TERMINAL
    assert {state for state in ReplyState if is_terminal(state)} == TERMINAL


def test_states_are_the_words_of_the_product() -> None:
    """The wire and the database hold these words; renaming one is a migration."""
    assert [str(state) for state in ReplyState] == [
        "waiting",
        "sending",
        "streaming",
        "complete",
        "empty",
        "filtered",
        "error",
        "incomplete",
        "interrupted",
        "stopped",
        "rate_limited",
    ]


@pytest.mark.parametrize(("before", "after"), list(product(sorted(TERMINAL), ReplyState)))
def test_terminal_is_final(before: ReplyState, after: ReplyState) -> None:
    """I-04."""
    assert not is_step(before, after)


@pytest.mark.parametrize(("before", "after"), list(product(sorted(OPEN), sorted(TERMINAL))))
def test_an_open_reply_may_end_in_any_way(before: ReplyState, after: ReplyState) -> None:
    """I-04."""
    assert is_step(before, after)


def test_open_replies_only_move_forward_or_start_again() -> None:
    """I-04: a crash takes a reply back to sending, under a new epoch; nothing goes back to waiting."""
    steps = {(before, after) for before, after in product(OPEN, OPEN) if is_step(before, after)}

    assert steps == {(WAITING, SENDING), (SENDING, SENDING), (SENDING, STREAMING), (STREAMING, SENDING)}
