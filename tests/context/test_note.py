"""The state note says which turn it is and how long the person was away, to the minute."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.advisors.phase import stand, usual_phases
from antiphon.context.note import build_note, format_count, format_elapsed, to_minute
from tests.context.scenes import NOON, PROMPTS

FIFTH = stand(usual_phases(3), 4)
moments = st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - bounds are naive there


@pytest.mark.parametrize(
    ("taken", "early", "note"),
    [
        (0, 3, "[Your turn 1 of 3: one question.]"),
        (2, 3, "[Your turn 3 of 3: one question.]"),
        (3, 3, "[Your turn 4 in this conversation.]"),
        (0, 1, "[Your turn 1 of 1: one question.]"),
        (1, 1, "[Your turn 2 in this conversation.]"),
        (0, 0, "[Your turn 1 in this conversation.]"),
        (99, 3, "[Your turn 100 in this conversation.]"),
    ],
)
def test_the_turn_is_the_advisors_own(taken: int, early: int, note: str) -> None:
    """P17, P34, P38, P61, D8, D31: 0 early turns skips the early phase."""
    assert build_note(PROMPTS, taken, stand(usual_phases(early), taken), None, None) == note


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-86_400, ""),
        (0, ""),
        (59, ""),
        (60, "1 minute"),
        (119, "1 minute"),
        (120, "2 minutes"),
        (3_599, "59 minutes"),
        (3_600, "1 hour"),
        (7_199, "1 hour"),
        (86_399, "23 hours"),
        (86_400, "1 day"),
        (400 * 86_400, "400 days"),
    ],
)
def test_a_span_is_told_in_its_largest_unit(seconds: int, words: str) -> None:
    assert format_elapsed(timedelta(seconds=seconds)) == words


def test_a_count_agrees_with_its_noun() -> None:
    assert [format_count(each, "time") for each in (0, 1, 2)] == ["0 times", "1 time", "2 times"]


def test_the_time_away_follows_the_turn() -> None:
    """D8."""
    note = build_note(PROMPTS, 4, FIFTH, NOON + timedelta(hours=2, minutes=50), NOON)

    assert note == "[Your turn 5 in this conversation. The person last wrote 2 hours earlier.]"


@pytest.mark.parametrize(("at", "last"), [(None, NOON), (NOON, None), (None, None), (NOON, NOON)])
def test_nothing_is_said_of_a_time_that_is_not_known_or_not_past(at: datetime | None, last: datetime | None) -> None:
    assert build_note(PROMPTS, 4, FIFTH, at, last) == "[Your turn 5 in this conversation.]"


@given(moments, st.integers(0, 300), st.integers(0, 59), st.integers(0, 59))
def test_seconds_never_show(last: datetime, minutes: int, some: int, other: int) -> None:
    """I-26: a preview holds for as long as the minute does, and the note agrees with the stamps."""
    at = last + timedelta(minutes=minutes)

    notes = [
        build_note(PROMPTS, 4, FIFTH, at.replace(second=one), last.replace(second=two))
        for one, two in ((some, other), (other, some), (0, 0))
    ]

    assert len(set(notes)) == 1


@given(moments, st.integers(-14 * 60, 14 * 60))
def test_the_zone_makes_no_difference(at: datetime, offset: int) -> None:
    """The span is between two moments, wherever their clocks stand."""
    elsewhere = at.astimezone(timezone(timedelta(minutes=offset)))

    assert build_note(PROMPTS, 4, FIFTH, elsewhere, NOON) == build_note(PROMPTS, 4, FIFTH, at, NOON)
    assert to_minute(elsewhere) == to_minute(at)
