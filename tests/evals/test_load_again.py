"""Reading, writing and reading again gives the same suite (I-62)."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antiphon.advisors.phase import Phase
from antiphon.evals.assertion_types import TYPES
from antiphon.evals.canary import find_text
from antiphon.evals.case import Assertion, Case, CaseMessage, CaseText, CaseTurn, Ceiling, Suite
from antiphon.evals.suites.dump import dump_yaml
from antiphon.evals.suites.load import dump_suite, load_suite, read_suite
from antiphon.evals.suites.plain_yaml import read_yaml

SUITES = Path(__file__).parent / "files" / "suites"
SEATS = ("skeptic", "builder", "historian", "confidant", "contrarian")

# Anything that can be stored, and what a careless writer would turn into something else.
ODD = re.split(
    r"\|",
    "yes|no|null|~|1|0o17|0x1F|1e3|.5|.inf|2026-01-01|- a|a: b|# a|'|<<|*a|&a|!a|%a|@a|`a|---|...|[|{|?|:|=| a|a ",
)
BROKEN = ("|", "a\n", "\na", "a\n\n b\n", "a \nb", "\ta", "a\r\nb", "\x1b[31m", "\x85", "\u2028", "\ufeff", "")
texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=40) | st.sampled_from(
    (*ODD, *BROKEN)
)
words = texts.filter(lambda text: 0 < len(text) <= 200)
shares = st.floats(0, 1, allow_nan=False)
counts = st.integers(1, 10**6)
roles = st.sampled_from(["system", "user", "assistant", "tool", "..."])
values = {
    "contains-any": st.lists(words, min_size=1, max_size=3),
    "json-schema": st.dictionaries(words.filter(str.isprintable), st.booleans() | texts | shares, max_size=2),
}
options: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "contains": st.fixed_dictionaries({}, optional={"ignore_case": st.booleans()}),
    "phase": st.fixed_dictionaries({}, optional={"name": st.just("yes"), "questions": counts, "turn": counts}),
    "payload": st.fixed_dictionaries({}, optional={"roles": st.lists(roles, min_size=1), "hash": words}),
}


@st.composite
def assertions(draw: st.DrawFn, advisors: tuple[str, ...]) -> Assertion:
    kind = draw(
        st.sampled_from(["contains", "equals", "contains-any", "json-schema", "phase", "payload", "trim", "llm-rubric"])
    )
    takes = TYPES[kind].value
    value = None if takes == "none" else draw(values.get(kind, words))
    return Assertion(
        kind,
        value,
        draw(options.get(kind, st.just({}))),
        name="" if kind == "phase" else draw(texts),
        weight=draw(st.floats(0, 10)),
        required=draw(st.sampled_from([None, 1.0]) | shares),
        negate=draw(st.booleans()),
        advisor=draw(st.none() | st.sampled_from(advisors)) if advisors else None,
    )


messages = st.builds(
    CaseMessage,
    st.sampled_from(["system", "user", "assistant", "tool"]),
    st.lists(st.builds(CaseText, texts), max_size=3).map(tuple),
)
ceilings = st.builds(Ceiling, st.none() | counts, st.none() | st.floats(0, 100), st.none() | st.floats(0, 1000))
courses = st.sampled_from(
    [(), (Phase("yes"),), (Phase("first", 2, "early"), Phase("yes", None, "Ask.\nThen wait.", "12"))]
)


@st.composite
def cases(draw: st.DrawFn, name: str) -> Case:
    advisors = tuple(draw(st.lists(st.sampled_from(SEATS), unique=True, max_size=3)))
    holds = len(advisors) > 1 or (len(advisors) == 1 and draw(st.booleans()))
    said = {"turns": tuple(draw(st.lists(turns(advisors), min_size=1, max_size=3)))} if holds else {}
    sent = {} if holds else {"messages": tuple(draw(st.lists(messages, min_size=1, max_size=3)))}
    return Case(
        id=name,
        advisors=advisors,
        asserts=tuple(draw(st.lists(assertions(advisors), min_size=1, max_size=3))),
        outcome=draw(texts),
        note=draw(texts),
        conversation_id=draw(texts),
        target=draw(st.sampled_from([None, "local:a", "1:2"])),
        system_prompt=draw(texts),
        description=draw(texts),
        phases=draw(courses),
        expected=tuple(draw(st.lists(messages, max_size=2))),
        aggregation=draw(st.sampled_from(["mean", "min", "max"])),
        on_turn_failure=draw(st.sampled_from(["continue", "stop"])),
        repeat=draw(st.integers(1, 100)),
        threshold=draw(shares),
        ceiling=draw(ceilings),
        window=draw(st.none() | st.integers(10**6 + 1, 10**9)),
        max_tokens=draw(st.none() | counts),
        **said,
        **sent,
    )


def turns(advisors: tuple[str, ...]) -> st.SearchStrategy[CaseTurn]:
    return st.builds(
        plant,
        words,
        st.lists(assertions(advisors), max_size=2).map(tuple),
        st.dictionaries(st.sampled_from(advisors), texts, max_size=2),
    )


def plant(said: str, asserts: tuple[Assertion, ...], replies: dict[str, str]) -> CaseTurn:
    """A turn in which every reply that can be found again is a fact."""
    planted = {name: (reply,) for name, reply in replies.items() if find_text(reply, reply)}
    return CaseTurn(said, asserts, replies, planted)


@st.composite
def suites(draw: st.DrawFn) -> Suite:
    names = draw(st.lists(words, min_size=1, max_size=3, unique=True))
    return Suite(
        name="suite",
        path=SUITES / "suite.yaml",
        root=SUITES.resolve(),
        cases=tuple(draw(cases(name)) for name in names),
        description=draw(texts),
        target=draw(st.sampled_from([None, "local:a"])),
        judge=draw(st.sampled_from([None, "local:b"])),
        ceiling=draw(ceilings),
    )


@given(suites())
@settings(max_examples=60, deadline=None)
def test_any_suite_is_read_as_it_was_written(suite: Suite) -> None:
    """I-62."""
    read = read_suite(dump_suite(suite).encode(), suite.path)

    assert replace(read, root=suite.root) == suite


@pytest.mark.parametrize("name", ["ours.eval.yaml", "agentv.yaml", "promptfoo.yaml"])
def test_every_dialect_can_be_written_as_ours(name: str) -> None:
    """I-62: with files, advisors and patterns; only the warnings stay behind."""
    suite = load_suite(SUITES / name)

    written = dump_suite(suite)
    again = read_suite(written.encode(), suite.path)

    assert again == replace(suite, warnings=())
    assert dump_suite(again) == written


def test_what_is_written_reads_well() -> None:
    """Long texts stand as blocks, nothing is said twice, and nothing that goes without saying."""
    case = Case(
        "a", messages=(CaseMessage("user", (CaseText("One.\n\nTwo."),)),), asserts=(Assertion("contains", "yes"),)
    )
    written = dump_suite(Suite("s", Path("s.yaml"), Path(), (case,)))

    assert written == (
        "$schema: antiphon-eval-v1\n"
        "evalcases:\n"
        "  - id: a\n"
        "    input_messages:\n"
        "      - role: user\n"
        "        content: |-\n"
        "          One.\n"
        "\n"
        "          Two.\n"
        "    assert:\n"
        "      - type: contains\n"
        "        value: 'yes'\n"
    )


@given(
    st.recursive(
        texts | st.booleans() | st.none() | st.integers(-(10**9), 10**9),
        lambda inner: st.lists(inner, max_size=3),
        max_leaves=8,
    )
)
def test_any_plain_value_survives(value: Any) -> None:
    assert read_yaml(dump_yaml({"a": value}).encode()).value == {"a": value}
