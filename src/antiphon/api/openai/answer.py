"""An answer on its way to a program: whole, or piece by piece."""

import asyncio
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Final

import orjson

from antiphon.access.principal import Principal
from antiphon.api.dependencies import Dependencies
from antiphon.api.held_stream import read_held
from antiphon.api.openai.facts import Told, tell
from antiphon.api.openai.following import PING, check_answered, follow_answer, keep_first, ping_until_done
from antiphon.api.openai.request import ChatRequest
from antiphon.api.openai.synthesis import Conclusion, conclude
from antiphon.api.openai.voices import Json, Waits, Writer, is_unanswered, make_choice
from antiphon.api.openai_errors import write_error
from antiphon.conversation.errors import AntiphonError, Draining, NotSignedIn
from antiphon.conversation.synthesis import Mode
from antiphon.conversation.turn import Turn
from antiphon.engine.accounts.watch import OpenStream
from antiphon.engine.commands.outside_places import OutsideQuestion
from antiphon.engine.commands.outside_threads import AskedOutside, print_answers, remember_answer

DONE: Final = b"data: [DONE]\n\n"
# Providers that refuse do so at once. Whoever is refused by all of them is told with a status, not in a stream.
_FIRST_WORDS_SECONDS: Final = 3.0


@dataclass(slots=True)
class Answer:
    """One answer: whose it is, how it is written, and what it is answered to."""

    deps: Dependencies
    caller: Principal
    wanted: ChatRequest
    question: OutsideQuestion
    asked: AskedOutside
    model: str
    writer: Writer
    slugs: Mapping[str, str] = field(default_factory=dict)
    created: int = field(default_factory=lambda: int(time.time()))
    # What kind of text is written out of the voices, if one is.
    mode: Mode | None = None

    @property
    def id(self) -> str:
        """The name of the answer; it names the turn."""
        return f"chatcmpl-{self.asked.turn.id}"

    @property
    def headers(self) -> dict[str, str]:
        """What every answer says beside its body."""
        said = {
            "x-request-id": self.asked.turn.id,
            "antiphon-conversation": self.asked.turn.conversation_id,
            "antiphon-turn": self.asked.turn.id,
        }
        if self.wanted.ignored:
            said["antiphon-ignored"] = ",".join(self.wanted.ignored).encode("ascii", "replace").decode()
        if self.asked.diverged:
            said["antiphon-conversation-new"] = "diverged"
        return said

    def follow(self) -> AsyncGenerator[Turn, None]:
        """The turn as it grows."""
        return follow_answer(self.deps, self.caller, self.asked.turn, self.asked.seq)

    async def write_whole(self) -> Json:
        """The whole answer once everybody has ended; `NobodyAnswered` when nobody did."""
        turn = self.asked.turn
        async with aclosing(self.follow()) as turns:
            async for each in turns:
                turn = each
        check_answered(turn)
        choices = self.writer.write(turn)
        conclusion = None
        if self.mode is not None:
            conclusion = await conclude(self.deps, self.caller, turn, self.mode)
            choices[0]["message"]["content"] = conclusion.text
        told = await self.close(turn, conclusion)
        return {
            "id": self.id,
            "object": "chat.completion",
            "created": self.created,
            "model": self.model,
            "system_fingerprint": None,
            "choices": choices,
            "usage": told.usage.describe(),
            "antiphon": told.facts,
        }

    async def close(self, turn: Turn, conclusion: Conclusion | None = None) -> Told:
        """Be known again by this answer, and say what there is to say about it."""
        answers = self.writer.list_answers(turn) if conclusion is None else [conclusion.text]
        prints = print_answers(self.question, *([each] for each in answers))
        await remember_answer(self.deps.engine, self.caller, self.asked.turn, prints)
        told = await tell(self.deps, self.caller, turn, self.slugs, self.wanted.ignored, conclusion)
        if self.wanted.metadata:
            told.facts["metadata"] = dict(self.wanted.metadata)
        return told

    def make_chunk(self, choices: Sequence[Json], **more: Any) -> bytes:
        """One piece of a stream."""
        chunk = {
            "id": self.id,
            "object": "chat.completion.chunk",
            "created": self.created,
            "model": self.model,
            "system_fingerprint": None,
            "choices": list(choices),
            **more,
        }
        return b"data: %b\n\n" % orjson.dumps(chunk)


@dataclass(slots=True)
class AnswerStream:
    """The pieces of one answer. `is_over` once a program has all of it, or was told that there will be no more."""

    answer: Answer
    is_over: bool = False
    _turns: AsyncGenerator[Turn, None] | None = None
    _first: "asyncio.Task[Turn | None] | None" = None

    async def begin(self) -> None:
        """Wait a moment for the first words; `NobodyAnswered` when all have failed by then."""
        self._turns = self.answer.follow()
        self._first = asyncio.create_task(self._hear_first())
        done, _ = await asyncio.wait([self._first], timeout=_FIRST_WORDS_SECONDS)
        if done and (turn := self._first.result()) is not None:
            self.is_over = is_unanswered(turn)
            check_answered(turn)

    async def _hear_first(self) -> Turn | None:
        assert self._turns is not None, "begun before it is read"  # noqa: S101
        async for turn in self._turns:
            if turn.all_completed or any(reply.text or reply.thinking for reply in turn.replies):
                return turn
        return None

    async def write(self, reader: OpenStream) -> AsyncGenerator[bytes, None]:
        """The bytes; what goes wrong after the first of them is told in a piece of its own."""
        try:
            async with aclosing(read_held(reader, self._write())) as pieces:
                async for piece in pieces:
                    yield piece
        except AntiphonError as error:
            self.is_over = not isinstance(error, (Draining, NotSignedIn))
            yield b"data: %b\n\n" % orjson.dumps(write_error(500, error.code, str(error), error))

    async def _write(self) -> AsyncGenerator[bytes, None]:
        answer, writer, waits = self.answer, self.answer.writer, Waits()
        yield PING
        yield answer.make_chunk(writer.open(keep_first(answer.asked.turn)))
        async with aclosing(self._listen()) as turns:
            async for turn in turns:
                check_answered(turn)
                choices = [*waits.advance(turn, one_each=writer.one_each), *writer.advance(turn)]
                if turn.all_completed and answer.mode is None:
                    yield await self._end(turn, choices)
                elif choices:
                    for choice in choices:
                        yield answer.make_chunk([choice])
                else:
                    yield PING
                if turn.all_completed and answer.mode is not None:
                    async for piece in self._conclude(turn, answer.mode):
                        yield piece

    async def _conclude(self, turn: Turn, mode: Mode) -> AsyncGenerator[bytes, None]:
        """The text out of the voices, and signs of life while it is written."""
        writing = asyncio.create_task(conclude(self.answer.deps, self.answer.caller, turn, mode))
        async with aclosing(ping_until_done(writing)) as pings:
            async for ping in pings:
                yield ping
        conclusion = await writing
        choices = [make_choice(0, {"content": conclusion.text}), make_choice(0, {}, "stop")]
        yield await self._end(turn, choices, conclusion)

    async def _listen(self) -> AsyncGenerator[Turn, None]:
        assert self._turns is not None and self._first is not None, "begun before it is read"  # noqa: S101, PT018
        async with aclosing(self._turns) as turns:
            first = await self._first
            if first is not None:
                yield first
                if not first.all_completed:
                    async for turn in turns:
                        yield turn

    async def _end(self, turn: Turn, choices: Sequence[Json], conclusion: Conclusion | None = None) -> bytes:
        """The last pieces. Whoever has them finds the conversation again, so that is written down first."""
        told = await self.answer.close(turn, conclusion)
        pieces = [self.answer.make_chunk([choice]) for choice in choices[:-1]]
        pieces += [self.answer.make_chunk(choices[-1:], antiphon=told.facts)]
        if self.answer.wanted.include_usage:
            pieces.append(self.answer.make_chunk([], usage=told.usage.describe()))
        self.is_over = True
        return b"".join((*pieces, DONE))

    async def close(self) -> None:
        """Let go of what is read."""
        if self._first is not None and not self._first.done():
            self._first.cancel()
            await asyncio.wait([self._first])
        if self._turns is not None:
            await self._turns.aclose()
