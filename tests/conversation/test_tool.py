"""Names of tools on the wire, and fingerprints of tools and calls."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.conversation.approval import hash_call
from antiphon.conversation.tool import ToolDefinition, build_wire_name

WIRE = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")

# Few letters, so that names meet often.
names = st.text("ab_-.0é ", min_size=1, max_size=8) | st.text(min_size=1, max_size=80)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def _define(**changes: object) -> ToolDefinition:
    said = {"name": "now", "description": "Tell the time.", "schema": {"type": "object", "required": []}}
    return ToolDefinition(server="clock", read_only=True, **{**said, **changes})  # type: ignore[arg-type]


def test_an_ordinary_name_stays_readable() -> None:
    assert build_wire_name("clock", "set-alarm") == "clock__set-alarm"
    assert build_wire_name("clock", "a__b") == "clock__a__b"


@given(names, names)
def test_every_name_can_be_sent_on_every_wire(server: str, name: str) -> None:
    assert WIRE.fullmatch(build_wire_name(server, name))


@given(st.lists(st.tuples(names, names), min_size=2, max_size=40, unique=True))
def test_no_two_tools_share_a_name(tools: list[tuple[str, str]]) -> None:
    assert len({build_wire_name(*each) for each in tools}) == len(tools)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("a__b", "c"), ("a", "b__c")),
        (("a_", "b"), ("a", "_b")),
        (("a", "b.c"), ("a", "b_c")),
        (("a", "x" * 100), ("a", "x" * 101)),
        (("1a", "b"), ("t1a", "b")),
    ],
)
def test_names_that_would_meet_are_kept_apart(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert build_wire_name(*one) != build_wire_name(*other)


def test_nobody_can_take_the_name_that_another_tool_was_given() -> None:
    given_name = build_wire_name("a", "b.c")
    server, _, name = given_name.partition("__")

    assert build_wire_name(server, name) != given_name


@pytest.mark.parametrize(
    "changes", [{"name": "then"}, {"description": "Tell the time!"}, {"schema": {"type": "object", "required": ["a"]}}]
)
def test_whatever_a_model_reads_changes_the_fingerprint(changes: dict[str, object]) -> None:
    """R-10."""
    assert _define(**changes).schema_sha256 != _define().schema_sha256


def test_the_order_of_a_schema_does_not_matter() -> None:
    assert _define(schema={"required": [], "type": "object"}).schema_sha256 == _define().schema_sha256


@given(st.dictionaries(st.text(max_size=3), values, max_size=4))
def test_a_call_has_one_fingerprint_however_it_is_written(arguments: dict[str, object]) -> None:
    """I-55."""
    backwards = dict(reversed(arguments.items()))

    plain = hash_call("clock", "p", "now", "s", json.dumps(arguments))
    spaced = hash_call("clock", "p", "now", "s", json.dumps(backwards, indent=2, ensure_ascii=False))

    assert plain == spaced


@given(values, values)
def test_calls_that_differ_have_different_fingerprints(one: object, other: object) -> None:
    """I-55: 1, 1.0, true and "1" are four things."""
    same = json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)

    first, second = (hash_call("clock", "p", "now", "s", json.dumps({"a": each})) for each in (one, other))

    assert (first == second) == same


def test_server_its_place_tool_and_schema_are_part_of_the_call() -> None:
    """I-55, R-10."""
    said = [
        ("a", "p", "b", "c"),
        ("ap", "", "b", "c"),
        ("a", "q", "b", "c"),
        ("a", "p", "bc", ""),
        ("a", "p", "b", "d"),
    ]
    calls = [(*each, "{}") for each in said]

    assert len({hash_call(*each) for each in calls}) == len(calls)


@pytest.mark.parametrize("text", ["", "{", '{"a": 1, "a": 2}', "[" * 5000, "\ud800", "9" * 5000])
def test_what_cannot_be_read_in_one_way_is_taken_as_it_stands(text: str) -> None:
    assert hash_call("clock", "p", "now", "s", text) != hash_call("clock", "p", "now", "s", text + " ")
