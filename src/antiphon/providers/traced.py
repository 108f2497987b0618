"""One call to a provider as a span: how long it took, what it used and how it ended, and none of its words."""

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from urllib.parse import urlsplit

from antiphon.providers.provider import Finished, Outputs, Provider, Used, WireRequest
from antiphon.tracing import names
from antiphon.tracing.spans import NOTHING, Fact, Facts, Span, Tracer


def stream_traced(
    tracer: Tracer, provider: Provider, request: WireRequest, facts: Facts = NOTHING
) -> AsyncGenerator[Outputs, None]:
    """What `Provider.stream` yields. Where nobody listens it is that very stream."""
    if not tracer.listens:
        return provider.stream(request)
    return _stream(tracer, provider, request, facts)


def describe_call(request: WireRequest, operation: str) -> dict[str, Fact]:
    """Whom a request goes to, and for which model."""
    name = request.provider
    return {
        names.OPERATION: operation,
        names.PROVIDER: names.KNOWN_PROVIDERS.get(name, name),
        names.REQUEST_MODEL: request.model,
        names.SERVER_ADDRESS: urlsplit(request.url).hostname or "",
        names.SHA256: request.sha256,
    }


async def _stream(
    tracer: Tracer, provider: Provider, request: WireRequest, facts: Facts
) -> AsyncGenerator[Outputs, None]:
    known = {**describe_call(request, names.CHAT), names.REQUEST_STREAM: True, **facts}
    with tracer.span_aside(f"{names.CHAT} {request.model}", known, "client") as span:
        began, is_first = time.monotonic(), True
        async with aclosing(provider.stream(request)) as outputs:
            async for batch in outputs:
                if is_first:
                    span.note({names.FIRST_CHUNK_SECONDS: round(time.monotonic() - began, 4)})
                    is_first = False
                _note_ending(span, batch)
                yield batch


def _note_ending(span: Span, batch: Outputs) -> None:
    for output in batch:
        match output:
            case Used():
                span.note(_describe_usage(output))
            case Finished():
                span.note({names.FINISH_REASONS: (output.reason,)})
            case _:
                pass


def _describe_usage(used: Used) -> Facts:
    counts = {
        names.INPUT_TOKENS: used.input_tokens,
        names.OUTPUT_TOKENS: used.output_tokens,
        names.CACHED_TOKENS: used.cached_tokens,
        names.REASONING_TOKENS: used.reasoning_tokens,
    }
    return {name: count for name, count in counts.items() if count or name in (names.INPUT_TOKENS, names.OUTPUT_TOKENS)}
