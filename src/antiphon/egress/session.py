"""Connections to other machines, under the address policy.

A name is looked up once, all of its addresses are judged, and only judged addresses are connected to; the
socket itself is judged again just before it connects, which also covers addresses written as numbers.
"""

import asyncio
import io
import socket
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import aiohttp
import orjson
from aiohttp.abc import AbstractResolver, ResolveResult
from typing_extensions import override

from antiphon.egress.errors import AddressRefused, EgressError, NoConnection, NotHttp, WentSilent
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.response import Response, check_library, read_capped

Session = aiohttp.ClientSession
SMALL_ANSWER = 1024 * 1024
_LARGE_BODY = 512 * 1024


def open_session(policy: AddressPolicy, *, connect_seconds: float = 15, limit: int = 0) -> Session:
    """A pool of connections that only goes where the policy allows; call it inside the running loop.

    `limit` 0 means as many connections as asked for: limits belong to the engine, which can say why one
    waits. Refuses to begin with a version of the client library whose connections cannot be watched.
    """
    check_library()
    connector = aiohttp.TCPConnector(
        resolver=CheckedResolver(policy, aiohttp.ThreadedResolver()),
        socket_factory=lambda info: _open_socket(policy, info),
        limit=limit,
    )
    return aiohttp.ClientSession(
        connector=connector,
        connector_owner=True,
        cookie_jar=aiohttp.DummyCookieJar(),
        timeout=aiohttp.ClientTimeout(total=None, connect=connect_seconds),
        # Proxies hold compressed event streams back; an answer that comes compressed anyway is still read.
        headers={"Accept-Encoding": "identity", "User-Agent": "antiphon"},
        trust_env=False,
    )


async def send(
    session: Session,
    policy: AddressPolicy,
    method: str,
    url: str,
    *,
    headers: Mapping[str, str],
    silence_seconds: float,
    body: bytes | None = None,
    connect_seconds: float | None = None,
) -> Response:
    """Send these bytes once and return as soon as the answer's headers are here, whatever its status.

    Nothing is retried and no redirect is followed. Silence longer than `silence_seconds` is `WentSilent`.
    """
    policy.check_url(url)
    timeout = _build_timeout(session, silence_seconds, connect_seconds)
    # A file is written piece by piece; bytes would be written at once, which takes a while when there are images in it.
    data = io.BytesIO(body) if body is not None and len(body) > _LARGE_BODY else body
    try:
        source = await session.request(method, url, data=data, headers=headers, allow_redirects=False, timeout=timeout)
        return Response(source, silence_seconds)
    # A name that cannot be asked for, such as one with an empty label, has no address either.
    except (aiohttp.ClientError, OSError, UnicodeError) as error:
        raise build_send_error(error) from error


async def post(
    session: Session,
    policy: AddressPolicy,
    url: str,
    *,
    body: bytes,
    headers: Mapping[str, str],
    silence_seconds: float,
    connect_seconds: float | None = None,
) -> Response:
    """Post these bytes once; see `send`."""
    return await send(
        session,
        policy,
        "POST",
        url,
        body=body,
        headers=headers,
        silence_seconds=silence_seconds,
        connect_seconds=connect_seconds,
    )


async def get(
    session: Session, policy: AddressPolicy, url: str, *, headers: Mapping[str, str], silence_seconds: float
) -> Response:
    """Ask once; see `send`."""
    return await send(session, policy, "GET", url, headers=headers, silence_seconds=silence_seconds)


async def get_json(
    session: Session, policy: AddressPolicy, url: str, timeout: float, *, limit: int = SMALL_ANSWER
) -> Any:
    """The JSON at this address, all of it within `timeout` seconds; any failure is an `EgressError`.

    An answer of more than `limit` bytes is one.
    """
    return await _ask_json(session, policy, "GET", url, None, {}, timeout, limit)


async def post_json(session: Session, policy: AddressPolicy, url: str, question: Any, timeout: float) -> Any:
    """The JSON this address answers to a question in JSON; otherwise as `get_json`."""
    headers = {"Content-Type": "application/json"}
    return await _ask_json(session, policy, "POST", url, orjson.dumps(question), headers, timeout, SMALL_ANSWER)


async def post_form(
    session: Session,
    policy: AddressPolicy,
    url: str,
    fields: Mapping[str, str],
    headers: Mapping[str, str],
    timeout: float,
    *,
    limit: int = SMALL_ANSWER,
) -> Any:
    """The JSON this address answers to a form; otherwise as `get_json`."""
    said = {**headers, "Content-Type": "application/x-www-form-urlencoded"}
    return await _ask_json(session, policy, "POST", url, urlencode(fields).encode(), said, timeout, limit)


async def _ask_json(
    session: Session,
    policy: AddressPolicy,
    method: str,
    url: str,
    body: bytes | None,
    headers: Mapping[str, str],
    timeout: float,
    limit: int,
) -> Any:
    try:
        async with asyncio.timeout(timeout):
            response = await send(session, policy, method, url, headers=headers, silence_seconds=timeout, body=body)
            try:
                return _parse_json(response.status, await read_capped(response, limit + 1), limit)
            finally:
                response.close()
    except TimeoutError as error:
        raise build_send_error(error) from error


def _build_timeout(
    session: Session, silence_seconds: float, connect_seconds: float | None = None
) -> aiohttp.ClientTimeout:
    connect = session.timeout.connect if connect_seconds is None else connect_seconds
    return aiohttp.ClientTimeout(total=None, connect=connect, sock_read=silence_seconds, ceil_threshold=600)


def build_send_error(error: Exception) -> EgressError:
    """What a failure before the answer's headers means here."""
    if isinstance(error, aiohttp.ConnectionTimeoutError):
        return NoConnection("no connection within the time allowed")
    if isinstance(error, TimeoutError):
        return WentSilent("no answer within the time allowed")
    if isinstance(error, aiohttp.ClientResponseError):
        return NotHttp("the answer is not HTTP")
    if isinstance(error, aiohttp.InvalidURL):
        return AddressRefused(str(error), "it is not a URL")
    return NoConnection(str(error))


def _parse_json(status: int, body: bytes, limit: int) -> Any:
    if status != 200:
        raise NotHttp(f"the answer is HTTP {status}")
    if len(body) > limit:
        raise NotHttp("the answer is larger than we read")
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        raise NotHttp("the answer is not JSON") from None


def _open_socket(policy: AddressPolicy, info: Any) -> socket.socket:
    """A socket for an address the policy allows."""
    family, kind, protocol, _, address = info
    policy.check_address(address[0])
    return socket.socket(family, kind, protocol)


class CheckedResolver(AbstractResolver):
    """Looks a name up once and answers only when every address behind it is allowed."""

    def __init__(self, policy: AddressPolicy, lookup: AbstractResolver) -> None:
        self._policy = policy
        self._lookup = lookup

    @override
    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """The addresses of this name; one refused address refuses them all."""
        found = await self._lookup.resolve(host, port, family)
        for each in found:
            self._policy.check_address(each["host"])
        return found

    @override
    async def close(self) -> None:
        await self._lookup.close()
