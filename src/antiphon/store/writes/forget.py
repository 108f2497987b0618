"""What is only useful for a while is forgotten."""

from datetime import datetime

from sqlalchemy import delete

from antiphon.store.tables import idempotency_keys
from antiphon.store.unit import Unit


def forget_keys(unit: Unit, before: datetime) -> int:
    """Delete idempotency keys used before this moment; they are promised for 24 hours."""
    statement = delete(idempotency_keys).where(idempotency_keys.c.created_at < before)
    return (unit.connection.execute(statement)).rowcount
