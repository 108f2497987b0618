"""Every kind of thing an answer can be asked to hold, and what may be written beside it.

Pure facts: files are read against this table, and the checks are found by the same names.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

# What the value of an assertion may be; `none` is a type that takes no value.
ValueNeed = Literal["needed", "optional", "none"]


class AssertionType(NamedTuple):
    """One kind: the options it knows, whether it has a value, and what it asks for in one line."""

    options: frozenset[str]
    value: ValueNeed
    meaning: str


# What every kind knows besides its own: the fields of `Assertion`.
EVERYWHERE: Final = frozenset({"type", "value", "name", "weight", "required", "negate", "advisor"})
# What these find is broken, however good the answer is: unless a file says otherwise, they are required in full.
DECISIVE: Final = frozenset({"contamination", "payload", "trim"})
# Written before the name of a kind, it asks for the opposite.
NEGATION: Final = "not-"
# What other houses call the same thing. A plain string in a list of assertions is an `llm-rubric`.
ALIASES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "llm_judge": "llm-rubric",
        "llm-judge": "llm-rubric",
        "rubric": "llm-rubric",
        "rubrics": "llm-rubric",
        "code_judge": "code",
        "code-judge": "code",
        "exact": "equals",
        "is_json": "is-json",
    }
)


def _kind(meaning: str, *options: str, value: ValueNeed = "needed") -> AssertionType:
    return AssertionType(frozenset(options), value, meaning)


TYPES: Final[Mapping[str, AssertionType]] = MappingProxyType(
    {
        "contains": _kind("The answer holds this text.", "ignore_case"),
        "icontains": _kind("The answer holds this text, capital letters aside."),
        "contains-any": _kind("The answer holds at least one of these texts.", "ignore_case"),
        "contains-all": _kind("The answer holds each of these texts.", "ignore_case"),
        "icontains-any": _kind("The answer holds at least one of these texts, capital letters aside."),
        "icontains-all": _kind("The answer holds each of these texts, capital letters aside."),
        "starts-with": _kind("The answer begins with this text.", "ignore_case"),
        "ends-with": _kind("The answer ends with this text.", "ignore_case"),
        "equals": _kind("The answer is this text, white space around it aside.", "ignore_case"),
        "regex": _kind(
            "Somewhere in the answer this pattern matches (RE2: no backreferences).", "ignore_case", "flags"
        ),
        "is-json": _kind("The answer is JSON, and fits the schema if one is given.", value="optional"),
        "json-schema": _kind("The answer is JSON that fits this schema."),
        "latency": _kind(
            "The answer took no longer: `seconds`, or `threshold` in milliseconds.",
            "seconds",
            "threshold",
            value="none",
        ),
        "cost": _kind("The answer cost no more dollars.", "dollars", "threshold", value="none"),
        "length": _kind(
            "The answer is that long; `unit` is `words`, `chars` or `lines`.",
            "at_least",
            "at_most",
            "unit",
            value="none",
        ),
        "payload": _kind(
            "What was sent has these roles, these kinds in this order, this hash, holds these texts and not those.",
            "roles",
            "kinds",
            "hash",
            "present",
            "absent",
            "within",
            "assistant_only_own",
            value="none",
        ),
        "contamination": _kind(
            "Nothing of another advisor is in this one's thread or answer, nor does it speak as another.",
            "mimicry",
            value="none",
        ),
        "trim": _kind(
            "That many turns were left out to fit; what is pinned and the newest message are whole.",
            "at_least",
            "at_most",
            "kept",
            "gone",
            value="none",
        ),
        "phase": _kind(
            "The answer was asked for in this phase, and asks as many questions as said.",
            "name",
            "turn",
            "questions",
            value="none",
        ),
        "cites": _kind(
            "What the answer quotes stands in the given text, or in what was sent.",
            "at_least",
            value="optional",
        ),
        "llm-rubric": _kind(
            "A judge finds the answer to hold this, or each of these.", "threshold", "prompt", "model", value="optional"
        ),
        "code": _kind(
            "A program of the suite reads the case on stdin and gives a score.",
            "script",
            "cwd",
            "seconds",
            "threshold",
            value="none",
        ),
    }
)
