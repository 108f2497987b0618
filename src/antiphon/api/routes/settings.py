"""Settings: what they are, where they come from, and those that can be changed while everything runs."""

from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.configuration import (
    check_editable,
    check_undecided,
    describe_setting,
    describe_settings,
    read_value,
)
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.page import answer_all
from antiphon.api.schemas.settings import ChangingSetting, SettingAnswer, SettingsAnswer
from antiphon.conversation.errors import NotFound, SettingDecided, SettingFixed, SettingRefused
from antiphon.engine.commands.settings import change_setting, restore_setting

router = APIRouter(route_class=BoundedRoute, prefix="/v1/settings", tags=["settings"])
READ = Policy(Verb.READ, "settings")
WRITE = Policy(Verb.WRITE, "settings")


@router.get("", response_model=SettingsAnswer, operation_id="list_settings")
@allow(READ)
async def get_settings(caller: Caller, deps: Deps) -> dict[str, Any]:
    """Every setting with its source; secrets are hidden."""
    loaded = deps.loaded
    return {**answer_all(describe_settings(loaded, deps.engine.live_options.aside)), "file": str(loaded.path)}


@router.put("/{name}", response_model=SettingAnswer, operation_id="set_setting")
@allow(WRITE, body=SHORT, raises=(NotFound, SettingDecided, SettingFixed, SettingRefused))
async def put_setting(caller: Caller, deps: Deps, name: str, body: ChangingSetting) -> dict[str, Any]:
    """Change a setting. It holds for the next send; on other nodes within seconds."""
    loaded = deps.loaded
    check_editable(loaded, name)
    check_undecided(loaded, name)
    value = read_value(deps.settings, deps.engine.live_options.rows, name, body.value)
    await change_setting(deps.engine, caller, name, value)
    return describe_setting(deps.loaded, name, deps.engine.live_options.aside)


@router.get("/{name}", response_model=SettingAnswer, operation_id="get_setting")
@allow(READ, raises=(SettingFixed,))
async def get_setting(caller: Caller, deps: Deps, name: str) -> dict[str, Any]:
    """One setting that can be changed while everything runs."""
    check_editable(deps.loaded, name)
    return describe_setting(deps.loaded, name, deps.engine.live_options.aside)


@router.delete("/{name}", status_code=204, operation_id="reset_setting")
@allow(WRITE, raises=(SettingFixed,))
async def delete_setting(caller: Caller, deps: Deps, name: str) -> None:
    """Go back to what the setting is without the change; there may be nothing to take back."""
    check_editable(deps.loaded, name)
    await restore_setting(deps.engine, caller, name)
