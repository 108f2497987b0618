"""Filling in a known form gives what the library would have written."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.payload import Kind, Message, Payload, ToolCall
from antiphon.providers.bridge import form as form_module
from antiphon.providers.bridge.families import load_family
from antiphon.providers.bridge.form import Forms
from antiphon.providers.bridge.tap import take_draft
from antiphon.providers.shape import count_settled, shape

MODELS = {"anthropic": "claude-opus-4-6", "google": "gemini-2.5-flash"}


@cache
def forms_of(family: str) -> Forms:
    """The forms of a family, whose library is only loaded when a test wants it: that takes seconds."""
    return Forms(load_family(family), "http://127.0.0.1:9")


kinds: st.SearchStrategy[Kind] = st.sampled_from(["turn", "reference", "state", "human"])
said = st.builds(Message, st.just("assistant"), st.text(max_size=8), kind=st.just("reply"))
asked = st.builds(Message, st.just("user"), st.text(max_size=8), kind=kinds)
rules = st.lists(st.builds(Message, st.just("system"), st.text(max_size=8), kind=st.just("system")), max_size=1)
texts = st.builds(lambda first, rest: (*first, *rest), rules, st.lists(said | asked, max_size=6))


def build(family: str, messages: tuple[Message, ...], **more: Any) -> Payload:
    return Payload(AdvisorId("ada"), f"p:{MODELS[family]}", messages, 77, **more)


def through_the_library(forms: Forms, payload: Payload) -> dict[str, Any]:
    """What the library writes for all of these messages."""
    family = forms._family
    messages = shape(payload.messages, family.profile)
    cached = count_settled(messages) if family.marks_cache else 0
    drawn = forms._draw_up(MODELS[family.profile.name], payload, messages, cached)
    return drawn.body


@pytest.mark.parametrize("family", MODELS)
@settings(max_examples=25, deadline=None)
@given(messages=texts, temperature=st.sampled_from([None, 0.5]))
def test_a_filled_form_is_what_the_library_writes(
    family: str, messages: tuple[Message, ...], temperature: float | None
) -> None:
    """I-25, I-26: the quick way and the library's way agree, cache marks included."""
    payload = build(family, messages, temperature=temperature)

    filled = forms_of(family).fill(payload)

    assert filled.body == through_the_library(forms_of(family), payload)


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How many times the library was asked."""
    asked: list[int] = []

    def count(*arguments: Any) -> Any:
        asked.append(1)
        return take_draft(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(form_module, "take_draft", count)
        yield asked


@pytest.mark.parametrize("family", MODELS)
def test_the_library_is_asked_once_per_form(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    forms = Forms(load_family(family), "http://127.0.0.1:9")

    with counted(monkeypatch) as asked:
        for number in range(20):
            forms.fill(build(family, (Message("system", "Rules"), Message("user", f"Question {number}"))))

    assert len(asked) == 1


def test_the_cache_mark_stands_before_what_is_said_anew() -> None:
    """A8: rules and settled turns are marked, the current turn's own messages are not."""
    messages = (
        Message("system", "Rules", kind="system"),
        Message("user", "One"),
        Message("assistant", "Two", kind="reply"),
        Message("user", "[Reference]", kind="reference"),
        Message("user", "Three", kind="human"),
    )

    body = forms_of("anthropic").fill(build("anthropic", messages)).body

    marks = [["cache_control" in block for block in each["content"]] for each in body["messages"]]
    assert marks == [[False], [True], [False]]
    assert "cache_control" in body["system"][0]
    assert body["messages"][-1]["content"][0]["text"] == "[Reference]\n\nThree"


def test_the_cache_mark_may_stand_on_a_tools_answer() -> None:
    call = ToolCall("c1", "clock", "{}")
    messages = (
        Message("user", "One"),
        Message("assistant", "", kind="reply", calls=(call,)),
        Message("tool", "12:00", kind="tool", call_id="c1"),
    )

    body = forms_of("anthropic").fill(build("anthropic", messages)).body

    assert body["messages"][-1]["content"][0]["type"] == "tool_result"
    assert "cache_control" in body["messages"][-1]["content"][0]


@pytest.mark.parametrize("family", MODELS)
def test_thinking_is_off(family: str) -> None:
    body = forms_of(family).fill(build(family, (Message("user", "One"),))).body

    assert "enabled" not in json.dumps(body)
    assert body.get("thinking", {"type": "disabled"}) == {"type": "disabled"}
    if family == "google":
        assert body["generationConfig"]["thinkingConfig"] == {"thinking_budget": 0}


def test_a_temperature_is_not_told_to_a_model_that_refuses_it() -> None:
    """The library would warn each time; the receipt shows that none was sent."""
    payload = Payload(AdvisorId("ada"), "p:claude-opus-4-8", (Message("user", "One"),), 77, temperature=0.5)

    assert "temperature" not in forms_of("anthropic").fill(payload).body
    assert forms_of("anthropic").fill(build("anthropic", payload.messages, temperature=0.5)).body["temperature"] == 0.5


def test_arguments_that_are_no_object_are_handed_back_under_a_name() -> None:
    messages = (
        Message("user", "One"),
        Message("assistant", "", kind="reply", calls=(ToolCall("c1", "clock", "[1,"),)),
        Message("tool", "no", kind="tool", call_id="c1"),
    )

    body = forms_of("anthropic").fill(build("anthropic", messages)).body

    assert body["messages"][1]["content"][0]["input"] == {"unreadable": "[1,"}
