"""How long somebody who guesses has to wait."""

from antiphon.access.throttle import (
    FREE,
    LONGEST_SECONDS,
    MOST_FROM_ONE_ADDRESS,
    WINDOW_SECONDS,
    Failures,
    wait_of_address,
)


def fail(times: int, now: float = 100.0) -> Failures:
    failed = Failures()
    for _ in range(times):
        failed = failed.add(now)
    return failed


def test_a_few_slips_are_free_and_then_every_wait_is_twice_the_last() -> None:
    waits = [fail(times).wait_left(100.0) for times in range(FREE + 5)]

    assert waits == [0, 0, 0, 0, 0, 1, 2, 4, 8, 16]


def test_nobody_waits_longer_than_a_quarter_of_an_hour() -> None:
    assert fail(10_000).wait_left(100.0) == LONGEST_SECONDS


def test_the_wait_passes() -> None:
    failed = fail(FREE + 3)

    assert failed.wait_left(107.9) > 0
    assert failed.wait_left(108.0) == 0


def test_after_long_enough_it_begins_anew() -> None:
    failed = fail(100)

    assert failed.add(100.0 + 2 * LONGEST_SECONDS).count == 101
    assert failed.add(101.0 + 2 * LONGEST_SECONDS) == Failures(1, 101.0 + 2 * LONGEST_SECONDS)


def test_an_address_may_fail_so_often_in_a_while() -> None:
    attempts = [float(each) for each in range(MOST_FROM_ONE_ADDRESS)]

    assert wait_of_address(attempts[:-1], 40.0) == 0
    assert wait_of_address(attempts, 40.0) == WINDOW_SECONDS - 40.0
    assert wait_of_address(attempts, WINDOW_SECONDS) == 0
