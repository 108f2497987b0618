"""Whether this node is alive, ready and what it counts."""

from typing import Any

from fastapi import APIRouter
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import JSONResponse, PlainTextResponse, Response

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import LOCAL
from antiphon.api.guard import PUBLIC, Caller, allow
from antiphon.api.house import House, Rooms
from antiphon.api.schemas.status import HealthAnswer, ReadyAnswer, StatusAnswer
from antiphon.conversation.errors import AntiphonError
from antiphon.store.reads.line_up import read_advisors

router = APIRouter(tags=["health"])
READ = Policy(Verb.READ, "status")


@router.get("/healthz", response_model=HealthAnswer)
@allow(PUBLIC)
async def get_healthz(rooms: Rooms) -> dict[str, str]:
    """The process lives."""
    return {"status": "ok", "version": rooms.version, "node": rooms.engine.node_id}


@router.get("/readyz", response_model=ReadyAnswer, responses={503: {"model": ReadyAnswer}})
@allow(PUBLIC)
async def get_readyz(rooms: Rooms) -> JSONResponse:
    """The node can take work: its database answers and it is not shutting down."""
    checks = await _check(rooms)
    ready = checks["database"] == "ok" and checks["draining"] == "no"
    return JSONResponse({"ready": ready, "checks": checks}, 200 if ready else 503)


@router.get("/metrics", response_class=PlainTextResponse)
@allow(PUBLIC)
async def get_metrics() -> Response:
    """Counters for Prometheus; no text of anybody."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@router.get("/v1/status", response_model=StatusAnswer)
@allow(READ)
async def get_status(caller: Caller, rooms: Rooms) -> dict[str, Any]:
    """What this server is made of."""
    return describe(rooms)


def describe(rooms: House) -> dict[str, Any]:
    """The facts behind `/v1/status`."""
    engine = rooms.engine
    return {
        "version": rooms.version,
        "node": engine.node_id,
        "database": "sqlite" if engine.store.is_sqlite else "postgresql",
        "live": engine.live.kind,
        "rehearsal": rooms.rehearsal,
        "default_model": engine.options.default_model,
        "providers": list(rooms.providers),
        "replies_running": engine.running,
    }


async def _check(rooms: House) -> dict[str, str]:
    checks = {"live": "ok" if rooms.engine.live.healthy or rooms.engine.live.alone else "degraded"}
    checks["draining"] = "yes" if rooms.engine.draining else "no"
    try:
        await rooms.engine.store.read(LOCAL, read_advisors)
    except AntiphonError as error:
        checks["database"] = error.code
    else:
        checks["database"] = "ok"
    return checks
