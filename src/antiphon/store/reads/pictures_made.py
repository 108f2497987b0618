"""Pictures that were made to order, for advisors that asked for them: what each of them cost."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, select

from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.store.reads.analyses import AnalysisUse
from antiphon.store.tables import past_usage
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


class MadeUse(NamedTuple):
    """Which advisor asked for it, and what it took."""

    advisor_id: AdvisorId
    use: AnalysisUse


def read_made(unit: Unit, since: datetime) -> tuple[MadeUse, ...]:
    """Everything that was asked for since then, whatever became of its turn."""
    return _read(unit, past_usage.c.used_at >= since)


def read_turn_made(unit: Unit, turn_id: TurnId) -> tuple[AnalysisUse, ...]:
    """What was asked for in one turn."""
    return tuple(each.use for each in _read(unit, past_usage.c.turn_id == turn_id))


def _read(unit: Unit, which: ColumnElement[bool]) -> tuple[MadeUse, ...]:
    query = select(past_usage.c.advisor_id, past_usage.c.model, past_usage.c.usage).where(
        visible(unit, past_usage), past_usage.c.kind == "picture", which
    )
    return tuple(MadeUse(AdvisorId(row[0]), _count(row[1], row[2])) for row in unit.connection.execute(query))


def _count(model: str, usage: dict[str, int] | None) -> AnalysisUse:
    """Of one that runs, or that a crash cut off, nobody knows what it cost."""
    if usage is None:
        return AnalysisUse(model, 1, 1, 0, 0, 0)
    return AnalysisUse(model, *(int(usage.get(name, 0)) for name in AnalysisUse._fields[1:]))
