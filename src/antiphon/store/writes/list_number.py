"""The list of conversations and folders gets its next number."""

from sqlalchemy import update

from antiphon.store.tables import workspaces
from antiphon.store.unit import Unit


def count_list_change(unit: Unit) -> None:
    """Say that the list is another one from here on; the last step of a deed, for its row stays locked."""
    here = workspaces.c.id == unit.workspace_id
    unit.connection.execute(update(workspaces).where(here).values(list_number=workspaces.c.list_number + 1))
