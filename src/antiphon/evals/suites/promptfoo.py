"""Files that were written for promptfoo, where what they say is also said here.

Every prompt is asked with the values of every test: one case each. What there is no counterpart for is refused by name,
so that no test passes because half of it was not read.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from pydantic import JsonValue

from antiphon.evals.assertion_types import NEGATION, TYPES
from antiphon.evals.case import USUAL_THRESHOLD, Suite
from antiphon.evals.suites.asserts import RUBRIC
from antiphon.evals.suites.build import build_suite
from antiphon.evals.suites.files import FileUnusable
from antiphon.evals.suites.problems import Place, shorten
from antiphon.evals.suites.promptfoo_schema import (
    CheckEntry,
    PromptEntry,
    PromptfooSuite,
    ProviderEntry,
    TestEntry,
    TestFields,
)
from antiphon.evals.suites.promptfoo_slots import SLOT, Filler, TooMuch, write_value
from antiphon.evals.suites.schema import CaseFields, MessageEntry, SuiteFields
from antiphon.evals.suites.source import CaseAt, Source

# Loops, conditions, filters: a language that is not run here.
_STATEMENT = re.compile(r"\{[%#]")
_EXPRESSION = re.compile(r"\{\{[^{}]*\}\}")
_FILE = "file://"
_SEPARATOR = re.compile(r"^---[ \t]*$", re.MULTILINE)
# What both houses know by the same name; the rest is refused.
_SHARED: Final = frozenset(
    {
        "contains",
        "icontains",
        "contains-any",
        "contains-all",
        "icontains-any",
        "icontains-all",
        "starts-with",
        "regex",
        "equals",
        "is-json",
        "llm-rubric",
        "cost",
        "latency",
    }
)
_LISTS: Final = frozenset({"contains-any", "contains-all", "icontains-any", "icontains-all"})
_MOST_CASES: Final = 5_000
_MOST_CHECKS: Final = 20_000


class _Prompt(NamedTuple):
    """A prompt with slots, and what it is called."""

    template: str
    name: str
    place: Place


def build_promptfoo(body: dict[str, Any], source: Source) -> Suite:
    """The suite of a file of promptfoo's; `ValidationError` for what has no counterpart here."""
    entry = PromptfooSuite.model_validate(body)
    prompts = list(_list_prompts(entry.prompts, source))
    suite = SuiteFields(
        description=entry.description,
        target=_choose_target(entry.providers, source),
        judge=_translate_model(entry.default_test.options.provider),
    )
    return build_suite(suite, _build_cases(entry, prompts, source), source)


def _build_cases(entry: PromptfooSuite, prompts: Sequence[_Prompt], source: Source) -> list[CaseAt]:
    count = len(prompts) * len(entry.tests)
    checks = len(prompts) * sum(len(test.checks) + len(entry.default_test.checks) for test in entry.tests)
    if count > _MOST_CASES or checks > _MOST_CHECKS:
        source.problems.add(("tests",), f"give {count:,} cases with {checks:,} assertions, more than can be run")
        return []
    filler = Filler()
    try:
        return [
            case
            for at, test in enumerate(entry.tests)
            for number, prompt in enumerate(prompts)
            if (case := _build_case(entry, at, prompt, number if len(prompts) > 1 else -1, filler, source))
        ]
    except TooMuch:
        source.problems.add(("prompts",), "are more than can be read once the values are filled in")
        return []


def _list_prompts(entries: Sequence[str | PromptEntry], source: Source) -> Iterator[_Prompt]:
    for at, entry in enumerate(entries):
        place = ("prompts", at)
        raw, name = (entry, "") if isinstance(entry, str) else (entry.raw, entry.label or entry.id)
        for text in _read_prompt(raw, place, source):
            if _is_template(text):
                source.problems.add(place, "is a template with more than {{names}}; a conversation is written as turns")
            yield _Prompt(text, name, place)


def _is_template(text: str) -> bool:
    expressions = (found[0] for found in _EXPRESSION.finditer(text))
    is_more = any(SLOT.fullmatch(each) is None for each in expressions)
    return is_more or _STATEMENT.search(text) is not None or "_conversation" in text


def _read_prompt(raw: str, place: Place, source: Source) -> list[str]:
    if not raw.startswith(_FILE):
        return [raw]
    try:
        text = source.shelf.read(source.shelf.find(raw.removeprefix(_FILE)))
    except FileUnusable as error:
        source.problems.add(place, str(error))
        return []
    return [each.strip("\n") for each in _SEPARATOR.split(text) if each.strip()]


def _build_case(
    entry: PromptfooSuite, at: int, prompt: _Prompt, number: int, filler: Filler, source: Source
) -> CaseAt | None:
    place: Place = ("tests", at)
    shared, test = entry.default_test, entry.tests[at]
    values = _read_values({**shared.vars, **test.vars}, (*place, "vars"), source)
    template = _surround(prompt.template, shared, test, filler)
    _check_slots(template, {**shared.vars, **test.vars}, at, prompt, source)
    try:
        messages = _read_messages(template, values, filler)
    except (ValueError, RecursionError):
        source.problems.add(prompt.place, "looks like a list of messages and cannot be read as one")
        return None
    threshold = test.threshold if test.threshold is not None else shared.threshold
    checks = [
        *_translate_all(test.checks, values, (*place, "assert"), filler, source),
        *_translate_all(shared.checks, values, ("defaultTest", "assert"), filler, source),
    ]
    judged = [_name_judge(each, test.options.provider) for each in checks]
    fields = CaseFields.model_validate(
        {
            "note": test.description,
            "conversation_id": test.metadata.conversation_id or shared.metadata.conversation_id,
            "assert": judged if threshold is not None else [_require(each) for each in judged],
            # Where no score is asked for, each assertion is, and the mean decides nothing.
            "threshold": threshold if threshold is not None else 0.0,
            **messages,
        }
    )
    return CaseAt(_name_case(test, at, prompt, number), place, fields)


def _surround(template: str, shared: TestFields, test: TestEntry, filler: Filler) -> str:
    prefix = test.options.prefix or shared.options.prefix
    suffix = test.options.suffix or shared.options.suffix
    if not prefix and not suffix:
        return template
    filler.take(len(prefix) + len(template) + len(suffix))
    return prefix + template + suffix


def _check_slots(template: str, known: Mapping[str, JsonValue], at: int, prompt: _Prompt, source: Source) -> None:
    """Every slot of a prompt has a value in each test; an empty one would be sent as it is written."""
    for name in dict.fromkeys(found[1] for found in SLOT.finditer(template)):
        if name not in known:
            told = f"{{{{{shorten(name)}}}}} is not among the vars of tests[{at}]"
            source.problems.add(prompt.place, told + source.problems.suggest(name, known))


def _name_case(test: TestEntry, at: int, prompt: _Prompt, number: int) -> str:
    """By its number, so that no two share it; the words are for people."""
    words = f"{at + 1} {shorten(test.description)}".strip()
    return words if number < 0 else f"{words} · {shorten(prompt.name) or f'prompt {number + 1}'}"


def _read_values(values: Mapping[str, JsonValue], place: Place, source: Source) -> dict[str, str]:
    read: dict[str, str] = {}
    for name, value in values.items():
        if isinstance(value, list | dict):
            source.problems.add((*place, name), "holds several values; write a test for each")
        elif isinstance(value, str) and value.startswith(_FILE):
            source.problems.add((*place, name), "is taken from a file, which is not known here; write the value itself")
        else:
            read[name] = write_value(value)
    return read


def _read_messages(template: str, values: Mapping[str, str], filler: Filler) -> dict[str, Any]:
    """A text, or the messages of a chat that is written as JSON; values are filled in after it was read."""
    if not template.lstrip().startswith("["):
        return {"input": filler.fill(template, values)}
    filler.take(len(template))
    entries = [MessageEntry.model_validate(each) for each in json.loads(template)]
    filled = [
        {"role": each.role, "content": filler.fill(each.content, values)}
        for each in entries
        if isinstance(each.content, str)
    ]
    if len(filled) < len(entries):
        raise ValueError("content must be text")
    return {"input_messages": filled}


def _translate_all(
    checks: Sequence[CheckEntry], values: Mapping[str, str], place: Place, filler: Filler, source: Source
) -> Iterator[dict[str, Any]]:
    for at, check in enumerate(checks):
        value = _translate_value(check.value, check.type.removeprefix(NEGATION), values, filler)
        translated = _translate(check, value, (*place, at), source)
        if translated is not None:
            yield translated


def _translate(check: CheckEntry, value: JsonValue, place: Place, source: Source) -> dict[str, Any] | None:
    """The same assertion in our words; `None` with a problem if there is none."""
    name = check.type.removeprefix(NEGATION)
    if name not in _SHARED:
        told = f"{shorten(check.type)} is not known here{source.problems.suggest(name, _SHARED)}"
        source.problems.add(
            (*place, "type"), told if name not in TYPES else f"{name} is not an assertion of promptfoo's"
        )
        return None
    written = {
        "type": check.type,
        "value": value,
        "threshold": check.threshold if "threshold" in TYPES[name].options else None,
        "model": _translate_model(check.provider) if name == RUBRIC else None,
        "weight": check.weight,
        "name": check.metric or None,
    }
    return {key: each for key, each in written.items() if each is not None}


def _name_judge(check: dict[str, Any], provider: str | None) -> dict[str, Any]:
    """Who judges: as the assertion says, else as its test says, else as the suite says."""
    if check["type"].removeprefix(NEGATION) != RUBRIC or not provider:
        return check
    return {"model": _translate_model(provider), **check}


def _require(check: dict[str, Any]) -> dict[str, Any]:
    """The test fails with this assertion. One without weight is only shown."""
    if check.get("weight") == 0:
        return check
    is_judged = check["type"].removeprefix(NEGATION) == RUBRIC
    return check | {"required": min(1.0, check.get("threshold", USUAL_THRESHOLD)) if is_judged else 1.0}


def _translate_value(value: JsonValue, name: str, values: Mapping[str, str], filler: Filler) -> JsonValue:
    if name in _LISTS:
        several = value.split(",") if isinstance(value, str) else value
        return (
            [filler.fill(write_value(each).strip(), values) for each in several]
            if isinstance(several, list)
            else several
        )
    if isinstance(value, str):
        return filler.fill(value, values)
    return write_value(value) if isinstance(value, int | float) and name != "is-json" else value


def _choose_target(providers: str | Sequence[str | ProviderEntry], source: Source) -> str | None:
    """The first model; the others are asked by running the suite again with another target."""
    named = [providers] if isinstance(providers, str) else providers
    models = [each if isinstance(each, str) else each.id for each in named]
    if named:
        _warn_of_settings(named[0], ("providers", 0, "config"), source)
    if len(models) > 1:
        source.problems.warn(("providers", 1), "only the first is asked; run again with --target for another")
    return _translate_model(models[0]) if models else None


def _warn_of_settings(provider: str | ProviderEntry, place: Place, source: Source) -> None:
    """Whoever set a temperature there should know that it is not sent."""
    config = None if isinstance(provider, str) else (provider.model_extra or {}).get("config")
    if isinstance(config, dict) and config:
        source.problems.warn(place, f"is not read: {shorten(', '.join(map(str, config)))}")


def _translate_model(name: str | None) -> str | None:
    """`openai:chat:gpt-5.2` is `openai:gpt-5.2` here."""
    if not name:
        return None
    provider, _, model = name.partition(":")
    for form in ("chat:", "messages:", "responses:", "completion:"):
        model = model.removeprefix(form)
    return f"{provider}:{model}"
