"""A response on its way to a program: as it stands, whole, or event by event from any place on."""

import asyncio
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field

from antiphon.access.principal import Principal
from antiphon.api.dependencies import Dependencies
from antiphon.api.held_stream import read_held
from antiphon.api.openai.facts import tell
from antiphon.api.openai.following import PING, check_answered, follow_from_anywhere, keep_first, ping_until_done
from antiphon.api.openai.responses.body import Outcome, judge, write_body
from antiphon.api.openai.responses.events import EventWriter, write_event
from antiphon.api.openai.responses.items import Item, list_items
from antiphon.api.openai.responses.pictures import read_picture_items, write_picture_events
from antiphon.api.openai.responses.places import CREATED, IN_PROGRESS, Place, number_of, place_of
from antiphon.api.openai.synthesis import Conclusion, conclude
from antiphon.api.openai.voices import Json
from antiphon.conversation.errors import AntiphonError, Draining, NotSignedIn
from antiphon.conversation.program_request import ProgramRequest
from antiphon.conversation.turn import Turn
from antiphon.engine.accounts.watch import OpenStream
from antiphon.engine.commands.outside_places import OutsideQuestion
from antiphon.engine.commands.outside_threads import print_answers, remember_answer

# How the end of an answer is told; there is no event for one that was cancelled.
_ENDINGS = {"completed": "response.completed", "failed": "response.failed"}
_CUT = "response.incomplete"


@dataclass(slots=True)
class ResponseAnswer:
    """One response: the turn it answers, as it was accepted, and what was asked for with it.

    `question` is there when the program has just asked it: then it is known again by the answer.
    """

    deps: Dependencies
    caller: Principal
    request: ProgramRequest
    turn: Turn
    seq: int
    question: OutsideQuestion | None = None
    slugs: Mapping[str, str] = field(default_factory=dict)
    diverged: bool = False

    @property
    def headers(self) -> dict[str, str]:
        """What every answer says beside its body."""
        said = {
            "x-request-id": self.turn.id,
            "antiphon-conversation": self.turn.conversation_id,
            "antiphon-turn": self.turn.id,
        }
        if self.request.ignored:
            said["antiphon-ignored"] = ",".join(self.request.ignored).encode("ascii", "replace").decode()
        if self.diverged:
            said["antiphon-conversation-new"] = "diverged"
        return said

    async def write_now(self, turn: Turn) -> Json:
        """The answer as it stands."""
        first = keep_first(turn)
        return await self.write_end(first) if first.all_completed else self._write(first, judge(first))

    async def write_whole(self) -> Json:
        """The answer once everybody has ended; `NobodyAnswered` when nobody did."""
        turn = self.turn
        async with aclosing(self.follow()) as turns:
            async for each in turns:
                turn = each
        if judge(turn).standing == "failed":
            check_answered(turn)
        return await self.write_end(turn)

    def follow(self) -> AsyncGenerator[Turn, None]:
        """The turn as it grows; one that has ended is given once."""
        return follow_from_anywhere(self.deps, self.caller, self.turn, self.seq)

    async def conclude(self, turn: Turn) -> Conclusion | None:
        """The one text out of a panel, where that was asked for and the panel has said something."""
        if self.request.answering != "synthesis" or judge(turn).standing in ("failed", "cancelled"):
            return None
        return await conclude(self.deps, self.caller, turn, self.request.mode)

    async def write_end(self, turn: Turn, conclusion: Conclusion | None = None) -> Json:
        """The answer to a turn that has ended, and what there is to say about it."""
        conclusion = conclusion or await self.conclude(turn)
        items = self.list_items(turn, conclusion)
        if self.question is not None:
            said = [each.text for each in items if each.kind == "message"]
            prints = print_answers(self.question, said, ["".join(said)])
            await remember_answer(self.deps.engine, self.caller, turn, prints)
        told = await tell(self.deps, self.caller, turn, self.slugs, self.request.ignored, conclusion)
        pictures = await read_picture_items(self.deps, self.caller, turn)
        return write_body(turn, self.request, judge(turn), items, told.usage, told.facts, pictures)

    def list_items(
        self, turn: Turn, conclusion: Conclusion | None = None, *, is_alone: bool | None = None
    ) -> list[Item]:
        """The items as far as they have come."""
        text = None if conclusion is None else conclusion.text
        return list_items(turn, self.request, self.slugs, text, is_alone=is_alone)

    def _write(self, turn: Turn, outcome: Outcome, items: list[Item] | None = None) -> Json:
        return write_body(turn, self.request, outcome, self.list_items(turn) if items is None else items)

    def write_empty(self) -> Json:
        """The answer before anybody has said a word."""
        return self._write(self.turn, Outcome("in_progress"), [])


@dataclass(slots=True)
class ResponseStream:
    """The events of one response behind a number. `is_over` once a program has all of it."""

    answer: ResponseAnswer
    after: int | None = None
    is_over: bool = False

    async def write(self, reader: OpenStream) -> AsyncGenerator[bytes, None]:
        """The bytes; what goes wrong on the way is an event of its own, and the stream can be resumed."""
        try:
            async with aclosing(read_held(reader, self._write())) as pieces:
                async for piece in pieces:
                    yield piece
        except AntiphonError as error:
            self.is_over = not isinstance(error, (Draining, NotSignedIn))
            told: Json = {"code": error.code, "message": str(error), "param": None}
            yield write_event("error", self._end_number(), **told, error={**told, "type": "api_error"})

    async def _write(self) -> AsyncGenerator[bytes, None]:
        yield PING
        for piece in self._write_beginning():
            yield piece
        writer = EventWriter(None if self.after is None else place_of(self.after))
        is_alone = writer.began_alone
        turn = self.answer.turn
        async with aclosing(self.answer.follow()) as turns:
            async for turn in turns:
                if is_alone is None and turn.replies[0].text:
                    is_alone = not turn.replies[0].thinking
                pieces = list(writer.advance(self.answer.list_items(turn, is_alone=is_alone)))
                yield b"".join(pieces) or PING
        async with aclosing(self._write_end(turn, writer)) as pieces_of_end:
            async for piece in pieces_of_end:
                yield piece

    def _write_beginning(self) -> list[bytes]:
        body = self.answer.write_empty()
        begun = ((CREATED, "response.created"), (IN_PROGRESS, "response.in_progress"))
        after = -1 if self.after is None else self.after
        return [write_event(kind, number, response=body) for number, kind in begun if number > after]

    async def _write_end(self, turn: Turn, writer: EventWriter) -> AsyncGenerator[bytes, None]:
        """The one text out of the voices, if there is one, and the whole answer once more."""
        writing = asyncio.create_task(self.answer.conclude(turn))
        async with aclosing(ping_until_done(writing)) as pings:
            async for ping in pings:
                yield ping
        conclusion = await writing
        if conclusion is not None:
            for piece in writer.advance(self.answer.list_items(turn, conclusion)):
                yield piece
        body = await self.answer.write_end(turn, conclusion)
        for piece in self._write_pictures(body["output"]):
            yield piece
        self.is_over = True
        if self.after is None or self._end_number() > self.after:
            yield write_event(_ENDINGS.get(body["status"], _CUT), self._end_number(), response=body)

    def _write_pictures(self, output: list[Json]) -> Iterator[bytes]:
        pictures = [each for each in output if each["type"] == "image_generation_call"]
        voices = len(keep_first(self.answer.turn).replies)
        after = -1 if self.after is None else self.after
        return write_picture_events(pictures, voices, len(output) - len(pictures), after)

    def _end_number(self) -> int:
        """Behind every item that there can be."""
        return number_of(Place(len(keep_first(self.answer.turn).replies) + 1))
