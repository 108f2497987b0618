"""The routes, the guard and the error table, put together."""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route

from antiphon.access.policy import Policy
from antiphon.api.client import find_client
from antiphon.api.errors import answer_error, problem
from antiphon.api.guard import PUBLIC, LocalOnly
from antiphon.api.headers import Shield
from antiphon.api.house import House
from antiphon.api.routes import (
    client,
    contamination,
    context,
    conversations,
    documents,
    evals,
    feed,
    filters,
    health,
    heartbeats,
    importance,
    improvements,
    instructions,
    journal,
    line_up,
    maps,
    memory,
    models,
    panel_files,
    recall,
    rounds,
    search,
    settings,
    speech,
    spending,
    syntheses,
    titles,
    todos,
    tools,
    topics,
    turns,
)
from antiphon.conversation.errors import AntiphonError

OpenHouse = Callable[[], AbstractAsyncContextManager[House]]


def build_application(open_house: OpenHouse, version: str, client_folder: Path | None = None) -> FastAPI:
    """An application that opens the house when it starts and closes it when it ends.

    `client_folder` holds the built web client; it is asked for only when a browser comes.
    """

    @asynccontextmanager
    async def live(app: FastAPI) -> AsyncIterator[None]:
        async with open_house() as house:
            app.state.house = house
            yield

    app = FastAPI(
        title="Antiphon",
        version=version,
        description="Many voices. One question. You see exactly what each one sees.",
        lifespan=live,
        openapi_url="/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    reading = (conversations, turns, rounds, context, importance, filters, line_up, topics, search, memory, journal)
    looking = (maps, syntheses, evals, improvements, panel_files)
    reminding = (tools, instructions, todos, recall, documents, heartbeats, contamination, titles)
    for room in (health, *reading, *looking, *reminding, settings, models, spending, speech, feed, client):
        app.include_router(room.router)
    app.state.client = client_folder or find_client()
    app.add_middleware(LocalOnly)
    app.add_middleware(Shield)
    app.add_exception_handler(AntiphonError, answer_error)
    app.add_exception_handler(Exception, answer_error)
    app.add_exception_handler(RequestValidationError, _answer_malformed)
    app.add_exception_handler(HTTPException, _answer_http)
    check_policies(app)
    return app


def check_policies(app: FastAPI) -> None:
    """Refuse to build an application with a route that declares no policy."""
    bare = [path for path, policy in policies(app).items() if policy is None]
    if bare:
        raise RuntimeError(f"routes without a policy: {', '.join(bare)}")


def policies(app: FastAPI) -> dict[str, Policy | None]:
    """Every route and what it requires. The OpenAPI document is FastAPI's own and public."""
    found: dict[str, Policy | None] = {}
    for route in _walk(app.routes):
        public = isinstance(route, Route) and route.path == app.openapi_url
        found[_name(route)] = PUBLIC if public else getattr(_endpoint(route), "policy", None)
    return found


def _walk(routes: Iterable[BaseRoute]) -> Iterator[BaseRoute]:
    """Routes of the application and of every router in it, however deep; a mount counts as a route."""
    for route in routes:
        inner = getattr(route, "original_router", None)
        if inner is None:
            yield route
        else:
            yield from _walk(inner.routes)


def _name(route: BaseRoute) -> str:
    methods = ",".join(sorted(getattr(route, "methods", None) or ()))
    return f"{methods} {getattr(route, 'path', route)}"


def _endpoint(route: BaseRoute) -> Callable[..., object]:
    return route.endpoint if isinstance(route, Route) else lambda: None


def _answer_malformed(request: Request, error: Exception) -> JSONResponse:
    """Say which field is wrong and why, without repeating what was sent."""
    assert isinstance(error, RequestValidationError)  # noqa: S101 - registered for this type only
    fields = [{"field": ".".join(str(part) for part in each["loc"]), "problem": each["msg"]} for each in error.errors()]
    return problem(422, "malformed", "the request does not say what it must", {"fields": fields})


def _answer_http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for this type only
    code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "refused")
    return problem(error.status_code, code, str(error.detail).lower(), headers=dict(error.headers or {}) or None)
