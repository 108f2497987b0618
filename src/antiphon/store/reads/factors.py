"""What somebody proves themselves with beside a password."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, select

from antiphon.store.tables import recovery_codes, second_factors
from antiphon.store.unit import Unit


class Factor(NamedTuple):
    """A person's second factor; without `confirmed_at` nobody is asked for it yet."""

    person_id: str
    secret_id: str
    last_counter: int
    created_at: datetime
    confirmed_at: datetime | None


def find_factor(unit: Unit, person_id: str) -> Factor | None:
    """The second factor of this person, if there is one."""
    query = select(*(second_factors.c[name] for name in Factor._fields))
    row = unit.connection.execute(query.where(second_factors.c.person_id == person_id)).one_or_none()
    return None if row is None else Factor(*row)


def count_recovery_codes(unit: Unit, person_id: str) -> int:
    """How many of their recovery codes are left."""
    mine = (recovery_codes.c.person_id == person_id) & recovery_codes.c.used_at.is_(None)
    return unit.connection.execute(select(func.count()).select_from(recovery_codes).where(mine)).scalar_one()
