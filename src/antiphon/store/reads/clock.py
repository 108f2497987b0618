"""What time it is, for whoever must not ask its own clock."""

from datetime import UTC, datetime

from sqlalchemy import select

from antiphon.store.clock import now_ms
from antiphon.store.unit import Unit


def read_now(unit: Unit) -> datetime:
    """The moment as the database sees it."""
    return datetime.fromtimestamp(unit.connection.execute(select(now_ms(unit.dialect))).scalar_one() / 1_000, UTC)
