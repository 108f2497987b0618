"""Better words for an advisor: proposed, tried on its cases, and kept only if they do better.

The advisor stays as it is. Each attempt is a run of the same cases; the best one waits for the person to take it over.
The search is one piece of work, its proposals and runs are steps of it: whoever goes on with it begins where it stands.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from math import fsum
from typing import Final, NamedTuple

from antiphon.access.principal import Principal
from antiphon.advisors.advisor import Advisor
from antiphon.advisors.prompt import load_improve_prompts
from antiphon.analysis.rewording import SHAPE, Rewording, ShownCase, TriedWording, build_rewording, parse_rewording
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.errors import CommandRefused, ProviderError
from antiphon.conversation.evals import Attempt, EvalOutcome, EvalRun, EvalStatus, Improvement
from antiphon.conversation.ids import AdvisorId, ConversationId
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.used_key import UsedKey
from antiphon.conversation.work import NewWork, Work
from antiphon.engine.analyses.allowance import Allowance
from antiphon.engine.analyses.ask_model import AnalysisRun, ModelQuestion
from antiphon.engine.analyses.runner import AnalysisInput, AnalysisKind, AnalysisRunner, Conclude, concluding
from antiphon.engine.evals.case_text import list_expected, list_reasons, show_case
from antiphon.engine.evals.cases import choose_cases
from antiphon.engine.evals.runs import Evals, Testing
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.engine.work.queue import Worker
from antiphon.store.reads.advisors import read_advisor
from antiphon.store.reads.eval_runs import read_outcomes, read_run
from antiphon.store.reads.evals import CUT_OFF, read_cases_by_id, read_improvement
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.evals import EvalEnding, begin_improvement, end_improvement, write_attempts
from antiphon.store.writes.keys import claim_key
from antiphon.store.writes.work import begin_work, check_held, end_work, stop_work

KIND: Final = "improve"
MOST_ROUNDS: Final = 10
# Searches that one node is at.
_PLACES: Final = 2
# A long description and the sentence about it.
_MAX_TOKENS: Final = 4096
# It looks at cases and not at a conversation.
_NOWHERE: Final = ConversationId("")


class Improving(NamedTuple):
    """What somebody wants: these cases of an advisor or all of them, and how often words may be proposed."""

    advisor_id: AdvisorId
    case_ids: tuple[str, ...] | None = None
    rounds: int = 3
    model: str | None = None
    judge_model: str | None = None
    writer_model: str | None = None


@dataclass(slots=True)
class _Search:
    """An improvement on its way: every attempt, and what each one's cases came to."""

    principal: Principal
    work: Work
    improvement: Improvement
    advisor: Advisor
    allowance: Allowance
    expected: Mapping[str, tuple[str, ...]]
    attempts: list[Attempt]
    outcomes: dict[int, tuple[EvalOutcome, ...]]
    best: int
    # Why nothing further may be tried.
    over: ReplyError | None = None

    def find(self, number: int) -> Attempt:
        return self.attempts[number]

    @property
    def is_perfect(self) -> bool:
        """Whether nothing is left to be better at: every case of the best attempt passes."""
        outcomes = self.outcomes.get(self.best, ())
        return bool(outcomes) and all(each.status == "passed" for each in outcomes)


class Improvements:
    """Looks for better words."""

    def __init__(self, store: Store, evals: Evals, looks: AnalysisRunner) -> None:
        self._store = store
        self._evals = evals
        self._looks = looks
        self._queue = looks.queue
        self._prompts = load_improve_prompts()
        self._queue.register("improvement", Worker(self._take_up, _end_search, _PLACES))

    async def begin(self, principal: Principal, wanted: Improving, key: UsedKey | None = None) -> Improvement:
        """Start looking, and return at once; whoever wants to know how it stands asks the store.

        Refuses while one goes on for the advisor and when it has none of these cases.
        """
        improvement = await self._store.write(principal, self._open, wanted, key)
        self._queue.wake(improvement.id)
        return improvement

    async def stop(self, principal: Principal, improvement_id: str) -> Improvement:
        """Try nothing further. What was found so far is kept and can be taken over."""
        improvement = await self._store.write(principal, _stop, improvement_id)
        self._queue.cancel(improvement_id)
        return improvement

    def _open(self, unit: Unit, wanted: Improving, key: UsedKey | None) -> Improvement:
        improvement_id = new_id("im")
        claim_key(unit, key, improvement_id)
        advisor = read_advisor(unit, wanted.advisor_id)
        cases = choose_cases(unit, advisor.id, wanted.case_ids)
        improvement = Improvement(
            id=improvement_id,
            advisor_id=advisor.id,
            advisor_version=advisor.version,
            description=advisor.description,
            case_ids=tuple(each.id for each in cases),
            rounds=wanted.rounds,
            model=wanted.model or advisor.model or self._looks.live_options.of(unit.principal).default_model,
            judge_model=self._evals.choose_judge(unit.principal, wanted.judge_model),
            writer_model=self._looks.choose_model(unit.principal, wanted.writer_model),
            created_at=datetime.now(UTC),
        )
        self._evals.check_models(unit.principal, improvement.model, improvement.judge_model, improvement.writer_model)
        begin_improvement(unit, improvement)
        begin_work(unit, NewWork(improvement_id, "improvement", improvement.created_at, advisor_id=advisor.id))
        return read_improvement(unit, improvement_id)

    async def _take_up(self, principal: Principal, work: Work) -> None:
        """Go on from where it stands, see it to its end, and write that down."""
        search = await self._store.read(principal, self._read_search, work)
        await self._search(search)
        ending = EvalEnding("done" if search.over is None else "failed", datetime.now(UTC), search.over)
        await retry_write(lambda: self._store.write(principal, _end, work, ending))

    def _read_search(self, unit: Unit, work: Work) -> _Search:
        improvement = read_improvement(unit, work.id)
        cases = read_cases_by_id(unit, improvement.case_ids)
        tried = [each for each in improvement.attempts if each.run_id is not None]
        runs = {each.number: read_run(unit, each.run_id) for each in tried if each.run_id is not None}
        last = runs.get(len(improvement.attempts) - 1)
        return _Search(
            principal=unit.principal,
            work=work,
            improvement=improvement,
            advisor=read_advisor(unit, improvement.advisor_id, improvement.advisor_version),
            allowance=self._evals.allow(unit.principal, sum(each.tally.tokens for each in runs.values())),
            expected={each.id: list_expected(each) for each in cases.values()},
            attempts=list(improvement.attempts),
            outcomes={number: read_outcomes(unit, run.id) for number, run in runs.items()},
            best=improvement.best,
            over=last.error if last is not None and last.status == "failed" else None,
        )

    async def _search(self, search: _Search) -> None:
        """The words as they are, then one proposal after the other until all cases pass or the rounds are over."""
        if not search.attempts:
            await self._try(search, Attempt(0, search.improvement.description))
        for number in range(len(search.attempts), search.improvement.rounds + 1):
            if search.is_perfect or search.over is not None:
                return
            await self._try(search, await self._propose(search, number))

    async def _try(self, search: _Search, attempt: Attempt) -> None:
        """Play the cases with these words, and remember how they did."""
        if not attempt.error:
            run = await self._play(search, attempt)
            attempt = replace(
                attempt,
                run_id=run.id,
                score=run.tally.score,
                passed=run.tally.counts.get("passed", 0),
                error=_tell_end(run),
            )
            search.outcomes[attempt.number] = await self._store.read(search.principal, read_outcomes, run.id)
            search.over = run.error if run.status == "failed" else None
        search.attempts.append(attempt)
        if attempt.number and not attempt.error and _is_better(search, attempt.number):
            search.best = attempt.number
        await self._write(search)

    async def _play(self, search: _Search, attempt: Attempt) -> EvalRun:
        improvement = search.improvement
        wanted = Testing(
            improvement.advisor_id,
            improvement.case_ids,
            attempt.description,
            improvement.model,
            improvement.judge_model,
            improvement_id=improvement.id,
            advisor_version=improvement.advisor_version,
        )
        run = await self._evals.open_step(search.principal, search.work, f"attempt {attempt.number}", wanted)
        if run.status != "running":
            return run
        return await self._evals.carry(search.principal, search.work, run, search.allowance)

    async def _propose(self, search: _Search, number: int) -> Attempt:
        """The next wording, or why there is none."""
        try:
            look: AnalysisKind[None] = AnalysisKind(
                KIND, _NOWHERE, _look_nowhere, partial(self._ask, search=search), max_tokens=_MAX_TOKENS
            )
            ended = await self._looks.perform_step(
                search.principal, search.work, f"{KIND} {number}", look, search.improvement.writer_model
            )
        except (ProviderError, CommandRefused) as error:
            return Attempt(number, "", error=str(error))
        return _read_attempt(number, ended)

    async def _ask(self, analysing: AnalysisRun, _seen: None, search: _Search) -> Conclude:
        base = search.find(search.best)
        known = [each.description for each in search.attempts if each.description]
        messages = build_rewording(
            self._prompts, search.advisor.name, base.description, _show(search, base), _list_tried(search)
        )
        question = ModelQuestion(KIND, messages, shape=SHAPE)
        worded: Rewording = await analysing.ask(question, partial(parse_rewording, known=known))
        return concluding(analysing, {}, {"description": worded.description, "why": worded.why})

    async def _write(self, search: _Search) -> None:
        """Write down what was tried; leave when somebody has ended it meanwhile, or taken it."""
        await retry_write(lambda: self._store.write(search.principal, _write_attempts, search))


def _write_attempts(unit: Unit, search: _Search) -> None:
    check_held(unit, search.work)
    write_attempts(unit, search.improvement.id, tuple(search.attempts), search.best)


def _end(unit: Unit, work: Work, ending: EvalEnding) -> None:
    if read_improvement(unit, work.id).status == "running":
        end_work(unit, work)
        end_improvement(unit, work.id, ending)


def _stop(unit: Unit, improvement_id: str) -> Improvement:
    improvement = end_improvement(unit, improvement_id, EvalEnding("stopped", datetime.now(UTC)))
    stop_work(unit, improvement_id)
    return improvement


def _end_search(unit: Unit, work: Work, error: ReplyError) -> None:
    status: EvalStatus = "stopped" if error.code == "stopped" else "interrupted"
    end_improvement(unit, work.id, EvalEnding(status, datetime.now(UTC), None if status == "stopped" else CUT_OFF))


def check_acceptable(unit: Unit, improvement_id: str) -> tuple[Improvement, Attempt]:
    """The improvement and the attempt that would be taken over; refused while it goes on and when nothing is better."""
    improvement = read_improvement(unit, improvement_id)
    best = improvement.best_attempt
    if improvement.status == "running":
        raise CommandRefused("taking the words over", "they are still being looked for; wait for it or stop it")
    if best is None or best.number == 0:
        raise CommandRefused("taking the words over", "none that do better were found")
    if improvement.accepted_version is not None:
        raise CommandRefused("taking the words over", f"they are version {improvement.accepted_version} already")
    return improvement, best


def _look_nowhere(unit: Unit, model: str) -> AnalysisInput[None]:
    """What is looked at is known already: it is no conversation."""
    return AnalysisInput(_NOWHERE, 0, 0, None)


def _is_better(search: _Search, number: int) -> bool:
    """A higher mean over the cases that have a score under both wordings, and among equals more of them that pass.

    Fewer scores than the best one has are never better: a case without an answer must not win by being left out.
    """
    new, best = (_list_scored(search.outcomes.get(each, ())) for each in (number, search.best))
    if not new or len(new) < len(best):
        return False
    if not best:
        return True
    both = new.keys() & best.keys()
    return bool(both) and _rate([new[each] for each in both]) > _rate([best[each] for each in both])


def _list_scored(outcomes: Sequence[EvalOutcome]) -> dict[str, EvalOutcome]:
    return {each.case_id: each for each in outcomes if each.score is not None}


def _rate(outcomes: Sequence[EvalOutcome]) -> tuple[float, int]:
    mean = fsum(each.score or 0.0 for each in outcomes) / len(outcomes)
    return mean, sum(each.status == "passed" for each in outcomes)


def _tell_end(run: EvalRun) -> str:
    """Why a run says less than it should; nothing as a rule."""
    if run.status == "done":
        return ""
    return "it was stopped" if run.error is None else run.error.message


def _read_attempt(number: int, ended: Analysis) -> Attempt:
    if ended.status != "done" or ended.result is None:
        reason = "no answer came" if ended.error is None else ended.error.message
        return Attempt(number, "", analysis_id=ended.id, error=reason)
    return Attempt(number, str(ended.result["description"]), str(ended.result["why"]), analysis_id=ended.id)


def _list_tried(search: _Search) -> list[TriedWording]:
    """Every wording that is not the best one, and what was missing under it."""
    return [
        TriedWording(each.description, tuple(list_reasons(search.outcomes.get(each.number, ()))))
        for each in search.attempts
        if each.description and each.number not in (0, search.best)
    ]


def _show(search: _Search, attempt: Attempt) -> list[ShownCase]:
    return [show_case(each, search.expected.get(each.case_id, ())) for each in search.outcomes.get(attempt.number, ())]
