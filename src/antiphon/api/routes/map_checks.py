"""How well models judge claims: found out with rooms read by hand, before they may."""

from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.api.analyses import describe_analysis
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.key import Key
from antiphon.api.map_checks import describe_check
from antiphon.api.routes.maps import WantedModel, answer_forecast
from antiphon.api.schemas.map_checks import CheckingMap, MapCheckAnswer
from antiphon.api.schemas.maps import LookForecastAnswer
from antiphon.api.schemas.memory import AnalysisLine
from antiphon.api.schemas.page import Page, answer_all
from antiphon.conversation.errors import CommandRefused, Draining, KeyMissing, ModelUnknown
from antiphon.engine.commands.map_checks import check_map, foresee_map_check
from antiphon.store.reads.map_checks import list_checks

router = APIRouter(route_class=BoundedRoute, tags=["map"])
READ = Policy(Verb.READ, "map")
WRITE = Policy(Verb.WRITE, "map")


@router.get("/v1/map-checks", response_model=Page[MapCheckAnswer], operation_id="list_map_checks")
@allow(READ)
async def get_map_checks(caller: Caller, deps: Deps) -> dict[str, Any]:
    """The newest check of each model, the last one first."""
    return answer_all(map(describe_check, await deps.engine.store.read(caller, list_checks)))


@router.get("/v1/map-checks/forecast", response_model=LookForecastAnswer, operation_id="forecast_map_check")
@allow(READ, raises=(KeyMissing, ModelUnknown))
async def get_map_check_forecast(caller: Caller, deps: Deps, model: WantedModel = None) -> dict[str, Any]:
    """What checking a model may take. Nothing is sent."""
    return answer_forecast(foresee_map_check(deps.engine, deps.analyses, deps.map_checks, caller, model))


@router.post("/v1/map-checks", response_model=AnalysisLine, status_code=202, operation_id="check_map")
@allow(WRITE, body=SHORT, cost=CallCost.PAID, raises=(CommandRefused, Draining, KeyMissing, ModelUnknown))
async def post_map_check(caller: Caller, deps: Deps, body: CheckingMap, key: Key) -> dict[str, Any]:
    """Have a model checked, once for one key; the look tells its end, and the list what came of it."""
    return describe_analysis(deps, await check_map(deps.engine, deps.map_checks, caller, body.model, key))
