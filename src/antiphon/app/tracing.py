"""Telling a receiver of OpenTelemetry what happened: gathered in memory, sent beside everything else.

Nothing waits for the receiver. While it cannot be reached what has happened is kept for a while, and then dropped and
counted; whoever goes gives it two seconds.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from types import ModuleType
from typing import Any, Final, Generic, NamedTuple, TypeVar

from typing_extensions import override

from antiphon import __version__
from antiphon.app.faults import Check, fail
from antiphon.app.ways import OPERATOR_POLICY
from antiphon.conversation.errors import SettingsInvalid
from antiphon.conversation.ids import NodeId
from antiphon.egress.errors import EgressError
from antiphon.egress.session import Session, open_session, post
from antiphon.engine.runtime.jobs import start_job
from antiphon.engine.runtime.metrics import spans_dropped
from antiphon.settings import Settings
from antiphon.tracing.recorder import EndedSpan, LoggedLine, Recorder
from antiphon.tracing.spans import SILENT, Fact, Facts, Tracer, current_place, current_request

logger = logging.getLogger(__name__)

T = TypeVar("T")

# About 4 MB of spans; what a receiver misses while it restarts.
_MOST_KEPT: Final = 8192
_MOST_AT_ONCE: Final = 512
_EVERY_SECONDS: Final = 1.0
_PATIENCE_SECONDS: Final = 5.0
_LONGEST_PAUSE: Final = 30.0
_LAST_SECONDS: Final = 2.0
_SPANS: Final = "/v1/traces"
_LOGS: Final = "/v1/logs"
_HEADERS: Final = {"Content-Type": "application/x-protobuf"}
# OTLP: only these may be sent again.
_COME_AGAIN: Final = frozenset((429, 502, 503, 504))
_OF_EVERY_RECORD: Final = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}


class _NotTaken(Exception):
    """The receiver does not take it now, and may later."""


class _Road(NamedTuple):
    """The way to a receiver, and what it wants to be told with every request."""

    session: Session
    endpoint: str
    headers: Mapping[str, str]

    async def post(self, path: str, body: bytes) -> int:
        """The status it answers with; `EgressError` when it does not."""
        response = await post(
            self.session,
            OPERATOR_POLICY,
            f"{self.endpoint}{path}",
            body=body,
            headers={**_HEADERS, **self.headers},
            silence_seconds=_PATIENCE_SECONDS,
        )
        response.close()
        return response.status


class Outbox(Generic[T]):
    """What waits to be sent to one path. Putting something in takes no time and never fails."""

    def __init__(self, path: str, encode: Callable[[Facts, Sequence[T]], bytes]) -> None:
        self._path = path
        self._encode = encode
        self._waiting: deque[T] = deque()
        self._is_refused = False

    def put(self, one: T) -> None:
        """Send this when there is time; when too much waits already it is dropped."""
        if len(self._waiting) < _MOST_KEPT:
            self._waiting.append(one)
        else:
            spans_dropped.inc()

    async def empty(self, road: _Road, source: Facts) -> None:
        """Send what waits now, a batch at a time; `_NotTaken` leaves the rest where it is."""
        left = len(self._waiting)
        while batch := [self._waiting.popleft() for _ in range(min(_MOST_AT_ONCE, left, len(self._waiting)))]:
            left -= len(batch)
            try:
                await self._send(road, source, batch)
            except (_NotTaken, asyncio.CancelledError):
                self._waiting.extendleft(reversed(batch))
                raise

    async def _send(self, road: _Road, source: Facts, batch: list[T]) -> None:
        try:
            body = await asyncio.to_thread(self._encode, source, batch)
        except ValueError as error:
            # Half a surrogate pair, a number beyond 64 bits: it would not be written the next time either.
            self._drop(len(batch), reason=str(error))
            return
        try:
            status = await road.post(self._path, body)
        except EgressError as error:
            raise _NotTaken(str(error)) from error
        if status in _COME_AGAIN:
            raise _NotTaken(f"the answer is HTTP {status}")
        if 200 <= status < 300:
            self._is_refused = False
        else:
            self._drop(len(batch), reason=f"HTTP {status}")

    def _drop(self, many: int, *, reason: str) -> None:
        """Said once, until something is taken again."""
        spans_dropped.inc(many)
        if not self._is_refused:
            logger.warning("telemetry_refused", extra={"reason": reason, "path": self._path})
        self._is_refused = True


class _Exporter:
    """Empties the boxes for as long as the node lives."""

    def __init__(self, road: _Road, source: Facts, boxes: Sequence[Outbox[Any]]) -> None:
        self._road = road
        self._source = source
        self._boxes = boxes
        self._failures = 0

    async def run_for_ever(self) -> None:
        """Send what there is every second, and less often to whoever does not take it."""
        while True:
            await asyncio.sleep(min(_LONGEST_PAUSE, _EVERY_SECONDS * 2**self._failures))
            try:
                await self.empty()
            except _NotTaken as problem:
                if not self._failures:
                    logger.warning("telemetry_waits", extra={"reason": str(problem)})
                self._failures = min(self._failures + 1, 5)
            else:
                self._failures = 0

    async def empty(self) -> None:
        """Send all that waits, once."""
        for box in self._boxes:
            await box.empty(self._road, self._source)


class _LogTap(logging.Handler):
    """Hands the lines of our own log on, as names and facts; sentences of others and tracebacks stay where they are."""

    def __init__(self, put: Callable[[LoggedLine], None]) -> None:
        super().__init__(logging.INFO)
        self._put = put

    @override
    def emit(self, record: logging.LogRecord) -> None:
        if record.name == logger.name:
            # What is said about sending would be sent, and said again.
            return
        facts: dict[str, Fact] = {
            name: value
            for name, value in record.__dict__.items()
            if name not in _OF_EVERY_RECORD and isinstance(value, str | int | float | bool)
        }
        if record.exc_info and record.exc_info[0]:
            facts["exception.type"] = record.exc_info[0].__name__
        if request_id := current_request.get():
            facts["request_id"] = request_id
        at_ns = int(record.created * 1e9)
        self._put(LoggedLine(at_ns, record.levelno, str(record.msg), record.name, facts, current_place.get()))


@asynccontextmanager
async def open_tracing(settings: Settings, node_id: NodeId) -> AsyncIterator[Tracer]:
    """The tracer of this node: silent unless a receiver is named. When the context ends the last of it is sent."""
    if settings.otel_endpoint is None:
        yield SILENT
        return
    otlp = _load_otlp()
    spans: Outbox[EndedSpan] = Outbox(_SPANS, otlp.encode_spans)
    lines: Outbox[LoggedLine] = Outbox(_LOGS, otlp.encode_lines)
    source = {"service.name": "antiphon", "service.version": __version__, "service.instance.id": node_id}
    tap = _LogTap(lines.put)
    ours = logging.getLogger("antiphon")
    async with open_session(OPERATOR_POLICY, connect_seconds=_PATIENCE_SECONDS) as session:
        road = _Road(session, settings.otel_endpoint, settings.otel_header_pairs)
        exporter = _Exporter(road, source, (spans, lines))
        job = start_job("tracing", exporter.run_for_ever)
        if settings.otel_logs:
            ours.addHandler(tap)
        try:
            yield Recorder(spans.put, settings.otel_share)
        finally:
            ours.removeHandler(tap)
            job.cancel()
            await asyncio.gather(job, return_exceptions=True)
            with suppress(TimeoutError, _NotTaken):
                async with asyncio.timeout(_LAST_SECONDS):
                    await exporter.empty()


async def check_receiver(settings: Settings) -> Check:
    """Whether the receiver takes what would be sent; it is sent nothing but an empty list."""
    if settings.otel_endpoint is None:
        return Check("traces", True, "off: no otel_endpoint")
    try:
        otlp = _load_otlp()
    except SettingsInvalid as error:
        return fail("traces", "extra_missing", "; ".join(error.problems))
    bodies = {_SPANS: otlp.encode_spans({}, ())}
    if settings.otel_logs:
        bodies[_LOGS] = otlp.encode_lines({}, ())
    async with open_session(OPERATOR_POLICY, connect_seconds=_PATIENCE_SECONDS) as session:
        road = _Road(session, settings.otel_endpoint, settings.otel_header_pairs)
        for path, body in bodies.items():
            try:
                status = await road.post(path, body)
            except EgressError as error:
                return fail("traces", "receiver_down", f"{settings.otel_endpoint}: {error}")
            if not 200 <= status < 300:
                advice = "; if it takes no logs, set otel_logs to false" if path == _LOGS else ""
                detail = f"{settings.otel_endpoint}{path} answers HTTP {status}{advice}"
                return fail("traces", "receiver_down", detail)
    return Check("traces", True, f"{settings.otel_endpoint} takes them")


def _load_otlp() -> ModuleType:
    """The one file that needs the extra, when somebody wants it."""
    try:
        from antiphon.tracing import otlp
    except ModuleNotFoundError as error:
        raise SettingsInvalid(("otel_endpoint: install the extra `otel` first",)) from error
    return otlp
