"""Requests of a family, byte for byte."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

import orjson
from pydantic_ai.models import Model

from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.payload import Message, Payload
from antiphon.conversation.thinking import Thinking
from antiphon.egress.transport import PreparedRequest, open_client
from antiphon.providers.bridge.family import Family
from antiphon.providers.bridge.tap import carry, take_draft
from antiphon.providers.bridge.thread import build_request, build_thread
from antiphon.providers.chat_body import model_name
from antiphon.providers.shape import count_settled, shape
from antiphon.providers.size_limits import ANSWER_BYTES

# Everything else the library says about itself and its connection, which is not the one that is used.
_KEPT = frozenset({"accept", "content-type", "anthropic-version", "anthropic-beta", "x-server-timeout"})
# Parameters come in few combinations: a model, the longest answer, a temperature, the schema of an answer, thinking.
_FORMS = 256


@dataclass(frozen=True, slots=True)
class Form:
    """A request whose messages can be exchanged."""

    url: str
    headers: dict[str, str]
    body: dict[str, Any]


class Forms:
    """Draws up requests: from the library once per form, and from the form after that.

    A library takes milliseconds for a long thread, and writing text into a known form takes microseconds. Threads with
    tools always go through the library, for there the wires differ in more than the names of keys.
    """

    def __init__(self, family: Family, base_url: str) -> None:
        self._family = family
        self._base_url = base_url
        self.model_of = lru_cache(_FORMS)(self._build_model)
        self._form_of = lru_cache(_FORMS)(self._build_form)

    def fill(self, payload: Payload) -> Form:
        """The request for this payload; the same payload gives the same request."""
        messages = shape(payload.messages, self._family.profile)
        cached = count_settled(messages) if self._family.marks_cache else 0
        model = model_name(payload.model)
        if payload.tools or any(each.calls or each.images or each.role == "tool" for each in messages):
            return self._draw_up(model, payload, messages, cached)
        has_system = messages[0].role == "system"
        schema = None if payload.schema is None else orjson.dumps(payload.schema)
        form = self._form_of(model, payload.max_tokens, payload.temperature, has_system, schema, payload.thinking)
        return Form(form.url, form.headers, self._family.fill(form.body, messages, cached))

    def _build_form(
        self,
        model: str,
        max_tokens: int,
        temperature: float | None,
        has_system: bool,
        schema: bytes | None,
        thinking: Thinking | None,
    ) -> Form:
        messages = (*((Message("system", "-"),) if has_system else ()), Message("user", "-"))
        payload = Payload(
            AdvisorId(""),
            model,
            messages,
            max_tokens,
            temperature,
            schema=None if schema is None else orjson.loads(schema),
            thinking=thinking,
        )
        return self._draw_up(model, payload, messages, 0)

    def _draw_up(self, model: str, payload: Payload, messages: tuple[Message, ...], cached: int) -> Form:
        built = self.model_of(model)
        settings = self._family.build_settings(built, payload.max_tokens, payload.temperature, payload.thinking)
        if payload.tools and not payload.may_call:
            settings["tool_choice"] = "none"
        asked = build_request(payload.tools, payload.schema if _takes_schema(built) else None)
        return _read(take_draft(built, build_thread(messages, cached, built.system), settings, asked))

    def _build_model(self, name: str) -> Model[Any]:
        return self._family.build_model(name, self._base_url, open_client(carry, limit=ANSWER_BYTES))


def _takes_schema(model: Model[Any]) -> bool:
    """Whether the library knows that this model can be held to a schema; it refuses to ask the others."""
    return bool(cast("Mapping[str, object]", model.profile).get("supports_json_schema_output"))


def _read(draft: PreparedRequest) -> Form:
    headers = {name: value for name, value in draft.headers.items() if name in _KEPT}
    return Form(draft.url, headers, orjson.loads(draft.body))
