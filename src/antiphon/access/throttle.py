"""How long somebody who guessed wrong has to wait: arithmetic over moments that are handed in.

The same for names that exist and for names that do not, so that waiting tells nobody which is which.
"""

from collections.abc import Sequence
from dataclasses import dataclass

# Five slips are free; then every further one doubles the wait, up to a quarter of an hour.
FREE = 5
LONGEST_SECONDS = 900.0
# One address may try thirty times in a quarter of an hour, whichever names it tries.
MOST_FROM_ONE_ADDRESS = 30
WINDOW_SECONDS = 900.0
# A code or a link that somebody guesses at.
MOST_GUESSES = 5


@dataclass(frozen=True, slots=True)
class Failures:
    """How often something went wrong in a row, and when last, in seconds of any clock."""

    count: int = 0
    last: float = 0.0

    def add(self, now: float) -> "Failures":
        """One more. What lies a whole longest wait back is forgotten."""
        return Failures(1 if self.is_forgotten(now) else self.count + 1, now)

    def is_forgotten(self, now: float) -> bool:
        """Whether nothing has gone wrong for so long that it starts anew."""
        return not self.count or now - self.last > 2 * LONGEST_SECONDS

    def wait_left(self, now: float) -> float:
        """Seconds until the next attempt is looked at; 0 when it is at once."""
        if self.count < FREE or self.is_forgotten(now):
            return 0.0
        wait = min(2.0 ** min(self.count - FREE, 30), LONGEST_SECONDS)
        return max(0.0, self.last + wait - now)


def wait_of_address(attempts: Sequence[float], now: float) -> float:
    """Seconds until an address that failed at these moments, oldest first, may try again."""
    recent = [each for each in attempts if now - each < WINDOW_SECONDS]
    if len(recent) < MOST_FROM_ONE_ADDRESS:
        return 0.0
    return recent[-MOST_FROM_ONE_ADDRESS] + WINDOW_SECONDS - now
