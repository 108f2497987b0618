"""How often somebody's list of conversations and folders was changed."""

from sqlalchemy import select

from antiphon.store.tables import list_numbers
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


def read_list_number(unit: Unit) -> int:
    """The number the list stands at; 0 for one that nobody has changed."""
    query = select(list_numbers.c.number).where(visible(unit, list_numbers))
    return unit.connection.execute(query).scalar_one_or_none() or 0
