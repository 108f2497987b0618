"""How long the store waits for an answer."""

from dataclasses import dataclass

# Longer than any statement of ours takes, shorter than a person waits.
ANSWER_SECONDS = 8.0
# Whoever has stood in line for a connection this long is sent away: those before it are waiting in vain.
LINE_SECONDS = 4.0


@dataclass(slots=True)
class Patience:
    """How long one answer may take; shared by the connections of a pool, so that it can be changed for all."""

    seconds: float = ANSWER_SECONDS
