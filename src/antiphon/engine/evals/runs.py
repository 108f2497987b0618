"""Advisors under test: their cases played, one result written after the other, and nothing played twice.

A run is on disk before its first case is. Each result is written when its case has ended, so whatever cuts a run off
leaves it where it was, and whoever goes on with it plays the rest.
"""

import asyncio
import logging
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
    ModelUnknown,
    StoreUnavailable,
)
from antiphon.conversation.evals import EvalRun, StoredCase
from antiphon.conversation.ids import AdvisorId, NodeId
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.used_key import UsedKey
from antiphon.engine.analyses.allowance import Allowance
from antiphon.engine.analyses.runner import AnalysisRunner
from antiphon.engine.evals.asking import Counted
from antiphon.engine.evals.cases import choose_cases
from antiphon.engine.evals.results import build_outcome, build_unkept
from antiphon.engine.payloads.compose import Composer
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.limits import Limits
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.engine.runtime.token_calibration import TokenCalibration
from antiphon.evals.play import play
from antiphon.evals.result import CaseResult
from antiphon.evals.seating import index_advisors
from antiphon.evals.stage import Ask, Stage
from antiphon.evals.stored import decode_case
from antiphon.store.reads.advisors import read_advisor, read_advisors
from antiphon.store.reads.eval_runs import read_finished, read_run
from antiphon.store.reads.evals import CUT_OFF, read_cases_by_id
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.evals import EvalEnding, begin_run, end_run, resume_run, write_outcome, write_unkept
from antiphon.store.writes.keys import claim_key

logger = logging.getLogger(__name__)

MOST_REPEATS: Final = 5
# Providers are asked by people too; these wait in the same line.
_AT_ONCE: Final = 4
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
    run: EvalRun
    advisors: Mapping[str, Advisor]
    allowance: Allowance
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
        node_id: NodeId,
    ) -> None:
        self._store = store
        self._limits = limits
        self._composer = composer
        self._calibration = calibration
        self._looks = looks
        self._node_id = node_id
        self._prompts = load_prompts()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def begin(self, principal: Principal, wanted: Testing, key: UsedKey | None = None) -> EvalRun:
        """Start playing, and return at once; whoever wants to know how it stands asks the store.

        Refuses while the advisor is being tested, and when it has none of these cases; `ModelUnknown` for a model that
        cannot be reached.
        """
        run = await self.open(principal, wanted, key)
        self._own(principal, run, self.allow())
        return run

    async def open(self, principal: Principal, wanted: Testing, key: UsedKey | None = None) -> EvalRun:
        """Write the run down; whoever opens it carries it."""
        return await self._store.write(principal, self._open, wanted, key)

    async def resume(self, principal: Principal, run_id: str, key: UsedKey | None = None) -> EvalRun:
        """Go on with a run that was cut off, stopped or failed; what has ended is not played again."""
        run = await self._store.write(principal, resume_run, run_id, self._node_id, key)
        self._own(principal, run, self.allow(run.tally.tokens))
        return run

    async def stop(self, principal: Principal, run_id: str) -> EvalRun:
        """Begin no further case. What has ended is kept; another node that is at it hears of it at its next case."""
        run = await self._store.write(principal, end_run, run_id, EvalEnding("stopped", datetime.now(UTC)))
        if (task := self._tasks.get(run_id)) is not None:
            task.cancel()
        return run

    def allow(self, used: int = 0) -> Allowance:
        """What one run may use, of which so much is gone."""
        return Allowance(_MOST_CALLS, self._looks.live_options.now.eval_tokens, used=used)

    def choose_judge(self, model: str | None = None) -> str:
        """Who judges: the model asked for, else the one set for looking, else the usual one."""
        return self._looks.choose_model(model)

    def check_models(self, *models: str | None) -> None:
        """Refuse with `ModelUnknown` what cannot be reached."""
        for each in models:
            if each is not None and self._composer.find_provider(each) is None:
                raise ModelUnknown(each.partition(":")[0])

    async def carry(self, principal: Principal, run: EvalRun, allowance: Allowance) -> EvalRun:
        """See the run to its end; however that comes, it is written down. Returns the run as it is then."""
        try:
            await self._play_rest(principal, run, allowance)
        except StoreUnavailable:
            # Nobody else ends what a living node has begun.
            await retry_write(lambda: self._end(principal, run, EvalEnding("interrupted", datetime.now(UTC), CUT_OFF)))
        except BaseException:
            with suppress(StoreUnavailable):
                await self._end(principal, run, EvalEnding("interrupted", datetime.now(UTC), CUT_OFF))
            raise
        return await self._store.read(principal, read_run, run.id)

    def _own(self, principal: Principal, run: EvalRun, allowance: Allowance) -> None:
        async def work() -> None:
            task = asyncio.current_task()
            if task is not None:
                self._tasks[run.id] = task
            try:
                await self.carry(principal, run, allowance)
            finally:
                # Whoever was stopped may still be leaving when somebody goes on with the run here.
                if self._tasks.get(run.id) is task:
                    del self._tasks[run.id]

        self._looks.own(work(), f"run {run.id}")

    def _open(self, unit: Unit, wanted: Testing, key: UsedKey | None) -> EvalRun:
        run_id = new_id("er")
        claim_key(unit, key, run_id)
        advisor = read_advisor(unit, wanted.advisor_id, wanted.advisor_version)
        chosen = choose_cases(unit, advisor.id, wanted.case_ids)
        model = wanted.model or advisor.model or self._looks.live_options.now.default_model
        judge = self.choose_judge(wanted.judge_model)
        self.check_models(model, judge)
        run = EvalRun(
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
        return begin_run(unit, run, self._node_id)

    async def _play_rest(self, principal: Principal, run: EvalRun, allowance: Allowance) -> None:
        rest, advisors = await self._store.read(principal, _read_rest, run)
        playing = _Playing(principal, run, advisors, allowance)
        turns = iter(rest)
        async with asyncio.TaskGroup() as group:
            for _ in rest[:_AT_ONCE]:
                group.create_task(self._play_turns(playing, turns))
        ending = EvalEnding("done", datetime.now(UTC))
        if playing.over is not None:
            ending = EvalEnding("failed", datetime.now(UTC), describe_budget(playing.over))
        await retry_write(lambda: self._end(principal, run, ending))

    async def _play_turns(self, playing: _Playing, turns: Iterator[_Turn]) -> None:
        """One case after the other, as long as the run goes on."""
        for case, repeat in turns:
            if not playing.is_open or playing.over is not None:
                return
            await self._play_one(playing, case, repeat)

    async def _play_one(self, playing: _Playing, stored: StoredCase, repeat: int) -> None:
        """Play a case and keep what came of it, unless the ceiling was in the way; then only what it used."""
        counted = Counted(self._composer, self._limits, self._calibration, playing.allowance)
        try:
            result = await self._find_result(playing, stored, repeat, counted)
        except BaseException:
            with suppress(StoreUnavailable):
                await self._keep_use(playing, stored, repeat, counted)
            raise
        if counted.over is not None:
            playing.over = counted.over
            await retry_write(lambda: self._keep_use(playing, stored, repeat, counted))
            return
        outcome = build_outcome(playing.run.id, replace(result, case_id=stored.id, repeat=repeat))
        write, epoch = self._store.write, playing.run.epoch
        playing.is_open = await retry_write(lambda: write(playing.principal, write_outcome, outcome, epoch))

    async def _keep_use(self, playing: _Playing, stored: StoredCase, repeat: int, counted: Counted) -> None:
        """Keep what was used for a case that comes to no result."""
        if counted.exchanges:
            unkept = build_unkept(playing.run.id, stored.id, repeat, counted.exchanges)
            await self._store.write(playing.principal, write_unkept, unkept, playing.run.epoch)

    async def _find_result(self, playing: _Playing, stored: StoredCase, repeat: int, counted: Counted) -> CaseResult:
        try:
            # Who answers is the run's to say.
            case = replace(decode_case(stored.body, stored.id), target=None)
        except EvalFileInvalid as error:
            return CaseResult(playing.run.id, stored.id, repeat, "error", None, error=str(error))
        # The stage has no folder, so no program of a case is ever run here.
        return await play(case, self._build_stage(playing, counted.ask), repeat=repeat, suite=playing.run.id)

    def _build_stage(self, playing: _Playing, ask: Ask) -> Stage:
        options = self._looks.live_options.now
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
        )

    async def _end(self, principal: Principal, run: EvalRun, ending: EvalEnding) -> None:
        await self._store.write(principal, end_run, run.id, ending, run.epoch)


def describe_budget(error: AnalysisBudget) -> ReplyError:
    """Why a run ended before its last case."""
    facts = {"limit": error.limit, "used": error.used, "needed": error.needed}
    sentence = f"one run may take {error.limit:,} {error.unit}; {error.used:,} are used, so no further case was begun"
    return ReplyError("eval_budget", sentence, facts)


def _read_rest(unit: Unit, run: EvalRun) -> tuple[list[_Turn], dict[str, Advisor]]:
    """What is still to be played, and everybody who may be asked, the tested advisor as this run wants it.

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
    return rest, index_advisors(advisors.values())
