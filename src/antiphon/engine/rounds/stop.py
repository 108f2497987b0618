"""Enough: no further round, and the one under way stops."""

from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.conversation.round import RoundRun
from antiphon.engine.commands.turns import stop_turn
from antiphon.engine.engine import Engine
from antiphon.store.writes.rounds import stop_run


async def stop_rounds(engine: Engine, principal: Principal, run_id: str) -> RoundRun:
    """The run has ended and its replies are told to stop; what was said is kept. Harmless when it had ended."""
    run = await engine.store.write(principal, stop_run, run_id, datetime.now(UTC))
    if not run.last.ended:
        await stop_turn(engine, principal, run.last.turn_id)
    return run
