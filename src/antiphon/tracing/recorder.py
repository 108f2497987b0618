"""A tracer that somebody listens to: spans as plain values, handed on when they have ended."""

import asyncio
import secrets
import time
from collections.abc import Callable
from contextvars import Token
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from typing_extensions import override

from antiphon.conversation.errors import AntiphonError
from antiphon.tracing.names import CANCELLED, ERROR
from antiphon.tracing.spans import NOTHING, Fact, Facts, Kind, Place, Span, Tracer, current_place

# Trace ids are drawn at random, so the lower half of one is as good as a throw.
_THROW = 1 << 64


@dataclass(frozen=True, slots=True)
class EndedSpan:
    """A span that has ended. `failed` says that it did not end well."""

    name: str
    kind: Kind
    place: Place
    parent_id: str
    began_ns: int
    ended_ns: int
    facts: dict[str, Fact]
    failed: bool


@dataclass(frozen=True, slots=True)
class LoggedLine:
    """A line of our own log: its event name and facts."""

    at_ns: int
    level: int
    event: str
    logger: str
    facts: dict[str, Fact]
    place: Place | None


class Recorder(Tracer):
    """Keeps `share` of the traces that begin here; one that began elsewhere is kept if it is kept there."""

    __slots__ = ("_keep", "_share")

    def __init__(self, keep: Callable[[EndedSpan], None], share: float = 1.0) -> None:
        self._keep = keep
        self._share = share

    @property
    @override
    def listens(self) -> bool:
        return True

    @override
    def span(self, name: str, facts: Facts = NOTHING, kind: Kind = "internal", *, under: Place | None = None) -> Span:
        return _OpenSpan(self, name, dict(facts), kind, under)

    @override
    def span_aside(self, name: str, facts: Facts = NOTHING, kind: Kind = "internal") -> Span:
        return _OpenSpan(self, name, dict(facts), kind, None, is_aside=True)

    def place_below(self, parent: Place | None) -> Place:
        """A new place, below another or at the top of a trace of its own."""
        span_id = secrets.token_hex(8)
        if parent is not None:
            return Place(parent.trace_id, span_id, parent.kept)
        trace_id = secrets.token_hex(16)
        return Place(trace_id, span_id, int(trace_id[16:], 16) < self._share * _THROW)

    def take(self, span: EndedSpan) -> None:
        """This has ended."""
        if span.place.kept:
            self._keep(span)


@dataclass(slots=True)
class _OpenSpan(Span):
    """One that has not ended."""

    recorder: Recorder
    name: str
    facts: dict[str, Fact]
    kind: Kind
    under: Place | None
    is_aside: bool = False
    _place: Place | None = None
    _began_ns: int = 0
    _before: "Token[Place | None] | None" = field(default=None, repr=False)

    @override
    def note(self, facts: Facts) -> None:
        self.facts.update(facts)

    @override
    def rename(self, name: str) -> None:
        self.name = name

    @override
    def __enter__(self) -> Self:
        self.under = self.under or current_place.get()
        self._place = self.recorder.place_below(self.under)
        self._began_ns = time.time_ns()
        if not self.is_aside:
            self._before = current_place.set(self._place)
        return self

    @override
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._place is not None, "what ends has begun"  # noqa: S101
        if self._before is not None:
            current_place.reset(self._before)
        parent_id = self.under.span_id if self.under else ""
        failed = self._note_end(error)
        ended_ns = max(time.time_ns(), self._began_ns)
        self.recorder.take(
            EndedSpan(self.name, self.kind, self._place, parent_id, self._began_ns, ended_ns, self.facts, failed)
        )

    def _note_end(self, error: BaseException | None) -> bool:
        """Being ended from outside is a normal way to end. Of a failure only its name is told, never its sentence."""
        if isinstance(error, asyncio.CancelledError | GeneratorExit):
            self.facts[CANCELLED] = True
        elif error is not None:
            self.facts[ERROR] = error.code if isinstance(error, AntiphonError) else type(error).__name__
        return ERROR in self.facts
