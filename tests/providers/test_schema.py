"""An answer held to a schema, on each wire in its own words."""

import json
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.payload import Message, Payload
from antiphon.providers.bridge.families import load_family
from antiphon.providers.bridge.form import Forms
from antiphon.providers.chat_body import build_chat_body
from antiphon.providers.profile import PROFILES
from antiphon.providers.scripted.provider import Scripted

SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "array", "items": {"type": "string"}}},
    "required": ["answer"],
    "additionalProperties": False,
}
MESSAGES = (Message("system", "Rules", "system"), Message("user", "Question", "human"))


@cache
def forms_of(family: str) -> Forms:
    """The forms of a family, whose library is only loaded when a test wants it: that takes seconds."""
    return Forms(load_family(family), "http://127.0.0.1:9")


def build(model: str, schema: dict[str, Any] | None = SCHEMA) -> Payload:
    """A question that wants its answer in this form."""
    return Payload(AdvisorId("analyst"), f"p:{model}", MESSAGES, 77, temperature=0.0, schema=schema)


def fill(family: str, model: str, schema: dict[str, Any] | None = SCHEMA) -> dict[str, Any]:
    """The body a library's wire has."""
    return deepcopy(forms_of(family).fill(build(model, schema)).body)


def read_chat(profile: str, schema: dict[str, Any] | None = SCHEMA) -> dict[str, Any]:
    """The chat body in one dialect."""
    body: dict[str, Any] = json.loads(build_chat_body(build("gpt-5.2", schema), PROFILES[profile]))
    return body


def test_the_chat_wire_has_a_response_format() -> None:
    """Strict, under a name, and everything else as it is without."""
    held = read_chat("openai")

    described = {"name": "answer", "strict": True, "schema": SCHEMA}
    assert held.pop("response_format") == {"type": "json_schema", "json_schema": described}
    assert held == read_chat("openai", None)


def test_anthropic_has_an_output_format() -> None:
    """The library's own words for it, read off the request it would send."""
    held = fill("anthropic", "claude-opus-4-6")

    assert held.pop("output_config") == {"format": {"type": "json_schema", "schema": SCHEMA}}
    assert held == fill("anthropic", "claude-opus-4-6", None)


def test_google_has_a_response_schema() -> None:
    """The mime type and the schema stand in the generation config."""
    held = fill("google", "gemini-2.5-flash")

    config = held["generationConfig"]
    assert config.pop("responseMimeType") == "application/json"
    assert config.pop("responseJsonSchema") == SCHEMA | {"title": "answer"}
    assert held == fill("google", "gemini-2.5-flash", None)


@pytest.mark.parametrize(("family", "model"), [("anthropic", "claude-opus-4-6"), ("google", "gemini-2.5-flash")])
def test_a_form_is_kept_per_schema(family: str, model: str) -> None:
    """The quick way fills in messages, and never another question's schema."""
    other = SCHEMA | {"properties": {"answer": {"type": "string"}}}

    bodies = [json.dumps(fill(family, model, each)) for each in (SCHEMA, other, None, SCHEMA)]

    assert len(set(bodies)) == 3
    assert bodies[0] == bodies[3]
    assert all("Question" in each for each in bodies)


def test_who_cannot_be_held_to_a_schema_is_not_sent_one() -> None:
    """DeepSeek promises JSON and no schema; the library knows which models of Anthropic are too old for it."""
    old = "claude-3-haiku-20240307"

    assert read_chat("deepseek") == read_chat("deepseek", None)
    assert fill("anthropic", old) == fill("anthropic", old, None)


def test_the_rehearsal_is_sent_what_a_server_would_be() -> None:
    body = json.loads(Scripted().encode(build("rehearsal")).body)

    assert body["response_format"]["json_schema"]["schema"] == SCHEMA


@pytest.mark.parametrize("profile", PROFILES)
def test_without_a_schema_no_wire_speaks_of_one(profile: str) -> None:
    """I-25: the bytes of an advisor's reply are what they were before there were schemas."""
    payload = replace(build("gpt-5.2"), schema=None)

    said = build_chat_body(payload, PROFILES[profile]).decode()

    assert "response_format" not in said
    assert "schema" not in said
