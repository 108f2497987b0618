"""What the library hears, as outputs."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from typing import Final

import orjson
from pydantic_ai.messages import (
    FilePart,
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ThinkingPart,
    ThinkingPartDelta,
    ToolCallPart,
    ToolCallPartDelta,
)

from antiphon.providers.provider import AnswerText, CalledTool, MadePicture, Output, Outputs, Thought

# Parts that are words, and what they are here.
_WORDS: Final[Mapping[type, type[Output]]] = {TextPart: AnswerText, ThinkingPart: Thought}


def read_event(event: ModelResponseStreamEvent) -> Output | None:
    """What this event adds to the answer, if anything."""
    if isinstance(event, PartStartEvent):
        return _read_start(event)
    if isinstance(event, PartDeltaEvent):
        return _read_delta(event)
    return None


def _read_start(event: PartStartEvent) -> Output | None:
    match event.part:
        case TextPart(content=text) if text:
            return AnswerText(text)
        case ThinkingPart(content=text) if text:
            return Thought(text)
        case FilePart(content=made):
            return read_made(made.media_type, made.data)
        case ToolCallPart() as call:
            return CalledTool(event.index, call.tool_call_id, call.tool_name, _write_arguments(call.args))
        case _:
            return None


def read_made(media_type: str, data: bytes) -> MadePicture:
    """A file in an answer; only pictures are taken."""
    if media_type.startswith("image/"):
        return MadePicture(data)
    return MadePicture(problem=f"it is a file of the kind {media_type}, and no picture")


def _read_delta(event: PartDeltaEvent) -> Output | None:
    match event.delta:
        case TextPartDelta(content_delta=text) if text:
            return AnswerText(text)
        case ThinkingPartDelta(content_delta=text) if text:
            return Thought(text)
        case ToolCallPartDelta() as call:
            arguments = _write_arguments(call.args_delta)
            return CalledTool(event.index, call.tool_call_id or "", call.tool_name_delta or "", arguments)
        case _:
            return None


def _write_arguments(arguments: object) -> str:
    if arguments is None or isinstance(arguments, str):
        return arguments or ""
    return orjson.dumps(arguments).decode()


class Listener:
    """Hears an answer event by event. Where a wire keeps pieces apart, a blank line stands between two of one kind."""

    def __init__(self, *, has_blocks: bool) -> None:
        self._has_blocks = has_blocks
        self._spoken: set[type[Output]] = set()
        self._begun: type[Output] | None = None

    def hear(self, event: ModelResponseStreamEvent) -> Output | None:
        """What this event adds to the answer, if anything."""
        if isinstance(event, PartStartEvent):
            self._begun = _WORDS.get(type(event.part))
        output = read_event(event)
        if not isinstance(output, AnswerText | Thought):
            return output
        kind = type(output)
        is_next = self._has_blocks and kind is self._begun and kind in self._spoken
        self._begun = None
        self._spoken.add(kind)
        return replace(output, text=f"\n\n{output.text}") if is_next else output


class Inbox:
    """Where one task leaves outputs and another takes them, as many at a time as one read brought."""

    def __init__(self) -> None:
        self._outputs: list[Output] = []
        self._ready = asyncio.Event()
        self._closed = False

    def put(self, output: Output) -> None:
        """Leave one output; nobody is woken for it."""
        self._outputs.append(output)

    def deliver(self) -> None:
        """Let what is here be taken."""
        if self._outputs:
            self._ready.set()

    def close(self) -> None:
        """Nothing more will come."""
        self._closed = True
        self._ready.set()

    async def take(self) -> Outputs | None:
        """All outputs that are here, waiting for a delivery, neighbouring text joined; `None` after the last."""
        await self._ready.wait()
        if not self._outputs:
            return None
        taken, self._outputs = join_text(self._outputs), []
        if not self._closed:
            self._ready.clear()
        return taken


def join_text(outputs: list[Output]) -> Outputs:
    """The same outputs, with runs of text and runs of thinking each in one piece."""
    joined: list[Output] = []
    for kind, run in groupby(outputs, key=type):
        group = list(run)
        if kind is AnswerText:
            joined.append(AnswerText("".join(each.text for each in group if isinstance(each, AnswerText))))
        elif kind is Thought:
            joined.append(Thought("".join(each.text for each in group if isinstance(each, Thought))))
        else:
            joined.extend(group)
    return tuple(joined)
