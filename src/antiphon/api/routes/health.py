"""Whether this node is alive, ready and what it counts."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import JSONResponse, PlainTextResponse, Response

from antiphon.access.policy import Policy, Verb, is_allowed
from antiphon.access.principal import Principal
from antiphon.access.proof import Identity
from antiphon.api.bounded import BoundedRoute
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.guard import PUBLIC, Caller, allow, is_from_this_machine
from antiphon.api.schemas.status import HealthAnswer, ReadyAnswer, StartedAnswer, StatusAnswer
from antiphon.conversation.errors import NotAllowed, SchemaAhead

router = APIRouter(route_class=BoundedRoute, tags=["health"])
READ = Policy(Verb.READ, "status")
OPERATE = Policy(Verb.OPERATE, "status")
METRICS = Policy(Verb.OPERATE, "metrics")

Challenge = Annotated[str | None, Query(max_length=200)]


@router.get("/healthz", response_model=HealthAnswer, operation_id="get_health")
@allow(PUBLIC)
async def get_healthz(request: Request, deps: Deps, challenge: Challenge = None) -> dict[str, str | None]:
    """The process lives. Which one, and of which version, is said to this machine only.

    Whoever has read its `server.json` can see from `proof` that it wrote that file: the HMAC-SHA256, under the token in
    it, of its `url`, a line feed and the challenge.
    """
    if not is_from_this_machine(request):
        return {"status": "ok", "version": None, "node": None, "proof": None}
    identity: Identity | None = request.app.state.identity
    proof = None if identity is None or challenge is None else identity.answer(challenge)
    return {"status": "ok", "version": deps.version, "node": deps.engine.node_id, "proof": proof}


@router.get(
    "/readyz", response_model=ReadyAnswer, responses={503: {"model": ReadyAnswer}}, operation_id="get_readiness"
)
@allow(PUBLIC)
async def get_readyz(deps: Deps) -> JSONResponse:
    """The node can take work: it wrote to its database a moment ago, there is room, and it is not shutting down.

    `revision` is `newer` beside a newer version that has migrated the database, and `schema_ahead` once that has taken
    away what this one needs.
    """
    checks = _check(deps)
    ready = checks["database"] == "ok" and checks["draining"] == "no" and checks["revision"] != SchemaAhead.code
    return JSONResponse({"ready": ready, "checks": checks}, 200 if ready else 503)


@router.get(
    "/startupz", response_model=StartedAnswer, responses={503: {"model": StartedAnswer}}, operation_id="get_startup"
)
@allow(PUBLIC)
async def get_startupz(deps: Deps) -> JSONResponse:
    """The node has started: migrations are through, and what others left was taken over. Once so, it stays so."""
    # Nobody is answered before migrations are through: the house opens the database first, and the port last.
    checks = {"migrations": "ok", "recovery": "ok" if deps.engine.has_recovered else "running"}
    started = checks["recovery"] == "ok"
    return JSONResponse({"started": started, "checks": checks}, 200 if started else 503)


@router.get("/metrics", response_class=PlainTextResponse, operation_id="get_metrics")
@allow(METRICS, raises=(NotAllowed,))
async def get_metrics(caller: Caller, request: Request) -> Response:
    """Counters for Prometheus; no text of anybody. Without accounts they are told to this machine only."""
    if request.app.state.gate is None and not is_from_this_machine(request):
        raise NotAllowed(Verb.READ)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@router.get("/v1/status", response_model=StatusAnswer, operation_id="get_status")
@allow(READ)
async def get_status(caller: Caller, deps: Deps) -> dict[str, Any]:
    """What this server is made of. Where its providers are reached is said to whoever operates it."""
    return describe(deps, caller)


def describe(deps: Dependencies, caller: Principal) -> dict[str, Any]:
    """The facts behind `/v1/status`."""
    engine = deps.engine
    return {
        "version": deps.version,
        "node": engine.node_id,
        "database": "sqlite" if engine.store.is_sqlite else "postgresql",
        "live": engine.live.kind,
        "rehearsal": deps.is_rehearsing(caller),
        "default_model": engine.options_of(caller).default_model,
        "providers": list(deps.providers) if is_allowed(caller, OPERATE) else [],
        "accounts": deps.gate is not None,
    }


def _check(deps: Dependencies) -> dict[str, str]:
    """What is known already: nobody has to wait for a database to learn that it does not answer."""
    engine = deps.engine
    return {
        "live": "ok" if engine.live.healthy or engine.live.alone else "degraded",
        "draining": "yes" if engine.draining else "no",
        "database": engine.store.condition.problem or engine.lease.problem or "ok",
        "revision": engine.fitness.standing,
    }
