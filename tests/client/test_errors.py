"""What an error that the server answered becomes."""

import json

import pytest

from antiphon.client.errors import (
    AccessRefused,
    ClientError,
    NothingThere,
    RequestInvalid,
    ServerFailed,
    ServerRefused,
    ServerUnreachable,
    StateConflict,
    TooManyRequests,
    build_failure,
)


def answer(status: int, headers: dict[str, str] | None = None, **body: object) -> ClientError:
    return build_failure("http://here", status, headers or {}, json.dumps(body).encode())


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, RequestInvalid),
        (401, AccessRefused),
        (403, AccessRefused),
        (404, NothingThere),
        (409, StateConflict),
        (410, NothingThere),
        (422, RequestInvalid),
        (429, TooManyRequests),
        (500, ServerFailed),
        (503, ServerUnreachable),
    ],
)
def test_a_status_has_a_kind(status: int, kind: type[ClientError]) -> None:
    error = answer(status, code="a_code", detail="A sentence.", facts={"n": 1})

    assert type(error) is kind
    assert error.status == status


def test_a_problem_keeps_code_sentence_and_facts() -> None:
    error = answer(409, type="about:blank", title="Busy", detail="it is busy", code="turn_in_flight", facts={"id": "c"})

    assert isinstance(error, ServerRefused)
    assert (error.code, str(error), error.facts) == ("turn_in_flight", "it is busy", {"id": "c"})


def test_what_is_no_error_of_ours_leaves_the_status_to_speak() -> None:
    error = build_failure("http://here", 502, {}, b"<html>bad gateway</html>")

    assert (error.code, str(error)) == ("http_502", "the server answered with HTTP 502")


def test_when_to_come_again_is_a_number() -> None:
    error = answer(429, {"Retry-After": "7"}, code="rate_limited", detail="slow down")

    assert isinstance(error, TooManyRequests)
    assert error.retry_after == 7
