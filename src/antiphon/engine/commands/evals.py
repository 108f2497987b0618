"""Have an advisor's cases played, look for better words for it, and take them over."""

from datetime import UTC, datetime
from functools import partial

from antiphon.access.principal import Principal
from antiphon.advisors.changes import tidy
from antiphon.conversation.errors import Malformed
from antiphon.conversation.evals import EvalRun, Improvement
from antiphon.conversation.text import clean_text
from antiphon.conversation.used_key import UsedKey
from antiphon.engine.commands.token_ceiling import refuse_uncounted
from antiphon.engine.engine import Engine
from antiphon.engine.evals.improvements import Improvements, Improving, check_acceptable
from antiphon.engine.evals.runs import Evals, Testing
from antiphon.engine.runtime.once import do_once
from antiphon.store.reads.eval_runs import read_run
from antiphon.store.reads.evals import read_improvement
from antiphon.store.unit import Unit
from antiphon.store.writes.advisors import change_advisor
from antiphon.store.writes.evals import accept_improvement as write_accepted


async def run_evals(
    engine: Engine, evals: Evals, principal: Principal, wanted: Testing, key: UsedKey | None = None
) -> EvalRun:
    """The run as it begins; it goes on by itself, one result after the other. The same key again begins none."""
    engine.check_open()
    refuse_uncounted(principal, "the run")
    if wanted.description is not None:
        wanted = wanted._replace(description=clean_text(wanted.description).strip())
        if not wanted.description:
            raise Malformed("the words to try are blank")
    return await do_once(engine.store, principal, key, partial(evals.begin, principal, wanted, key), read_run)


async def resume_evals(
    engine: Engine, evals: Evals, principal: Principal, run_id: str, key: UsedKey | None = None
) -> EvalRun:
    """Go on where the run was, once for one key; nothing that has ended is asked again."""
    engine.check_open()
    refuse_uncounted(principal, "the run")
    return await do_once(engine.store, principal, key, partial(evals.resume, principal, run_id, key), read_run)


async def stop_evals(evals: Evals, principal: Principal, run_id: str) -> EvalRun:
    """Begin no further case; harmless for a run that has ended."""
    return await evals.stop(principal, run_id)


async def improve_advisor(
    engine: Engine, improvements: Improvements, principal: Principal, wanted: Improving, key: UsedKey | None = None
) -> Improvement:
    """The search as it begins; it goes on by itself, and the advisor stays as it is. The same key again begins none."""
    engine.check_open()
    refuse_uncounted(principal, "the search")
    begin = partial(improvements.begin, principal, wanted, key)
    return await do_once(engine.store, principal, key, begin, read_improvement)


async def stop_improving(improvements: Improvements, principal: Principal, improvement_id: str) -> Improvement:
    """Try nothing further; harmless for a search that has ended."""
    return await improvements.stop(principal, improvement_id)


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
