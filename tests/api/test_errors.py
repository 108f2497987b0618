"""Every answer that is not a success has one shape, and none tells more than it should."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import httpx
import pytest
from fastapi import FastAPI
from starlette.requests import Request

from antiphon.api.application import build_application
from antiphon.api.dependencies import Dependencies
from antiphon.api.errors import answer_error
from antiphon.conversation.errors import (
    AntiphonError,
    Draining,
    KeyReused,
    NotFound,
    RateLimited,
    StoreInUse,
    StoreUnavailable,
    TurnInFlight,
)

SECRET = "hunter2"
REQUEST = Request({"type": "http", "method": "GET", "path": "/v1/turns", "headers": []})


@asynccontextmanager
async def locked() -> AsyncIterator[Dependencies]:
    """A house somebody else is living in."""
    raise StoreInUse("/data/antiphon.db")
    yield


def build() -> FastAPI:
    opened: AbstractAsyncContextManager[Dependencies] = locked()
    return build_application(lambda: opened, "0.0.0")


@pytest.fixture
async def door() -> AsyncIterator[httpx.AsyncClient]:
    """The application with nothing behind it: whatever gets as far as asking a room fails there."""
    app = build()
    app.state.dependencies = None
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client


def problem_of(answer: httpx.Response) -> dict[str, object]:
    """The problem in an answer, after checking that it has the one shape."""
    body = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    assert set(body) == {"type", "title", "status", "detail", "code", "facts"}
    assert body["status"] == answer.status_code
    assert body["type"] == f"/v1/docs#problem-{body['code']}"
    return dict(body)


async def test_unknown_route_is_not_found(door: httpx.AsyncClient) -> None:
    answer = await door.get("/v1/nothing")

    assert answer.status_code == 404
    assert problem_of(answer) == {
        "type": "/v1/docs#problem-not_found",
        "title": "Not found",
        "status": 404,
        "detail": "not found",
        "code": "not_found",
        "facts": {},
    }


async def test_wrong_method_is_said_to_be_one(door: httpx.AsyncClient) -> None:
    answer = await door.delete("/v1/advisors")

    assert answer.status_code == 405
    assert problem_of(answer)["code"] == "method_not_allowed"
    assert answer.headers["allow"] == "GET, POST"


@pytest.mark.parametrize(
    ("content", "field"),
    [
        (b'{"text": ', "body"),
        (b'{"text": 5}', "body.text"),
        (b'{"text": "a", "seq": 9}', "body.seq"),
        (b'{"text": "a", "advisor_ids": [""]}', "body.advisor_ids.0"),
        (b"[]", "body"),
        (b"", "body"),
    ],
    ids=["cut off", "wrong type", "not yours to set", "empty id", "no object", "nothing"],
)
async def test_malformed_body_names_the_field(door: httpx.AsyncClient, content: bytes, field: str) -> None:
    """S-12 too: a field the server owns is refused, not ignored."""
    headers = {"Idempotency-Key": "k", "Content-Type": "application/json"}

    answer = await door.post("/v1/conversations/c_1/turns", content=content, headers=headers)

    assert answer.status_code == 422
    problem = problem_of(answer)
    assert problem["code"] == "malformed"
    assert any(each["field"].startswith(field) for each in problem["facts"]["fields"])  # type: ignore[index]


@pytest.mark.parametrize("key", [None, "", "k" * 256], ids=["none", "empty", "too long"])
async def test_a_message_needs_a_key(door: httpx.AsyncClient, key: str | None) -> None:
    headers = {} if key is None else {"Idempotency-Key": key}

    answer = await door.post("/v1/conversations/c_1/turns", json={"text": "Hello"}, headers=headers)

    assert answer.status_code == 422
    assert "Idempotency-Key" in str(problem_of(answer)["facts"])


async def test_malformed_answer_does_not_repeat_what_was_sent(door: httpx.AsyncClient) -> None:
    body = {"text": [SECRET], SECRET[:3]: SECRET, "advisor_ids": {SECRET: SECRET}}

    answer = await door.post("/v1/conversations/c_1/turns", json=body, headers={"Idempotency-Key": SECRET})

    assert answer.status_code == 422
    assert SECRET not in answer.text


@pytest.mark.parametrize("limit", ["0", "201", "-1", "many"])
async def test_page_size_has_limits(door: httpx.AsyncClient, limit: str) -> None:
    answer = await door.get("/v1/conversations", params={"limit": limit})

    assert answer.status_code == 422
    assert problem_of(answer)["code"] == "malformed"


async def test_form_of_another_page_is_no_message(door: httpx.AsyncClient) -> None:
    """C-03: a simple form cannot speak JSON."""
    answer = await door.post("/v1/conversations", data={"title": "Hello"})

    assert answer.status_code == 422


@pytest.mark.parametrize("path", ["/v1/advisors", "/v1/panels", "/v1/status", "/v1/turns/t_1", "/healthz", "/readyz"])
async def test_a_fault_of_ours_tells_nothing(door: httpx.AsyncClient, path: str) -> None:
    """There are no rooms here, so asking one fails; the reason goes to the log and nowhere else."""
    answer = await door.get(path)

    assert answer.status_code == 500
    problem = problem_of(answer)
    assert (problem["code"], problem["facts"]) == ("internal", {})
    assert problem["detail"] == "something went wrong here; it has been logged"


async def test_a_house_that_cannot_be_opened_stops_the_start() -> None:
    app = build()

    with pytest.raises(StoreInUse):
        async with app.router.lifespan_context(app):
            pass


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (NotFound("turn", "t_1"), 404),
        (KeyReused("k"), 409),
        (TurnInFlight("c_1"), 409),
        (Draining(), 503),
        (StoreUnavailable(), 503),
        (RateLimited("echo", status=429, retry_after=2), 429),
    ],
    ids=lambda value: type(value).__name__,
)
def test_named_failures_say_what_they_know(error: AntiphonError, status: int) -> None:
    answer = answer_error(REQUEST, error)

    body = problem_of(httpx.Response(answer.status_code, headers=answer.headers, content=bytes(answer.body)))
    assert answer.status_code == status
    assert (body["code"], body["detail"], body["facts"]) == (error.code, str(error), dict(error.facts))


@pytest.mark.parametrize("error", [Draining(), StoreUnavailable()], ids=lambda error: error.code)
def test_what_passes_says_when_to_come_back(error: AntiphonError) -> None:
    assert answer_error(REQUEST, error).headers["retry-after"] == "1"


def test_an_unnamed_failure_keeps_its_words_to_itself(caplog: pytest.LogCaptureFixture) -> None:
    answer = answer_error(REQUEST, RuntimeError(SECRET))

    assert SECRET not in bytes(answer.body).decode()
    assert [record.message for record in caplog.records] == ["unhandled"]
