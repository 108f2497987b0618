"""Every request has an id, and is a span where somebody listens: the outermost thing around the routes."""

from collections.abc import Callable
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from antiphon.engine.runtime.identity import new_id
from antiphon.tracing import names
from antiphon.tracing.spans import (
    Span,
    Tracer,
    current_place,
    current_request,
    read_request_id,
    read_traceparent,
    write_traceparent,
)

REQUEST_ID: Final = "X-Request-Id"
TRACEPARENT: Final = "traceparent"
# Asked every few seconds by programs that look after the machine; a trace of them says nothing.
_LOOKED_AFTER: Final = ("/healthz", "/readyz", "/startupz", "/metrics")
_METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


class Traced:
    """Gives a request the id it came with, or a new one, says it with the answer, and takes the time of both.

    An id and a place in a trace are believed from anybody: they are labels, and open nothing.
    """

    def __init__(self, app: ASGIApp, find_tracer: Callable[[], Tracer]) -> None:
        self._app = app
        self._find_tracer = find_tracer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        request_id = read_request_id(headers.get(REQUEST_ID, "")) or new_id("rq")
        before = current_request.set(request_id)
        try:
            await self._run(scope, receive, send, headers, request_id)
        finally:
            current_request.reset(before)

    async def _run(self, scope: Scope, receive: Receive, send: Send, headers: Headers, request_id: str) -> None:
        tracer = self._find_tracer()
        if not tracer.listens or scope["path"] in _LOOKED_AFTER:
            await self._app(scope, receive, _say_id(send, request_id))
            return
        method = scope["method"] if scope["method"] in _METHODS else "_OTHER"
        facts = {names.METHOD: method, names.SCHEME: scope["scheme"], names.REQUEST_ID: request_id}
        under = read_traceparent(headers.get(TRACEPARENT, ""))
        with tracer.span(method, facts, "server", under=under) as span:
            try:
                await self._app(scope, receive, _note_status(_say_id(send, request_id), span))
            finally:
                # Known once it has been found; an address nobody has is not told, it may hold anything.
                if route := getattr(scope.get("route"), "path", ""):
                    span.rename(f"{method} {route}")
                    span.note({names.ROUTE: route})


def carry_on() -> dict[str, str]:
    """The headers by which a request from inside belongs to the one it comes from."""
    place, request_id = current_place.get(), current_request.get()
    carried = {TRACEPARENT: write_traceparent(place)} if place else {}
    return carried | ({REQUEST_ID: request_id} if request_id else {})


def _say_id(send: Send, request_id: str) -> Send:
    async def send_named(message: Message) -> None:
        if message["type"] == "http.response.start":
            message.setdefault("headers", [])
            # An answer on the wire of another house has an id of its own there.
            MutableHeaders(scope=message).setdefault(REQUEST_ID, request_id)
        await send(message)

    return send_named


def _note_status(send: Send, span: Span) -> Send:
    async def send_noted(message: Message) -> None:
        if message["type"] == "http.response.start":
            status = message["status"]
            span.note({names.STATUS: status} | ({names.ERROR: str(status)} if status >= 500 else {}))
        await send(message)

    return send_noted
