"""Ages and calendar days as moments, for whoever compares them with a turn's own."""

from datetime import UTC, datetime, time, timedelta

from antiphon.filter.here import Here
from antiphon.filter.tree import Aged, AgeUnit, Dated, Op

_LENGTH = {
    AgeUnit.MINUTE: timedelta(minutes=1),
    AgeUnit.HOUR: timedelta(hours=1),
    AgeUnit.DAY: timedelta(days=1),
    AgeUnit.WEEK: timedelta(weeks=1),
    AgeUnit.MONTH: timedelta(days=30),
    AgeUnit.YEAR: timedelta(days=365),
}
_OPPOSITE = {Op.LT: Op.GT, Op.LE: Op.GE, Op.GT: Op.LT, Op.GE: Op.LE}
_BEGINNING = datetime(1, 1, 2, tzinfo=UTC)


def moment_of(age: Aged, here: Here) -> tuple[Op, datetime]:
    """How a turn's moment must compare with which moment to be of this age.

    Younger means later, so the comparison is turned round. Moments are whole milliseconds, as they are stored.
    """
    now = here.now.replace(microsecond=here.now.microsecond // 1000 * 1000)
    try:
        return _OPPOSITE[age.op], now - age.count * _LENGTH[age.unit]
    except OverflowError:
        return _OPPOSITE[age.op], _BEGINNING


def span_of(day: Dated, here: Here) -> tuple[datetime | None, datetime | None]:
    """From when on and until before when a turn lies in what the day asks for; nothing where it is open."""
    midnight = datetime.combine(day.day, time(), here.zone)
    next_midnight = datetime.combine(day.day + timedelta(days=1), time(), here.zone)
    return {
        Op.EQ: (midnight, next_midnight),
        Op.LT: (None, midnight),
        Op.LE: (None, next_midnight),
        Op.GT: (next_midnight, None),
        Op.GE: (midnight, None),
    }[day.op]
