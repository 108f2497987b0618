"""Questions asked of a panel once more: it begins, goes on by one question, and ends. Each once, whoever tries."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import insert, update

from antiphon.conversation.errors import CommandRefused
from antiphon.conversation.ids import TurnId
from antiphon.conversation.revisit import Revisit, RevisitStatus
from antiphon.store.tables import revisits
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


def begin_revisit(unit: Unit, new: Revisit) -> None:
    """Write it down with its first question."""
    row = {
        "workspace_id": unit.workspace_id,
        "id": new.id,
        "owner_id": unit.principal.id,
        "source_id": new.source_id,
        "conversation_id": new.conversation_id,
        "panel_id": new.panel_id,
        "planned": new.planned,
        "asked": new.asked,
        "turn_id": new.turn_id,
        "status": new.status,
        "facts": dict(new.facts),
        "created_at": new.created_at,
        "updated_at": new.created_at,
    }
    unit.connection.execute(insert(revisits), row)


def ask_next(unit: Unit, seen: Revisit, asked: int, turn_id: TurnId, at: datetime) -> None:
    """It has come so far, in the transaction that accepts the question; refused when it has moved on meanwhile."""
    mine = (revisits.c.id == seen.id) & visible(unit, revisits) & (revisits.c.status == "running")
    values = {"asked": asked, "turn_id": turn_id, "updated_at": at}
    if (
        unit.connection.execute(update(revisits).where(mine, revisits.c.asked == seen.asked).values(values)).rowcount
        != 1
    ):
        raise CommandRefused("the next question", "this has moved on meanwhile")


def end_revisit(
    unit: Unit, revisit_id: str, status: RevisitStatus, at: datetime, facts: Mapping[str, Any] | None = None
) -> None:
    """It is over; what ended stays as it ended."""
    mine = (revisits.c.id == revisit_id) & visible(unit, revisits) & (revisits.c.status == "running")
    values = {"status": status, "facts": dict(facts or {}), "updated_at": at}
    unit.connection.execute(update(revisits).where(mine).values(values))
