"""What a server is told about an answer, and that whatever obeys it can be read."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.analysis.extraction import FOUND, MERGED, VERDICT
from antiphon.analysis.strict import Many, Maybe, OneOf, Record, Shape, Truth, Whole, Words, parse_answer, schema_of
from antiphon.conversation.errors import AnswerUnreadable

NESTED = Record(
    {
        "claims": Many(Record({"text": Words(), "by": Many(OneOf(("ada", "bo"))), "note": Maybe(Words())})),
        "sure": Truth(),
        "first": Maybe(Record({"turn": Whole()})),
    }
)
SHAPES: list[Shape] = [FOUND, VERDICT, MERGED, NESTED, Many(Words()), Maybe(Whole())]


def obey(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Any value this schema allows, by the meaning JSON schema gives to its words."""
    if "anyOf" in schema:
        return st.one_of([obey(each) for each in schema["anyOf"]])
    match schema["type"]:
        case "object":
            assert schema["required"] == list(schema["properties"])
            assert schema["additionalProperties"] is False
            return st.fixed_dictionaries({name: obey(inner) for name, inner in schema["properties"].items()})
        case "array":
            return st.lists(obey(schema["items"]), max_size=3)
        case "string":
            return st.sampled_from(schema["enum"]) if "enum" in schema else st.text('abc }]"\\,', max_size=6)
        case "integer":
            return st.integers(-99, 99)
        case "boolean":
            return st.booleans()
        case _:
            assert schema == {"type": "null"}
            return st.none()


@pytest.mark.parametrize("shape", SHAPES)
@given(data=st.data())
def test_whatever_obeys_the_schema_is_read(shape: Shape, data: st.DataObject) -> None:
    """An answer that the server held to the schema needs no second asking."""
    value = data.draw(obey(schema_of(shape)))

    read = parse_answer(json.dumps(value), shape)

    assert read == (value if isinstance(shape, Record) else value["answer"])


@pytest.mark.parametrize("shape", SHAPES)
def test_the_root_is_an_object_because_servers_want_one(shape: Shape) -> None:
    assert schema_of(shape)["type"] == "object"


def test_a_list_may_come_in_the_object_or_bare() -> None:
    for answer in ('["a", "b"]', '{"answer": ["a", "b"]}', '```json\n{"answer": ["a", "b",]}\n```'):
        assert parse_answer(answer, Many(Words())) == ["a", "b"]


@pytest.mark.parametrize(
    "answer", ['{"answers": ["a"]}', '{"answer": ["a"], "more": 1}', '{"answer": {"answer": ["a"]}}']
)
def test_no_other_object_stands_for_a_list(answer: str) -> None:
    with pytest.raises(AnswerUnreadable):
        parse_answer(answer, Many(Words()))


def test_the_same_shape_is_described_in_the_same_bytes() -> None:
    """Preview, send and receipt hold the same bytes, so the order of keys never changes."""
    expected = (
        '{"type": "object", "properties": {"verdict": {"type": "string", "enum": ["same", "new", "contradicts"]}, '
        '"item": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}, "required": ["verdict", "item"], '
        '"additionalProperties": false}'
    )

    assert json.dumps(schema_of(VERDICT)) == expected
