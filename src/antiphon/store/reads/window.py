"""The database's revision and its window, asked while it is in use."""

from sqlalchemy import select, text

from antiphon.store.tables import schema_window
from antiphon.store.unit import Unit
from antiphon.store.window import NONE, Window


def read_present_window(unit: Unit) -> Window:
    """What it says now. Asked by the system; it belongs to nobody."""
    revision = unit.connection.scalar(text("SELECT version_num FROM alembic_version"))
    return Window(revision or NONE, unit.connection.scalar(select(schema_window.c.oldest)))
