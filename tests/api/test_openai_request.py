"""Requests of the OpenAI wire as programs really send them, and as nobody should."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.api.openai.request import read_chat
from antiphon.api.openai.responses.request import read_response
from antiphon.conversation.errors import AntiphonError, FieldRefused
from antiphon.conversation.outside import Told

ASKED: dict[str, Any] = {"model": "antiphon/panel/x", "messages": [{"role": "user", "content": "Should I?"}]}
PARAMETERS = [
    "messages",
    "model",
    "stream",
    "stream_options",
    "max_tokens",
    "max_completion_tokens",
    "temperature",
    "top_p",
    "stop",
    "seed",
    "n",
    "store",
    "metadata",
    "user",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "response_format",
    "reasoning_effort",
    "verbosity",
    "logprobs",
    "top_logprobs",
    "logit_bias",
    "presence_penalty",
    "frequency_penalty",
    "modalities",
    "audio",
    "prediction",
    "service_tier",
    "safety_identifier",
    "prompt_cache_key",
    "web_search_options",
    "functions",
    "function_call",
    "conversation",
    "conversation_id",
    "antiphon",
]
OF_RESPONSES = [
    "input",
    "instructions",
    "previous_response_id",
    "background",
    "text",
    "prompt",
    "include",
    "truncation",
    "reasoning",
    "max_output_tokens",
    "max_tool_calls",
]
values: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["role", "content", "type", "text", "id", "format", "off"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(PARAMETERS), values, max_size=12))
def test_whatever_is_sent_is_read_or_refused_by_name(body: dict[str, Any]) -> None:
    for sent in (body, ASKED | body, body | ASKED):
        try:
            read = read_chat(sent, {})
        except AntiphonError:
            continue
        assert set(read.ignored) <= set(sent) | {f"antiphon.{each}" for each in sent.get("antiphon") or ()}
        json.dumps(read.ignored)


def test_half_a_character_is_replaced_wherever_it_stands() -> None:
    """Nothing that is said back can hold one; nothing else of a body is another for it."""
    half = "\ud83d"
    body = {
        "model": f"m{half}",
        "messages": [{"role": "user", "content": f"Should I{half}? \0 \U0001f600"}],
        "metadata": {f"a{half}": half},
        "conversation": f"c{half}",
        f"odd{half}": 1,
        "antiphon": {f"odd{half}": 1, "expect": {"a": "\ude00"}},
    }

    read = read_chat(body, {})
    kept = read_response(body | {"input": half}, {}).asked

    assert (read.model, read.text) == ("m\ufffd", "Should I\ufffd? \0 \U0001f600")
    assert (read.metadata, read.names) == ({"a\ufffd": "\ufffd"}, (("antiphon", "c\ufffd"),))
    assert set(read.ignored) == {"odd\ufffd", "antiphon.odd\ufffd"}
    for each in (read, kept):
        repr(each).encode()
        json.dumps([each.text, each.ignored, dict(each.metadata)], ensure_ascii=False).encode()


def test_parts_are_joined_and_notes_are_gathered() -> None:
    messages = [
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "One"}, {"type": "text", "text": "Two"}]},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "system", "content": [{"type": "text", "text": "No lists."}]},
        {"role": "user", "content": "Three?"},
    ]

    read = read_chat(ASKED | {"messages": messages}, {"x-openwebui-chat-id": "c-1"})

    assert (read.history, read.text) == ((Told("user", "One\n\nTwo"), Told("assistant", "")), "Three?")
    assert (read.note, read.names) == ("Be brief.\n\nNo lists.", (("openwebui", "c-1"),))


@pytest.mark.parametrize(
    ("param", "body"),
    [
        ("messages", {"messages": [{"role": "tool", "content": "4"}]}),
        ("messages", {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}]}]}),
        ("messages", {"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "!"}]}),
        ("tool_choice", {"tool_choice": "required"}),
        ("response_format", {"response_format": {"type": "json_schema", "json_schema": {}}}),
        ("modalities", {"modalities": ["text", "audio"]}),
        ("max_tokens", {"max_tokens": 0}),
        ("antiphon.format", {"antiphon": {"format": "haiku"}}),
    ],
)
def test_what_would_be_another_request_without_it_is_refused(param: str, body: dict[str, Any]) -> None:
    with pytest.raises(FieldRefused) as told:
        read_chat(ASKED | body, {})

    assert told.value.param == param


@given(st.dictionaries(st.sampled_from([*PARAMETERS, *OF_RESPONSES]), values, max_size=12))
def test_whatever_is_sent_for_a_response_is_read_or_refused_by_name(body: dict[str, Any]) -> None:
    for sent in (body, {"model": "m", "input": "?"} | body, body | {"model": "m", "input": "?"}):
        try:
            read = read_response(sent, {}).asked
        except AntiphonError:
            continue
        parts = {each: sent[each] for each in ("antiphon", "text", "reasoning") if isinstance(sent.get(each), dict)}
        named = {f"{each}.{name}" for each, part in parts.items() for name in part}
        assert set(read.ignored) <= set(sent) | named
        json.dumps(read.ignored)
