"""A suite as a file in our own format: reading it gives the same suite."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

import yaml
from typing_extensions import override

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.phase import Phase
from antiphon.evals.case import USUAL_THRESHOLD, Assertion, Case, CaseFile, CaseMessage, CaseTurn, Ceiling, Part, Suite
from antiphon.evals.suites.asked_for import is_written_out
from antiphon.evals.suites.asserts import RUBRIC, usually_required
from antiphon.evals.suites.plain_yaml import is_plain_word
from antiphon.evals.suites.schema import VERSION

_WIDTH: Final = 110
# Keys that are written even where they hold nothing: an empty text differs from none there.
_ALWAYS: Final = frozenset({"id", "input", "content", "value", "role", "type", "temperature", "guideline_patterns"})
# Line ends other than ours, and what cannot be seen: unescaped, they would be folded or refused.
_NEEDS_ESCAPES: Final = re.compile(
    "[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


def dump_suite(suite: Suite) -> str:
    """The suite as YAML, for its own place: paths are those it was read with."""
    patterns = list(suite.guideline_patterns) if suite.guideline_patterns or _has_files(suite) else None
    body = {
        "$schema": VERSION,
        "description": suite.description,
        "target": suite.target,
        "judge": suite.judge,
        "budget": _write_ceiling(suite.ceiling),
        **({} if patterns is None else {"guideline_patterns": patterns}),
        "advisors": {name: _write_advisor(each) for name, each in suite.advisors.items()},
        "evalcases": [dump_case(case) for case in suite.cases],
    }
    return dump_yaml(_leave_out_empty(body))


def dump_case(case: Case) -> dict[str, Any]:
    """The case as its entry in a file."""
    return _leave_out_empty(
        {
            "id": case.id,
            "outcome": case.outcome,
            "note": case.note,
            "conversation_id": case.conversation_id,
            **_write_seats(case.advisors),
            "target": case.target,
            "system_prompt": case.system_prompt,
            "advisor_description": case.description,
            "input_messages": [_write_message(each) for each in case.messages],
            "turns": [_write_turn(each) for each in case.turns],
            "phases": [_write_phase(each) for each in case.phases],
            "expected_messages": [_write_message(each) for each in case.expected],
            "assert": [_write_assertion(each) for each in case.asserts],
            "aggregation": case.aggregation if case.aggregation != "mean" else "",
            "on_turn_failure": case.on_turn_failure if case.on_turn_failure != "continue" else "",
            "repeat": case.repeat if case.repeat != 1 else None,
            "threshold": case.threshold if case.threshold != USUAL_THRESHOLD else None,
            "budget": _write_ceiling(case.ceiling),
            "window": case.window,
            "max_tokens": case.max_tokens,
        }
    )


def dump_yaml(body: Mapping[str, Any]) -> str:
    """Plain values as YAML that reads well: long texts as blocks, quotes only where they are needed."""
    return yaml.dump(body, Dumper=_Writer, sort_keys=False, allow_unicode=True, width=_WIDTH)


class _Writer(yaml.SafeDumper):
    """Writes texts so that they stay texts, and no value by way of another."""

    @override
    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)

    @override
    def ignore_aliases(self, data: Any) -> bool:
        return True


def _represent_text(writer: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = None
    if _NEEDS_ESCAPES.search(text):
        style = '"'
    elif is_plain_word(text):
        style = "'"
    elif _fits_a_block(text):
        style = "|"
    return writer.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _fits_a_block(text: str) -> bool:
    """Several lines, the first of which begins at once, and none of which ends with blanks."""
    lines = text.split("\n")
    return "\n" in text.strip("\n") and not text[0].isspace() and all(line == line.rstrip() for line in lines)


_Writer.add_representer(str, _represent_text)


def _write_seats(advisors: tuple[str, ...]) -> dict[str, Any]:
    if len(advisors) == 1:
        return {"advisor": advisors[0]}
    return {"panel": list(advisors)}


def _write_message(message: CaseMessage) -> dict[str, Any]:
    parts = message.parts
    if len(parts) == 1 and not isinstance(parts[0], CaseFile):
        return {"role": message.role, "content": parts[0].text}
    return {"role": message.role, "content": [_write_part(each) for each in parts]}


def _write_part(part: Part) -> dict[str, str]:
    if isinstance(part, CaseFile):
        return {"type": "file", "value": part.path}
    return {"type": "text", "value": part.text}


def _write_turn(turn: CaseTurn) -> dict[str, Any]:
    return _leave_out_empty(
        {
            "input": turn.input,
            "replies": dict(turn.replies),
            "planted": {name: list(facts) for name, facts in turn.planted.items()},
            "assert": [_write_assertion(each) for each in turn.asserts],
        }
    )


def _write_phase(phase: Phase) -> dict[str, Any]:
    return _leave_out_empty({"name": phase.name, "turns": phase.turns, "prompt": phase.prompt, "note": phase.note})


def _write_assertion(assertion: Assertion) -> dict[str, Any]:
    common = _leave_out_empty(
        {
            "name": assertion.name,
            "weight": assertion.weight if assertion.weight != 1 else None,
            "required": _write_required(assertion),
            "negate": assertion.negate or None,
            "advisor": assertion.advisor,
        }
    )
    value = {} if assertion.value is None else {"value": assertion.value}
    return {"type": assertion.type, **value, **_write_options(assertion), **common}


def _write_required(assertion: Assertion) -> float | bool | None:
    """What goes without saying is not said."""
    if assertion.required == usually_required(assertion.type):
        return None
    return False if assertion.required is None else assertion.required


def _write_options(assertion: Assertion) -> dict[str, Any]:
    """Paths are from the root, and say so: the file may lie anywhere below it."""
    options = dict(assertion.options)
    named = {"code": "cwd", RUBRIC: "prompt"}.get(assertion.type, "")
    if isinstance(options.get(named), str) and not is_written_out(options[named]):
        options[named] = "/" + options[named].lstrip("/")
    return options


def _write_ceiling(ceiling: Ceiling) -> dict[str, Any]:
    written = {"tokens": ceiling.tokens, "dollars": ceiling.dollars, "seconds": ceiling.seconds}
    return {name: value for name, value in written.items() if value is not None}


def _write_advisor(advisor: Advisor) -> dict[str, Any]:
    return _leave_out_empty(
        {
            "description": advisor.description,
            "model": advisor.model,
            "temperature": advisor.temperature,
            "max_tokens": advisor.max_tokens,
        }
    )


def _leave_out_empty(body: Mapping[str, Any]) -> dict[str, Any]:
    empty: tuple[Any, ...] = (None, "", [], {})
    return {
        name: value
        for name, value in body.items()
        if name in _ALWAYS or not any(value is each or value == each for each in empty)
    }


def _has_files(suite: Suite) -> bool:
    messages: Iterable[CaseMessage] = (each for case in suite.cases for each in (*case.messages, *case.expected))
    return any(isinstance(part, CaseFile) for message in messages for part in message.parts)
