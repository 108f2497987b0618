"""Advisors under test: their cases played, one result written after the other, and nothing played twice.

A run is work from its beginning to its end. Each result is written when its case has ended, and each answer when it has
come, so whoever goes on with a run that was cut off plays the rest and asks nothing twice.
"""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final, NamedTuple

from antiphon.access.principal import Principal
from antiphon.advisors.advisor import Advisor
from antiphon.advisors.prompt import load_prompts
from antiphon.conversation.errors import (
    AnalysisBudget,
    EvalFileInvalid,
    StaleEpoch,
    StoreUnavailable,
)
from antiphon.conversation.evals import EvalOutcome, EvalRun, EvalStatus, StoredCase
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.used_key import UsedKey
from antiphon.conversation.work import NewWork, Work
from antiphon.engine.analyses.allowance import Allowance
from antiphon.engine.analyses.runner import AnalysisRunner
from antiphon.engine.evals.asking import Counted
from antiphon.engine.evals.cases import choose_cases
from antiphon.engine.evals.results import build_outcome, build_unkept
from antiphon.engine.payloads.compose import Composer
from antiphon.engine.runtime.identity import derive_id, new_id
from antiphon.engine.runtime.limits import Limits
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.engine.runtime.token_calibration import TokenCalibration
from antiphon.engine.work.answers import StepAnswers
from antiphon.engine.work.queue import Worker
from antiphon.evals.checks.known import KnownChecks, load_checks
from antiphon.evals.play import play
from antiphon.evals.result import CaseResult
from antiphon.evals.seating import index_advisors
from antiphon.evals.stage import Ask, Stage
from antiphon.evals.stored import decode_case
from antiphon.store.reads.advisors import read_advisor, read_advisors
from antiphon.store.reads.eval_runs import has_run, is_open, read_finished, read_run
from antiphon.store.reads.evals import CUT_OFF, read_cases_by_id
from antiphon.store.reads.work import Answers, read_answers
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.evals import (
    EvalEnding,
    begin_run,
    continue_run,
    end_run,
    resume_run,
    write_outcome,
    write_unkept,
)
from antiphon.store.writes.keys import claim_key
from antiphon.store.writes.work import begin_work, check_held, end_work, forget_step, stop_work

MOST_REPEATS: Final = 5
# Providers are asked by people too; these wait in the same line.
_AT_ONCE: Final = 4
# Runs that one node is at.
_PLACES: Final = 4
# Tokens are what runs are limited by; this is only against going round in circles.
_MOST_CALLS: Final = 100_000


class Testing(NamedTuple):
    """What somebody wants tested: these cases of an advisor or all of them, and with what.

    A `description` is tried in place of the advisor's own; the advisor stays as it is.
    """

    advisor_id: AdvisorId
    case_ids: tuple[str, ...] | None = None
    description: str | None = None
    model: str | None = None
    judge_model: str | None = None
    repeat: int = 1
    improvement_id: str | None = None
    advisor_version: int | None = None


class _Turn(NamedTuple):
    """One case, to be played for the `repeat`th time."""

    case: StoredCase
    repeat: int


@dataclass(slots=True)
class _Playing:
    """A run on its way, and why it takes no further case."""

    principal: Principal
    work: Work
    run: EvalRun
    advisors: Mapping[str, Advisor]
    allowance: Allowance
    answers: Answers
    is_open: bool = True
    over: AnalysisBudget | None = None


class Evals:
    """Plays cases."""

    def __init__(
        self,
        store: Store,
        limits: Limits,
        composer: Composer,
        calibration: TokenCalibration,
        looks: AnalysisRunner,
        checks: KnownChecks | None = None,
    ) -> None:
        self.checks = checks or load_checks()
        self._store = store
        self._limits = limits
        self._composer = composer
        self._calibration = calibration
        self._looks = looks
        self._queue = looks.queue
        self._prompts = load_prompts()
        self._queue.register("eval", Worker(self._take_up, _end_played, _PLACES))

    async def begin(self, principal: Principal, wanted: Testing, key: UsedKey | None = None) -> EvalRun:
        """Start playing, and return at once; whoever wants to know how it stands asks the store.

        Refuses while the advisor is being tested, and when it has none of these cases; `ModelUnknown` for a model that
        cannot be reached.
        """
        run = await self._store.write(principal, self._begin, wanted, key)
        self._queue.wake(run.id)
        return run

    async def open_step(self, principal: Principal, work: Work, name: str, wanted: Testing) -> EvalRun:
        """A run that is one step of larger work: the same step again is the same run."""
        return await self._store.write(principal, self._open_step, work, name, wanted)

    async def resume(self, principal: Principal, run_id: str, key: UsedKey | None = None) -> EvalRun:
        """Go on with a run that was stopped or failed; what has ended is not played again."""
        run = await self._store.write(principal, _resume, run_id, key)
        self._queue.wake(run.id)
        return run

    async def stop(self, principal: Principal, run_id: str) -> EvalRun:
        """Begin no further case. What has ended is kept; another node that is at it hears of it at its next case."""
        run = await self._store.write(principal, _stop, run_id)
        self._queue.cancel(run_id)
        return run

    def allow(self, principal: Principal, used: int = 0) -> Allowance:
        """What one run may use, of which so much is gone."""
        return Allowance(_MOST_CALLS, self._looks.live_options.of(principal).eval_tokens, used=used)

    def choose_judge(self, principal: Principal, model: str | None = None) -> str:
        """Who judges: the model asked for, else the one set for looking, else the usual one."""
        return self._looks.choose_model(principal, model)

    def check_models(self, principal: Principal, *models: str | None) -> None:
        """Refuse with `ModelUnknown` or `KeyMissing` what cannot be reached for this person."""
        for each in models:
            if each is not None:
                self._composer.require_provider(each, principal)

    async def carry(self, principal: Principal, work: Work, run: EvalRun, allowance: Allowance) -> EvalRun:
        """See the run to its end, and write that down. Returns the run as it is then."""
        rest, advisors, answers = await self._store.read(principal, _read_rest, work, run)
        playing = _Playing(principal, work, run, advisors, allowance, answers)
        turns = iter(rest)
        async with asyncio.TaskGroup() as group:
            for _ in rest[:_AT_ONCE]:
                group.create_task(self._play_turns(playing, turns))
        ending = EvalEnding("done", datetime.now(UTC))
        if playing.over is not None:
            ending = EvalEnding("failed", datetime.now(UTC), describe_budget(playing.over))
        await retry_write(lambda: self._store.write(principal, _end, work, run, ending))
        return await self._store.read(principal, read_run, run.id)

    async def _take_up(self, principal: Principal, work: Work) -> None:
        """Play what is still to be played of a run."""
        run = await self._store.write(principal, _continue, work)
        await self.carry(principal, work, run, self.allow(principal, run.tally.tokens))

    def _begin(self, unit: Unit, wanted: Testing, key: UsedKey | None) -> EvalRun:
        run_id = new_id("er")
        claim_key(unit, key, run_id)
        return _begin_work(unit, begin_run(unit, self._build_run(unit, run_id, wanted)))

    def _open_step(self, unit: Unit, work: Work, name: str, wanted: Testing) -> EvalRun:
        check_held(unit, work)
        run_id = derive_id("er", work.id, name)
        if has_run(unit, run_id):
            return continue_run(unit, run_id) if read_run(unit, run_id).status == "running" else read_run(unit, run_id)
        return begin_run(unit, self._build_run(unit, run_id, wanted))

    def _build_run(self, unit: Unit, run_id: str, wanted: Testing) -> EvalRun:
        advisor = read_advisor(unit, wanted.advisor_id, wanted.advisor_version)
        chosen = choose_cases(unit, advisor.id, wanted.case_ids)
        model = wanted.model or advisor.model or self._looks.live_options.of(unit.principal).default_model
        judge = self.choose_judge(unit.principal, wanted.judge_model)
        self.check_models(unit.principal, model, judge)
        return EvalRun(
            id=run_id,
            advisor_id=advisor.id,
            advisor_version=advisor.version,
            description=None if wanted.description == advisor.description else wanted.description,
            model=model,
            judge_model=judge,
            case_ids=tuple(each.id for each in chosen),
            repeat=wanted.repeat,
            improvement_id=wanted.improvement_id,
            created_at=datetime.now(UTC),
        )

    async def _play_turns(self, playing: _Playing, turns: Iterator[_Turn]) -> None:
        """One case after the other, as long as the run goes on."""
        for case, repeat in turns:
            if not playing.is_open or playing.over is not None:
                return
            await self._play_one(playing, case, repeat)

    async def _play_one(self, playing: _Playing, stored: StoredCase, repeat: int) -> None:
        """Play a case and keep what came of it, unless the ceiling was in the way; then only what it used."""
        step = f"{playing.run.id}:{stored.id}:{repeat}"
        answers = StepAnswers(self._store, playing.principal, playing.work, step, playing.answers)
        counted = Counted(
            playing.principal, self._composer, self._limits, self._calibration, playing.allowance, answers
        )
        try:
            result = await self._find_result(playing, stored, repeat, counted)
        except BaseException:
            with suppress(StoreUnavailable):
                await self._keep_use(playing, stored, repeat, counted)
            raise
        if counted.over is not None:
            playing.over = counted.over
            await retry_write(lambda: self._keep_use(playing, stored, repeat, counted, is_over=True))
            return
        outcome = build_outcome(playing.run.id, replace(result, case_id=stored.id, repeat=repeat))
        write = self._store.write
        playing.is_open = await retry_write(lambda: write(playing.principal, _write_outcome, playing, outcome, step))

    async def _keep_use(
        self, playing: _Playing, stored: StoredCase, repeat: int, counted: Counted, *, is_over: bool = False
    ) -> None:
        """Keep what was used for a case that comes to no result, unless somebody goes on with it."""
        if counted.exchanges:
            unkept = build_unkept(playing.run.id, stored.id, repeat, counted.exchanges)
            await self._store.write(playing.principal, _write_unkept, playing, unkept, is_over=is_over)

    async def _find_result(self, playing: _Playing, stored: StoredCase, repeat: int, counted: Counted) -> CaseResult:
        try:
            # Who answers is the run's to say.
            case = replace(decode_case(stored.body, stored.id, self.checks), target=None)
        except EvalFileInvalid as error:
            return CaseResult(playing.run.id, stored.id, repeat, "error", None, error=str(error))
        # The stage has no folder, so no program of a case is ever run here.
        return await play(case, self._build_stage(playing, counted.ask), repeat=repeat, suite=playing.run.id)

    def _build_stage(self, playing: _Playing, ask: Ask) -> Stage:
        options = self._looks.live_options.of(playing.principal)
        return Stage(
            ask=ask,
            prompts=self._prompts,
            model=playing.run.model,
            advisors=playing.advisors,
            judge_model=playing.run.judge_model,
            facts=self._calibration.facts,
            rates=self._calibration.rates,
            habits=options.habits,
            max_tokens=options.max_tokens,
            checks=self.checks,
        )


def describe_budget(error: AnalysisBudget) -> ReplyError:
    """Why a run ended before its last case."""
    facts = {"limit": error.limit, "used": error.used, "needed": error.needed}
    sentence = f"one run may take {error.limit:,} {error.unit}; {error.used:,} are used, so no further case was begun"
    return ReplyError("eval_budget", sentence, facts)


def _begin_work(unit: Unit, run: EvalRun) -> EvalRun:
    """Have it played; it counts as going on from here."""
    begin_work(unit, NewWork(run.id, "eval", datetime.now(UTC), advisor_id=run.advisor_id))
    return read_run(unit, run.id)


def _resume(unit: Unit, run_id: str, key: UsedKey | None) -> EvalRun:
    return _begin_work(unit, resume_run(unit, run_id, key))


def _continue(unit: Unit, work: Work) -> EvalRun:
    """The run as this node plays it; whoever played it before writes nothing more."""
    check_held(unit, work)
    return read_run(unit, work.id) if work.epoch == 1 else continue_run(unit, work.id)


def _end(unit: Unit, work: Work, run: EvalRun, ending: EvalEnding) -> None:
    """Write the end of a run, unless it is there, and with it that of its work if it is all there was to do."""
    if not is_open(unit, run.id, run.epoch):
        return
    if work.id == run.id:
        end_work(unit, work)
    else:
        check_held(unit, work)
    end_run(unit, run.id, ending, run.epoch)


def _stop(unit: Unit, run_id: str) -> EvalRun:
    run = end_run(unit, run_id, EvalEnding("stopped", datetime.now(UTC)))
    stop_work(unit, run_id)
    return run


def _end_played(unit: Unit, work: Work, error: ReplyError) -> None:
    status: EvalStatus = "stopped" if error.code == "stopped" else "interrupted"
    end_run(unit, work.id, EvalEnding(status, datetime.now(UTC), None if status == "stopped" else CUT_OFF))


def _write_outcome(unit: Unit, playing: _Playing, outcome: EvalOutcome, step: str) -> bool:
    try:
        check_held(unit, playing.work)
    except StaleEpoch:
        # It was stopped, or is played elsewhere: the case is still to be played, and this much was used for it.
        write_unkept(unit, outcome, playing.run.epoch)
        return False
    is_open_still = write_outcome(unit, outcome, playing.run.epoch)
    forget_step(unit, playing.work.id, step)
    return is_open_still


def _write_unkept(unit: Unit, playing: _Playing, unkept: EvalOutcome, *, is_over: bool) -> None:
    if is_over or not is_open(unit, playing.run.id, playing.run.epoch):
        write_unkept(unit, unkept, playing.run.epoch)


def _read_rest(unit: Unit, work: Work, run: EvalRun) -> tuple[list[_Turn], dict[str, Advisor], Answers]:
    """What is still to be played, everybody who may be asked, the tested advisor as this run wants it, and what was
    answered already to cases that did not come to their end.

    Cases that are gone meanwhile are passed over.
    """
    finished, cases = read_finished(unit, run.id), read_cases_by_id(unit, run.case_ids)
    everybody = [
        _Turn(cases[case_id], repeat)
        for repeat in range(1, run.repeat + 1)
        for case_id in run.case_ids
        if case_id in cases
    ]
    rest = [each for each in everybody if (each.case.id, each.repeat) not in finished]
    tested = read_advisor(unit, run.advisor_id, run.advisor_version)
    words = tested.description if run.description is None else run.description
    advisors = {each.id: each for each in read_advisors(unit)}
    advisors[tested.id] = replace(tested, description=words, model=run.model)
    return rest, index_advisors(advisors.values()), read_answers(unit, work.id)
