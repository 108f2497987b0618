"""Evals without a server: the models of the settings, the advisors of the workspace, and a stage for each suite."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from antiphon.access.principal import LOCAL
from antiphon.advisors.advisor import Advisor
from antiphon.advisors.prompt import load_prompts
from antiphon.advisors.starter import load_starter
from antiphon.app.build import build_options
from antiphon.app.database import database_url
from antiphon.app.models import Models, gather_models
from antiphon.app.ways import open_ways
from antiphon.context.estimate import PLAIN, Rates, fixed
from antiphon.conversation.errors import EvalFileInvalid, NotFound
from antiphon.conversation.model import ModelFacts, Prices
from antiphon.egress.session import post
from antiphon.egress.tape import Tape, hide_login
from antiphon.engine.runtime.limits import Limits
from antiphon.evals.asking import Asking, anywhere
from antiphon.evals.cache import AnswerCache
from antiphon.evals.case import Suite
from antiphon.evals.checks.known import KnownChecks, load_checks
from antiphon.evals.seating import find_advisor, index_advisors
from antiphon.evals.stage import Stage
from antiphon.evals.suites.problems import shorten, suggest
from antiphon.providers.catalog import Catalog
from antiphon.providers.scripted.provider import Scripted
from antiphon.providers.scripted.understudy import UNDERSTUDY
from antiphon.settings import ProviderSettings, Settings, read_basic_environment
from antiphon.store.dialect import open_engine
from antiphon.store.migrate import check_revision, read_revision
from antiphon.store.reads.advisors import read_advisors
from antiphon.store.reads.panels import read_seated_panels
from antiphon.store.unit import Store, Unit
from antiphon.store.window import NONE

_HURRIED = 100_000
# What shapes a payload besides the case: a tape keeps it, so that it can be replayed where nothing is configured.
_KEPT_SETTINGS = (
    "default_model",
    "max_tokens",
    "request_allowance",
    "history_chars",
    "reply_allowance",
    "most_trims",
    "reference_chars",
    "quotes",
    "guideline_chars",
    "chars_per_token",
)


@dataclass(frozen=True, slots=True)
class Workspace:
    """Whom suites may name besides their own, advisors and panels by name, and what they may ask for."""

    advisors: tuple[Advisor, ...]
    panels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    checks: KnownChecks = field(default_factory=load_checks)


@dataclass(frozen=True, slots=True)
class RunChoices:
    """What somebody wants otherwise than the suites say: who answers, who judges, which advisor is asked.

    And whether programs that suites name may be started.
    """

    target: str | None = None
    judge: str | None = None
    advisor: str | None = None
    programs: bool = False


@dataclass(frozen=True, slots=True)
class Bench:
    """Everything suites are played with. `known` is what was found out about models; it stays as it is for a run."""

    settings: Settings
    models: Models
    asking: Asking
    catalog: Catalog
    known: dict[str, ModelFacts] = field(default_factory=dict)

    @property
    def default(self) -> str:
        """Who answers where nobody is named; without a real model, somebody who does as it is told."""
        return f"scripted:{UNDERSTUDY}" if self.models.rehearsal else self.models.default

    def find_facts(self, model: str) -> ModelFacts:
        """What is known about a model. Prices change with the date and lists with their version; a run does not."""
        if model not in self.known:
            provider, _, name = model.partition(":")
            self.known[model] = self.catalog.find(provider, name)
        return self.known[model]

    def find_rates(self, model: str) -> Rates:
        """How a model is taken to count."""
        chosen = self.settings.chars_per_token
        return PLAIN if chosen is None else fixed(chosen)


async def read_workspace(settings: Settings) -> Workspace:
    """The advisors and panels that can be asked here; the first five where there is no workspace yet.

    Nothing is written, so a database of an earlier version is `SchemaBehind`.
    """
    return replace(await _find_workspace(settings), checks=load_checks(settings.plugins))


async def _find_workspace(settings: Settings) -> Workspace:
    url = database_url(settings)
    if settings.is_sqlite and not settings.sqlite_path.exists():
        return _build_first()
    if await asyncio.to_thread(read_revision, url) == NONE:
        return _build_first()
    await asyncio.to_thread(check_revision, url)
    store = Store(open_engine(url, 1), 1)
    try:
        found = await store.read(LOCAL, _read_workspace)
    finally:
        await store.close()
    return found if found.advisors else _build_first()


@asynccontextmanager
async def open_bench(settings: Settings, *, tape: Tape | None = None, is_cached: bool = False) -> AsyncIterator[Bench]:
    """The models, ready to be asked; with a tape that replays, those of the tape, and nobody is asked."""
    is_replaying = tape is not None and tape.is_replaying
    if tape is not None and is_replaying:
        settings = _restore(settings, tape)
    async with open_ways() as ways:
        models = await gather_models(settings, ways, tape.post if tape else post)
        limits = Limits(models.limits)
        asking = Asking(
            # Nobody reads along, so the rehearsal need not take its time.
            providers={**models.providers, "scripted": Scripted(words_per_second=_HURRIED)},
            places=anywhere if is_replaying else limits.place,
            tape=tape,
            cache=AnswerCache(settings.data_dir / "evals" / "cache") if is_cached else None,
            pause=_do_not_wait if is_replaying else asyncio.sleep,
        )
        known = {} if tape is None else _restore_facts(tape)
        bench = Bench(settings, models, asking, Catalog(models.facts_overrides), known)
        try:
            yield replace(bench, asking=replace(asking, facts=bench.find_facts))
        finally:
            if tape is not None and not is_replaying:
                tape.notes.update(_describe(bench))
            await limits.close()


def prepare(suite: Suite, workspace: Workspace, bench: Bench, wish: RunChoices) -> tuple[Suite, Stage]:
    """The suite as it is wished for, and the stage it is played on; `EvalFileInvalid` when nobody could answer."""
    advisors = index_advisors((*load_starter().advisors, *workspace.advisors))
    advisors |= {key: each for name, each in suite.advisors.items() for key in (name.casefold(), each.id.casefold())}
    target, judge = wish.target or suite.target, wish.judge or suite.judge
    if target:
        advisors = {key: replace(each, model=None) for key, each in advisors.items()}
    suite = _rearrange(suite, wish, advisors)
    options = build_options(bench.settings, target or bench.default)
    stage = Stage(
        ask=bench.asking.ask,
        prompts=load_prompts(),
        model=options.default_model,
        advisors=advisors,
        judge_model=judge,
        root=suite.root,
        runs_programs=wish.programs,
        facts=bench.find_facts,
        rates=bench.find_rates,
        habits=options.habits,
        max_tokens=options.max_tokens,
        environment=read_basic_environment(),
        checks=workspace.checks,
    )
    _check(suite, stage, bench)
    return suite, stage


def pretend(stage: Stage, bench: Bench) -> Stage:
    """The same stage with nobody behind it: requests are drawn up, nothing is sent, and the answers are blank."""
    return replace(stage, ask=bench.asking.draw_up, judge_model=None)


def _build_first() -> Workspace:
    starter = load_starter()
    return Workspace(starter.advisors, {starter.panel.name: tuple(starter.panel.advisor_ids)})


def _read_workspace(unit: Unit) -> Workspace:
    panels = {panel.name: tuple(panel.advisor_ids) for panel, _ in read_seated_panels(unit)}
    return Workspace(read_advisors(unit), panels)


def _rearrange(suite: Suite, wish: RunChoices, advisors: Mapping[str, Advisor]) -> Suite:
    """What is wished for goes before what a case says; a panel stays a panel."""
    cases = suite.cases
    if wish.target:
        cases = tuple(replace(each, target=None) for each in cases)
    if wish.advisor:
        named = _find_wished(wish.advisor, advisors, suite).id
        cases = tuple(replace(each, advisors=(named,)) if len(each.advisors) < 2 else each for each in cases)
    return replace(suite, cases=cases)


def _find_wished(name: str, advisors: Mapping[str, Advisor], suite: Suite) -> Advisor:
    try:
        return find_advisor(advisors, name)
    except NotFound as error:
        told = f"--advisor: no advisor is called {shorten(name)}{suggest(name, advisors)}"
        raise EvalFileInvalid((told,), str(suite.path)) from error


def _check(suite: Suite, stage: Stage, bench: Bench) -> None:
    """Refuse, before anything is asked, models nobody serves and advisors that would judge themselves."""
    asked = {name.casefold() for each in suite.cases for name in each.advisors}
    under_test = {each.id for key, each in stage.advisors.items() if key in asked}
    problems = []
    judge = stage.advisors.get((stage.judge_model or "").casefold())
    if judge is not None and judge.id in under_test:
        problems.append(f"judge: {judge.name} is tested here, and nobody judges themselves; name a model")
    named = {"target": stage.model, "judge": None if judge else stage.judge_model}
    named |= {f"the target of {each.id}": each.target for each in suite.cases}
    unknown = {place: model for place, model in named.items() if model and not _is_served(model, bench)}
    served = ", ".join(sorted(bench.models.providers))
    problems += [f"{place}: nobody serves {model}; there is {served}" for place, model in unknown.items()]
    if problems:
        raise EvalFileInvalid(tuple(problems), str(suite.path))


def _is_served(model: str, bench: Bench) -> bool:
    return model.partition(":")[0] in bench.models.providers


def _describe(bench: Bench) -> dict[str, object]:
    """What a tape needs besides the answers, without keys."""
    kept = {name: getattr(bench.settings, name) for name in _KEPT_SETTINGS}
    return {
        "settings": {**kept, "default_model": bench.models.default},
        "providers": {name: _describe_provider(each) for name, each in bench.models.configured.items()},
        "facts": {model: asdict(each) for model, each in bench.known.items()},
    }


def _describe_provider(provider: ProviderSettings) -> dict[str, object]:
    body = provider.model_dump(mode="json", exclude={"api_key"}, exclude_defaults=True)
    return body | {"base_url": hide_login(provider.base_url)}


def _restore(settings: Settings, tape: Tape) -> Settings:
    """The settings the tape was recorded under, as far as they shape what is sent."""
    described: Mapping[str, Mapping[str, object]] = tape.notes.get("providers", {})
    providers = {name: ProviderSettings.model_validate(each) for name, each in described.items()}
    kept = {name: value for name, value in tape.notes.get("settings", {}).items() if name in _KEPT_SETTINGS}
    return settings.model_copy(update={**kept, "providers": providers, "detect_local_models": False})


def _restore_facts(tape: Tape) -> dict[str, ModelFacts]:
    """What was known about models when the tape was recorded."""
    told: Mapping[str, dict[str, Any]] = tape.notes.get("facts", {})
    return {
        model: ModelFacts(**{**each, "prices": Prices(**each["prices"]) if each["prices"] else None})
        for model, each in told.items()
    }


async def _do_not_wait(seconds: float) -> None:
    """What was waited for when it was recorded need not be waited for again."""
