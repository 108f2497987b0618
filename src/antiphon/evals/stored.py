"""Cases as the house keeps them: entries of a file, read by the same rules, with no files beside them.

Whoever sends a file over the wire must not be able to have another one read, so here nothing is ever opened.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic import ValidationError
from typing_extensions import override

from antiphon.advisors.advisor import Advisor
from antiphon.conversation.errors import EvalFileInvalid
from antiphon.conversation.evals import StoredCase
from antiphon.evals.case import Assertion, Case, Suite
from antiphon.evals.checks.known import KnownChecks, load_checks
from antiphon.evals.suites.build import build_suite
from antiphon.evals.suites.dump import dump_case, dump_suite
from antiphon.evals.suites.files import FileUnusable, Shelf
from antiphon.evals.suites.load import read_suite
from antiphon.evals.suites.problems import Problems, shorten
from antiphon.evals.suites.schema import KNOWN_KEYS, CaseEntry, SuiteEntry
from antiphon.evals.suites.source import CaseAt, Source
from antiphon.evals.suites.voices import AdvisorFinder

# Kept beside a case, and not in it.
_BESIDE: Final = ("id", "note")
_NOWHERE: Final = Path("/nowhere")


class TakenIn(NamedTuple):
    """Cases that can be played here, and what was odd about their file."""

    cases: tuple[Case, ...]
    warnings: tuple[str, ...]


class EmptyShelf(Shelf):
    """No files at all. A program's folder is the root, which no program is ever run in."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(_NOWHERE, _NOWHERE, ())

    @override
    def find(self, written: str, *, folder: bool = False) -> Path:
        """The root for a folder; a file is refused."""
        if folder:
            return self.root
        raise FileUnusable("names a file, and no files are read here; write its words into the case")


def encode_case(case: Case) -> dict[str, Any]:
    """The case as it is kept."""
    return {name: value for name, value in dump_case(case).items() if name not in _BESIDE}


def decode_case(body: Mapping[str, Any], case_id: str, checks: KnownChecks | None = None) -> Case:
    """The case that was kept; `EvalFileInvalid` says what is wrong with one that was changed by hand.

    Whatever it asks for is one of these checks, or of ours where nobody says.
    """
    problems = Problems("the case")
    source = Source(_NOWHERE, EmptyShelf(), AdvisorFinder((), (), {}, problems), problems, checks or load_checks())
    built: tuple[Case, ...] = ()
    try:
        entry = CaseEntry.model_validate({**body, "id": case_id})
        built = build_suite(SuiteEntry.model_validate({}), [CaseAt(case_id, (), entry)], source).cases
    except ValidationError as error:
        problems.add_all(error, {**KNOWN_KEYS, "": KNOWN_KEYS["evalcases"]})
    problems.refuse()
    return built[0]


def read_file(data: bytes, checks: KnownChecks | None = None) -> Suite:
    """The suite in a file that somebody sent, in any dialect; `EvalFileInvalid` for what cannot be used."""
    return read_suite(data, Path("the file"), shelf=EmptyShelf(), checks=checks)


def take_in(
    suite: Suite, advisor: Advisor, advisors: Mapping[str, Advisor], checks: KnownChecks | None = None
) -> TakenIn:
    """The cases of a file as this advisor's, with everybody called by id; `advisors` is all of them as indexed.

    A case that asks nobody or one asks this advisor from now on, and the only advisor a file describes is this one.
    What is asked of somebody who does not answer is left out, and told. `EvalFileInvalid` for what could not be played.
    """
    cases: list[Case] = []
    warnings, problems = list(suite.warnings), list[str]()
    for case in suite.cases:
        kept, left_out = _leave_out_others(_seat(case, suite, advisor, advisors))
        cases.append(kept)
        warnings += (f"{case.id}: what is asked of {each} is left out; it does not answer here" for each in left_out)
        problems += (f"{case.id}: {each}" for each in _list_problems(kept, advisor, advisors, checks))
    if problems:
        raise EvalFileInvalid(tuple(problems), "the file")
    return TakenIn(tuple(cases), tuple(warnings))


def rename_advisors(case: Case, find: Callable[[str], str]) -> Case:
    """The same case with everybody called otherwise, wherever it names them."""

    def rename(asserts: Iterable[Assertion]) -> tuple[Assertion, ...]:
        return tuple(each if each.advisor is None else replace(each, advisor=find(each.advisor)) for each in asserts)

    turns = (
        replace(
            turn,
            asserts=rename(turn.asserts),
            replies={find(name): said for name, said in turn.replies.items()},
            planted={find(name): facts for name, facts in turn.planted.items()},
        )
        for turn in case.turns
    )
    return replace(case, advisors=tuple(map(find, case.advisors)), turns=tuple(turns), asserts=rename(case.asserts))


def write_file(advisor: Advisor, cases: Iterable[StoredCase], checks: KnownChecks | None = None) -> str:
    """The advisor and its cases as one file of our own format, which can be played anywhere."""
    names: set[str] = set()
    decoded = []
    for stored in cases:
        case = rename_advisors(
            decode_case(stored.body, stored.id, checks), lambda each: advisor.name if each == advisor.id else each
        )
        decoded.append(replace(case, id=_tell_apart(stored.name, names), note=stored.note))
    suite = Suite(
        name=advisor.id,
        path=_NOWHERE,
        root=_NOWHERE,
        cases=tuple(decoded),
        description=f"What {advisor.name} must hold.",
        advisors={advisor.name: advisor},
    )
    return dump_suite(suite)


def _tell_apart(name: str, taken: set[str]) -> str:
    """The name, with a number behind it when another case has it; names that were given are remembered."""
    unique, number = name, 2
    while unique in taken:
        unique, number = f"{name} ({number})", number + 1
    taken.add(unique)
    return unique


def _seat(case: Case, suite: Suite, advisor: Advisor, advisors: Mapping[str, Advisor]) -> Case:
    """The case with everybody called by id; who is not known keeps the name."""
    is_alone = len(case.advisors) < 2
    described = tuple(suite.advisors) if len(suite.advisors) == 1 else ()
    own = {name.casefold(): advisor for name in (*described, *(case.advisors if is_alone else ()))}
    seated = replace(case, advisors=(advisor.id,) if is_alone else case.advisors)
    return rename_advisors(seated, partial(_find_id, {**advisors, **own, advisor.id.casefold(): advisor}))


def _find_id(known: Mapping[str, Advisor], name: str) -> str:
    found = known.get(name.casefold())
    return name if found is None else found.id


def _leave_out_others(case: Case) -> tuple[Case, tuple[str, ...]]:
    """The case without what it asks of those who do not answer in it, and who that would have been."""
    left_out: dict[str, None] = {}

    def keep(asserts: Iterable[Assertion]) -> tuple[Assertion, ...]:
        written = tuple(asserts)
        left_out.update({each.advisor: None for each in written if each.advisor and each.advisor not in case.advisors})
        return tuple(each for each in written if each.advisor is None or each.advisor in case.advisors)

    turns = tuple(replace(turn, asserts=keep(turn.asserts)) for turn in case.turns)
    return replace(case, turns=turns, asserts=keep(case.asserts)), tuple(left_out)


def _list_problems(
    case: Case, advisor: Advisor, advisors: Mapping[str, Advisor], checks: KnownChecks | None
) -> Iterator[str]:
    """Why this case could not be played here."""
    for name in case.advisors:
        if name != advisor.id and name.casefold() not in advisors:
            yield f"no advisor is called {shorten(name)} here; create it first"
    try:
        decode_case(encode_case(case), case.id, checks)
    except EvalFileInvalid as error:
        yield from error.problems
