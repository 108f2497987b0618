"""Who is knocking: the one place that turns a request into a principal, and the checks before it.

Every endpoint carries its policy as an attribute; a route without one does not start.
"""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from antiphon.access.policy import Policy, Verb, check_allowed
from antiphon.access.principal import LOCAL, Principal
from antiphon.api.errors import problem

F = TypeVar("F", bound=Callable[..., Any])

PUBLIC = Policy(Verb.READ, "public", public=True)
_LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def allow(policy: Policy) -> Callable[[F], F]:
    """Declare what an endpoint requires."""

    def declare(endpoint: F) -> F:
        endpoint.policy = policy  # type: ignore[attr-defined] # the route registry reads it back
        return endpoint

    return declare


def find_principal(request: Request) -> Principal:
    """The principal behind a request, allowed to do what its endpoint declares.

    There is one local person until accounts exist. An endpoint that declares nothing refuses everybody.
    """
    policy: Policy = request.scope["endpoint"].policy
    check_allowed(LOCAL, policy)
    return LOCAL


Caller = Annotated[Principal, Depends(find_principal)]


class LocalOnly:
    """Refuses what a web page of somebody else could make a browser send here (C-02, C-03).

    The Host must be a name of this machine, and a changing request must come from the same origin or from no page.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through or answer 403."""
        if scope["type"] == "http" and (reason := _why_refused(scope)):
            await problem(403, "foreign_request", reason)(scope, receive, send)
            return
        if scope["type"] == "http" and _has_nul(scope):
            await problem(422, "malformed", "no address here holds a NUL")(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _has_nul(scope: Scope) -> bool:
    """PostgreSQL keeps no NUL in a text, so nothing of ours has one in its name."""
    path: str = scope["path"]
    return path.startswith("/v1/") and ("\x00" in path or b"%00" in scope["query_string"])


def _why_refused(scope: Scope) -> str | None:
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    host = headers.get(b"host", "").rpartition(":")
    name = host[0] if host[2].isdigit() else headers.get(b"host", "")
    if name.lower() not in _LOCAL_HOSTS:
        return "this server answers only to names of this machine"
    if scope["method"] not in _SAFE_METHODS and _is_foreign(headers):
        return "another site may not change anything here"
    return None


def _is_foreign(headers: dict[bytes, str]) -> bool:
    """Whether a page of another origin made the browser send this; older browsers name only the origin."""
    if headers.get(b"sec-fetch-site", "none") not in ("same-origin", "none"):
        return True
    return b"origin" in headers and headers[b"origin"].partition("://")[2] != headers[b"host"]
