"""Begin a round: one turn in which advisors answer each other, and the step of its run, all or nothing."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

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
from antiphon.engine.rounds.split import Split, read_split
from antiphon.store.reads.panels import read_panel_advisors
from antiphon.store.unit import Unit
from antiphon.store.writes.keys import claim_key
from antiphon.store.writes.rounds import begin_run, take_step
from antiphon.store.writes.work import begin_work


def read_forecast(unit: Unit, engine: Engine, run: RoundRun) -> RoundForecast:
    """What the next round of this run may cost, begun or not; refuses where the round itself would."""
    return _foresee(engine, _compose(unit, engine, run, read_split(unit, run) if run.only_split else None))


class SplitForecast(NamedTuple):
    """What a round between those who are split may cost, beside one of everybody.

    `sent` is the quoted block of each advisor as it would be sent. `longest` is how long each answer may be.
    """

    split: Split
    forecast: RoundForecast
    whole: RoundForecast
    sent: Mapping[AdvisorId, str]
    longest: tuple[int, ...]


def read_split_forecast(unit: Unit, engine: Engine, run: RoundRun) -> SplitForecast:
    """The forecast of the next round of such a run, and of a whole round in the same words; refuses as that would."""
    split = read_split(unit, run)
    composed = _compose(unit, engine, run, split)
    whole = _compose(unit, engine, replace(run, advisor_ids=None), None)
    sent = {
        each: next((item.content for item in one.composition.frame.items if item.kind == "reference"), "")
        for each, one in composed.items()
    }
    longest = tuple(one.composition.max_tokens for one in composed.values())
    return SplitForecast(split, _foresee(engine, composed), _foresee(engine, whole), sent, longest)


def _compose(unit: Unit, engine: Engine, run: RoundRun, split: Split | None) -> Mapping[AdvisorId, Composed]:
    wanted = run.advisor_ids if split is None else split.asked
    compose_request = ComposeRequest(
        conversation_id=run.conversation_id,
        asked=choose(read_panel_advisors(unit, run.conversation_id), wanted),
        human_text=run.text,
        at=datetime.now(UTC),
        choice=_choose(run, split),
        origin="round",
    )
    return engine.composer.compose(unit, compose_request).advisors


def _choose(run: RoundRun, split: Split | None) -> Choice:
    choice = Choice.decode(run.choice)
    return choice if split is None else replace(choice, split=split.map_id)


def _foresee(engine: Engine, composed: Mapping[AdvisorId, Composed]) -> RoundForecast:
    _check_words(composed)
    return Till(engine.composer, engine.calibration).foresee(composed)


async def begin_round(engine: Engine, principal: Principal, run: RoundRun, key: UsedKey | None = None) -> None:
    """The next round is on disk and on its way when this returns; with the first, the run comes into being.

    Refused when it might pass the ceiling, when nobody has said anything that another could answer, when the run has
    moved on, and whenever a message would be. Begun twice, it is begun once. A `key` stands for the run from then on.
    """
    number = len(run.rounds) + 1
    split = await engine.store.read(principal, read_split, run) if run.only_split else None

    def in_same_transaction(unit: Unit, turn_id: TurnId, composed: Mapping[AdvisorId, Composed]) -> None:
        claim_key(unit, key, run.id)
        _check_words(composed)
        foreseen = Till(engine.composer, engine.calibration).foresee(composed)
        check_ceiling(run, foreseen)
        next_ = Round(number, turn_id, foreseen.cost)
        if split is not None:
            next_ = replace(next_, map_id=split.map_id, points=len(split.points))
        if number == 1:
            begin_run(unit, replace(run, rounds=(next_,)))
        else:
            take_step(unit, run, next_, datetime.now(UTC))
        begin_work(unit, NewWork(run.id, "rounds", datetime.now(UTC), run.conversation_id))

    command = AcceptTurn(
        conversation_id=run.conversation_id,
        text=run.text,
        key=f"rounds:{run.id}:{number}",
        advisor_ids=run.advisor_ids if split is None else split.asked,
        choice=_choose(run, split),
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


def describe_split(foreseen: SplitForecast, reading: float | None) -> dict[str, Any]:
    """Which points, what each is shown of them, and what is saved beside a whole round; as JSON.

    `reading` is what it may cost to read the answers, where another round may follow.
    """
    part, whole = foreseen.forecast, foreseen.whole
    both = None if part.cost is None or whole.cost is None else whole.cost - part.cost
    return {
        "map_id": foreseen.split.map_id,
        "points": [{"number": each.number, "text": each.text, "label": each.label} for each in foreseen.split.points],
        "sent": dict(foreseen.sent),
        "calls": len(part.voices),
        "whole": describe_forecast(whole),
        "saved_calls": len(whole.voices) - len(part.voices),
        "saved_tokens": whole.tokens - part.tokens,
        "saved_cost": both,
        "reading_cost": reading,
    }
