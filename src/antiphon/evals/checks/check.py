"""A check as it comes in: ours and anybody's are values under an entry point of the group `antiphon.checks`."""

from dataclasses import dataclass
from typing import Final

from antiphon.evals.assertion_types import TYPES, AssertionType, ValueNeed
from antiphon.evals.checks.finding import Check
from antiphon.plugins.kind import Kind

# What a check must say it is written for. It grows when a plug-in that worked would no longer.
API: Final = 1


@dataclass(frozen=True, slots=True)
class AnswerCheck:
    """One kind of thing an answer can be asked to hold, under the name that suites use for it.

    `label` says in one line what it asks for, `options` are the keys it knows beside those of every kind. `run` is a
    pure function of the evidence: it asks nobody, and its finding is all that comes of it.
    """

    name: str
    label: str
    run: Check
    options: frozenset[str] = frozenset()
    value: ValueNeed = "optional"
    version: int = 1
    api: int = API

    @property
    def type(self) -> AssertionType:
        """What files are read against."""
        return AssertionType(self.options, self.value, self.label)


CHECKS: Final[Kind[AnswerCheck]] = Kind("check", API, ("options", "value", "run", "type"))


def build_ours(name: str, run: Check) -> AnswerCheck:
    """One of ours, described by the table that the reference and the schema are made from."""
    kind = TYPES[name]
    return AnswerCheck(name, kind.meaning, run, kind.options, kind.value)
