"""Panels."""

from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal
from antiphon.advisors.panel import Panel, decode_habits, encode_habits
from antiphon.advisors.phase import decode_phases, encode_phases
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.page import answer_all
from antiphon.api.schemas.panels import ChangedPanel, NewPanel, PanelAnswer, PanelsAnswer
from antiphon.conversation.errors import LastPanel, NotFound
from antiphon.conversation.ids import AdvisorId, PanelId
from antiphon.engine.commands import panels
from antiphon.store.reads.panels import read_seated_panels

router = APIRouter(route_class=BoundedRoute, prefix="/v1", tags=["panels"])
READ = Policy(Verb.READ, "panels")
WRITE = Policy(Verb.WRITE, "panels")


@router.get("/panels", response_model=PanelsAnswer, operation_id="list_panels")
@allow(READ)
async def get_panels(caller: Caller, deps: Deps) -> dict[str, Any]:
    """Every panel of the workspace."""
    found = await deps.engine.store.read(caller, read_seated_panels)
    return answer_all(_answer_panel(panel, is_default) for panel, is_default in found)


@router.post("/panels", status_code=201, response_model=PanelAnswer, operation_id="create_panel")
@allow(WRITE, body=SHORT, raises=(NotFound,), location="/v1/panels/{id}")
async def post_panel(caller: Caller, deps: Deps, body: NewPanel) -> dict[str, Any]:
    """Make a panel."""
    seats = [AdvisorId(each) for each in body.advisor_ids]
    made = await panels.create_panel(deps.engine, caller, body.name, seats, body.early_turns, **_arrangement(body))
    return await _find_panel(deps, caller, made)


@router.get("/panels/{panel_id}", response_model=PanelAnswer, operation_id="get_panel")
@allow(READ)
async def get_panel(caller: Caller, deps: Deps, panel_id: str) -> dict[str, Any]:
    """One panel."""
    return await _find_panel(deps, caller, PanelId(panel_id))


@router.patch("/panels/{panel_id}", response_model=PanelAnswer, operation_id="update_panel")
@allow(WRITE, body=SHORT)
async def patch_panel(caller: Caller, deps: Deps, panel_id: str, body: ChangedPanel) -> dict[str, Any]:
    """Change a panel, for the next turn of every conversation that has it."""
    await panels.change_panel(
        deps.engine,
        caller,
        PanelId(panel_id),
        name=body.name,
        advisor_ids=None if body.advisor_ids is None else [AdvisorId(each) for each in body.advisor_ids],
        early_turns=body.early_turns,
        **_arrangement(body),
    )
    return await _find_panel(deps, caller, PanelId(panel_id))


@router.delete("/panels/{panel_id}", status_code=204, operation_id="delete_panel")
@allow(WRITE, raises=(LastPanel,))
async def delete_panel(caller: Caller, deps: Deps, panel_id: str) -> None:
    """Take a panel away; its conversations go on with the default one."""
    await panels.remove_panel(deps.engine, caller, PanelId(panel_id))


@router.post("/panels/{panel_id}/default", response_model=PanelAnswer, operation_id="make_panel_default")
@allow(WRITE)
async def post_default(caller: Caller, deps: Deps, panel_id: str) -> dict[str, Any]:
    """Give this panel to conversations that name none."""
    await panels.make_default(deps.engine, caller, PanelId(panel_id))
    return await _find_panel(deps, caller, PanelId(panel_id))


async def _find_panel(deps: Dependencies, caller: Principal, panel_id: PanelId) -> dict[str, Any]:
    for panel, is_default in await deps.engine.store.read(caller, read_seated_panels):
        if panel.id == panel_id:
            return _answer_panel(panel, is_default)
    raise NotFound("panel", panel_id)


def _arrangement(body: NewPanel | ChangedPanel) -> dict[str, Any]:
    """The phases, habits and thinking that were given, if any."""
    return {
        "phases": None if body.phases is None else decode_phases(each.model_dump() for each in body.phases),
        "rounds": None if body.rounds is None else decode_habits(body.rounds.model_dump()),
        "thinking": body.thinking,
    }


def _answer_panel(panel: Panel, is_default: bool) -> dict[str, Any]:
    return {
        "id": panel.id,
        "name": panel.name,
        "advisor_ids": list(panel.advisor_ids),
        "early_turns": panel.early_turns,
        "phases": encode_phases(panel.phases),
        "rounds": encode_habits(panel.rounds),
        "thinking": panel.thinking,
        "default": is_default,
    }
