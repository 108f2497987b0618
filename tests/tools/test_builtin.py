"""What a model may call a tool of the house with."""

from dataclasses import replace
from typing import Any

import pytest

from antiphon.conversation.tool import ToolDefinition
from antiphon.tools.builtin import find_wrong_argument

SCHEMA = {
    "type": "object",
    "properties": {
        "text": {"type": "string"},
        "count": {"type": "integer"},
        "share": {"type": ["number", "null"]},
        "state": {"type": "string", "enum": ["open", "done"]},
        "items": {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "string"}}}},
    },
    "required": ["text"],
    "additionalProperties": False,
}
TOOL = ToolDefinition("house", "write", "", SCHEMA, read_only=False)


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"count": 3},
        {"count": 3.0},
        {"share": None},
        {"share": 0.5},
        {"share": 2},
        {"state": "done"},
        {"items": []},
        {"items": [{"id": "a"}, {"other": 1}]},
    ],
)
def test_what_fits_the_schema_passes(more: dict[str, Any]) -> None:
    assert find_wrong_argument(TOOL, {"text": "milk", **more}) == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({}, "the argument text is missing"),
        ({"text": 1}, "the argument text must be string"),
        ({"text": "a", "count": True}, "the argument count must be integer"),
        ({"text": "a", "count": 1.5}, "the argument count must be integer"),
        ({"text": "a", "share": "x"}, "the argument share must be number or null"),
        ({"text": "a", "state": "lost"}, "the argument state must be one of open, done"),
        ({"text": "a", "items": {}}, "the argument items must be array"),
        ({"text": "a", "items": [{"id": "a"}, {"id": 1}]}, "the argument items[1].id must be string"),
        ({"text": "a", "other": 1}, "the argument other is not known here"),
    ],
)
def test_what_does_not_is_named(arguments: dict[str, Any], sentence: str) -> None:
    assert find_wrong_argument(TOOL, arguments) == sentence


@pytest.mark.parametrize(
    ("schema", "arguments"),
    [
        ({"patternProperties": {"^x_": {}}, "additionalProperties": False}, {"x_colour": "red"}),
        ({"properties": {"until": {"type": "string", "nullable": True}}}, {"until": None}),
        ({"properties": {"state": {"enum": ["open"], "nullable": True}}}, {"state": None}),
        ({"properties": {"text": {"type": {"anyOf": ["string"]}}}}, {"text": 1}),
        ({"properties": {"text": {"type": [["string"], {}]}}}, {"text": 1}),
        ({"required": [{"name": "text"}, ["text"], None]}, {}),
    ],
)
def test_what_a_schema_says_in_another_way_is_left_to_the_tool(
    schema: dict[str, Any], arguments: dict[str, Any]
) -> None:
    assert find_wrong_argument(replace(TOOL, schema=schema), arguments) == ""
