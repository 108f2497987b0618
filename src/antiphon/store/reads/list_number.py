"""How often the list of conversations and folders was changed."""

from sqlalchemy import select

from antiphon.store.tables import workspaces
from antiphon.store.unit import Unit


def read_list_number(unit: Unit) -> int:
    """The number the list stands at; 0 for one that nobody has changed."""
    query = select(workspaces.c.list_number).where(workspaces.c.id == unit.workspace_id)
    return unit.connection.execute(query).scalar_one_or_none() or 0
