"""Asking a panel what somebody once asked: what it may cost, begin, how far it has come. It is stopped as work is."""

from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.key import Key
from antiphon.api.schemas.revisits import RevisitAnswer, RevisitForecastAnswer, RevisitPlan, StartingRevisit
from antiphon.conversation.errors import CommandRefused, Draining, NoAdvisors, NotFound, UserPromptTooLarge
from antiphon.conversation.ids import ConversationId, PanelId
from antiphon.conversation.revisit import Revisit
from antiphon.conversation.wire import format_time
from antiphon.engine.revisits.forecast import foresee
from antiphon.engine.revisits.start import StartRevisit, start_revisit
from antiphon.store.reads.revisits import read_revisit

router = APIRouter(route_class=BoundedRoute, prefix="/v1", tags=["revisits"])
READ = Policy(Verb.READ, "turn")
WRITE = Policy(Verb.WRITE, "turn")


@router.post(
    "/conversations/{conversation_id}/revisits/forecast",
    response_model=RevisitForecastAnswer,
    operation_id="forecast_revisit",
)
@allow(READ, body=SHORT, cost=CallCost.HEAVY, raises=(CommandRefused, NotFound))
async def post_forecast(caller: Caller, deps: Deps, conversation_id: str, body: RevisitPlan) -> dict[str, Any]:
    """What it would cost at most to ask a panel what was asked here. Nothing is written."""
    panel_id = None if body.panel_id is None else PanelId(body.panel_id)
    here = ConversationId(conversation_id)
    return (await deps.engine.store.read(caller, foresee, deps.engine, here, panel_id, body.count))._asdict()


@router.post(
    "/conversations/{conversation_id}/revisits",
    status_code=201,
    response_model=RevisitAnswer,
    operation_id="start_revisit",
)
@allow(
    WRITE,
    body=SHORT,
    cost=CallCost.PAID,
    raises=(CommandRefused, Draining, NoAdvisors, NotFound, UserPromptTooLarge),
    location="/v1/revisits/{id}",
)
async def post_revisit(
    caller: Caller, deps: Deps, conversation_id: str, body: StartingRevisit, key: Key
) -> dict[str, Any]:
    """Ask a panel what was asked here, in a new conversation, once for one key. A 201 means the first is on its way."""
    command = StartRevisit(
        source_id=ConversationId(conversation_id),
        panel_id=None if body.panel_id is None else PanelId(body.panel_id),
        count=body.count,
        title=body.title,
    )
    return _describe(await start_revisit(deps.engine, caller, command, key))


@router.get("/revisits/{revisit_id}", response_model=RevisitAnswer, operation_id="get_revisit")
@allow(READ)
async def get_revisit(caller: Caller, deps: Deps, revisit_id: str) -> dict[str, Any]:
    """How far it has come."""
    return _describe(await deps.engine.store.read(caller, read_revisit, revisit_id))


def _describe(found: Revisit) -> dict[str, Any]:
    return {
        "id": found.id,
        "source_id": found.source_id,
        "conversation_id": found.conversation_id,
        "panel_id": found.panel_id,
        "planned": found.planned,
        "asked": found.asked,
        "status": found.status,
        "facts": dict(found.facts),
        "created_at": format_time(found.created_at),
    }
