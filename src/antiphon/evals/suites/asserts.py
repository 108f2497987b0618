"""Assertions as files write them: known types only, with the options that belong to each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import ConfigDict, Field, JsonValue, TypeAdapter, ValidationError

from antiphon.evals.assertion_types import ALIASES, DECISIVE, EVERYWHERE, NEGATION, AssertionType
from antiphon.evals.case import USUAL_THRESHOLD, Assertion
from antiphon.evals.checks.pattern import find_problem
from antiphon.evals.suites.payload_places import check_places
from antiphon.evals.suites.plain_yaml import is_storable
from antiphon.evals.suites.problems import Place, Problems
from antiphon.evals.suites.schema import AssertionEntry, EvaluatorEntry

RUBRIC: Final = "llm-rubric"

_Text = Annotated[str, Field(min_length=1)]
_Texts = _Text | Annotated[list[_Text], Field(min_length=1)]
_Number = Annotated[float, Field(ge=0, allow_inf_nan=False)]
_Whole = Annotated[int, Field(ge=0)]
_Schema = dict[str, JsonValue] | bool


class _Shape(NamedTuple):
    """What a value must be, and how that is said."""

    check: TypeAdapter[Any]
    sentence: str


def _shape(kind: Any, sentence: str) -> _Shape:
    return _Shape(TypeAdapter(kind, config=ConfigDict(strict=True)), sentence)


_TEXT = _shape(_Text, "must be text that is not empty; put quotes around a number")
_TEXTS = _shape(_Texts, "must be text, or a list of texts")
_MANY = _shape(Annotated[list[_Text], Field(min_length=1)], "must be a list of texts")
_NUMBER = _shape(_Number, "must be a number, and not below 0")
_WHOLE = _shape(_Whole, "must be a whole number, and not below 0")
_SWITCH = _shape(bool, "must be true or false")
_WITHIN = _shape(
    _Texts | list[_Text | dict[Literal["text", "within"], _Texts]],
    "must be texts, or a list of text with the roles it is looked for in (within)",
)
# What each option is, whichever type it belongs to.
OPTIONS: Final[Mapping[str, _Shape]] = {
    "absent": _WITHIN,
    "assistant_only_own": _SWITCH,
    "at_least": _WHOLE,
    "at_most": _WHOLE,
    "cwd": _TEXT,
    "dollars": _NUMBER,
    "flags": _shape(Annotated[str, Field(pattern="^[imsu]*$")], "must be some of the letters i, m, s and u"),
    "gone": _TEXTS,
    "hash": _TEXT,
    "ignore_case": _SWITCH,
    "kept": _TEXTS,
    "kinds": _TEXTS,
    "mimicry": _SWITCH,
    "model": _TEXT,
    "name": _TEXT,
    "present": _WITHIN,
    "prompt": _TEXT,
    "questions": _shape(
        _Whole | dict[Literal["at_least", "at_most"], _Whole], "must be a whole number, or at_least and at_most"
    ),
    "roles": _TEXTS,
    "script": _TEXTS,
    "seconds": _NUMBER,
    "threshold": _NUMBER,
    "turn": _WHOLE,
    "unit": _shape(Literal["words", "chars", "lines"], "must be words, chars or lines"),
    "within": _TEXTS,
}
VALUES: Final[Mapping[str, _Shape]] = {
    **dict.fromkeys(("contains", "icontains", "starts-with", "ends-with", "equals", "regex"), _TEXT),
    **dict.fromkeys(("contains-any", "contains-all", "icontains-any", "icontains-all"), _MANY),
    **dict.fromkeys(("is-json", "json-schema"), _shape(_Schema, "must be a JSON Schema")),
    **dict.fromkeys(("llm-rubric", "cites"), _TEXTS),
}

FindAdvisor = Callable[[str, Place], str]
Types = Mapping[str, AssertionType]


def read_assertions(
    entries: Sequence[str | AssertionEntry], place: Place, problems: Problems, find_advisor: FindAdvisor, types: Types
) -> tuple[Assertion, ...]:
    """The assertions of one list, of these types; what is wrong with one goes to the problems, and it is left out."""
    read = (read_assertion(each, (*place, at), problems, find_advisor, types) for at, each in enumerate(entries))
    return tuple(each for each in read if each is not None)


def read_assertion(
    entry: str | AssertionEntry, place: Place, problems: Problems, find_advisor: FindAdvisor, types: Types
) -> Assertion | None:
    """One assertion; a plain text is something a judge looks for."""
    if isinstance(entry, str):
        return Assertion(RUBRIC, entry)
    named = entry.type.removeprefix(NEGATION)
    name = ALIASES.get(named, named)
    kind = types.get(name)
    if kind is None:
        problems.add(
            (*place, "type"), f"no assertion is called {named[:60]}{problems.suggest(named, [*types, *ALIASES])}"
        )
        return None
    options = _list_options(entry, kind)
    _check_numbers({"value": entry.value, **options}, place, problems)
    _check_options(options, kind, place, problems)
    if name == "payload":
        check_places(options, place, problems)
    _check_value(entry.value, name, kind, place, problems)
    if (
        name == "regex"
        and isinstance(entry.value, str)
        and (problem := find_problem(entry.value, str(options.get("flags", ""))))
    ):
        problems.add((*place, "value"), problem)
    return Assertion(
        type=name,
        value=entry.value,
        options=options,
        name="" if "name" in options else entry.name,
        weight=float(entry.weight),
        required=_read_required(entry.required, name),
        negate=entry.negate != entry.type.startswith(NEGATION),
        advisor=find_advisor(entry.advisor, (*place, "advisor")) if entry.advisor else None,
    )


def usually_required(name: str) -> float | None:
    """Below which score an assertion of this type fails its case by itself where nobody says."""
    return 1.0 if name in DECISIVE else None


def read_evaluator(entry: EvaluatorEntry, outcome: str, place: Place, problems: Problems) -> Assertion | None:
    """A program or a judge, as agentv names them; the judge looks for the outcome."""
    if entry.type == "code":
        if not entry.script:
            problems.add((*place, "script"), "is needed: the program that judges")
            return None
        given = {"script": entry.script, "cwd": entry.cwd}
        return Assertion("code", options={key: each for key, each in given.items() if each}, name=entry.name)
    given = {"prompt": entry.prompt, "model": entry.model}
    return Assertion(
        RUBRIC, outcome or None, options={key: each for key, each in given.items() if each}, name=entry.name
    )


def _list_options(entry: AssertionEntry, kind: AssertionType) -> dict[str, Any]:
    """What stands beside the keys of every type; a phase has a name as well."""
    named = {"name": entry.name} if "name" in kind.options and entry.name else {}
    return {**named, **(entry.model_extra or {})}


def _check_options(options: Mapping[str, Any], kind: AssertionType, place: Place, problems: Problems) -> None:
    for key, value in options.items():
        if key not in kind.options:
            problems.add((*place, key), "is not known" + problems.suggest(key, {*kind.options, *EVERYWHERE}))
        elif key in OPTIONS and not _fits(value, OPTIONS[key]):
            problems.add((*place, key), OPTIONS[key].sentence)


def _check_value(value: Any, name: str, kind: AssertionType, place: Place, problems: Problems) -> None:
    if value is None:
        if kind.value == "needed":
            problems.add((*place, "value"), f"is needed: {kind.meaning}")
    elif kind.value == "none":
        problems.add((*place, "value"), f"{name} takes none; it has {', '.join(sorted(kind.options))}")
    elif name in VALUES and not _fits(value, VALUES[name]):
        problems.add((*place, "value"), VALUES[name].sentence)


def _check_numbers(written: Mapping[str, Any], place: Place, problems: Problems) -> None:
    """A file has been through this; what comes over the wire has not."""
    for key, value in written.items():
        if not all(map(is_storable, _list_whole(value))):
            problems.add((*place, key), "holds too large a number")


def _list_whole(value: Any) -> Iterator[int]:
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, int):
            yield each
        elif isinstance(each, list | dict):
            waiting.extend(each.values() if isinstance(each, dict) else each)


def _fits(value: Any, shape: _Shape) -> bool:
    try:
        shape.check.validate_python(value)
    except ValidationError:
        return False
    return True


def _read_required(required: bool | float | None, name: str) -> float | None:
    if required is None:
        return usually_required(name)
    if isinstance(required, bool):
        return USUAL_THRESHOLD if required else None
    return float(required)
