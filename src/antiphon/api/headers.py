"""What every answer tells a browser about how far to trust it."""

from collections.abc import Callable

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Nothing the API says is a page: no script of it may run, and nobody may frame it.
API_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

_SOURCES = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    # One page of the house may be framed, by the house alone: the one that draws diagrams.
    "frame-src 'self'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    # The one policy there is names the service worker's own file.
    "trusted-types antiphon",
)
# The microphone is left to the client itself, for speaking to the panel.
_CLOSED = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "midi",
    "payment",
    "serial",
    "usb",
)
CLIENT_HEADERS = {
    "Content-Security-Policy": "; ".join(_SOURCES),
    "Permissions-Policy": ", ".join((*(f"{each}=()" for each in _CLOSED), "microphone=(self)")),
}

# Where a request keeps what is to be said with its answer, whatever kind of answer that will be.
_SENT_ALONG = "antiphon.sent_along"
_A_YEAR = "max-age=31536000"


def build_frame_headers(script_hash: str) -> dict[str, str]:
    """What the page that draws diagrams may do: run its one script, and nothing else.

    It reads what advisors wrote, so it has no origin (no cookie, no storage, no address of the house), fetches nothing
    and leads nowhere. Styles are part of what it draws.
    """
    policy = (
        "default-src 'none'",
        f"script-src '{script_hash}'",
        "style-src 'unsafe-inline'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
        "sandbox allow-scripts",
    )
    return {
        "Content-Security-Policy": "; ".join(policy),
        "Permissions-Policy": ", ".join(f"{each}=()" for each in (*_CLOSED, "microphone")),
    }


def send_along(request: Request, change: "Callable[[Response], None]") -> None:
    """Have the answer to this request say this too. What its route says itself comes after it, and counts for more."""
    carrier = Response()
    before = len(carrier.raw_headers)
    change(carrier)
    request.scope.setdefault(_SENT_ALONG, []).extend(carrier.raw_headers[before:])


# Where people and programs are told what is theirs.
_TOLD = ("/v1/", "/openai/", "/mcp")


class Shield:
    """Puts the API's headers on every answer; what the answer says itself counts for more.

    With `accounts` nothing of the API is kept anywhere, whatever the answer says. `https` is for a server that browsers
    reach in no other way, and tells them so.
    """

    def __init__(self, app: ASGIApp, *, accounts: bool = False, https: bool = False) -> None:
        self._app = app
        self._accounts = accounts
        self._https = https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on."""

        async def send_shielded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*scope.get(_SENT_ALONG, ()), *message["headers"]]
                headers = MutableHeaders(scope=message)
                for name, value in API_HEADERS.items():
                    headers.setdefault(name, value)
                if self._https:
                    headers["Strict-Transport-Security"] = _A_YEAR
                if scope["path"].startswith(_TOLD):
                    self._keep_nowhere(headers)
            await send(message)

        await self._app(scope, receive, send_shielded if scope["type"] == "http" else send)

    def _keep_nowhere(self, headers: MutableHeaders) -> None:
        """What one person is told is kept by no cache and never shown to the next."""
        if self._accounts:
            headers["Cache-Control"] = "no-store"
        headers.setdefault("Cache-Control", "no-store")
        headers.add_vary_header("Cookie")
