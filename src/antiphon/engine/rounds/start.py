"""Have advisors answer each other, and let them go on."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial

from antiphon.access.principal import Principal
from antiphon.advisors.panel import MOST_ROUNDS
from antiphon.advisors.prompt import load_round_prompts
from antiphon.context.choice import Choice
from antiphon.conversation.errors import CeilingReached, CommandRefused, Malformed
from antiphon.conversation.ids import AdvisorId, ConversationId
from antiphon.conversation.round import RoundRun
from antiphon.conversation.text import clean_text
from antiphon.conversation.used_key import UsedKey
from antiphon.engine.engine import Engine
from antiphon.engine.rounds.begin import begin_round
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.once import do_once
from antiphon.store.reads.rounds import read_run
from antiphon.store.unit import Unit
from antiphon.store.writes.keys import claim_key
from antiphon.store.writes.rounds import end_run


@dataclass(frozen=True, slots=True)
class StartRounds:
    """How many rounds at most, what they may cost together in US dollars, and who answers whom in which words.

    `asks` waits for the person's word before every round but the first; `until_quiet` ends when a round brings no new
    claim. With `only_split` those answer each other whom the map of the last turn shows split, on these points alone,
    until nobody moves. Without a text it is the house's usual one.
    """

    conversation_id: ConversationId
    count: int
    ceiling: float | None = None
    asks: bool = False
    until_quiet: bool = False
    advisor_ids: tuple[AdvisorId, ...] | None = None
    text: str | None = None
    choice: Choice | None = None
    only_split: bool = False


def plan_run(engine: Engine, principal: Principal, command: StartRounds) -> RoundRun:
    """The run as it would begin; nothing is written. Reference blocks are on whatever was chosen."""
    if not 1 <= command.count <= MOST_ROUNDS:
        raise Malformed(f"advisors answer each other in 1 to {MOST_ROUNDS} rounds")
    if command.ceiling is not None and command.ceiling < 0:
        raise Malformed("a ceiling is not below zero")
    if command.only_split and command.until_quiet:
        raise Malformed("rounds between those who are split end when nobody moves; leave until_quiet out")
    choice = command.choice or engine.options_of(principal).choice
    wordings = load_round_prompts()
    usual = wordings.split if command.only_split else wordings.answer
    text = clean_text(command.text or "").strip() or usual
    return RoundRun(
        id=new_id("rr"),
        conversation_id=command.conversation_id,
        owner_id=principal.id,
        planned=command.count,
        text=text,
        created_at=datetime.now(UTC),
        ceiling=command.ceiling,
        asks=command.asks,
        until_quiet=command.until_quiet,
        advisor_ids=command.advisor_ids,
        choice=replace(choice, off=choice.off - {"reference"}, split=None).encode(),
        only_split=command.only_split,
    )


async def start_rounds(
    engine: Engine, principal: Principal, command: StartRounds, key: UsedKey | None = None
) -> RoundRun:
    """The first round is on its way; the others follow when it has ended.

    Refuses a conversation in which nobody has said anything, one that is being answered, one in which a run goes on
    already, a ceiling under what the first round may cost, and a ceiling where a price is not known. The same key again
    begins nothing, and returns the same run.
    """
    engine.check_open()
    return await do_once(engine.store, principal, key, partial(_start, engine, principal, command, key), read_run)


async def next_round(engine: Engine, principal: Principal, run_id: str, key: UsedKey | None = None) -> RoundRun:
    """The person's word: the next round of a run that waits for it begins, one for one key.

    Should it pass the ceiling, the run ends.
    """
    engine.check_open()
    return await do_once(engine.store, principal, key, partial(_go_on, engine, principal, run_id, key), read_run)


async def _start(engine: Engine, principal: Principal, command: StartRounds, key: UsedKey | None) -> RoundRun:
    run = plan_run(engine, principal, command)
    await begin_round(engine, principal, run, key)
    return await engine.store.read(principal, read_run, run.id)


async def _go_on(engine: Engine, principal: Principal, run_id: str, key: UsedKey | None) -> RoundRun:
    run = await engine.store.read(principal, read_run, run_id)
    if run.status != "waiting":
        raise CommandRefused("the round", "this run has ended" if run.status == "ended" else "a round is under way")
    try:
        await begin_round(engine, principal, run, key)
    except CeilingReached as reason:
        await engine.store.write(principal, _end, run, reason, key)
    return await engine.store.read(principal, read_run, run_id)


def _end(unit: Unit, run: RoundRun, reason: CeilingReached, key: UsedKey | None) -> None:
    claim_key(unit, key, run.id)
    facts = {"code": reason.code, "message": str(reason), **reason.facts}
    end_run(unit, run, "ceiling", datetime.now(UTC), facts)
