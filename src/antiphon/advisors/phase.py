"""Where an advisor stands in a conversation: still asking, or answering."""

from enum import StrEnum


class Phase(StrEnum):
    """EARLY gathers facts with one question; ONGOING gives a view."""

    EARLY = "early"
    ONGOING = "ongoing"


def phase_of(turns_taken: int, early_turns: int) -> Phase:
    """The phase of an advisor that has taken part in this many turns before; 0 early turns skips EARLY."""
    return Phase.EARLY if turns_taken < early_turns else Phase.ONGOING
