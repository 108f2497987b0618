"""The three wires as scripts, and a server that speaks one of them.

with WireServer("anthropic") as server:
    server.answer("Hello there.", pieces=3)
    server.default = server.wire.begin() + server.wire.say("Half of it") + cut()
    assert server.bodies == [request.body]
"""

import base64
import json
from collections.abc import Callable
from typing import Any, Literal, Protocol, get_args

from typing_extensions import override

from tests.fakes import model_server as chat
from tests.fakes.model_server import Chunk, ModelServer, Script, Sleep, fail, sse

Format = Literal["openai_chat", "anthropic", "google"]
FORMATS: tuple[Format, ...] = get_args(Format)


class Wire(Protocol):
    """How one wire says things; scripts add up."""

    def begin(self) -> Script:
        """What comes before anything is said."""
        ...

    def say(self, text: str, *, pieces: int = 1, pause: float = 0) -> Script:
        """Text in so many events."""
        ...

    def think(self, text: str, signature: str = "") -> Script:
        """Visible reasoning, signed where the wire signs it."""
        ...

    def call(self, call_id: str, name: str, arguments: str, signature: str = "") -> Script:
        """A tool call, signed where the wire signs calls."""
        ...

    def keep_alive(self) -> Script:
        """Something that says nothing."""
        ...

    def finish(
        self,
        reason: str = "",
        *,
        prompt: int = 10,
        completion: int = 5,
        cached: int = 0,
        written: int = 0,
        thought: int = 0,
    ) -> Script:
        """The end, with a count; without a reason it is a good one.

        `thought` of the tokens were thinking; they are told in the provider's own way, and part of `completion`, as
        `cached` and `written` are of `prompt`. Google tells nothing of what it writes.
        """
        ...

    def break_down(self, status: int, message: str) -> Script:
        """An error inside a stream that had begun well."""
        ...

    def refuse(self, status: int, message: str, code: str = "") -> Script:
        """An error instead of a stream, in the provider's form."""
        ...


def cut_up(text: str, pieces: int, pause: float, write: Callable[[str], Script]) -> Script:
    """The same text in so many events."""
    cuts = [len(text) * index // pieces for index in range(pieces + 1)]
    script: Script = ()
    for index in range(pieces):
        script += (Sleep(pause),) if pause else ()
        script += write(text[cuts[index] : cuts[index + 1]])
    return script


class ChatWire:
    """Chat Completions."""

    def begin(self) -> Script:
        return ()

    def say(self, text: str, *, pieces: int = 1, pause: float = 0) -> Script:
        return chat.say(text, pieces=pieces, pause=pause)

    def think(self, text: str, signature: str = "") -> Script:
        return chat.think(text)

    def call(self, call_id: str, name: str, arguments: str, signature: str = "") -> Script:
        function = {"name": name, "arguments": arguments}
        return sse(chat.frame({"tool_calls": [{"index": 0, "id": call_id, "function": function}]}))

    def keep_alive(self) -> Script:
        return (Chunk(b": keep-alive\n\n"),)

    def finish(
        self,
        reason: str = "",
        *,
        prompt: int = 10,
        completion: int = 5,
        cached: int = 0,
        written: int = 0,
        thought: int = 0,
    ) -> Script:
        used = chat.usage(prompt, completion, cached=cached, written=written, reasoning=thought)
        return chat.finish(reason or "stop") + used + chat.done()

    def break_down(self, status: int, message: str) -> Script:
        return sse({"error": {"code": status, "message": message}})

    def refuse(self, status: int, message: str, code: str = "") -> Script:
        return fail(status, {"error": {"message": message, "type": code or None, "code": code or None}})


class AnthropicWire:
    """Anthropic Messages."""

    def begin(self) -> Script:
        message: dict[str, Any] = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "claude",
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
        return _event("message_start", message=message)

    def say(self, text: str, *, pieces: int = 1, pause: float = 0, index: int = 1) -> Script:
        start = _event("content_block_start", index=index, content_block={"type": "text", "text": ""})
        said = cut_up(text, pieces, pause, lambda piece: _delta(index, type="text_delta", text=piece))
        return start + said + _event("content_block_stop", index=index)

    def think(self, text: str, signature: str = "", *, index: int = 0) -> Script:
        block = {"type": "thinking", "thinking": "", "signature": ""}
        thought = _event("content_block_start", index=index, content_block=block)
        thought += _delta(index, type="thinking_delta", thinking=text)
        if not signature:
            return thought
        thought += _delta(index, type="signature_delta", signature=signature)
        return thought + _event("content_block_stop", index=index)

    def hide(self, data: str) -> Script:
        """Reasoning that only the provider can read."""
        block = {"type": "redacted_thinking", "data": data}
        return _event("content_block_start", index=3, content_block=block) + _event("content_block_stop", index=3)

    def call(self, call_id: str, name: str, arguments: str, signature: str = "") -> Script:
        block = {"type": "tool_use", "id": call_id, "name": name, "input": {}}
        start = _event("content_block_start", index=2, content_block=block)
        half = len(arguments) // 2
        pieces = (arguments[:half], arguments[half:])
        said = [_delta(2, type="input_json_delta", partial_json=piece) for piece in pieces]
        return start + said[0] + said[1] + _event("content_block_stop", index=2)

    def keep_alive(self) -> Script:
        return _event("ping")

    def finish(
        self,
        reason: str = "",
        *,
        prompt: int = 10,
        completion: int = 5,
        cached: int = 0,
        written: int = 0,
        thought: int = 0,
    ) -> Script:
        usage: dict[str, Any] = {
            "input_tokens": prompt - cached - written,
            "output_tokens": completion,
            "cache_read_input_tokens": cached,
            "cache_creation_input_tokens": written,
        }
        if thought:
            usage["output_tokens_details"] = {"thinking_tokens": thought}
        delta = {"stop_reason": reason or "end_turn", "stop_sequence": None}
        return _event("message_delta", delta=delta, usage=usage) + _event("message_stop")

    def break_down(self, status: int, message: str) -> Script:
        kind = {429: "rate_limit_error", 503: "overloaded_error"}.get(status, "api_error")
        return _event("error", error={"type": kind, "message": message})

    def refuse(self, status: int, message: str, code: str = "") -> Script:
        return fail(status, {"type": "error", "error": {"type": code or "api_error", "message": message}})


class GoogleWire:
    """Gemini streamGenerateContent."""

    def begin(self) -> Script:
        return ()

    def say(self, text: str, *, pieces: int = 1, pause: float = 0) -> Script:
        return cut_up(text, pieces, pause, lambda piece: _candidate({"text": piece}))

    def think(self, text: str, signature: str = "") -> Script:
        return _candidate({"text": text, "thought": True})

    def call(self, call_id: str, name: str, arguments: str, signature: str = "") -> Script:
        part: dict[str, Any] = {"functionCall": {"id": call_id, "name": name, "args": json.loads(arguments)}}
        return _candidate(part | ({"thoughtSignature": signature} if signature else {}))

    def draw(self, data: bytes, kind: str = "image/png") -> Script:
        """A picture in one event."""
        return _candidate({"inlineData": {"mimeType": kind, "data": base64.b64encode(data).decode()}})

    def keep_alive(self) -> Script:
        return (Chunk(b": keep-alive\r\n\r\n"),)

    def finish(
        self,
        reason: str = "",
        *,
        prompt: int = 10,
        completion: int = 5,
        cached: int = 0,
        written: int = 0,
        thought: int = 0,
    ) -> Script:
        usage = {
            "promptTokenCount": prompt,
            "candidatesTokenCount": completion - thought,
            "totalTokenCount": prompt + completion,
            "cachedContentTokenCount": cached,
        } | ({"thoughtsTokenCount": thought} if thought else {})
        return _candidate({"text": ""}, finishReason=reason or "STOP", usage=usage)

    def break_down(self, status: int, message: str) -> Script:
        return _data({"error": {"code": status, "message": message, "status": "UNAVAILABLE"}})

    def refuse(self, status: int, message: str, code: str = "") -> Script:
        return fail(status, {"error": {"code": status, "message": message, "status": code or "INTERNAL"}})


WIRES: dict[Format, Wire] = {"openai_chat": ChatWire(), "anthropic": AnthropicWire(), "google": GoogleWire()}


class WireServer(ModelServer):
    """A model server on one of the wires."""

    def __init__(self, wire: Format) -> None:
        self.format = wire
        self.wire = WIRES[wire]
        super().__init__()
        self.answer("Hello there.", pieces=3)

    @property
    @override
    def base_url(self) -> str:
        """What a provider of this kind is configured with: the libraries add the version themselves."""
        root = f"http://127.0.0.1:{self.port}"
        return f"{root}/v1" if self.format == "openai_chat" else root

    def answer(self, text: str, *, pieces: int = 1, pause: float = 0) -> None:
        """Answer every request so that has no script of its own."""
        self.default = self.wire.begin() + self.wire.say(text, pieces=pieces, pause=pause) + self.wire.finish()


def _event(name: str, **body: Any) -> Script:
    return sse({"type": name, **body}, name=name)


def _delta(index: int, **delta: Any) -> Script:
    return _event("content_block_delta", index=index, delta=delta)


def _candidate(part: dict[str, Any], *, usage: dict[str, Any] | None = None, **more: Any) -> Script:
    candidate = {"content": {"parts": [part], "role": "model"}, "index": 0, **more}
    counts = {"usageMetadata": usage} if usage else {}
    return _data({"candidates": [candidate], **counts, "modelVersion": "gemini", "responseId": "r1"})


def _data(body: dict[str, Any]) -> Script:
    return (Chunk(b"data: " + json.dumps(body).encode() + b"\r\n\r\n"),)
