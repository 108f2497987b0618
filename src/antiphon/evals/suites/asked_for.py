"""What a case asks of its answers, with the files of programs and judges found."""

from collections.abc import Iterable
from dataclasses import replace

from antiphon.evals.case import Assertion
from antiphon.evals.suites.asserts import RUBRIC, read_assertions, read_evaluator
from antiphon.evals.suites.files import FileUnusable
from antiphon.evals.suites.problems import Place, Problems
from antiphon.evals.suites.schema import CaseFields, DefaultsEntry
from antiphon.evals.suites.source import CaseAt, Source, check_model, find_among

# A judge's prompt that holds one of these is the prompt itself, and not the name of a file.
_WRITTEN_OUT = ("\n", "{{", "${")


def list_asserts(
    at: CaseAt, advisors: tuple[str, ...], shared: tuple[Assertion, ...], source: Source
) -> tuple[Assertion, ...]:
    """Those of the case, those of its evaluators, and those of the file."""
    entry, place, problems = at.entry, at.place, source.problems
    find = find_among(advisors, source)
    own = read_assertions(entry.asserts or (), (*place, "assert"), problems, find, source.checks.types)
    where = (*place, "execution", "evaluators")
    evaluators = entry.execution.evaluators if entry.execution else ()
    read = (read_evaluator(each, entry.outcome, (*where, at), problems) for at, each in enumerate(evaluators))
    judged = tuple(each for each in read if each is not None)
    return (
        *find_their_files(own, (*place, "assert"), source),
        *find_their_files(judged, where, source),
        *(() if entry.skip_defaults else shared),
    )


def list_shared_asserts(entry: DefaultsEntry, source: Source) -> tuple[Assertion, ...]:
    """What the file asks of every answer."""
    place = ("defaults", "assert")
    read = read_assertions(entry.asserts, place, source.problems, source.voices.find, source.checks.types)
    return find_their_files(read, place, source)


def find_their_files(asserts: Iterable[Assertion], place: Place, source: Source) -> tuple[Assertion, ...]:
    """The same, with the paths of programs' folders and judges' prompts from the root."""
    return tuple(_find_its_files(each, (*place, at), source) for at, each in enumerate(asserts))


def _find_its_files(assertion: Assertion, place: Place, source: Source) -> Assertion:
    options = dict(assertion.options)
    if options.get("model"):
        options["model"] = check_model(options["model"], (*place, "model"), source)
    if assertion.type == "code":
        options["cwd"] = options.get("cwd") or "/" + source.shelf.show(source.shelf.folder)
    named = {"code": "cwd", RUBRIC: "prompt"}.get(assertion.type, "")
    written = options.get(named)
    if not isinstance(written, str) or is_written_out(written):
        return replace(assertion, options={name: each for name, each in options.items() if each is not None})
    try:
        options[named] = source.shelf.show(source.shelf.find(written, folder=named == "cwd"))
    except FileUnusable as error:
        source.problems.add((*place, named), str(error))
    return replace(assertion, options={name: each for name, each in options.items() if each is not None})


def is_written_out(prompt: str) -> bool:
    """Whether this is a judge's prompt itself, and not the name of a file that holds one."""
    return any(mark in prompt for mark in _WRITTEN_OUT)


def judge_outcome(entry: CaseFields, place: Place, problems: Problems) -> tuple[Assertion, ...]:
    """What a case asks for that has no assertions: it would always pass, so the outcome is judged if there is one."""
    if not entry.outcome.strip():
        problems.add(place, "asks for nothing; say assert, or the outcome that is judged")
    return (Assertion(RUBRIC, entry.outcome),)
