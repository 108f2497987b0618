"""The answer to a run, told event by event: who begins, what each says, thinks and calls, and how each ends.

Nothing is told twice and nothing that was opened stays open: programs of this wire end a run at an event that does not
fit. A field that says nothing is left out, for they end it at `null` as well.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import orjson

from antiphon.analysis.spoken import escape_name
from antiphon.api.openai.voices import Json, explain, write_ending
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.tool_use import ToolUse
from antiphon.conversation.turn import Turn

# Endings with all that was to be said.
_WHOLE: Final = frozenset((ReplyState.COMPLETE, ReplyState.STOPPED))


def write_event(kind: str, **fields: Any) -> bytes:
    """One event, without what is not there."""
    said = {name: value for name, value in fields.items() if value is not None}
    return b"data: %b\n\n" % orjson.dumps({"type": kind, **said})


def write_own(name: str, value: Json) -> bytes:
    """An event that only this server has."""
    return write_event("CUSTOM", name=f"antiphon.{name}", value=value)


@dataclass(slots=True)
class _Told:
    """How far one voice has been told. A text is cut where a tool was called, each part is a message of its own."""

    epoch: int
    said: int = 0
    thought: int = 0
    open_text: str = ""
    open_thought: str = ""
    calls: set[str] = field(default_factory=set)
    results: set[str] = field(default_factory=set)
    has_words: bool = False
    has_begun: bool = False
    has_ended: bool = False


class RunWriter:
    """Tells the voices of one turn as they come, all at once. Without subagents a voice's words begin with its name."""

    def __init__(self, *, has_subagents: bool) -> None:
        self._has_subagents = has_subagents
        self._told: dict[str, _Told] = {}

    def skip(self, turn: Turn, resumed: Iterable[str], answered: Iterable[str]) -> None:
        """Begin where an earlier run stopped to ask: only these replies go on, behind the calls that were answered.

        An advisor may have gone on meanwhile. What it has said and called since is told; how much of what it has
        thought was told by then is not known, and none of that is told twice.
        """
        going_on, answered = set(resumed), set(answered)
        for reply in turn.replies:
            last = max((use.round for use in reply.tools if use.approval_id in answered), default=-1)
            heard = [use for use in reply.tools if use.round <= last]
            told = _Told(reply.epoch, has_ended=reply.id not in going_on, thought=len(reply.thinking))
            told.said = max((use.at for use in heard), default=0)
            told.has_words = told.said > 0
            told.calls = {use.id for use in heard}
            told.results = {use.id for use in heard if not use.is_open and use.approval_id not in answered}
            self._told[reply.id] = told

    def advance(self, turn: Turn) -> list[bytes]:
        """What is new since the last time."""
        return [event for reply in turn.replies for event in self._advance(reply)]

    def suspend(self, turn: Turn) -> list[bytes]:
        """Close whoever waits for leave, so that the run can end and ask for it."""
        return [event for reply in turn.replies for event in self._suspend(reply)]

    def list_told(self, turn: Turn) -> list[Reply]:
        """Those that this run has told anything of."""
        return [reply for reply in turn.replies if reply.id in self._told and self._told[reply.id].has_begun]

    def _advance(self, reply: Reply) -> Iterator[bytes]:
        told = self._told.setdefault(reply.id, _Told(reply.epoch))
        if told.has_ended or reply.state is ReplyState.WAITING:
            return
        if not told.has_begun:
            yield from self._begin(reply, told)
        if reply.epoch != told.epoch:
            yield from self._begin_anew(reply, told)
        yield from self._think(reply, told)
        yield from self._speak(reply, told)
        if reply.completed:
            yield from self._end(reply, told)

    def _begin(self, reply: Reply, told: _Told) -> Iterator[bytes]:
        told.has_begun = True
        told.epoch = told.epoch or reply.epoch
        if self._has_subagents:
            yield self._write("SUBAGENT_STARTED", reply, name=reply.name)

    def _begin_anew(self, reply: Reply, told: _Told) -> Iterator[bytes]:
        """After a crash the words come from the beginning, in a message of their own."""
        had_any = bool(told.said or told.thought)
        yield from self._close(reply, told)
        told.epoch, told.said, told.thought = reply.epoch, 0, 0
        if had_any:
            yield write_own("restart", {"reply_id": reply.id, "name": reply.name, "epoch": reply.epoch})

    def _think(self, reply: Reply, told: _Told) -> Iterator[bytes]:
        thought = reply.thinking[told.thought :]
        if not thought:
            return
        if not told.open_thought:
            told.open_thought = f"{_name_message(reply, told.said)}:thinking:{told.thought}"
            yield self._write("REASONING_START", reply, messageId=told.open_thought)
            yield self._write("REASONING_MESSAGE_START", reply, messageId=told.open_thought, role="reasoning")
        told.thought = len(reply.thinking)
        yield self._write("REASONING_MESSAGE_CONTENT", reply, messageId=told.open_thought, delta=thought)

    def _speak(self, reply: Reply, told: _Told) -> Iterator[bytes]:
        """The words up to each call, the call, and the words behind it."""
        for use in sorted(reply.tools, key=lambda each: (each.at, each.round)):
            if use.id not in told.calls and use.at <= len(reply.text):
                yield from self._say(reply, told, use.at)
                yield from self._call(reply, told, use)
            if use.id in told.calls and use.id not in told.results and not use.is_open:
                yield from self._answer_call(reply, told, use)
        yield from self._say(reply, told, len(reply.text))

    def _say(self, reply: Reply, told: _Told, end: int) -> Iterator[bytes]:
        words = reply.text[told.said : end]
        if told.said and not told.open_text:
            # What is said behind a call is a message of its own and needs no space before it.
            words = words.lstrip("\n")
        if not words:
            return
        yield from self._close_thought(reply, told)
        if not told.open_text:
            told.open_text = _name_message(reply, told.said)
            yield from self._open_text(reply, told)
        told.said, told.has_words = end, True
        yield self._write("TEXT_MESSAGE_CONTENT", reply, messageId=told.open_text, delta=words)

    def _open_text(self, reply: Reply, told: _Told) -> Iterator[bytes]:
        yield self._write("TEXT_MESSAGE_START", reply, messageId=told.open_text, role="assistant", name=reply.name)
        if not self._has_subagents:
            head = f"### {escape_name(reply.name)}\n\n"
            yield self._write("TEXT_MESSAGE_CONTENT", reply, messageId=told.open_text, delta=head)

    def _call(self, reply: Reply, told: _Told, use: ToolUse) -> Iterator[bytes]:
        parent = told.open_text or None
        yield from self._close(reply, told)
        told.calls.add(use.id)
        name = name_call(reply, use)
        yield self._write("TOOL_CALL_START", reply, toolCallId=name, toolCallName=use.name, parentMessageId=parent)
        yield self._write("TOOL_CALL_ARGS", reply, toolCallId=name, delta=use.arguments)
        yield self._write("TOOL_CALL_END", reply, toolCallId=name)

    def _answer_call(self, reply: Reply, told: _Told, use: ToolUse) -> Iterator[bytes]:
        yield from self._close(reply, told)
        told.results.add(use.id)
        name = name_call(reply, use)
        fields = {"messageId": f"{name}:result", "toolCallId": name, "content": use.words, "role": "tool"}
        yield self._write("TOOL_CALL_RESULT", reply, **fields)

    def _end(self, reply: Reply, told: _Told) -> Iterator[bytes]:
        told.has_ended = True
        if reply.state not in _WHOLE and not self._has_subagents:
            yield from self._say_failure(reply, told)
        yield from self._close(reply, told)
        if not self._has_subagents:
            return
        if reply.state in _WHOLE:
            yield self._write("SUBAGENT_FINISHED", reply, outcome={"type": "success"})
        else:
            yield self._write("SUBAGENT_ERROR", reply, message=f"{explain(reply)}.", code=str(reply.state))

    def _say_failure(self, reply: Reply, told: _Told) -> Iterator[bytes]:
        """Where there is no event for it, it is said as the other wire says it."""
        yield from self._close_thought(reply, told)
        if not told.open_text:
            told.open_text = f"{_name_message(reply, told.said)}:end"
            yield from self._open_text(reply, told)
        said = write_ending(reply, has_words=told.has_words)
        yield self._write("TEXT_MESSAGE_CONTENT", reply, messageId=told.open_text, delta=said)

    def _suspend(self, reply: Reply) -> Iterator[bytes]:
        told = self._told.get(reply.id)
        if told is None or told.has_ended:
            return
        told.has_ended = True
        yield from self._close(reply, told)
        if self._has_subagents:
            asked = [use.approval_id for use in reply.tools if use.status == "asking"]
            yield self._write("SUBAGENT_FINISHED", reply, outcome={"type": "suspended", "interruptIds": asked})

    def _close(self, reply: Reply, told: _Told) -> Iterator[bytes]:
        yield from self._close_thought(reply, told)
        if told.open_text:
            yield self._write("TEXT_MESSAGE_END", reply, messageId=told.open_text)
            told.open_text = ""

    def _close_thought(self, reply: Reply, told: _Told) -> Iterator[bytes]:
        if told.open_thought:
            yield self._write("REASONING_MESSAGE_END", reply, messageId=told.open_thought)
            yield self._write("REASONING_END", reply, messageId=told.open_thought)
            told.open_thought = ""

    def _write(self, kind: str, reply: Reply, **fields: Any) -> bytes:
        return write_event(kind, subagentRunId=reply.id if self._has_subagents else None, **fields)


def name_call(reply: Reply, use: ToolUse) -> str:
    """A call's id, which is unique in its reply alone, as one that is unique in the run."""
    return f"{reply.id}:{use.id}"


def _name_message(reply: Reply, at: int) -> str:
    """A message of a reply by the start it belongs to and where in the text it begins; the first by the reply alone."""
    start = f":{reply.epoch}" if reply.epoch > 1 else ""
    return f"{reply.id}{start}:{at}" if at else f"{reply.id}{start}"
