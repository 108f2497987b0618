"""Advisors and panels."""

from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.api.guard import Caller, allow
from antiphon.api.house import Rooms
from antiphon.api.schemas.answers import AdvisorsAnswer, PanelsAnswer
from antiphon.store.reads.line_up import read_advisors, read_panels

router = APIRouter(prefix="/v1", tags=["line-up"])
READ = Policy(Verb.READ, "line-up")


@router.get("/advisors", response_model=AdvisorsAnswer)
@allow(READ)
async def get_advisors(caller: Caller, rooms: Rooms) -> dict[str, Any]:
    """Every voice of the workspace."""
    found = await rooms.engine.store.read(caller, read_advisors)
    return {
        "advisors": [
            {
                "id": advisor.id,
                "version": advisor.version,
                "name": advisor.name,
                "description": advisor.description,
                "colour": advisor.colour,
                "model": advisor.model,
            }
            for advisor in found
        ]
    }


@router.get("/panels", response_model=PanelsAnswer)
@allow(READ)
async def get_panels(caller: Caller, rooms: Rooms) -> dict[str, Any]:
    """Every line-up of the workspace."""
    return {
        "panels": [
            {
                "id": panel.id,
                "name": panel.name,
                "advisor_ids": list(panel.advisor_ids),
                "early_turns": panel.early_turns,
                "default": is_default,
            }
            for panel, is_default in await rooms.engine.store.read(caller, read_panels)
        ]
    }
