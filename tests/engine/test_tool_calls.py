"""Tool calls are put together from whatever pieces servers send."""

import pytest

from antiphon.conversation.ids import ReplyId
from antiphon.engine.turns.tool_calls import Calls
from antiphon.engine.turns.tool_round import parse_arguments
from antiphon.providers.provider import CalledTool

REPLY = ReplyId("r_1")


def gather(*pieces: CalledTool) -> list[tuple[str, str]]:
    calls = Calls()
    for piece in pieces:
        calls.add(piece)
    return [(call.name, call.arguments) for call in calls.build(REPLY, 0)]


def test_pieces_of_one_number_are_one_call() -> None:
    """M4."""
    assert gather(CalledTool(0, "a", "look", ""), CalledTool(0, "", "", '{"x"'), CalledTool(0, "", "", ":1}")) == [
        ("look", '{"x":1}')
    ]


def test_another_id_is_another_call_even_under_the_same_number() -> None:
    """Some servers number nothing."""
    assert gather(CalledTool(0, "a", "one", "{}"), CalledTool(0, "b", "two", '{"x":1}')) == [
        ("one", "{}"),
        ("two", '{"x":1}'),
    ]


def test_names_and_texts_are_made_fit() -> None:
    """D-05: half a character, a name no wire takes, and none at all."""
    assert gather(CalledTool(0, "", "functions.add note!", '{"a":"\ud83d'), CalledTool(0, "", "", '\ude00"}')) == [
        ("functions_add_note_", '{"a":"😀"}')
    ]
    assert gather(CalledTool(0, "", "", "{}")) == [("unnamed", "{}")]


def test_ids_are_our_own_and_always_the_same() -> None:
    """I-23, I-25: nine letters and digits from the reply, the round and the place."""
    calls = Calls()
    calls.add(CalledTool(0, "call_with_a_very_long_name", "look", "{}"))
    calls.add(CalledTool(1, "", "look", "{}"))
    ids = [call.id for call in calls.build(REPLY, 0)]

    assert ids == [call.id for call in calls.build(REPLY, 0)]
    assert (
        len({*ids, *(call.id for call in calls.build(REPLY, 1)), *(c.id for c in calls.build(ReplyId("r_2"), 0))}) == 6
    )
    assert all(len(each) == 9 and each.isalnum() for each in ids)


def test_a_large_number_is_called_with_as_it_was_written() -> None:
    assert parse_arguments('{"account": 18446744073709551617}') == {"account": 18446744073709551617}


@pytest.mark.parametrize(
    "text",
    [
        "[1]",
        "{",
        '{"x": NaN}',
        '{"x": Infinity}',
        '{"x": 1e999}',
        '{"x": "\\ud800"}',
        f'{{"x": {"[" * 999}{"]" * 999}}}',
    ],
)
def test_what_is_no_object_of_json_is_no_arguments(text: str) -> None:
    assert parse_arguments(text) is None
