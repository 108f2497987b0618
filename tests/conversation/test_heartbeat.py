"""When an advisor may speak unasked: intervals, quiet hours, and what was missed."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from antiphon.conversation.heartbeat import Heartbeat, QuietHours, format_clock, parse_clock
from antiphon.conversation.ids import AdvisorId, ConversationId, PrincipalId, WorkspaceId

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia", "Australia/Lord_Howe")
moments = st.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - bounds are naive
clocks = st.builds(time, st.integers(0, 23), st.integers(0, 59))


def heartbeat(**changes: object) -> Heartbeat:
    """One that may speak every hour."""
    usual = {"enabled": True, "every_minutes": 60, "next_at": datetime(2026, 3, 1, 12, 0, tzinfo=UTC)}
    ids = (WorkspaceId("local"), ConversationId("c_1"), AdvisorId("skeptic"), PrincipalId("local"))
    return Heartbeat(*ids, **(usual | changes))  # type: ignore[arg-type]


@given(moments, clocks, clocks, st.sampled_from(ZONES))
def test_the_end_of_quiet_hours_comes_later_and_is_not_quiet(
    moment: datetime, start: time, end: time, name: str
) -> None:
    """I-60: whatever the zone does that night."""
    assume(start != end)
    quiet, zone = QuietHours(start, end), ZoneInfo(name)

    ends = quiet.end_after(moment, zone)

    if ends is not None:
        assert moment < ends <= moment + timedelta(hours=26)
        assert quiet.end_after(ends, zone) is None


@given(moments, clocks, clocks, st.sampled_from(ZONES), st.integers(5, 10_080), st.integers(0, 99))
def test_no_occasion_is_planned_in_quiet_hours(
    moment: datetime, start: time, end: time, name: str, minutes: int, jitter: int
) -> None:
    """I-60."""
    assume(start != end)
    zone = ZoneInfo(name)
    one = heartbeat(every_minutes=minutes, jitter=jitter, quiet=QuietHours(start, end))

    planned = one.wait_from(moment, zone)

    assert planned >= moment + timedelta(minutes=minutes)
    assert not one.is_quiet(planned, zone)


def test_quiet_hours_span_midnight() -> None:
    quiet = QuietHours(time(22), time(7, 30))

    late = quiet.end_after(datetime(2026, 3, 1, 23, 0, tzinfo=UTC), UTC)
    early = quiet.end_after(datetime(2026, 3, 2, 3, 0, tzinfo=UTC), UTC)

    assert late == early == datetime(2026, 3, 2, 7, 30, tzinfo=UTC)
    assert quiet.end_after(datetime(2026, 3, 1, 12, 0, tzinfo=UTC), UTC) is None


def test_an_hour_that_comes_twice_is_quiet_both_times() -> None:
    zone = ZoneInfo("Europe/Berlin")
    second = datetime(2026, 10, 25, 1, 15, tzinfo=UTC)
    assert second.astimezone(zone).strftime("%H:%M") == "02:15"

    ends = QuietHours(time(22), time(2, 30)).end_after(second, zone)

    assert ends == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


def test_what_went_by_while_nothing_ran_is_counted() -> None:
    """I-60, XT02: of five occasions one is taken late and four are missed."""
    one = heartbeat()
    assert one.next_at is not None

    assert one.count_missed(one.next_at) == 0
    assert one.count_missed(one.next_at + timedelta(minutes=59)) == 0
    assert one.count_missed(one.next_at + timedelta(hours=4, minutes=5)) == 4


def test_jitter_makes_the_interval_a_little_longer_and_always_the_same() -> None:
    assert heartbeat(jitter=50).interval == heartbeat(jitter=50).interval == timedelta(minutes=63)


@pytest.mark.parametrize("text", ["", "7:30", "24:00", "12:60", "noon", "12:00:00"])
def test_what_is_no_time_of_day_is_none(text: str) -> None:
    assert parse_clock(text) is None


@given(clocks)
def test_a_time_of_day_comes_back_as_it_was_written(clock: time) -> None:
    assert parse_clock(format_clock(clock)) == clock
