"""Moments that a client names: refused, or good for everything that is reckoned from them."""

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from antiphon.api.schemas.body import Moment
from antiphon.conversation.heartbeat import MOST_MINUTES
from antiphon.conversation.wire import format_time

MOMENTS: TypeAdapter[datetime] = TypeAdapter(Moment)
ZONES = st.integers(-1439, 1439).map(lambda minutes: timezone(timedelta(minutes=minutes)))
LAST = datetime.max.replace(tzinfo=timezone(timedelta(hours=-12)))
FIRST = datetime.min.replace(tzinfo=timezone(timedelta(hours=14)))


@given(st.datetimes(timezones=ZONES))
@example(LAST)
@example(FIRST)
@example(datetime(2199, 12, 31, 23, 59, 59, tzinfo=UTC))
@example(datetime(2000, 1, 1, tzinfo=UTC))
def test_a_moment_is_refused_or_can_be_reckoned_with(said: datetime) -> None:
    """Nothing that was let in overflows later, in whatever zone it is read."""
    try:
        moment = MOMENTS.validate_json(f'"{said.isoformat()}"')
    except ValidationError:
        assert not 2000 < said.year < 2199
        return

    assert moment == said
    week = timedelta(minutes=MOST_MINUTES)
    for zone in ("Pacific/Kiritimati", "Etc/GMT+12"):
        assert 1999 <= (moment - week).astimezone(ZoneInfo(zone)).year <= 2200
        assert format_time((moment + week).astimezone(ZoneInfo(zone)))


@given(st.one_of(st.text(max_size=40), st.integers(), st.floats(), st.none()))
def test_whatever_is_said_for_a_moment_nothing_else_goes_wrong(said: object) -> None:
    try:
        moment = MOMENTS.validate_python(said)
    except ValidationError:
        return

    assert 2000 <= moment.astimezone(UTC).year < 2200
