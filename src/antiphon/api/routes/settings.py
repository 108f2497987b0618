"""Settings: what they are, where they come from, and those that can be changed while everything runs."""

from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.api.configuration import (
    check_editable,
    check_undecided,
    describe_setting,
    describe_settings,
    read_value,
)
from antiphon.api.guard import Caller, allow
from antiphon.api.house import Rooms
from antiphon.api.schemas.settings import ChangingSetting, SettingAnswer, SettingsAnswer
from antiphon.engine.commands.change_setting import change_setting, restore_setting

router = APIRouter(prefix="/v1/settings", tags=["settings"])
READ = Policy(Verb.READ, "settings")
WRITE = Policy(Verb.WRITE, "settings")


@router.get("", response_model=SettingsAnswer)
@allow(READ)
async def get_settings(caller: Caller, rooms: Rooms) -> dict[str, Any]:
    """Every setting with its source; secrets are hidden."""
    loaded = rooms.loaded
    return {"file": str(loaded.path), "settings": describe_settings(loaded)}


@router.put("/{name}", response_model=SettingAnswer)
@allow(WRITE)
async def put_setting(caller: Caller, rooms: Rooms, name: str, body: ChangingSetting) -> dict[str, Any]:
    """Change a setting. It holds for the next send; on other nodes within seconds."""
    loaded = rooms.loaded
    check_editable(loaded, name)
    check_undecided(loaded, name)
    value = read_value(rooms.settings, rooms.engine.in_force.rows, name, body.value)
    await change_setting(rooms.engine, caller, name, value)
    return describe_setting(rooms.loaded, name)


@router.delete("/{name}", response_model=SettingAnswer)
@allow(WRITE)
async def delete_setting(caller: Caller, rooms: Rooms, name: str) -> dict[str, Any]:
    """Go back to what the setting is without the change; there may be nothing to take back."""
    check_editable(rooms.loaded, name)
    await restore_setting(rooms.engine, caller, name)
    return describe_setting(rooms.loaded, name)
