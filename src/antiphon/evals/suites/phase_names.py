"""Whether the phases that assertions name are phases of their case."""

from collections.abc import Iterator, Sequence

from antiphon.evals.assertion_types import NEGATION
from antiphon.evals.suites.problems import Place, Problems, shorten
from antiphon.evals.suites.schema import AssertionEntry, CaseFields, DefaultsEntry

Entries = Sequence[str | AssertionEntry]


def check_phase_names(entry: CaseFields, shared: DefaultsEntry, place: Place, problems: Problems) -> None:
    """Where a case has phases of its own, every name in an assertion is one of theirs."""
    known = [each.name for each in entry.phases]
    if not known:
        return
    for where, asserts in _list_all(entry, shared, place):
        for at, each in enumerate(asserts):
            if not isinstance(each, str) and each.type.removeprefix(NEGATION) == "phase":
                _check_name(each.name, known, (*where, at, "name"), problems)


def _check_name(name: str, known: Sequence[str], place: Place, problems: Problems) -> None:
    if name and name not in known:
        there = f"no phase is called {shorten(name)}; there are {', '.join(map(shorten, known))}"
        problems.add(place, there + problems.suggest(name, known))


def _list_all(entry: CaseFields, shared: DefaultsEntry, place: Place) -> Iterator[tuple[Place, Entries]]:
    yield (*place, "assert"), entry.asserts or ()
    for at, turn in enumerate(entry.turns or ()):
        yield (*place, "turns", at, "assert"), turn.asserts
    if not entry.skip_defaults:
        yield ("defaults", "assert"), shared.asserts
