"""When a request is made again (D21)."""

import pytest

from antiphon.conversation.errors import (
    AuthFailed,
    ConnectFailed,
    ContextOverflow,
    ProviderError,
    ProviderTimeout,
    ProviderUnavailable,
    QuotaExceeded,
    RateLimited,
    StreamBroken,
)
from antiphon.providers.retry import GiveUp, Wait, decide

PASSING = (RateLimited, ProviderUnavailable, ConnectFailed, StreamBroken)
LASTING = (AuthFailed, QuotaExceeded, ContextOverflow, ProviderTimeout)


def ask(error: ProviderError, *, attempt: int = 1, waited: float = 0, output_seen: bool = False) -> Wait | GiveUp:
    """Decide with the dice in the middle."""
    return decide(error, attempt=attempt, waited=waited, output_seen=output_seen, chance=0.5)


@pytest.mark.parametrize("kind", PASSING)
def test_passing_failure_waits_longer_each_time(kind: type[ProviderError]) -> None:
    """H7, XP04: one, two, four seconds, then no more."""
    waits = [ask(kind("p"), attempt=attempt) for attempt in (1, 2, 3, 4)]

    assert waits == [Wait(1.0), Wait(2.0), Wait(4.0), GiveUp()]


@pytest.mark.parametrize("kind", LASTING)
def test_lasting_failure_is_final(kind: type[ProviderError]) -> None:
    """XP01, XP02, XP07: trying again would only cost."""
    assert ask(kind("p")) == GiveUp()


@pytest.mark.parametrize("kind", PASSING)
def test_nothing_is_sent_again_after_output(kind: type[ProviderError]) -> None:
    """I-08, XP12, XP13."""
    assert ask(kind("p"), output_seen=True) == GiveUp()


def test_provider_may_name_the_wait_up_to_a_minute() -> None:
    """XP05: as long as it says, all waits together, but never a sleeping task of more than a minute."""
    assert ask(RateLimited("p", retry_after=7)) == Wait(7)
    assert ask(RateLimited("p", retry_after=61)) == GiveUp()
    assert ask(RateLimited("p", retry_after=40), attempt=2, waited=30) == GiveUp()


@pytest.mark.parametrize("said", [0.0, 0.001])
def test_who_says_to_come_back_at_once_is_given_a_pause(said: float) -> None:
    """A date that has passed says the same."""
    waits = [ask(RateLimited("p", retry_after=said), attempt=attempt) for attempt in (1, 2, 3)]

    assert waits == [Wait(1.0), Wait(2.0), Wait(4.0)]


def test_waits_are_spread() -> None:
    """D21: five advisors that failed together do not come back together."""
    waits = {decide(RateLimited("p"), attempt=1, waited=0, output_seen=False, chance=c / 4) for c in range(5)}

    assert len(waits) == 5
