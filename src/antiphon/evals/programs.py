"""Which programs the cases of a suite would start."""

from collections.abc import Iterator
from typing import NamedTuple

from antiphon.evals.case import Assertion, Case, Suite

TYPE = "code"


class NamedProgram(NamedTuple):
    """A line of a file that names a program, and the case it stands in."""

    case: str
    line: str


def list_programs(suite: Suite) -> tuple[NamedProgram, ...]:
    """Every program a case of this suite wants started, each once for its case."""
    found = (NamedProgram(case.id, _show(each)) for case in suite.cases for each in find_programs(case))
    return tuple(dict.fromkeys(found))


def find_programs(case: Case) -> Iterator[Assertion]:
    """What of a case is asked of a program."""
    for asserts in (case.asserts, *(turn.asserts for turn in case.turns)):
        yield from (each for each in asserts if each.type == TYPE)


def _show(assertion: Assertion) -> str:
    script = assertion.options.get("script") or ""
    return script if isinstance(script, str) else " ".join(map(str, script))
