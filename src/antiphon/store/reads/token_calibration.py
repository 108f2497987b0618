"""What was learned about models."""

from typing import Any

from sqlalchemy import select

from antiphon.store.tables import calibrations
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


def read_calibrations(unit: Unit) -> dict[str, dict[str, Any]]:
    """Every lesson of the workspace by model."""
    query = select(calibrations.c.model, calibrations.c.body).where(visible(unit, calibrations))
    return {row.model: row.body for row in unit.connection.execute(query)}
