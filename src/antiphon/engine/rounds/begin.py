"""Begin a round: one turn in which advisors answer each other, and the step of its run, all or nothing."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from antiphon.access.principal import Principal
from antiphon.context.choice import Choice
from antiphon.conversation.errors import CommandRefused
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.round import Round, RoundRun
from antiphon.conversation.used_key import UsedKey
from antiphon.conversation.work import NewWork
from antiphon.engine.commands.accept_turn import AcceptTurn, accept_turn, choose
from antiphon.engine.engine import Engine
from antiphon.engine.payloads.compose import Composed, ComposeRequest
from antiphon.engine.payloads.cost import RoundForecast, Till, check_ceiling
from antiphon.store.reads.panels import read_panel_advisors
from antiphon.store.unit import Unit
from antiphon.store.writes.keys import claim_key
from antiphon.store.writes.rounds import begin_run, take_step
from antiphon.store.writes.work import begin_work


def read_forecast(unit: Unit, engine: Engine, run: RoundRun) -> RoundForecast:
    """What the next round of this run may cost, begun or not; refuses where the round itself would."""
    asked = choose(read_panel_advisors(unit, run.conversation_id), run.advisor_ids)
    compose_request = ComposeRequest(
        conversation_id=run.conversation_id,
        asked=asked,
        human_text=run.text,
        at=datetime.now(UTC),
        choice=Choice.decode(run.choice),
        origin="round",
    )
    composed = engine.composer.compose(unit, compose_request).advisors
    _check_words(composed)
    return Till(engine.composer, engine.calibration).foresee(composed)


async def begin_round(engine: Engine, principal: Principal, run: RoundRun, key: UsedKey | None = None) -> None:
    """The next round is on disk and on its way when this returns; with the first, the run comes into being.

    Refused when it might pass the ceiling, when nobody has said anything that another could answer, when the run has
    moved on, and whenever a message would be. Begun twice, it is begun once. A `key` stands for the run from then on.
    """
    number = len(run.rounds) + 1

    def in_same_transaction(unit: Unit, turn_id: TurnId, composed: Mapping[AdvisorId, Composed]) -> None:
        claim_key(unit, key, run.id)
        _check_words(composed)
        foreseen = Till(engine.composer, engine.calibration).foresee(composed)
        check_ceiling(run, foreseen)
        next_ = Round(number, turn_id, foreseen.cost)
        if number == 1:
            begin_run(unit, replace(run, rounds=(next_,)))
        else:
            take_step(unit, run, next_, datetime.now(UTC))
        begin_work(unit, NewWork(run.id, "rounds", datetime.now(UTC), run.conversation_id))

    command = AcceptTurn(
        conversation_id=run.conversation_id,
        text=run.text,
        key=f"rounds:{run.id}:{number}",
        advisor_ids=run.advisor_ids,
        choice=Choice.decode(run.choice),
        pinned=False,
        origin="round",
        in_same_transaction=in_same_transaction,
    )
    await accept_turn(engine, principal, command)
    engine.work.wake(run.id)


def _check_words(composed: Mapping[AdvisorId, Composed]) -> None:
    """Another's words stand in the reference block alone; without one there is nothing to answer."""
    items = (item for one in composed.values() for item in one.composition.frame.items)
    if not any(item.kind == "reference" for item in items):
        raise CommandRefused("the round", "nobody has said anything yet that another could answer")


def describe_forecast(foreseen: RoundForecast) -> dict[str, Any]:
    """The forecast as JSON."""
    voices = {
        each: {"model": one.model, "tokens": one.tokens, "cost": one.cost} for each, one in foreseen.voices.items()
    }
    return {"cost": foreseen.cost, "tokens": foreseen.tokens, "per_advisor": voices}
