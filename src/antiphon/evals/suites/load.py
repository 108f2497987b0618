"""Suites out of files, in whichever of three dialects they are written: ours, agentv's or promptfoo's."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from antiphon.advisors.advisor import Advisor
from antiphon.conversation.errors import EvalFileInvalid
from antiphon.evals.case import Suite
from antiphon.evals.checks.known import KnownChecks, load_checks
from antiphon.evals.suites import agentv, promptfoo, promptfoo_schema
from antiphon.evals.suites.build import build_suite
from antiphon.evals.suites.dump import dump_suite
from antiphon.evals.suites.files import FileUnusable, Shelf, find_patterns, find_root, read_bytes
from antiphon.evals.suites.plain_yaml import read_yaml
from antiphon.evals.suites.problems import Problems, shorten, suggest
from antiphon.evals.suites.schema import AGENTV, KNOWN_KEYS, VERSION, SuiteEntry
from antiphon.evals.suites.source import CaseAt, Source
from antiphon.evals.suites.voices import AdvisorFinder

__all__ = ["dump_suite", "load_suite", "load_suites", "read_suite"]

Panels = Mapping[str, Sequence[str]]


def load_suite(
    path: Path, known: Sequence[Advisor] = (), panels: Panels | None = None, checks: KnownChecks | None = None
) -> Suite:
    """The suite in a file; `EvalFileInvalid` with everything that is wrong with it.

    `known` are the advisors of the workspace: where they are given, a name nobody has is refused. `panels` are its
    panels by name, each with the ids of its advisors; `starter` is always one. `checks` are ours where nobody says.
    """
    if not path.is_file():
        raise EvalFileInvalid(("the file: is not there",), str(path))
    try:
        data = read_bytes(path)
    except FileUnusable as error:
        raise EvalFileInvalid((f"the file: {error}",), str(path)) from error
    return read_suite(data, path, known, panels, checks=checks)


def load_suites(
    paths: Iterable[Path],
    known: Sequence[Advisor] = (),
    panels: Panels | None = None,
    checks: KnownChecks | None = None,
) -> tuple[Suite, ...]:
    """The suites in several files; what is wrong with any of them is told at once. No two have the same name."""
    suites: list[Suite] = []
    problems: list[str] = []
    for path in paths:
        try:
            suites.append(load_suite(path, known, panels, checks))
        except EvalFileInvalid as error:
            problems += (f"{path}: {each}" for each in error.problems)
    if problems:
        raise EvalFileInvalid(tuple(problems))
    return tuple(_tell_apart(suites))


def read_suite(
    data: bytes,
    path: Path,
    known: Sequence[Advisor] = (),
    panels: Panels | None = None,
    shelf: Shelf | None = None,
    checks: KnownChecks | None = None,
) -> Suite:
    """The suite in these bytes, as if they stood at this path; its files are those on the shelf, if one is given."""
    document = read_yaml(data, str(path))
    problems = Problems(str(path), document.lines)
    body = document.value
    if not isinstance(body, dict):
        problems.add((), "holds no cases" if body is None else "must be keys with values")
        problems.refuse()
    named = body.get("advisors")
    voices = AdvisorFinder(named if isinstance(named, dict) else (), known, panels or {}, problems)
    source = Source(path, shelf or _open_shelf(body, path), voices, problems, checks or load_checks())
    suite = _build(body, source)
    problems.refuse()
    # Without a suite there was a problem, and it was refused.
    assert suite is not None  # noqa: S101
    return suite


def _build(body: dict[str, Any], source: Source) -> Suite | None:
    dialect = _tell_dialect(body)
    keys = {"agentv": agentv.KNOWN, "promptfoo": promptfoo_schema.KNOWN}.get(dialect, KNOWN_KEYS)
    try:
        match dialect:
            case "agentv":
                return agentv.build_agentv(body, source)
            case "promptfoo":
                return promptfoo.build_promptfoo(body, source)
            case "ours":
                return _build_own(body, source)
            case other:
                source.problems.add(("$schema",), f"{shorten(other)} is not known{suggest(other, (VERSION, AGENTV))}")
    except ValidationError as error:
        source.problems.add_all(error, keys)
    return None


def _tell_dialect(body: dict[str, Any]) -> str:
    schema = body.get("$schema")
    if schema is None:
        return "promptfoo" if {"prompts", "providers"} & body.keys() else "ours"
    return {VERSION: "ours", AGENTV: "agentv"}.get(str(schema), str(schema))


def _build_own(body: dict[str, Any], source: Source) -> Suite:
    entry = SuiteEntry.model_validate(body)
    name = "tests" if entry.evalcases is None else "evalcases"
    if entry.evalcases is not None and entry.tests is not None:
        source.problems.add(("tests",), "stands beside evalcases; they mean the same, so one of them is enough")
    cases = entry.evalcases or entry.tests or []
    if not cases:
        source.problems.add(("evalcases",), "is needed: the cases")
    return build_suite(entry, [CaseAt(each.id, (name, at), each) for at, each in enumerate(cases)], source)


def _open_shelf(body: dict[str, Any], path: Path) -> Shelf:
    """The files beside a suite; its own patterns win over those of a configuration."""
    folder = path.resolve().parent
    root = find_root(folder)
    own = body.get("guideline_patterns")
    patterns = [each for each in own if isinstance(each, str)] if isinstance(own, list) else find_patterns(folder, root)
    return Shelf(folder, root, patterns)


def _tell_apart(suites: Sequence[Suite]) -> Iterable[Suite]:
    """The same suites; those that share a name get the names of the folders above them, and a number at worst."""
    names = [each.name for each in suites]
    taken: set[str] = set()
    for suite in suites:
        name = suite.name if names.count(suite.name) == 1 else f"{suite.path.resolve().parent.name}/{suite.name}"
        number = 2
        unique = name
        while unique in taken:
            unique, number = f"{name}-{number}", number + 1
        taken.add(unique)
        yield replace(suite, name=unique)
