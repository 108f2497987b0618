"""Look for better words for an advisor, stop looking, and take them over."""

from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.advisors.changes import tidy
from antiphon.conversation.evals import Improvement
from antiphon.engine.engine import Engine
from antiphon.engine.improve import Improving, check_acceptable
from antiphon.store.unit import Unit
from antiphon.store.writes.evals import accept_improvement as write_accepted
from antiphon.store.writes.save_advisor import change_advisor


async def improve_advisor(engine: Engine, principal: Principal, wanted: Improving) -> Improvement:
    """The search as it begins; it goes on by itself, and the advisor stays as it is."""
    engine.check_open()
    return await engine.improvements.begin(principal, wanted)


async def stop_improving(engine: Engine, principal: Principal, improvement_id: str) -> Improvement:
    """Try nothing further; harmless for a search that has ended."""
    return await engine.improvements.stop(principal, improvement_id)


async def accept_improvement(engine: Engine, principal: Principal, improvement_id: str) -> Improvement:
    """Make the best wording the advisor's next version.

    Refused while it is looked for, when nothing did better, and twice; `AdvisorStale` when the advisor was changed
    since: the words were tried on another one.
    """
    engine.check_open()
    return await engine.store.write(principal, _accept, improvement_id, datetime.now(UTC))


def _accept(unit: Unit, improvement_id: str, at: datetime) -> Improvement:
    improvement, best = check_acceptable(unit, improvement_id)
    changes = tidy({"description": best.description})
    line = change_advisor(unit, improvement.advisor_id, changes, improvement.advisor_version, at)
    return write_accepted(unit, improvement_id, line.advisor.version)
