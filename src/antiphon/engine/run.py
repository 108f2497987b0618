"""One reply while it is being said."""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Literal

from antiphon.conversation.echo import EchoGate, Pieces
from antiphon.conversation.event import Channel, Delta
from antiphon.conversation.reply import Metrics
from antiphon.conversation.text import TextGate
from antiphon.engine.prepared import Prepared
from antiphon.providers.provider import CalledTool, Finished, Outputs, Said, Thought, Used

# Why a run was ended from outside: its person stopped it, or it no longer counts.
Reason = Literal["stop", "abandon"]


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

    def text(self, channel: Channel) -> str:
        """All that was said on this channel."""
        return "".join(self._said[channel])

    def take(self, outputs: Outputs) -> list[Delta]:
        """Note what arrived; returns what may be shown of it, without what the model only repeats of our payload."""
        deltas: list[Delta] = []
        for output in outputs:
            match output:
                case Said():
                    self._note_output()
                    self._pass(self._echoes.push(output.text), deltas)
                case Thought():
                    self._note_output()
                    self._pass([("thinking", output.text)], deltas)
                case CalledTool():
                    self._note_output()
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

    def metrics(self) -> Metrics:
        """The figures of this run as far as they are known."""
        now = time.monotonic()
        first = None if self.first_output_at is None else self.first_output_at - self.sent_at
        tokens = self.used.output_tokens if self.used else None
        streaming = now - self.first_output_at if self.first_output_at is not None else 0.0
        return Metrics(
            first_token_seconds=None if first is None else round(first, 4),
            total_seconds=round(now - self.sent_at, 4),
            tokens_per_second=round(tokens / streaming, 2) if tokens and streaming > 0 else None,
            input_tokens=self.used.input_tokens if self.used else None,
            output_tokens=tokens,
            attempts=self.attempt,
        )

    def _note_output(self) -> None:
        if self.first_output_at is None:
            self.first_output_at = time.monotonic()

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
