"""The routes, the guard and the error table, put together."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Match, Route

from antiphon.access.policy import Policy
from antiphon.access.rate_limits import Callers, RateLimits
from antiphon.api.accounts import auth, devices, factors, keys, people, sign_on, tool_headers
from antiphon.api.agui import routes as agui
from antiphon.api.bounded import BodyRefused, BoundedRoute
from antiphon.api.browser import find_client
from antiphon.api.dependencies import Dependencies
from antiphon.api.document import Application, list_routes
from antiphon.api.errors import answer_error, answer_problem
from antiphon.api.guard import PUBLIC, LocalOnly, ServerNames
from antiphon.api.headers import Shield
from antiphon.api.in_process import InnerCalls
from antiphon.api.openai import chat as openai_chat
from antiphon.api.openai import models as openai_models
from antiphon.api.openai.responses import routes as openai_responses
from antiphon.api.routes import (
    advisors,
    browser,
    cards,
    contamination,
    context,
    conversations,
    docs,
    documents,
    evals,
    exported_files,
    exports,
    feed,
    filters,
    folders,
    glances,
    health,
    heartbeats,
    importance,
    imports,
    improvements,
    instructions,
    journal,
    map_checks,
    maps,
    mcp,
    memory,
    models,
    operations,
    panel_files,
    panels,
    plugins,
    providers,
    retrieval,
    revisits,
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
    webhooks,
    whys,
    work,
)
from antiphon.conversation.errors import AntiphonError
from antiphon.tracing.spans import SILENT

OpenDependencies = Callable[[], AbstractAsyncContextManager[Dependencies]]


def build_application(
    open_dependencies: OpenDependencies,
    version: str,
    client_folder: Path | None = None,
    pace: RateLimits | None = None,
    names: ServerNames | None = None,
    *,
    accounts: bool = False,
) -> FastAPI:
    """An application that opens what its routes depend on when it starts and closes it when it ends.

    `client_folder` holds the built web client; it is asked for only when a browser comes. `pace` is how often one
    principal may call, `names` are those it has beside the machine's. With `accounts` everybody has to sign in.
    """

    @asynccontextmanager
    async def live(app: FastAPI) -> AsyncIterator[None]:
        async with open_dependencies() as dependencies:
            if accounts and dependencies.gate is None:
                raise RuntimeError("accounts are on and nobody asks who comes in")
            app.state.dependencies = dependencies
            app.state.gate = dependencies.gate
            app.state.tracer = dependencies.engine.tracer
            yield
            await app.state.inner_calls.close()

    app = Application(
        title="Antiphon",
        version=version,
        description="Many voices. One question. You see exactly what each one sees.",
        lifespan=live,
        openapi_url="/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.accounts = accounts
    # A word such as `export` stands before the braces that would take it for a name.
    speaking = (panel_files, panels, cards, advisors, topics)
    reading = (
        conversations,
        folders,
        exports,
        turns,
        rounds,
        revisits,
        context,
        importance,
        filters,
        search,
        memory,
        work,
        imports,
        exported_files,
    )
    looking = (journal, glances, maps, map_checks, syntheses, whys, evals, improvements)
    reminding = (tools, instructions, todos, retrieval, documents, heartbeats, contamination, titles)
    operating = (settings, models, providers, plugins, spending, speech, mcp, webhooks, operations)
    for_programs = (openai_chat, openai_responses, openai_models, agui)
    joining = (auth, devices, sign_on, people, factors, keys, tool_headers) if accounts else ()
    for room in (
        health,
        *joining,
        *speaking,
        *reading,
        *looking,
        *reminding,
        *operating,
        *for_programs,
        feed,
        docs,
        browser,
    ):
        # Not included: that makes each route a second time, at the first request. These are whole as they stand.
        app.router.routes.extend(room.router.routes)
    app.state.client = client_folder or find_client()
    app.state.identity = None
    app.state.gate = None
    app.state.tracer = SILENT
    app.state.callers = Callers(pace or RateLimits())
    app.state.inner_calls = InnerCalls(app)
    names = names or ServerNames()
    app.add_middleware(LocalOnly, names=names)
    app.add_middleware(Shield, accounts=accounts, https=names.is_https)
    app.add_exception_handler(AntiphonError, answer_error)
    app.add_exception_handler(Exception, answer_error)
    app.add_exception_handler(RequestValidationError, _answer_malformed)
    app.add_exception_handler(HTTPException, _answer_http)
    check_policies(app)
    return app


def check_policies(app: FastAPI) -> None:
    """Refuse to build an application with a route that declares no policy, or takes a body and declares no limit.

    One that makes something has to say where, too.
    """
    bare = [path for path, policy in policies(app).items() if policy is None]
    if bare:
        raise RuntimeError(f"routes without a policy: {', '.join(bare)}")
    nowhere = [_name(each) for each in list_routes(app.routes) if _makes_something(each) and _is_lost(each)]
    if nowhere:
        raise RuntimeError(f"routes that make something and do not say where: {', '.join(nowhere)}")
    endless = [_name(route) for route in list_routes(app.routes) if isinstance(route, APIRoute) and _is_endless(route)]
    if endless:
        raise RuntimeError(f"routes without a limit for bodies: {', '.join(endless)}")


def _makes_something(route: BaseRoute) -> bool:
    return isinstance(route, APIRoute) and route.status_code == 201


def _is_lost(route: BaseRoute) -> bool:
    return getattr(_endpoint(route), "location", None) is None


def _is_endless(route: APIRoute) -> bool:
    """Whether a request to it could bring any number of bytes."""
    takes_body = bool(route.dependant.body_params)
    return not isinstance(route, BoundedRoute) or (takes_body and not route.endpoint.policy.body)  # type: ignore[attr-defined]


def policies(app: FastAPI) -> dict[str, Policy | None]:
    """Every route and what it requires. The OpenAPI document is FastAPI's own and public."""
    found: dict[str, Policy | None] = {}
    for route in list_routes(app.routes):
        public = isinstance(route, Route) and route.path == app.openapi_url
        found[_name(route)] = PUBLIC if public else getattr(_endpoint(route), "policy", None)
    return found


def _name(route: BaseRoute) -> str:
    methods = ",".join(sorted(getattr(route, "methods", None) or ()))
    return f"{methods} {getattr(route, 'path', route)}"


def _endpoint(route: BaseRoute) -> Callable[..., object]:
    return route.endpoint if isinstance(route, Route) else lambda: None


def _answer_malformed(request: Request, error: Exception) -> JSONResponse:
    """Say which field is wrong and why, without repeating what was sent."""
    assert isinstance(error, RequestValidationError)  # noqa: S101 - registered for this type only
    fields = [{"field": ".".join(str(part) for part in each["loc"]), "problem": each["msg"]} for each in error.errors()]
    return answer_problem(request.scope, 422, "malformed", "the request does not say what it must", {"fields": fields})


def _methods_of(request: Request) -> set[str]:
    """Every method this address has; the framework knows only of the first route it came to (RFC 9110, 10.2.1)."""
    found = [route for route in list_routes(request.app.routes) if route.matches(request.scope)[0] is not Match.NONE]
    return {method for route in found for method in getattr(route, "methods", None) or ()}


def _answer_http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for this type only
    if isinstance(error, BodyRefused):
        return answer_error(request, error.error)
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(sorted(_methods_of(request)))
    code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "refused")
    detail = str(error.detail).lower()
    return answer_problem(request.scope, error.status_code, code, detail, headers=headers or None)
