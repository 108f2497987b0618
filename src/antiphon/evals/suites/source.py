"""Where a suite comes from, and what its entries are read with."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from antiphon.evals.checks.known import KnownChecks
from antiphon.evals.suites.files import Shelf
from antiphon.evals.suites.problems import Place, Problems
from antiphon.evals.suites.schema import CaseFields
from antiphon.evals.suites.voices import AdvisorFinder


class Source(NamedTuple):
    """Where a suite comes from, and what it is read with.

    Files that are missing are passed over with a warning where the dialect wants it so.
    """

    path: Path
    shelf: Shelf
    voices: AdvisorFinder
    problems: Problems
    checks: KnownChecks
    passes_over_missing: bool = False


class CaseAt(NamedTuple):
    """The entry of a case, with its name and its place in the file."""

    id: str
    place: Place
    entry: CaseFields


def check_model(written: str | None, place: Place, source: Source) -> str | None:
    """The model if it is written as `provider:model`; other names are a problem, or passed over."""
    if not written:
        return None
    provider, _, model = written.partition(":")
    if provider and model:
        return written
    if source.passes_over_missing:
        source.problems.warn(place, f"{written[:60]} is the name of a target elsewhere; say which model with --target")
    else:
        source.problems.add(place, "must look like provider:model")
    return None


def find_among(advisors: tuple[str, ...], source: Source) -> Callable[[str, Place], str]:
    """Finds advisors by name who are asked in a case; anybody else is a problem."""

    def find(name: str, place: Place) -> str:
        found = source.voices.find(name, place)
        if advisors and found not in advisors:
            source.problems.add(place, "is not on the panel of this case")
        return found

    return find
