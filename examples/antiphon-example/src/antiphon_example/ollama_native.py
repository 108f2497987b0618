"""A provider: the wire that Ollama speaks itself, instead of the chat wire everybody speaks.

https://docs.ollama.com/api/chat: a JSON object in, lines of JSON out.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from antiphon.conversation.payload import Message, Payload
from antiphon.providers.plugged.wire import Draft
from antiphon.providers.provider import AnswerText, CalledTool, Finished, Output, Thought, Used

_REASONS = {"stop": "stop", "length": "length"}


class OllamaNative:
    """Writes requests for `/api/chat`, and hands every answer to somebody new who reads it."""

    name = "ollama-native"
    label = "Ollama's own wire"
    version = 1
    api = 1
    home = "http://127.0.0.1:11434"

    def write(self, payload: Payload, model: str) -> Draft:
        """The same payload gives the same bytes: nothing in here looks at a clock or rolls dice."""
        body: dict[str, Any] = {
            "model": model,
            "messages": [_write_message(each) for each in payload.messages],
            "stream": True,
            "options": {"num_predict": payload.max_tokens},
        }
        if payload.temperature is not None:
            body["options"]["temperature"] = payload.temperature
        if payload.tools and payload.may_call:
            body["tools"] = [
                {
                    "type": "function",
                    "function": {"name": each.wire_name, "description": each.description, "parameters": each.schema},
                }
                for each in payload.tools
            ]
        headers = {"Content-Type": "application/json", "Accept": "application/x-ndjson"}
        return Draft("/api/chat", json.dumps(body, ensure_ascii=False).encode(), headers)

    def sign(self, api_key: str) -> Mapping[str, str]:
        """For an Ollama behind a proxy that wants a key."""
        return {"Authorization": f"Bearer {api_key}"}

    def listen(self) -> "Reader":
        """One answer, one reader."""
        return Reader()


class Reader:
    """Reads the lines of one answer."""

    def __init__(self) -> None:
        self._calls = 0

    def hear(self, event: str, data: bytes) -> Iterator[Output]:
        """Text as it comes, then the count and the end. An error in the middle is raised, never said."""
        line = json.loads(data)
        if "error" in line:
            raise RuntimeError(line["error"])
        message = line.get("message", {})
        if message.get("thinking"):
            yield Thought(message["thinking"])
        if message.get("content"):
            yield AnswerText(message["content"])
        for call in message.get("tool_calls", ()):
            function = call["function"]
            yield CalledTool(self._calls, f"call-{self._calls}", function["name"], json.dumps(function["arguments"]))
            self._calls += 1
        if line.get("done"):
            yield Used(line.get("prompt_eval_count", 0), line.get("eval_count", 0))
            raw = line.get("done_reason", "stop")
            yield Finished("tool_calls" if self._calls else _REASONS.get(raw, "stop"), raw)


def _write_message(message: Message) -> dict[str, Any]:
    written: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.calls:
        written["tool_calls"] = [
            {"function": {"name": each.name, "arguments": json.loads(each.arguments or "{}")}} for each in message.calls
        ]
    return written


wire = OllamaNative()
