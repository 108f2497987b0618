"""Whether to try again, and when. Pure: the clock and the dice are the caller's."""

from dataclasses import dataclass

from antiphon.conversation.errors import (
    ConnectFailed,
    ProviderError,
    ProviderUnavailable,
    RateLimited,
    StreamBroken,
)

MOST_RETRIES = 3
MOST_WAIT_SECONDS = 60.0
_RETRIED = (RateLimited, ProviderUnavailable, ConnectFailed, StreamBroken)


@dataclass(frozen=True, slots=True)
class Wait:
    """Try again after this long."""

    seconds: float


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Do not try again."""


def decide(error: ProviderError, *, attempt: int, waited: float, output_seen: bool, chance: float) -> Wait | GiveUp:
    """What to do after attempt number `attempt` failed; `chance` is between 0 and 1.

    Never after the first output: the provider has been paid for it and the reader has seen it. A wait longer than a
    minute belongs to the person, not to a sleeping task. Whoever says to come back at once is given a pause all the
    same: three tries within a moment would be one.
    """
    if output_seen or attempt > MOST_RETRIES or not isinstance(error, _RETRIED):
        return GiveUp()
    seconds = max(error.retry_after or 0.0, 2.0 ** (attempt - 1) * (0.75 + chance / 2))
    if waited + seconds > MOST_WAIT_SECONDS:
        return GiveUp()
    return Wait(seconds)
