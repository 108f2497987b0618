"""Failures in the shape that programs of this wire read."""

from typing import Any, Final

from starlette.datastructures import MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import Scope

from antiphon.conversation import errors

_HOME: Final = "/openai/"
_ALIASES: Final = ("/v1/chat/completions", "/v1/responses", "/v1/models/")
# Where a request notes that its question is on disk: asking again would be paid for again.
_ACCEPTED: Final = "antiphon.accepted"

# What differs from what the house says elsewhere.
_STATUS: Final[dict[type[errors.AntiphonError], int]] = {
    errors.Malformed: 400,
    errors.EmptyMessage: 400,
    errors.NoAdvisors: 400,
    errors.FilterInvalid: 400,
    errors.UserPromptTooLarge: 400,
    errors.TooManyImages: 400,
    errors.TurnInFlight: 429,
    errors.CeilingReached: 402,
}
_CODES: Final[dict[type[errors.AntiphonError], str]] = {
    errors.NotSignedIn: "invalid_api_key",
    errors.CeilingReached: "insufficient_quota",
    errors.UserPromptTooLarge: "context_length_exceeded",
}
_BUSY_SECONDS: Final = 5


def is_spoken_at(path: str) -> bool:
    """Whether an address belongs to this wire."""
    return path.startswith((_HOME, *_ALIASES))


def note_accepted(scope: Scope) -> None:
    """From here on no failure of this request is one to try again."""
    scope[_ACCEPTED] = True


def find_status(status: int, error: errors.AntiphonError | None) -> int:
    """The status this wire has for a failure that has this one elsewhere."""
    if isinstance(error, errors.NobodyAnswered) and error.rate_limited:
        return 429
    found = None if error is None else _STATUS.get(type(error))
    return found or (400 if status == 422 else status)


def write_error(status: int, code: str, message: str, error: errors.AntiphonError | None = None) -> dict[str, Any]:
    """The body of a failure: the wire's own, and beside it the name it has everywhere else in the house."""
    said = _CODES.get(type(error), code) if error is not None else code
    param = getattr(error, "param", None)
    body = {"error": {"message": message, "type": _name_type(status), "param": param, "code": said}, "code": code}
    # What it might have cost, and what is left, in figures.
    return body | {"antiphon": dict(error.facts)} if isinstance(error, errors.CeilingReached) else body


def answer_failure(
    scope: Scope,
    status: int,
    code: str,
    message: str,
    error: errors.AntiphonError | None = None,
    headers: dict[str, str] | None = None,
) -> JSONResponse:
    """A failure as an answer; it says when to come again, or not to."""
    status = find_status(status, error)
    response = JSONResponse(write_error(status, code, message, error), status, headers)
    _say_whether_again(scope, status, response.headers)
    return response


def _say_whether_again(scope: Scope, status: int, headers: MutableHeaders) -> None:
    # Programs of this wire try 409, 429 and everything from 500 on again by themselves.
    if status == 409 or scope.get(_ACCEPTED):
        headers["x-should-retry"] = "false"
    elif status == 429:
        headers.setdefault("Retry-After", str(_BUSY_SECONDS))


def _name_type(status: int) -> str:
    named = {401: "authentication_error", 402: "insufficient_quota", 403: "permission_error", 429: "rate_limit_error"}
    return named.get(status, "invalid_request_error" if status < 500 else "api_error")
