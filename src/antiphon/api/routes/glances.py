"""What is seen of a turn at a glance."""

from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.api.bounded import BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.routes.maps import answer_claim
from antiphon.api.schemas.glances import GlanceAnswer
from antiphon.conversation.ids import TurnId

router = APIRouter(route_class=BoundedRoute, tags=["map"])
READ = Policy(Verb.READ, "map")


@router.get("/v1/turns/{turn_id}/glance", response_model=GlanceAnswer, operation_id="get_glance")
@allow(READ)
async def get_glance(caller: Caller, deps: Deps, turn_id: str) -> dict[str, Any]:
    """Which answers speak to one point, by their wording. No model is asked, and no side is read."""
    seen = await deps.analyses.glances.look(caller, TurnId(turn_id))
    points = [answer_claim(each) for each in seen.points]
    return {"turn_id": turn_id, "way": seen.way, "heard": list(seen.heard), "points": points}
