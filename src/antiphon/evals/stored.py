"""Cases as the house keeps them: entries of a file, read by the same rules, with no files beside them.

Whoever sends a file over the wire must not be able to have another one read, so here nothing is ever opened.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError
from typing_extensions import override

from antiphon.advisors.advisor import Advisor
from antiphon.conversation.evals import StoredCase
from antiphon.evals.case import Case, Suite
from antiphon.evals.suites.build import build_suite
from antiphon.evals.suites.dump import dump_case, dump_suite
from antiphon.evals.suites.files import FileUnusable, Shelf
from antiphon.evals.suites.load import read_suite
from antiphon.evals.suites.problems import Problems
from antiphon.evals.suites.schema import KNOWN_KEYS, CaseEntry, SuiteEntry
from antiphon.evals.suites.source import CaseAt, Source
from antiphon.evals.suites.voices import Voices

# Kept beside a case, and not in it.
_BESIDE: Final = ("id", "note")
_NOWHERE: Final = Path("/nowhere")


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


def decode_case(body: Mapping[str, Any], case_id: str) -> Case:
    """The case that was kept; `EvalFileInvalid` says what is wrong with one that was changed by hand."""
    problems = Problems("the case")
    source = Source(_NOWHERE, EmptyShelf(), Voices((), (), {}, problems), problems)
    built: tuple[Case, ...] = ()
    try:
        entry = CaseEntry.model_validate({**body, "id": case_id})
        built = build_suite(SuiteEntry.model_validate({}), [CaseAt(case_id, (), entry)], source).cases
    except ValidationError as error:
        problems.add_all(error, {**KNOWN_KEYS, "": KNOWN_KEYS["evalcases"]})
    problems.refuse()
    return built[0]


def read_file(data: bytes) -> Suite:
    """The suite in a file that somebody sent, in any dialect; `EvalFileInvalid` for what cannot be used."""
    return read_suite(data, Path("the file"), shelf=EmptyShelf())


def write_file(advisor: Advisor, cases: Iterable[StoredCase]) -> str:
    """The advisor and its cases as one file of our own format, which can be played anywhere."""
    names: set[str] = set()
    decoded = []
    for stored in cases:
        case = decode_case(stored.body, stored.id)
        seated = tuple(advisor.name if each == advisor.id else each for each in case.advisors)
        decoded.append(replace(case, id=_tell_apart(stored.name, names), note=stored.note, advisors=seated))
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
