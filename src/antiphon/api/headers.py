"""What every answer tells a browser about how far to trust it."""

from starlette.datastructures import MutableHeaders
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


class Shield:
    """Puts the API's headers on every answer; what the answer says itself counts for more."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on."""

        async def send_shielded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in API_HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/v1/"):
                    # What one person is told is kept by no cache and never shown to the next.
                    headers.setdefault("Cache-Control", "no-store")
                    headers.add_vary_header("Cookie")
            await send(message)

        await self._app(scope, receive, send_shielded if scope["type"] == "http" else send)
