"""What the other rooms know of traces: a tracer that is handed to them, and where in which trace they are.

The silent tracer is the usual one. It makes nothing, so a span around a deed costs next to nothing.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType, TracebackType
from typing import Final, Literal, NamedTuple, Protocol, Self

from typing_extensions import override

Fact = str | int | float | bool | tuple[str, ...]
Facts = Mapping[str, Fact]
Kind = Literal["server", "internal", "client"]

NOTHING: Final[Facts] = MappingProxyType({})


class Place(NamedTuple):
    """One span of one trace, as the W3C writes it down; one that is not kept has a place all the same."""

    trace_id: str
    span_id: str
    kept: bool


# Where the task that asks is, and which request set it going. A task inherits both from whoever starts it.
current_place: ContextVar[Place | None] = ContextVar("current_place", default=None)
current_request: ContextVar[str] = ContextVar("current_request", default="")
# The one request to a provider that is out: the name of its receipt.
current_call: ContextVar[str] = ContextVar("current_call", default="")


class Span(Protocol):
    """A deed with a beginning and an end, entered like any other context; how it ended it sees by itself."""

    def note(self, facts: Facts) -> None:
        """Add what is known by now."""
        ...

    def rename(self, name: str) -> None:
        """Call it by a better name."""
        ...

    def __enter__(self) -> Self:
        """It begins."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """It has ended."""
        ...


class Tracer(Protocol):
    """Takes spans."""

    @property
    def listens(self) -> bool:
        """Whether anybody will see them; whoever would have to gather facts may leave it."""
        ...

    def span(self, name: str, facts: Facts = NOTHING, kind: Kind = "internal", *, under: Place | None = None) -> Span:
        """A span below `under`, or else below the one this task is in; not begun before it is entered."""
        ...

    def span_aside(self, name: str, facts: Facts = NOTHING, kind: Kind = "internal") -> Span:
        """The same for what is suspended again and again, as a generator is: others do not come to stand below it."""
        ...


class _SilentSpan(Span):
    """Notes nothing."""

    __slots__ = ()

    @override
    def note(self, facts: Facts) -> None:
        """Nothing."""

    @override
    def rename(self, name: str) -> None:
        """Nothing."""

    @override
    def __enter__(self) -> Self:
        return self

    @override
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing."""


class _SilentTracer(Tracer):
    """Nobody listens."""

    __slots__ = ("_span",)

    def __init__(self) -> None:
        self._span = _SilentSpan()

    @property
    @override
    def listens(self) -> bool:
        return False

    @override
    def span(self, name: str, facts: Facts = NOTHING, kind: Kind = "internal", *, under: Place | None = None) -> Span:
        return self._span

    @override
    def span_aside(self, name: str, facts: Facts = NOTHING, kind: Kind = "internal") -> Span:
        return self._span


SILENT: Final[Tracer] = _SilentTracer()

_TRACEPARENT = re.compile(r"([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?")
_REQUEST_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,127}")
_KEPT_FLAG = 0x01


def read_traceparent(text: str) -> Place | None:
    """The span somebody else began this in (W3C Trace Context); none when it is not written as it must be."""
    found = _TRACEPARENT.fullmatch(text.strip())
    if found is None or found[1] == "ff" or (found[1] == "00" and found[5]):
        return None
    if not int(found[2], 16) or not int(found[3], 16):
        return None
    return Place(found[2], found[3], bool(int(found[4], 16) & _KEPT_FLAG))


def write_traceparent(place: Place) -> str:
    """The same for whoever comes next."""
    return f"00-{place.trace_id}-{place.span_id}-{_KEPT_FLAG if place.kept else 0:02x}"


def read_request_id(text: str) -> str:
    """An id that somebody else gave a request, if it is written so that a log can hold it; else nothing."""
    return text if _REQUEST_ID.fullmatch(text) else ""


@contextmanager
def name_call(name: str) -> Iterator[None]:
    """What leaves for a provider inside is known by this name."""
    before = current_call.set(name)
    try:
        yield
    finally:
        current_call.reset(before)
