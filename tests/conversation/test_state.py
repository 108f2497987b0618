"""The states of a reply."""

from antiphon.conversation.state import OPEN, TERMINAL, ReplyState, is_terminal


def test_every_state_is_either_open_or_terminal() -> None:
    assert set(ReplyState) == OPEN | TERMINAL
    assert not OPEN & TERMINAL
    assert {state for state in ReplyState if is_terminal(state)} == TERMINAL


def test_states_are_the_words_of_the_product() -> None:
    """D11: the wire and the database hold these words; renaming one is a migration."""
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
