"""A suite out of the entries of its file, every name and path looked up."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.palette import next_colour
from antiphon.advisors.phase import Phase, check_phases
from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import AdvisorId
from antiphon.evals.case import USUAL_THRESHOLD, Assertion, Case, CaseFile, Ceiling, Suite
from antiphon.evals.suites.asked_for import judge_outcome, list_asserts, list_shared_asserts
from antiphon.evals.suites.case_input import build_expected, read_input
from antiphon.evals.suites.phase_names import check_phase_names
from antiphon.evals.suites.problems import Place, Problems
from antiphon.evals.suites.schema import AdvisorEntry, BudgetEntry, CaseFields, SuiteFields
from antiphon.evals.suites.source import CaseAt, Source, check_model

_NOT_IN_IDS = re.compile(r"[^\w]+")


def build_suite(entry: SuiteFields, cases: Sequence[CaseAt], source: Source) -> Suite:
    """The suite; whatever is wrong with it is in the problems, and then it must not be used."""
    shared = list_shared_asserts(entry.defaults, source)
    built = tuple(_build_case(each, entry, shared, source) for each in cases)
    _refuse_same_ids(cases, source.problems)
    patterns = source.shelf.patterns if entry.guideline_patterns or _has_files(built) else ()
    return Suite(
        name=name_suite(source.path),
        path=source.path,
        root=source.shelf.root,
        cases=built,
        description=entry.description,
        advisors=_build_advisors(entry.advisors, source),
        target=check_model(entry.target, ("target",), source),
        judge=check_model(entry.judge, ("judge",), source),
        ceiling=_build_ceiling(entry.budget),
        guideline_patterns=patterns,
        warnings=tuple(source.problems.warnings),
    )


def name_suite(path: Path) -> str:
    """What a suite is called: its file's name without endings."""
    return path.name.removesuffix(path.suffix).removesuffix(".eval") or path.name


def _build_advisors(entries: Mapping[str, AdvisorEntry], source: Source) -> dict[str, Advisor]:
    """The advisors of a file by their names; ids and colours follow from those."""
    advisors: dict[str, Advisor] = {}
    for name, entry in entries.items():
        advisor_id = AdvisorId(_NOT_IN_IDS.sub("-", name.casefold()).strip("-") or "advisor")
        if any(each.id == advisor_id for each in advisors.values()):
            told = "has almost the name of another advisor here; names must differ in letters"
            source.problems.add(("advisors", name), told)
        model = check_model(entry.model, ("advisors", name, "model"), source)
        colour = next_colour(each.colour for each in advisors.values())
        advisors[name] = Advisor(
            advisor_id, 1, name, entry.description, colour, model, entry.temperature, entry.max_tokens
        )
    return advisors


def _build_case(at: CaseAt, suite: SuiteFields, shared: tuple[Assertion, ...], source: Source) -> Case:
    entry, place = at.entry, at.place
    advisors = _seat(entry, suite, place, source)
    said = read_input(entry, advisors, place, source)
    asserts = list_asserts(at, advisors, shared, source)
    _check_room(entry, place, source.problems)
    check_phase_names(entry, suite.defaults, place, source.problems)
    if not asserts and not any(turn.asserts for turn in said.turns):
        asserts = judge_outcome(entry, place, source.problems)
    return Case(
        id=at.id,
        outcome=entry.outcome,
        note=entry.note,
        conversation_id=entry.conversation_id,
        advisors=advisors,
        target=_find_target(entry, place, source),
        messages=said.messages,
        turns=said.turns,
        system_prompt=entry.system_prompt,
        description=entry.advisor_description,
        phases=_build_phases(entry, place, source.problems),
        expected=build_expected(entry, place, source),
        asserts=asserts,
        aggregation=entry.aggregation,
        on_turn_failure=entry.on_turn_failure,
        repeat=entry.repeat or suite.defaults.repeat or 1,
        threshold=_choose_threshold(entry.threshold, suite.defaults.threshold),
        ceiling=_build_ceiling(entry.budget),
        window=entry.window,
        max_tokens=entry.max_tokens,
    )


def _seat(entry: CaseFields, suite: SuiteFields, place: Place, source: Source) -> tuple[str, ...]:
    """Who answers: as the case says, else as the file says, else a bare model."""
    for said, where in ((entry, place), (suite, ())):
        if said.advisor and said.panel:
            source.problems.add((*where, "panel"), "stands beside advisor; one of them says who answers")
        if said.advisor:
            return (source.voices.find(said.advisor, (*where, "advisor")),)
        if said.panel:
            return source.voices.find_panel(said.panel, (*where, "panel"))
    return ()


def _build_phases(entry: CaseFields, place: Place, problems: Problems) -> tuple[Phase, ...]:
    phases = tuple(Phase(each.name, each.turns, each.prompt, each.note) for each in entry.phases)
    try:
        check_phases(phases)
    except Malformed as error:
        problems.add((*place, "phases"), str(error))
    return phases


def _check_room(entry: CaseFields, place: Place, problems: Problems) -> None:
    """An answer as long as the window leaves no room for a prompt."""
    if entry.window is not None and entry.max_tokens is not None and entry.max_tokens >= entry.window:
        problems.add((*place, "max_tokens"), f"must be below the window, {entry.window:,}; the prompt has to fit, too")


def _find_target(entry: CaseFields, place: Place, source: Source) -> str | None:
    run = entry.execution.target if entry.execution else None
    if run and entry.target:
        source.problems.add((*place, "target"), "stands beside execution.target; one of them is enough")
    written, where = (run, ("execution", "target")) if run else (entry.target, ("target",))
    return check_model(written, (*place, *where), source)


def _choose_threshold(own: float | None, shared: float | None) -> float:
    chosen = own if own is not None else shared
    return USUAL_THRESHOLD if chosen is None else float(chosen)


def _build_ceiling(entry: BudgetEntry | None) -> Ceiling:
    if entry is None:
        return Ceiling()
    dollars, seconds = (None if each is None else float(each) for each in (entry.dollars, entry.seconds))
    return Ceiling(entry.tokens, dollars, seconds)


def _refuse_same_ids(cases: Sequence[CaseAt], problems: Problems) -> None:
    seen: set[str] = set()
    for each in cases:
        if each.id in seen:
            problems.add((*each.place, "id"), "another case has it too")
        seen.add(each.id)


def _has_files(cases: Iterable[Case]) -> bool:
    messages = (message for case in cases for message in (*case.messages, *case.expected))
    return any(isinstance(part, CaseFile) for message in messages for part in message.parts)
