"""Have an advisor's cases played, go on with that, or stop it."""

from antiphon.access.principal import Principal
from antiphon.conversation.errors import Malformed
from antiphon.conversation.evals import EvalRun
from antiphon.conversation.text import clean_text
from antiphon.engine.engine import Engine
from antiphon.engine.evals import Testing


async def run_evals(engine: Engine, principal: Principal, wanted: Testing) -> EvalRun:
    """The run as it begins; it goes on by itself, one result after the other."""
    engine.check_open()
    if wanted.description is not None:
        wanted = wanted._replace(description=clean_text(wanted.description).strip())
        if not wanted.description:
            raise Malformed("the words to try are blank")
    return await engine.evals.begin(principal, wanted)


async def resume_evals(engine: Engine, principal: Principal, run_id: str) -> EvalRun:
    """Go on where the run was; nothing that has ended is asked again."""
    engine.check_open()
    return await engine.evals.resume(principal, run_id)


async def stop_evals(engine: Engine, principal: Principal, run_id: str) -> EvalRun:
    """Begin no further case; harmless for a run that has ended."""
    return await engine.evals.stop(principal, run_id)
