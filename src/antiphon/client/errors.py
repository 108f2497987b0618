"""Every failure of a call, as one tree; and the one place where an error the server answered is read.

ClientError
├── ServerUnreachable        nobody answers now; the same call may succeed in a moment
├── UnexpectedAnswer         what came back is nothing this version can read
└── ServerRefused            the server understood and said no; calling again will not help
    ├── RequestInvalid       400 and its kin: the request does not say what it must
    ├── AccessRefused        401, 403
    ├── NothingThere         404, 410: no such thing, or not yours
    ├── StateConflict        409, 412, 428: it does not fit what is there now
    ├── TooManyRequests      429; `retry_after` says when to come again
    └── ServerFailed         5xx: the server's own fault
"""

from collections.abc import Mapping
from typing import Any

import orjson
from typing_extensions import override

from antiphon.conversation.errors import AntiphonError

_UNAVAILABLE = 503


class ClientError(AntiphonError):
    """The root. `code` is stable, `facts` are what the sentence is made of, `status` is HTTP's if somebody answered."""

    code = "client_error"

    def __init__(
        self, message: str, *, code: str = "", status: int | None = None, facts: Mapping[str, Any] | None = None
    ) -> None:
        self.code = code or type(self).code
        self.status = status
        self._facts = dict(facts or {})
        super().__init__(message)

    @property
    @override
    def facts(self) -> Mapping[str, Any]:
        """What the sentence is made of, by name."""
        return self._facts


class ServerUnreachable(ClientError):
    """The server does not answer now; the same request may succeed in a moment."""

    code = "server_unreachable"

    def __init__(self, url: str, reason: str, *, status: int | None = None) -> None:
        self.url = url
        self.reason = reason
        facts = {"url": url, "reason": reason}
        super().__init__(f"the Antiphon server at {url} does not answer ({reason})", status=status, facts=facts)


class UnexpectedAnswer(ClientError):
    """The server answered in a form this version does not know."""

    code = "unexpected_answer"

    def __init__(self, what: str, reason: str) -> None:
        message = f"the server's answer cannot be read as {what}: {reason}"
        super().__init__(message, facts={"what": what, "reason": reason})


class ServerRefused(ClientError):
    """The server answered with an error of its own; `code`, sentence and `facts` are the server's."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        facts: Mapping[str, Any] | None = None,
        retry_after: float | None = None,
    ) -> None:
        self.retry_after = retry_after
        super().__init__(message, code=code, status=status, facts=facts)


class RequestInvalid(ServerRefused):
    """The request does not say what it must."""


class AccessRefused(ServerRefused):
    """The caller may not do this."""


class NothingThere(ServerRefused):
    """No such thing, or not yours: the two are never told apart."""


class StateConflict(ServerRefused):
    """The request does not fit what is there now."""


class TooManyRequests(ServerRefused):
    """More than the server takes for now."""


class ServerFailed(ServerRefused):
    """Something broke in the server."""


_KINDS: Mapping[int, type[ServerRefused]] = {
    401: AccessRefused,
    403: AccessRefused,
    404: NothingThere,
    409: StateConflict,
    410: NothingThere,
    412: StateConflict,
    428: StateConflict,
    429: TooManyRequests,
}


def build_failure(url: str, status: int, headers: Mapping[str, str], body: bytes) -> ClientError:
    """The error behind an answer of 400 and above; a body that is no error of ours leaves the status to speak."""
    code, message, facts = _read_error(status, parse_object(body))
    if status == _UNAVAILABLE:
        return ServerUnreachable(url, message, status=status)
    return _choose_kind(status)(status, code, message, facts, _read_seconds(headers.get("Retry-After")))


def parse_object(body: bytes) -> dict[str, Any]:
    """A JSON object, or an empty one when the body is something else."""
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError:
        return {}
    return value if isinstance(value, dict) else {}


def _read_error(status: int, said: Mapping[str, Any]) -> tuple[str, str, Mapping[str, Any]]:
    """Code, sentence and facts, as RFC 9457 has them."""
    facts = said.get("facts")
    code, sentence = said.get("code"), said.get("detail") or said.get("title")
    return (
        str(code or f"http_{status}"),
        str(sentence or f"the server answered with HTTP {status}"),
        facts if isinstance(facts, dict) else {},
    )


def _choose_kind(status: int) -> type[ServerRefused]:
    return _KINDS.get(status) or (ServerFailed if status >= 500 else RequestInvalid)


def _read_seconds(text: str | None) -> float | None:
    return float(text) if text is not None and text.isascii() and text.isdigit() else None
