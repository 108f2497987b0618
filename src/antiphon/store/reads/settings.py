"""Settings people changed at run time."""

from sqlalchemy import select

from antiphon.store.tables import workspace_settings
from antiphon.store.unit import Unit


def read_settings(unit: Unit) -> dict[str, object]:
    """Every setting of the workspace that the database holds, by dotted name."""
    query = select(workspace_settings.c.name, workspace_settings.c.value).where(
        workspace_settings.c.workspace_id == unit.workspace_id
    )
    return {row.name: row.value for row in unit.connection.execute(query)}
