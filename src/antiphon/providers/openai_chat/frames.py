"""What the frames of a chat stream say.

A frame is JSON from someone else's server: any key may be missing, null or of another type than promised.
What cannot be understood is skipped and counted; only a finish reason makes an answer complete.
"""

import json
from base64 import b64decode
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote_to_bytes

import orjson

from antiphon.conversation.errors import ProtocolError, ProviderError
from antiphon.conversation.thinking import KeptThought
from antiphon.egress.sse import Event
from antiphon.providers.classify import classify_in_band
from antiphon.providers.provider import (
    AnswerText,
    CalledTool,
    Finished,
    FinishReason,
    MadePicture,
    Output,
    Outputs,
    Thought,
    ToReturn,
    Used,
)

MALFORMED_ALLOWED = 3

_REASONS: dict[str, FinishReason] = {
    "stop": "stop",
    "length": "length",
    "max_tokens": "length",
    "model_length": "length",
    "content_filter": "filtered",
    "refusal": "filtered",
    "sensitive": "filtered",
    "safety": "filtered",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
}
_SPEECH = ("content", "reasoning_content", "reasoning", "refusal", "tool_calls", "images")
_FAILED_REASONS = frozenset(
    {"error", "abort", "network_error", "insufficient_system_resource", "model_context_window_exceeded"}
)


class ChatFrames:
    """Turns the frames of one stream into outputs, neighbouring pieces of text joined.

    With `wants_thoughts` all that was thought is told once more at the end of an answer that calls tools.
    """

    __slots__ = (
        "_all_thought",
        "_outputs",
        "_provider",
        "_said",
        "_secret",
        "_thought",
        "done",
        "failure",
        "finished",
        "malformed",
        "ran_on",
    )

    def __init__(self, provider: str, secret: str | None = None, *, wants_thoughts: bool = False) -> None:
        self._provider = provider
        self._secret = secret
        self._all_thought: list[str] | None = [] if wants_thoughts else None
        self._outputs: list[Output] = []
        self._said: list[str] = []
        self._thought: list[str] = []
        self.finished = False
        # Something was said after the finish reason; it is not part of the answer.
        self.ran_on = False
        self.done = False
        self.malformed = 0
        self.failure: ProviderError | None = None

    def read(self, events: Iterable[Event]) -> Outputs:
        """What these events say. After a failure or `[DONE]` the rest is not looked at."""
        for event in events:
            if event.data == b"[DONE]":
                self.done = True
            else:
                self._read_frame(parse_frame(event.data), event.name)
            if self.done or self.failure:
                break
        return self._take()

    def read_whole(self, body: bytes) -> Outputs:
        """What an answer says that came as one JSON body instead of a stream."""
        self._read_frame(parse_frame(body), "")
        self.done = True
        return self._take()

    def _read_frame(self, frame: Any, name: str) -> None:
        if type(frame) is not dict:
            self._count_malformed()
            return
        if name == "error" or frame.get("error"):
            self.failure = classify_in_band(self._provider, frame, secret=self._secret)
            return
        choices = frame.get("choices")
        if type(choices) is list and choices and type(choices[0]) is dict:
            self._read_choice(choices[0])
        usage = frame.get("usage")
        if type(usage) is dict:
            self._put(build_used(usage))

    def _read_choice(self, choice: dict[str, Any]) -> None:
        delta = choice.get("delta") or choice.get("message") or {"content": choice.get("text")}
        if type(delta) is dict and self.finished:
            self.ran_on = self.ran_on or any(delta.get(key) for key in _SPEECH)
        elif type(delta) is dict:
            self._read_delta(delta)
        reason = choice.get("finish_reason")
        if reason and not self.finished:
            self._finish(str(reason), choice)

    def _read_delta(self, delta: dict[str, Any]) -> None:
        thought = delta.get("reasoning_content") or delta.get("reasoning")
        if thought and type(thought) is str:
            self._think(thought)
        content = delta.get("content")
        if content and type(content) is str:
            self._say(content)
        elif content:
            self._read_parts(content)
        images = delta.get("images")
        if images:
            for image in images if type(images) is list else (images,):
                self._put(read_image(image))
        refusal = delta.get("refusal")
        if refusal and type(refusal) is str:
            self._say(refusal)
        calls = delta.get("tool_calls")
        if type(calls) is list:
            for position, call in enumerate(calls):
                if type(call) is dict:
                    self._put(build_tool_call(call, position))

    def _finish(self, raw: str, choice: dict[str, Any]) -> None:
        if raw.lower() in _FAILED_REASONS:
            error = choice.get("error") or {"code": raw}
            self.failure = classify_in_band(self._provider, error, secret=self._secret)
            return
        self.finished = True
        self._flush_said()
        self._flush_thought()
        if self._all_thought:
            self._put(ToReturn((KeptThought("words", "".join(self._all_thought)),)))
        self._put(Finished(_REASONS.get(raw.lower(), "stop"), raw))

    def _count_malformed(self) -> None:
        self.malformed += 1
        if self.malformed > MALFORMED_ALLOWED:
            self.failure = ProtocolError(self._provider)

    def _read_parts(self, content: Any) -> None:
        """Some servers send text as a list of parts, and what was thought among them."""
        for part in content if isinstance(content, list) else ():
            if not isinstance(part, dict):
                continue
            thought = part.get("thinking")
            if isinstance(thought, list):
                self._think("".join(_text(each, "text") for each in thought if isinstance(each, dict)))
            elif text := _text(part, "text"):
                self._say(text)

    def _think(self, text: str) -> None:
        self._flush_said()
        self._thought.append(text)

    def _say(self, text: str) -> None:
        if self._thought:
            self._flush_thought()
        self._said.append(text)

    def _put(self, output: Output) -> None:
        self._flush_said()
        self._flush_thought()
        self._outputs.append(output)

    def _flush_said(self) -> None:
        if self._said:
            self._outputs.append(AnswerText("".join(self._said)))
            self._said.clear()

    def _flush_thought(self) -> None:
        if self._thought:
            self._outputs.append(Thought("".join(self._thought)))
            if self._all_thought is not None:
                self._all_thought += self._thought
            self._thought.clear()

    def _take(self) -> Outputs:
        self._flush_thought()
        self._flush_said()
        outputs = tuple(self._outputs)
        self._outputs.clear()
        return outputs


def parse_frame(data: bytes) -> Any:
    """The JSON of a frame; `None` when there is none.

    orjson is strict about UTF-8 and surrogates. What it refuses gets a second, lenient look: bytes that are
    not UTF-8 become U+FFFD, a lone surrogate is kept for whoever cleans text.
    """
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        pass
    try:
        return json.loads(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None


def read_image(image: Any) -> MadePicture:
    """A picture in the form most gateways use: `{"image_url": {"url": "data:image/png;base64,…"}}`.

    Only what the answer itself holds is taken: nothing is fetched for a model.
    """
    place = image.get("image_url") if isinstance(image, dict) else None
    url = place.get("url") if isinstance(place, dict) else place
    if not isinstance(url, str):
        return MadePicture(problem="it came in a form that is not known here")
    if not url.startswith("data:"):
        return MadePicture(problem="it came as an address, and nothing is fetched for a model")
    head, _, data = url.partition(",")
    try:
        return MadePicture(b64decode(data, validate=True) if head.endswith(";base64") else unquote_to_bytes(data))
    except ValueError:
        return MadePicture(problem="its letters are no picture")


def build_used(usage: dict[str, Any]) -> Used:
    """The token counts; whatever is missing counts as none.

    Some servers count what was thought beside the answer and not in it: there the total gives them away.
    """
    prompt, completion = usage.get("prompt_tokens_details"), usage.get("completion_tokens_details")
    asked, said = _count(usage, "prompt_tokens"), _count(usage, "completion_tokens")
    thought = _count(completion, "reasoning_tokens")
    is_beside = thought > 0 and _count(usage, "total_tokens") == asked + said + thought
    return Used(
        input_tokens=asked,
        output_tokens=said + thought if is_beside else said,
        cached_tokens=_count(prompt, "cached_tokens") or _count(usage, "prompt_cache_hit_tokens"),
        reasoning_tokens=thought,
        cache_write_tokens=_count(prompt, "cache_write_tokens"),
    )


def build_tool_call(call: dict[str, Any], position: int = 0) -> CalledTool:
    """A piece of a tool call; a missing name or id means the piece before holds it.

    Without a number it is the one at this position, and arguments may come as an object instead of text.
    """
    function = call.get("function")
    function = function if isinstance(function, dict) else {}
    arguments = function.get("arguments")
    return CalledTool(
        index=_count(call, "index") if "index" in call else position,
        id=_text(call, "id"),
        name=_text(function, "name"),
        arguments=json.dumps(arguments) if isinstance(arguments, dict) else _text(function, "arguments"),
    )


def _count(body: Any, key: str) -> int:
    value = body.get(key) if isinstance(body, dict) else None
    return value if type(value) is int and 0 < value < 2**31 else 0


def _text(body: dict[str, Any], key: str) -> str:
    value = body.get(key)
    return value if isinstance(value, str) else ""
