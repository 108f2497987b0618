"""The life of a reply: waiting → sending → streaming → one of eight endings, and never back.

A crash takes a reply back from streaming to sending, under a new epoch; nothing leaves an ending.
"""

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


def is_terminal(state: ReplyState) -> bool:
    """True once the reply has ended; a terminal state is final."""
    return state in TERMINAL
