"""The life of a reply: waiting → sending → streaming → one of eight endings, and never back."""

from enum import StrEnum


class ReplyState(StrEnum):
    """Where a reply stands. `streaming` means at least one character has been seen."""

    WAITING = "waiting"
    SENDING = "sending"
    STREAMING = "streaming"
    COMPLETE = "complete"
    EMPTY = "empty"
    FILTERED = "filtered"
    ERROR = "error"
    INCOMPLETE = "incomplete"
    INTERRUPTED = "interrupted"
    STOPPED = "stopped"
    RATE_LIMITED = "rate_limited"


OPEN = frozenset({ReplyState.WAITING, ReplyState.SENDING, ReplyState.STREAMING})
TERMINAL = frozenset(ReplyState) - OPEN

# A crash takes a reply back to sending under a new epoch, so streaming → sending is a legal step;
# nothing leaves a terminal state.
_NEXT: dict[ReplyState, frozenset[ReplyState]] = {
    ReplyState.WAITING: TERMINAL | {ReplyState.SENDING},
    ReplyState.SENDING: TERMINAL | {ReplyState.SENDING, ReplyState.STREAMING},
    ReplyState.STREAMING: TERMINAL | {ReplyState.SENDING},
}


def is_terminal(state: ReplyState) -> bool:
    """True once the reply has ended; a terminal state is final."""
    return state in TERMINAL


def is_step(before: ReplyState, after: ReplyState) -> bool:
    """True when a reply may go from one state to the other."""
    return after in _NEXT.get(before, frozenset())
