"""What the day has cost so far."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.api.bounded import BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.settings import SpendingAnswer
from antiphon.conversation.wire import format_time
from antiphon.engine.previews.spending import Spent, read_spending

router = APIRouter(route_class=BoundedRoute, prefix="/v1/spending", tags=["spending"])
READ = Policy(Verb.READ, "spending")


@router.get("", response_model=SpendingAnswer, operation_id="get_spending")
@allow(READ)
async def get_spending(caller: Caller, deps: Deps) -> dict[str, Any]:
    """What was spent since midnight, by what providers reported; never a guess."""
    found = await read_spending(deps.engine, caller, deps.scripted)
    settings = deps.load(caller).settings
    return {
        "since": format_time(found.since),
        "ceilings": {"turn": settings.turn_ceiling, "day": settings.day_ceiling},
        "today": {**asdict(found.today), "turns": found.turns},
        "by_advisor": _describe(found.by_advisor),
        "by_model": _describe(found.by_model),
    }


def _describe(groups: Mapping[str, Spent]) -> list[dict[str, Any]]:
    return [{"id": name, **asdict(spent)} for name, spent in groups.items()]
