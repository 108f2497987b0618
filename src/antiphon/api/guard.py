"""Who is knocking: the one place that turns a request into a principal, and the checks before it.

Every endpoint carries its policy as an attribute; a route without one does not start.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeVar, cast

from fastapi import Depends, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from antiphon.access.addresses import is_loopback
from antiphon.access.policy import CallCost, Policy, Verb, check_allowed
from antiphon.access.principal import LOCAL, Principal
from antiphon.access.rate_limits import Callers
from antiphon.api.errors import answer_problem
from antiphon.api.gate import Gate
from antiphon.conversation.errors import AntiphonError

F = TypeVar("F", bound=Callable[..., Any])

PUBLIC = Policy(Verb.READ, "public", public=True)
_LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# Whoever looks after this machine asks the node itself for these, whatever people call it.
_LOOKED_AFTER = ("/healthz", "/readyz", "/startupz", "/metrics")
# A link from elsewhere may lead to a page. These are none: whoever asks for them from another site is up to something.
_NO_PAGES = ("/v1/", "/openai/", "/mcp", "/metrics")
# But for this one, to which OpenID providers send browsers back.
_WAY_BACK = re.compile(r"/v1/auth/oidc/[a-z0-9-]+/callback")


def allow(
    policy: Policy,
    *,
    body: int = 0,
    cost: CallCost = CallCost.CHEAP,
    raises: tuple[type[AntiphonError], ...] = (),
    location: str | None = None,
) -> Callable[[F], F]:
    """Declare what an endpoint requires, how many bytes a request to it may bring, and what a call of it costs.

    `raises` are the failures that its callers must expect of this endpoint in particular; what every endpoint of its
    kind may answer follows from the policy and the address (`api/document.py`). `location` is the address of what a 201
    has made, with names of the answer and of the request's own address in braces.
    """
    if body or cost is not CallCost.CHEAP:
        policy = replace(policy, body=body, cost=cost)

    def declare(endpoint: F) -> F:
        endpoint.policy = policy  # type: ignore[attr-defined] # the route registry reads it back
        endpoint.raises = raises  # type: ignore[attr-defined] # the OpenAPI document reads it back
        endpoint.location = location  # type: ignore[attr-defined] # the route fills it in
        return endpoint

    return declare


async def find_principal(request: Request) -> Principal:
    """The principal behind a request, allowed to do what its endpoint declares.

    Without accounts there is one local person. With them it is whoever proves to be somebody, or nobody is let in
    (`api/gate.py`). An endpoint that declares nothing refuses everybody; one that is
    called too often refuses with `TooManyCalls`.
    """
    policy: Policy = request.scope["endpoint"].policy
    gate: Gate | None = request.app.state.gate
    principal = LOCAL if gate is None else await gate.find_principal(request, policy)
    check_allowed(principal, policy)
    (await find_callers(request)).check(principal, policy.cost)
    return principal


async def find_gate(request: Request) -> Gate:
    """Who turns requests into people, for the routes that are there only then."""
    return cast("Gate", request.app.state.gate)


async def find_callers(request: Request) -> Callers:
    """Who called this application how often of late."""
    return cast("Callers", request.app.state.callers)


Caller = Annotated[Principal, Depends(find_principal)]


@dataclass(frozen=True, slots=True)
class ServerNames:
    """The names this server has beside those of this machine, and the origins its pages then have.

    A name without a port stands for the usual ports. Both are the operator's to say. With `is_public` it has these
    alone: by a name of this machine nothing is told but how the server is.
    """

    hosts: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()
    is_public: bool = False

    @property
    def is_https(self) -> bool:
        """Whether browsers reach it over https and in no other way."""
        return self.is_public and all(each.startswith("https://") for each in self.origins)


def build_public_name(public_url: str) -> ServerNames:
    """The one name that people with accounts come by."""
    return replace(build_names(public_url, ()), is_public=True)


def build_names(public_url: str | None, allowed_hosts: tuple[str, ...]) -> ServerNames:
    """Every name of these settings; a page of `allowed_hosts` may come over either scheme."""
    hosts = frozenset(_without_usual_port(each.lower()) for each in allowed_hosts)
    origins = {f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts}
    if public_url is None:
        return ServerNames(hosts, frozenset(origins))
    scheme, _, host = public_url.lower().partition("://")
    host = _without_usual_port(host.rstrip("/"))
    return ServerNames(hosts | {host}, frozenset(origins | {f"{scheme}://{host}"}))


class LocalOnly:
    """Refuses what a web page of somebody else could make a browser send here.

    The Host must be a name of this machine or one that the operator gave it. What changes something, and whatever is
    no page, must be asked for by the same origin or by no page.
    """

    def __init__(self, app: ASGIApp, names: ServerNames = ServerNames()) -> None:  # noqa: B008 - frozen
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through or answer 403."""
        if scope["type"] == "http" and (reason := self._why_refused(scope)):
            await answer_problem(scope, 403, "foreign_request", reason)(scope, receive, send)
            return
        if scope["type"] == "http" and _has_nul(scope):
            await answer_problem(scope, 422, "malformed", "no address here holds a NUL")(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _why_refused(self, scope: Scope) -> str | None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "").lower()
        if not self._is_ours(host, scope["path"]):
            return "this server answers only to its own names"
        if not self._is_foreign(headers, host):
            return None
        if scope["method"] not in _SAFE_METHODS:
            return "another site may not change anything here"
        if scope["path"].startswith(_NO_PAGES) and not _WAY_BACK.fullmatch(scope["path"]):
            return "another site may not read anything here"
        return None

    def _is_ours(self, host: str, path: str) -> bool:
        if _without_usual_port(host) in self._names.hosts:
            return True
        return _is_local(host) and (not self._names.is_public or path in _LOOKED_AFTER)

    def _is_foreign(self, headers: dict[bytes, str], host: str) -> bool:
        """Whether a page of another origin made the browser send this; older browsers name only the origin."""
        if headers.get(b"sec-fetch-site", "none") not in ("same-origin", "none"):
            return True
        origin = headers.get(b"origin")
        if origin is None or origin.lower() in self._names.origins:
            return False
        return not _is_local(host) or origin.partition("://")[2] != host


def is_from_this_machine(request: Request) -> bool:
    """Whether whoever asks is on this machine and used a name of it, as nobody does who comes through the proxy."""
    peer = request.scope.get("client")
    return _is_local(request.headers.get("host", "").lower()) and peer is not None and is_loopback(str(peer[0]))


def _is_local(host: str) -> bool:
    name, _, port = host.rpartition(":")
    return (name if port.isdigit() else host) in _LOCAL_HOSTS


def _without_usual_port(host: str) -> str:
    return host.removesuffix(":443").removesuffix(":80")


def _has_nul(scope: Scope) -> bool:
    """PostgreSQL keeps no NUL in a text, so nothing of ours has one in its name."""
    path: str = scope["path"]
    return path.startswith(("/v1/", "/openai/")) and ("\x00" in path or b"%00" in scope["query_string"])
