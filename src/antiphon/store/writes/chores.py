"""What a question used that belongs to no conversation: figures, and not a word."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import insert

from antiphon.store.tables import past_usage
from antiphon.store.unit import Unit


def write_chore(unit: Unit, chore_id: str, model: str, usage: Mapping[str, int], at: datetime) -> None:
    """It was asked of this `provider:model`, and used this much."""
    row = {
        "workspace_id": unit.workspace_id,
        "owner_id": unit.principal.id,
        "token_id": unit.principal.token_id,
        "kind": "chore",
        "thing_id": chore_id,
        "model": model,
        "answered": bool(usage.get("calls")),
        "usage": dict(usage),
        "used_at": at,
    }
    unit.connection.execute(insert(past_usage), row)
