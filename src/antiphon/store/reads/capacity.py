"""What a PostgreSQL lets its clients have."""

from sqlalchemy import text

from antiphon.store.unit import Unit


def read_most_connections(unit: Unit) -> int | None:
    """How many connections people may have at once; none where the database is a file."""
    if unit.dialect == "sqlite":
        return None
    said = "SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int"
    return int(unit.connection.scalar(text(said)) or 0)
