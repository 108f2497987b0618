"""A run on its way to a program: what was accepted, the voices as they come, and how it ended."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final

from antiphon.access.principal import Principal
from antiphon.api.agui.events import RunWriter, name_call, write_event, write_own
from antiphon.api.agui.request import RunRequest
from antiphon.api.dependencies import Dependencies
from antiphon.api.held_stream import read_held
from antiphon.api.openai.facts import Told, tell
from antiphon.api.openai.following import PING, find_failure, follow_from_anywhere, keep_first, ping_until_done
from antiphon.api.openai.synthesis import Conclusion, conclude
from antiphon.api.openai.voices import Json
from antiphon.conversation.errors import AntiphonError, Draining, NotSignedIn
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.synthesis import Mode
from antiphon.conversation.tool_use import ToolUse
from antiphon.conversation.turn import Turn
from antiphon.engine.accounts.watch import OpenStream

VERSION: Final = "1.0"
# What may be answered to a call that waits for leave.
_LEAVE: Final[Json] = {
    "type": "object",
    "properties": {
        "approved": {"type": "boolean"},
        "arguments": {"type": "object", "description": "These instead of the advisor's own."},
        "always": {"type": "boolean", "description": "This tool need not ask any more."},
        "reason": {"type": "string", "description": "Told to the advisor when it is refused."},
    },
    "required": ["approved"],
}


@dataclass(slots=True)
class RunAnswer:
    """One run: the turn it tells, as it was accepted, and what was asked for with it."""

    deps: Dependencies
    caller: Principal
    wanted: RunRequest
    turn: Turn
    seq: int
    writer: RunWriter
    slugs: Mapping[str, str]
    mode: Mode | None = None
    joined: bool = False
    # The questions about calls that this run brought the person's word on.
    answered: frozenset[str] = frozenset()

    @property
    def headers(self) -> dict[str, str]:
        """What every answer says beside its body."""
        return {"antiphon-conversation": self.turn.conversation_id, "antiphon-turn": self.turn.id}

    def follow(self) -> AsyncGenerator[Turn, None]:
        """The turn as it grows; one that has ended is given once."""
        return follow_from_anywhere(self.deps, self.caller, self.turn, self.seq)


@dataclass(slots=True)
class RunStream:
    """The events of one run. `is_over` once a program has all of it, or was told that there will be no more."""

    answer: RunAnswer
    is_over: bool = False

    async def write(self, reader: OpenStream) -> AsyncGenerator[bytes, None]:
        """The bytes; what goes wrong on the way ends the run, and the same run may be begun again."""
        try:
            async with aclosing(read_held(reader, self._write())) as pieces:
                async for piece in pieces:
                    yield piece
        except AntiphonError as error:
            self.is_over = not isinstance(error, (Draining, NotSignedIn))
            yield write_event("RUN_ERROR", message=str(error), code=error.code)

    async def _write(self) -> AsyncGenerator[bytes, None]:
        yield PING
        yield b"".join(self._write_beginning())
        turn = keep_first(self.answer.turn)
        async with aclosing(self.answer.follow()) as turns:
            async for turn in turns:
                yield b"".join(self.answer.writer.advance(turn)) or PING
                if waits_for_leave(turn, self.answer.answered):
                    yield b"".join(self._ask_for_leave(turn))
                    return
        async with aclosing(self._conclude(turn)) as pieces:
            async for piece in pieces:
                yield piece

    def _write_beginning(self) -> list[bytes]:
        wanted, turn = self.answer.wanted, self.answer.turn
        version = VERSION if wanted.has_subagents else None
        events = [write_event("RUN_STARTED", **self._name_run(), protocolVersion=version)]
        if self.answer.joined and wanted.messages:
            events.append(write_event("MESSAGES_SNAPSHOT", messages=list(wanted.messages)))
        named: Json = {"conversation_id": turn.conversation_id, "turn_id": turn.id}
        return [*events, write_own("turn", named | {"ignored": list(wanted.asked.ignored)})]

    def _ask_for_leave(self, turn: Turn) -> list[bytes]:
        """The run ends here and says what it waits for; the next one brings the person's word."""
        self.is_over = True
        interrupts = [self._write_interrupt(reply, use) for reply in turn.replies for use in reply.tools]
        outcome = {"type": "interrupt", "interrupts": [each for each in interrupts if each]}
        end = write_event("RUN_FINISHED", **self._name_run(), outcome=outcome)
        return [*self.answer.writer.suspend(turn), end]

    def _write_interrupt(self, reply: Reply, use: ToolUse) -> Json | None:
        if use.status != "asking" or use.approval_id is None:
            return None
        asked: Json = {
            "id": use.approval_id,
            "reason": "tool_approval",
            "message": f"{reply.name} would like to call {use.tool} of {use.server}.",
            "toolCallId": name_call(reply, use),
            "responseSchema": _LEAVE,
        }
        more = {"expiresAt": use.expires_at, "subagentRunId": reply.id if self.answer.wanted.has_subagents else None}
        return asked | {name: value for name, value in more.items() if value is not None}

    async def _conclude(self, turn: Turn) -> AsyncGenerator[bytes, None]:
        """The one text out of the voices, if that was asked for, and the end."""
        answer = self.answer
        failure = find_failure(turn)
        if failure is not None and not was_stopped(turn):
            told = await self._tell(turn)
            self.is_over = True
            yield write_event("RUN_ERROR", message=str(failure), code=failure.code, usage=self._count(turn, told))
            return
        conclusion = None
        if answer.mode is not None and not was_stopped(turn):
            writing = asyncio.create_task(conclude(answer.deps, answer.caller, turn, answer.mode))
            async with aclosing(ping_until_done(writing)) as pings:
                async for ping in pings:
                    yield ping
            conclusion = await writing
            yield b"".join(_write_synthesis(turn, conclusion))
        yield b"".join(self._write_end(turn, await self._tell(turn, conclusion)))

    async def _tell(self, turn: Turn, conclusion: Conclusion | None = None) -> Told:
        answer = self.answer
        return await tell(answer.deps, answer.caller, turn, answer.slugs, answer.wanted.asked.ignored, conclusion)

    def _write_end(self, turn: Turn, told: Told) -> list[bytes]:
        here = {reply.id for reply in self.answer.writer.list_told(turn)}
        voices = [each for each in told.facts["voices"] if each["reply_id"] in here and each["receipt_sha256"]]
        receipts = [
            write_own("receipt", {"reply_id": each["reply_id"], "sha256": each["receipt_sha256"]}) for each in voices
        ]
        stopped = was_stopped(turn) and self.answer.wanted.has_subagents
        outcome = {"type": "cancelled" if stopped else "success"}
        fields = {"outcome": outcome, "result": told.facts, "usage": self._count(turn, told)}
        self.is_over = True
        return [*receipts, write_event("RUN_FINISHED", **self._name_run(), **fields)]

    def _count(self, turn: Turn, told: Told) -> list[Json] | None:
        """What each voice took that this run has told; programs of before 1.0 have no place for it."""
        if not self.answer.wanted.has_subagents:
            return None
        here = {reply.id: reply for reply in self.answer.writer.list_told(turn)}
        return [
            {"model": here[each["reply_id"]].model, **_count_tokens(each["usage"])}
            for each in told.facts["voices"]
            if each["reply_id"] in here
        ]

    def _name_run(self) -> dict[str, str]:
        return {"threadId": self.answer.wanted.thread_id, "runId": self.answer.wanted.run_id}


def waits_for_leave(turn: Turn, answered: frozenset[str]) -> bool:
    """Whether nobody goes on before the person has spoken, of what has not been answered."""
    still = [reply for reply in turn.replies if not reply.completed]
    return bool(still) and all(_is_asking(reply, answered) for reply in still)


def _is_asking(reply: Reply, answered: frozenset[str]) -> bool:
    opened = [use for use in reply.tools if use.is_open]
    return bool(opened) and all(use.status == "asking" and use.approval_id not in answered for use in opened)


def was_stopped(turn: Turn) -> bool:
    """Whether somebody said Stop before all had ended."""
    return any(reply.state is ReplyState.STOPPED for reply in turn.replies)


def _write_synthesis(turn: Turn, conclusion: Conclusion) -> Sequence[bytes]:
    name = f"{turn.id}:synthesis"
    return (
        write_event("TEXT_MESSAGE_START", messageId=name, role="assistant"),
        write_event("TEXT_MESSAGE_CONTENT", messageId=name, delta=conclusion.text),
        write_event("TEXT_MESSAGE_END", messageId=name),
    )


def _count_tokens(usage: Json) -> Json:
    return {"inputTokens": usage["prompt_tokens"], "outputTokens": usage["completion_tokens"]}
