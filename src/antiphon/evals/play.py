"""One run of one case: composed, sent, answered, judged."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import fsum

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.phase import PhaseTurn, stand
from antiphon.advisors.prompt import compose_system, fill
from antiphon.conversation.errors import AntiphonError, StaleEpoch
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.payload import Kind, Message, Payload, Role
from antiphon.evals.asking import count_tokens, in_lane, in_side_lane
from antiphon.evals.case import Assertion, Case, CaseMessage, Ceiling
from antiphon.evals.evidence import Evidence
from antiphon.evals.fitting import refuse_too_large
from antiphon.evals.grading import grade, list_about_answers, list_unheard, was_asked
from antiphon.evals.prompt_inputs import build_prompt_inputs, messages_for
from antiphon.evals.result import CaseResult, Exchange, Status, Verdict
from antiphon.evals.scoring import conclude
from antiphon.evals.seating import choose_max_tokens, choose_model, seat_advisors
from antiphon.evals.stage import Stage
from antiphon.evals.turns import Held, Talk, list_others, list_own

# Under this name a model is asked that speaks for nobody.
BARE = AdvisorId("model")
_KINDS: dict[Role, Kind] = {"system": "system", "user": "turn", "assistant": "reply", "tool": "tool"}


@dataclass(slots=True)
class _Played:
    """What has come of a case so far. `error` says why there is nothing more to come.

    It is broken off when a turn failed and those after it were not held.
    """

    exchanges: list[Exchange] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    error: str = ""
    is_broken_off: bool = False

    def hear(self, exchanges: Iterable[Exchange]) -> bool:
        """More answers, or what is there in place of one; false once something is missing."""
        for each in exchanges:
            self.exchanges.append(each)
            if each.error is not None and not self.error:
                self.error = f"{each.advisor}: {each.error.get('message') or each.error.get('code')}"
        return not self.error


async def play(case: Case, stage: Stage, repeat: int = 1, suite: str = "") -> CaseResult:
    """Send what the case says, and judge what comes back.

    A case with an exchange that failed is an `error` and has no score, whatever else was said. Raises nothing that has
    a name here: what cannot be played is an error too.
    """
    played = _Played()
    with in_lane(f"{suite}/{case.id}#{repeat}", repeat):
        try:
            await (_hold(case, stage, played) if case.turns else _send(case, stage, played))
        except* StaleEpoch:
            # Somebody else plays this by now: what became of it is not ours to say.
            raise
        except* AntiphonError as errors:
            played.error = played.error or str(_find_first(errors))
    status, score = _conclude(case, played)
    result = CaseResult(
        suite=suite,
        case_id=case.id,
        repeat=repeat,
        status=status,
        score=score,
        verdicts=tuple(played.verdicts),
        exchanges=tuple(played.exchanges),
        conversation_id=case.conversation_id,
        error=played.error,
        seconds=_add_seconds(played.exchanges),
        facts={"threshold": case.threshold, "judge": stage.judge_model},
    )
    spent = list_spent(result)
    return replace(result, tokens=sum(count_tokens(each) for each in spent), dollars=add_dollars(spent))


def is_reached(ceiling: Ceiling, tokens: int, dollars: float, seconds: float) -> bool:
    """Whether so much is all that may be used."""
    return (
        (ceiling.tokens is not None and tokens >= ceiling.tokens)
        or (ceiling.dollars is not None and dollars >= ceiling.dollars)
        or (ceiling.seconds is not None and seconds >= ceiling.seconds)
    )


def list_spent(result: CaseResult) -> list[Exchange]:
    """Every request that was really made for this result, judges included, each once."""
    return [each for each in (*result.exchanges, *result.calls) if not each.is_cached]


def add_dollars(exchanges: Sequence[Exchange]) -> float | None:
    """What is known to have been spent; nothing when no price is known."""
    known = [each.dollars for each in exchanges if each.dollars is not None]
    return fsum(known) if known else None


def _find_first(errors: BaseExceptionGroup[AntiphonError]) -> BaseException:
    """What went wrong first, however many were at it at once."""
    first = errors.exceptions[0]
    return _find_first(first) if isinstance(first, BaseExceptionGroup) else first


def _conclude(case: Case, played: _Played) -> tuple[Status, float | None]:
    if played.error:
        return "error", None
    return conclude(case, played.verdicts, is_broken_off=played.is_broken_off)


def _add_seconds(exchanges: Sequence[Exchange]) -> float:
    """How long the answers took, one turn after the other; within a turn everybody answers at once."""
    turns = groupby(exchanges, key=lambda each: each.turn)
    return round(fsum(max(each.seconds for each in its) for _, its in turns), 3)


async def _send(case: Case, stage: Stage, played: _Played) -> None:
    """The messages of the case to one advisor, or to a bare model."""
    seated = seat_advisors(case, stage)
    advisor = seated[0] if seated else None
    standing = _stand(case, stage) if advisor else None
    system = _compose(case, advisor, standing, stage)
    inputs = build_prompt_inputs(replace(case, system_prompt=system))
    payload = Payload(
        advisor_id=advisor.id if advisor else BARE,
        model=choose_model(case, advisor, stage),
        messages=_take_over(case, advisor, stage) if case.description else messages_for(inputs, system),
        max_tokens=choose_max_tokens(case, advisor, stage),
        temperature=advisor.temperature if advisor else None,
        thinking=advisor.thinking if advisor else None,
    )
    exchange = replace(
        refuse_too_large(payload, case, stage) or await stage.ask(payload),
        turn=1,
        advisor_version=advisor.version if advisor else 0,
        phase=standing.phase.name if standing else "",
        phase_turn=standing.turn if standing else 0,
        question=inputs.question,
        guidelines=inputs.guidelines,
        chat_prompt=inputs.chat_prompt,
    )
    if played.hear([exchange]):
        phases = (case.phases or stage.phases) if advisor else ()
        evidence = Evidence(case, exchange, inputs.question, _read_expected(case), advisor, seated, phases=phases)
        played.verdicts += await grade(evidence, case.asserts, stage)
        played.verdicts += list_unheard(case.asserts, [evidence], turn=1)


def _stand(case: Case, stage: Stage) -> PhaseTurn:
    """Where an advisor stands that has answered as often as the messages say."""
    answered = sum(each.role == "assistant" for each in case.messages)
    return stand(case.phases or stage.phases, answered)


def _compose(case: Case, advisor: Advisor | None, standing: PhaseTurn | None, stage: Stage) -> str:
    """The advisor's system prompt and the case's own. What was taken from a receipt has the first one already."""
    if advisor is None or standing is None or case.description:
        return case.system_prompt
    return compose_system(advisor, standing.phase, stage.prompts, prelude=case.system_prompt)


def _take_over(case: Case, advisor: Advisor | None, stage: Stage) -> tuple[Message, ...]:
    """The very messages of a receipt, with the advisor as it is described now."""
    last = len(case.messages) - 1
    messages = [
        Message(each.role, _read_text(each), "human" if number == last and each.role == "user" else _KINDS[each.role])
        for number, each in enumerate(case.messages)
    ]
    if advisor is not None and messages and messages[0].role == "system":
        messages[0] = replace(messages[0], content=_redescribe(messages[0].content, case, advisor, stage))
    return tuple(messages)


def _redescribe(system: str, case: Case, advisor: Advisor, stage: Stage) -> str:
    """The present description in place of the one before it: where it introduces the advisor, if it still does."""
    before, after = (
        fill(stage.prompts.identity, {"name": advisor.name, "description": each})
        for each in (case.description, advisor.description)
    )
    if before in system:
        return system.replace(before, after, 1)
    return system.replace(case.description, advisor.description, 1)


def _read_text(message: CaseMessage) -> str:
    return "\n".join(part.text for part in message.parts)


def _read_expected(case: Case) -> str:
    return "\n\n".join(_read_text(each) for each in case.expected)


async def _hold(case: Case, stage: Stage, played: _Played) -> None:
    """Every turn in its order. A turn that failed ends the conversation where the case wants that, an error always."""
    talk = Talk(case, stage, seat_advisors(case, stage))
    for number, turn in enumerate(case.turns, 1):
        if _is_used_up(case.ceiling, played):
            played.error = "the case reached its ceiling before its last turn"
            return
        held = await talk.hold(turn)
        if not played.hear(held.asked):
            return
        is_last = number == len(case.turns)
        verdicts = await _grade_turn(talk, held, is_last=is_last)
        played.verdicts += verdicts
        if case.on_turn_failure == "stop" and not is_last and conclude(case, verdicts)[0] == "failed":
            played.is_broken_off = True
            return


async def _grade_turn(talk: Talk, held: Held, *, is_last: bool) -> list[Verdict]:
    """What is to be said about this turn's answers; about the conversation as a whole, when it is over.

    Where nobody was asked in the last turn, the whole is judged by the last thing each of them was asked.
    """
    asserts = talk.case.turns[held.number - 1].asserts
    answers = (*held.asked, *held.given)
    if not is_last:
        return await _grade_all(talk, answers, asserts, held.number)
    if held.asked:
        return await _grade_all(talk, answers, asserts, held.number, talk.case.asserts)
    own = await _grade_all(talk, answers, asserts, held.number)
    return own + await _grade_all(talk, talk.list_last(), talk.case.asserts, held.number)


async def _grade_all(
    talk: Talk,
    answers: Sequence[Exchange],
    asserts: Sequence[Assertion],
    turn: int,
    of_asked: Sequence[Assertion] = (),
) -> list[Verdict]:
    """Everybody's answer, judged at once and told in the order they sit; then what was about nobody.

    Of an answer that was given in a model's place, nothing is asked that is about a request, nor what is `of_asked`.
    """
    evidence = [_build_evidence(talk, each) for each in answers]

    async def grade_one(one: Evidence) -> tuple[Verdict, ...]:
        with in_side_lane(one.exchange.advisor):
            wanted = (*asserts, *of_asked) if was_asked(one) else list_about_answers(asserts)
            return await grade(one, wanted, talk.stage)

    async with asyncio.TaskGroup() as group:
        grading = [group.create_task(grade_one(each)) for each in evidence]
    heard = [verdict for each in grading for verdict in each.result()]
    asked = [each for each in evidence if was_asked(each)]
    return [*heard, *list_unheard(asserts, evidence, turn), *list_unheard(of_asked, asked, turn)]


def _build_evidence(talk: Talk, one: Exchange) -> Evidence:
    said = talk.list_exchanges(one.turn)
    return Evidence(
        case=talk.case,
        exchange=one,
        question=one.question,
        expected=_read_expected(talk.case),
        advisor=next(each for each in talk.seated if each.id == one.advisor),
        seated=talk.seated,
        earlier=list_own(said, one),
        others=list_others(said, one),
        planted=talk.list_planted(one.turn),
        phases=talk.phases,
    )


def _is_used_up(ceiling: Ceiling, played: _Played) -> bool:
    """Whether the answers so far have used what the case may use."""
    paid = [each for each in played.exchanges if not each.is_cached]
    tokens = sum(count_tokens(each) for each in paid)
    return is_reached(ceiling, tokens, add_dollars(paid) or 0.0, _add_seconds(paid))
