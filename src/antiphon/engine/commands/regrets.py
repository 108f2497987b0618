"""A decision that went wrong becomes a case for every advisor who stood for it."""

from typing import Final, NamedTuple

from antiphon.access.principal import Principal
from antiphon.advisors.prompt import fill, load_regret_prompts
from antiphon.conversation.decision import Decision, FrozenStance
from antiphon.conversation.errors import AntiphonError, CommandRefused, NotFound, NotKept, ReceiptDamaged, ReceiptUnfit
from antiphon.conversation.evals import StoredCase
from antiphon.conversation.text import on_one_line
from antiphon.engine.commands.cases import KeepingCase, keep_case
from antiphon.engine.engine import Engine
from antiphon.engine.evals.case_text import list_expected
from antiphon.evals.checks.known import KnownChecks
from antiphon.store.reads.evals import read_cases
from antiphon.store.reads.journal import read_decision
from antiphon.store.unit import Unit

_REGRETTED: Final = frozenset(("wrong", "mixed"))
# Of what happened as much as a judge has to be told.
_MOST_CHARS: Final = 2_000
_REFUSED: Final = (CommandRefused, NotFound, NotKept, ReceiptDamaged, ReceiptUnfit)


class Unkept(NamedTuple):
    """An advisor who stood for it and whose reply cannot be a case, and why."""

    stance: FrozenStance
    error: AntiphonError


class Regret(NamedTuple):
    """The cases there are now of one decision, and who has none."""

    cases: tuple[StoredCase, ...]
    unkept: tuple[Unkept, ...]


async def keep_regret(engine: Engine, principal: Principal, decision_id: str, checks: KnownChecks) -> Regret:
    """One case for every advisor who stood for a choice that went wrong, each kept once however often it is asked for.

    What happened may have been written down since, or in other words: then what was kept says nothing of it, and there
    is one more that does.

    Refused for a decision that did not go wrong, and for one that nobody is said to have stood for.
    """
    decision = (await engine.store.read(principal, read_decision, decision_id)).decision
    stood_for = _find_those_for(decision)
    said, happened = _word_case(decision)
    cases: list[StoredCase] = []
    unkept: list[Unkept] = []
    for stance in stood_for:
        known = await engine.store.read(principal, _find_known, stance, said, happened)
        try:
            cases.append(known or await keep_case(engine, principal, stance.reply_id, said, checks))
        except _REFUSED as error:
            unkept.append(Unkept(stance, error))
    return Regret(tuple(cases), tuple(unkept))


def _find_those_for(decision: Decision) -> list[FrozenStance]:
    if decision.outcome not in _REGRETTED:
        raise CommandRefused("the test", "only a decision that went wrong, or in part, becomes one")
    found = [each for each in decision.stances if each.attitude == "for"]
    if not found:
        raise CommandRefused("the test", "nobody is noted as having stood for this choice")
    return found


def _word_case(decision: Decision) -> tuple[KeepingCase, str]:
    """What is kept, and what is said in it of what happened."""
    prompts = load_regret_prompts()
    happened = on_one_line(decision.outcome_text)[:_MOST_CHARS]
    text = prompts.regret if happened else prompts.regret_unsaid
    criterion = fill(text, {"choice": on_one_line(decision.choice), "happened": happened}).strip()
    note = f"Decision {decision.id}: {on_one_line(decision.question)}"
    return KeepingCase(asserts=(criterion,), note=note), happened


def _find_known(unit: Unit, stance: FrozenStance, said: KeepingCase, happened: str) -> StoredCase | None:
    """The case that asks for the same; where nobody said what happened, any that was made of the decision."""
    kept = (each for each in read_cases(unit, reply_id=stance.reply_id) if each.note == said.note)
    return next((each for each in kept if not happened or said.asserts[0] in list_expected(each)), None)
