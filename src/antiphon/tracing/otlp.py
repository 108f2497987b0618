"""The only file that knows OpenTelemetry: spans and lines of the log as OTLP writes them.

Only the wire format is taken from there, as the messages that OpenTelemetry itself publishes. Importing this needs the
extra `otel`.
"""

from collections.abc import Sequence
from typing import Final

from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, ArrayValue, InstrumentationScope, KeyValue
from opentelemetry.proto.logs.v1.logs_pb2 import LogRecord, ResourceLogs, ScopeLogs, SeverityNumber
from opentelemetry.proto.resource.v1.resource_pb2 import Resource
from opentelemetry.proto.trace.v1.trace_pb2 import ResourceSpans, ScopeSpans, Span, Status

from antiphon.tracing.recorder import EndedSpan, LoggedLine
from antiphon.tracing.spans import Fact, Facts

_SCOPE: Final = "antiphon"
_KINDS: Final = {
    "server": Span.SPAN_KIND_SERVER,
    "internal": Span.SPAN_KIND_INTERNAL,
    "client": Span.SPAN_KIND_CLIENT,
}
# The levels of Python's log as the numbers OpenTelemetry has for them.
_SEVERITIES: Final = (
    (50, SeverityNumber.SEVERITY_NUMBER_FATAL, "FATAL"),
    (40, SeverityNumber.SEVERITY_NUMBER_ERROR, "ERROR"),
    (30, SeverityNumber.SEVERITY_NUMBER_WARN, "WARN"),
    (20, SeverityNumber.SEVERITY_NUMBER_INFO, "INFO"),
    (0, SeverityNumber.SEVERITY_NUMBER_DEBUG, "DEBUG"),
)


def encode_spans(source: Facts, spans: Sequence[EndedSpan]) -> bytes:
    """The body of a request to `/v1/traces`; `source` says who sends it."""
    scope = ScopeSpans(scope=InstrumentationScope(name=_SCOPE), spans=[_build_span(each) for each in spans])
    resource = Resource(attributes=_build_facts(source))
    request = ExportTraceServiceRequest(resource_spans=[ResourceSpans(resource=resource, scope_spans=[scope])])
    return bytes(request.SerializeToString())


def encode_lines(source: Facts, lines: Sequence[LoggedLine]) -> bytes:
    """The body of a request to `/v1/logs`."""
    scope = ScopeLogs(scope=InstrumentationScope(name=_SCOPE), log_records=[_build_line(each) for each in lines])
    resource = Resource(attributes=_build_facts(source))
    request = ExportLogsServiceRequest(resource_logs=[ResourceLogs(resource=resource, scope_logs=[scope])])
    return bytes(request.SerializeToString())


def _build_span(span: EndedSpan) -> Span:
    return Span(
        trace_id=bytes.fromhex(span.place.trace_id),
        span_id=bytes.fromhex(span.place.span_id),
        parent_span_id=bytes.fromhex(span.parent_id),
        name=span.name,
        kind=_KINDS[span.kind],
        start_time_unix_nano=span.began_ns,
        end_time_unix_nano=span.ended_ns,
        attributes=_build_facts(span.facts),
        status=Status(code=Status.STATUS_CODE_ERROR if span.failed else Status.STATUS_CODE_UNSET),
    )


def _build_line(line: LoggedLine) -> LogRecord:
    number, word = next((number, word) for least, number, word in _SEVERITIES if line.level >= least)
    record = LogRecord(
        time_unix_nano=line.at_ns,
        observed_time_unix_nano=line.at_ns,
        severity_number=number,
        severity_text=word,
        event_name=line.event,
        body=AnyValue(string_value=line.event),
        attributes=_build_facts({**line.facts, "logger": line.logger}),
    )
    if line.place is not None:
        record.trace_id = bytes.fromhex(line.place.trace_id)
        record.span_id = bytes.fromhex(line.place.span_id)
    return record


def _build_facts(facts: Facts) -> list[KeyValue]:
    return [KeyValue(key=name, value=_build_value(value)) for name, value in facts.items()]


def _build_value(value: Fact) -> AnyValue:
    # True is also a whole number, so it is asked about first.
    match value:
        case bool():
            return AnyValue(bool_value=value)
        case int():
            return AnyValue(int_value=value)
        case float():
            return AnyValue(double_value=value)
        case str():
            return AnyValue(string_value=value)
        case tuple():
            return AnyValue(array_value=ArrayValue(values=[AnyValue(string_value=each) for each in value]))
