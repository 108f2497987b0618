"""One reply while it is being said."""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from antiphon.conversation.echo import EchoGate, Pieces
from antiphon.conversation.event import Channel, Delta
from antiphon.conversation.payload import ToolCall
from antiphon.conversation.picture import Picture
from antiphon.conversation.reply import Metrics
from antiphon.conversation.text import TextGate
from antiphon.conversation.thinking import KeptThought, KeptThoughts
from antiphon.conversation.tool_use import ToolUse, group_rounds
from antiphon.engine.turns.deadline import Deadline
from antiphon.engine.turns.prepared import Prepared
from antiphon.engine.turns.tool_calls import Calls
from antiphon.providers.provider import (
    AnswerText,
    CalledTool,
    Finished,
    MadePicture,
    Outputs,
    Thought,
    ToReturn,
    Used,
)
from antiphon.store.reads.approvals import ApprovalDecision

# Why a run was ended from outside: its person stopped it, or it no longer counts.
Reason = Literal["stop", "abandon"]


class Arrived(NamedTuple):
    """A picture that has come, and where in the text it stands."""

    picture: MadePicture
    at: int


@dataclass(slots=True)
class Run:
    """What has arrived so far, and how to end it early."""

    prepared: Prepared
    task: "asyncio.Task[None] | None" = None
    ended_by: Reason | None = None
    attempt: int = 1
    sent_at: float = field(default_factory=time.monotonic)
    first_output_at: float | None = None
    finished: Finished | None = None
    used: Used | None = None
    uses: tuple[ToolUse, ...] = ()
    # Pictures in the reply, those that have come and were not looked at yet, and why one was refused.
    pictures: tuple[Picture, ...] = ()
    arrived: list[Arrived] = field(default_factory=list)
    picture_problem: str = ""
    # How many pictures the answer that is coming in has brought.
    made: int = 0
    # What the provider wants back of what was thought: in this round, and in those before it.
    to_return: tuple[KeptThought, ...] = ()
    kept_thoughts: KeptThoughts = ()
    # Since the last request left: when the first of its answer came, and the number of its first attempt.
    heard_at: float | None = None
    first_attempt: int = 1
    # True from the moment calls are written down until their results are handed back: no request is out.
    between_requests: bool = False
    # Questions to the person that this run waits for, each with what wakes it.
    waits: "dict[str, asyncio.Future[ApprovalDecision]]" = field(default_factory=dict)
    # Whether some of it was handed to the store while it grew.
    saved: bool = False
    deadline: Deadline = field(default_factory=Deadline)
    _spent: list[Used] = field(default_factory=list)
    _seconds: float = 0.0
    _calls: Calls = field(default_factory=Calls)
    _echoes: EchoGate = field(default_factory=EchoGate)
    _gates: dict[Channel, TextGate] = field(default_factory=lambda: {"text": TextGate(), "thinking": TextGate()})
    _said: dict[Channel, list[str]] = field(default_factory=lambda: {"text": [], "thinking": []})

    @property
    def output_seen(self) -> bool:
        """True once the provider has produced anything at all."""
        return self.first_output_at is not None

    def end(self, reason: Reason) -> None:
        """Interrupt the listening; the first reason counts, and one that comes after the end does not."""
        if self.ended_by is None and self.task is not None and not self.task.done():
            self.ended_by = reason
            self.task.cancel()

    @property
    def heard(self) -> bool:
        """True once the request that is out has been answered with anything at all."""
        return self.heard_at is not None

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """The tools the model has called in this round, in order."""
        return self._calls.build(self.prepared.receipt.reply_id, len(group_rounds(self.uses)))

    @property
    def calls_tools(self) -> bool:
        """Whether what has arrived calls for tools; an answer that was filtered calls for nothing."""
        return bool(self._calls) and (self.finished is None or self.finished.reason != "filtered")

    @property
    def is_waiting(self) -> bool:
        """True while nothing can happen before a person decides."""
        return bool(self.waits) and all(use.status == "asking" for use in self.uses if use.is_open)

    def begin_round(self, prepared: Prepared) -> None:
        """Results are being handed back: what comes next belongs to another request."""
        self.prepared = prepared
        self.attempt = self.first_attempt = prepared.receipt.attempt
        if self.used is not None:
            self._spent.append(self.used)
        self.used = self.finished = None
        self.to_return = ()
        self.made = 0
        self.between_requests = False
        self._calls.clear()

    def resume(self, text: str, thinking: str) -> list[Delta]:
        """What an earlier run had said before it used tools, said again under this epoch."""
        deltas: list[Delta] = []
        said: dict[Channel, str] = {"text": text, "thinking": thinking}
        for channel, words in said.items():
            self._grow(channel, self._gates[channel].push(words), deltas)
            self._grow(channel, self._gates[channel].divide(), deltas)
        return deltas

    def close_round(self) -> list[Delta]:
        """What was held back before the calls; a blank line will divide it from what follows them, if anything does."""
        deltas: list[Delta] = []
        self._seconds, self.heard_at = self._count_seconds(), None
        self._pass(self._echoes.close(), deltas)
        self._echoes = EchoGate()
        for channel, gate in self._gates.items():
            self._grow(channel, gate.divide(), deltas)
        return deltas

    @property
    def length(self) -> int:
        """How many characters were said, on all channels."""
        return sum(gate.length for gate in self._gates.values())

    def text(self, channel: Channel) -> str:
        """All that was said on this channel."""
        return "".join(self._said[channel])

    def take(self, outputs: Outputs) -> list[Delta]:
        """Note what arrived; returns what may be shown of it, without what the model only repeats of our payload."""
        deltas: list[Delta] = []
        for output in outputs:
            match output:
                case AnswerText():
                    self._note_output()
                    self._pass(self._echoes.push(output.text), deltas)
                case Thought():
                    self._note_output()
                    self._pass([("thinking", output.text)], deltas)
                case CalledTool():
                    self._note_output()
                    self._calls.add(output)
                case MadePicture():
                    self._note_output()
                    self.arrived.append(Arrived(output, self._gates["text"].length))
                    self.made += not output.problem
                case ToReturn():
                    self.to_return = output.thoughts
                case Used():
                    self.used = output
                case Finished():
                    self.finished = output
        return deltas

    def close(self) -> list[Delta]:
        """What was held back and will not be followed by anything."""
        deltas: list[Delta] = []
        self._pass(self._echoes.close(), deltas)
        for channel, gate in self._gates.items():
            self._grow(channel, gate.close(), deltas)
        return deltas

    @property
    def usage(self) -> dict[str, int] | None:
        """The tokens of the request that is being answered, as its provider reported them."""
        if self.used is None:
            return None
        counts = {
            "input_tokens": self.used.input_tokens,
            "output_tokens": self.used.output_tokens,
            "cached_tokens": self.used.cached_tokens,
            "reasoning_tokens": self.used.reasoning_tokens,
        } | self.used.writes
        return counts | {"pictures": self.made} if self.made else counts

    def metrics(self) -> Metrics:
        """The figures of this run as far as they are known."""
        now = time.monotonic()
        first = None if self.first_output_at is None else self.first_output_at - self.sent_at
        used = [*self._spent, self.used] if self.used else self._spent
        tokens = sum(each.output_tokens for each in used) if used else None
        streaming = self._count_seconds()
        return Metrics(
            first_token_seconds=None if first is None else round(first, 4),
            total_seconds=round(now - self.sent_at, 4),
            tokens_per_second=round(tokens / streaming, 2) if tokens and streaming > 0 else None,
            input_tokens=sum(each.input_tokens for each in used) if used else None,
            output_tokens=tokens,
            attempts=self.attempt,
        )

    def _note_output(self) -> None:
        self.heard_at = self.heard_at or time.monotonic()
        self.first_output_at = self.first_output_at or self.heard_at

    def _count_seconds(self) -> float:
        """How long answers have been coming in; what tools and people took does not count."""
        return self._seconds + (time.monotonic() - self.heard_at if self.heard_at is not None else 0.0)

    def _pass(self, pieces: Pieces, deltas: list[Delta]) -> None:
        for channel, piece in pieces:
            self._grow(channel, self._gates[channel].push(piece), deltas)

    def _grow(self, channel: Channel, piece: str, deltas: list[Delta]) -> None:
        if not piece:
            return
        self._said[channel].append(piece)
        receipt = self.prepared.receipt
        offset = self._gates[channel].length - len(piece)
        deltas.append(Delta(self.prepared.conversation_id, receipt.reply_id, receipt.epoch, channel, offset, piece))
