"""When a provider says to come back."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.providers.retry_after import LONGEST_SECONDS, parse_retry_after, parse_wait

NOW = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "2"}, 2),
        ({"retry-after": "2.5"}, 2.5),
        ({"Retry-After-Ms": "494", "Retry-After": "1"}, 0.494),
        ({"Retry-After": "Thu, 01 Jan 2026 12:00:30 GMT"}, 30),
        ({"Retry-After": "Thu, 01 Jan 2026 12:00:30"}, 30),
        ({"Retry-After": "Thu, 01 Jan 2026 11:00:00 GMT"}, 0),
        ({"Retry-After": "86400"}, 86400),
        ({"Retry-After": "259200"}, 259200),
        ({"Retry-After": "1e308"}, LONGEST_SECONDS),
        ({"Retry-After-Ms": "1e308"}, LONGEST_SECONDS),
        ({"Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT"}, LONGEST_SECONDS),
        ({"Retry-After": "-5"}, None),
        ({"Retry-After": "nan"}, None),
        ({"Retry-After": "inf"}, None),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": ""}, None),
        ({"Retry-After": "Thu, 01 Jan 99999999999999999999 12:00:30 GMT"}, None),
        ({}, None),
    ],
)
def test_waits_are_read_from_headers(headers: dict[str, str], seconds: float | None) -> None:
    """XP05."""
    assert parse_retry_after(headers, "", NOW) == seconds


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("Please try again in 494ms.", 0.494),
        ("Please try again in 4.77s. Need more?", 4.77),
        ("Please retry in 20.04466179s.", 20.04466179),
        ("Please retry after 86400 seconds.", 86400),
        ("Please try again in 2 minutes", 120),
        ("Please try again in 1m12.5s.", 72.5),
        ("Please try again in 7h12m0s", 25920),
        ("PLEASE RETRY IN 2 HOURS AND 5 MINUTES", 7500),
        ("Try again in 250 milliseconds", 0.25),
        ("Please try again in 999999999 days", LONGEST_SECONDS),
        ("Please try again later.", None),
        ("Please try again in 5 sessions", None),
        ("Please wait before trying again.", None),
        ("wait 5", None),
    ],
)
def test_waits_are_read_from_words(text: str, seconds: float | None) -> None:
    """XP05."""
    assert parse_retry_after({}, text, NOW) == seconds


def test_a_header_comes_before_words() -> None:
    """XP05."""
    assert parse_retry_after({"retry-after": "3"}, "try again in 9s", NOW) == 3


@given(st.text(max_size=60))
def test_no_header_and_no_words_are_too_strange(text: str) -> None:
    """XP05: a wait is a number of seconds within a month, or there is none."""
    for seconds in (parse_retry_after({"Retry-After": text}, "", NOW), parse_wait("try again in " + text)):
        assert seconds is None or 0 <= seconds <= LONGEST_SECONDS
