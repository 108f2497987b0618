"""Settings: what they are, where they come from, and those that can be changed while everything runs."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Query

from antiphon.access.policy import Policy, Verb, check_allowed, is_allowed
from antiphon.access.principal import Principal
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.configuration import (
    check_editable,
    check_undecided,
    choose_scope,
    describe_setting,
    describe_settings,
    read_value,
)
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.page import answer_all
from antiphon.api.schemas.settings import ChangingSetting, SettingAnswer, SettingsAnswer
from antiphon.conversation.errors import NotAllowed, NotFound, SettingDecided, SettingFixed, SettingRefused
from antiphon.conversation.scope import Scope
from antiphon.engine.commands.settings import change_setting, restore_setting
from antiphon.engine.runtime.usable_settings import PutAside

router = APIRouter(route_class=BoundedRoute, prefix="/v1/settings", tags=["settings"])
READ = Policy(Verb.READ, "settings")
WRITE = Policy(Verb.WRITE, "settings")
# What it takes to decide for so many.
DECIDING: Mapping[Scope, Policy] = {
    "instance": Policy(Verb.OPERATE, "settings"),
    "workspace": Policy(Verb.ADMINISTER, "settings"),
    "person": WRITE,
}

ForWhom = Annotated[Scope | None, Query(description="for whom it was changed; absent: those the setting belongs to")]


@router.get("", response_model=SettingsAnswer, operation_id="list_settings")
@allow(READ)
async def get_settings(caller: Caller, deps: Deps) -> dict[str, Any]:
    """Every setting with its source, as it is for the caller; secrets are hidden."""
    loaded, decides = deps.load(caller), _find_decided(caller)
    described = describe_settings(loaded, _find_aside(deps, caller), decides)
    return {**answer_all(described), "file": str(loaded.path) if "instance" in decides else None}


@router.put("/{name}", response_model=SettingAnswer, operation_id="set_setting")
@allow(WRITE, body=SHORT, raises=(NotAllowed, NotFound, SettingDecided, SettingFixed, SettingRefused))
async def put_setting(caller: Caller, deps: Deps, name: str, body: ChangingSetting) -> dict[str, Any]:
    """Change a setting. It holds for the next send; on other nodes within seconds."""
    loaded = deps.load(caller)
    check_editable(loaded, name)
    scope = _choose_scope(caller, name, body.scope)
    check_undecided(loaded, name, _find_decided(caller))
    await change_setting(deps.engine, caller, scope, name, read_value(deps.settings, name, body.value))
    return _describe(deps, caller, name)


@router.get("/{name}", response_model=SettingAnswer, operation_id="get_setting")
@allow(READ, raises=(SettingFixed,))
async def get_setting(caller: Caller, deps: Deps, name: str) -> dict[str, Any]:
    """One setting that can be changed while everything runs."""
    check_editable(deps.load(caller), name)
    return _describe(deps, caller, name)


@router.delete("/{name}", status_code=204, operation_id="reset_setting")
@allow(WRITE, raises=(NotAllowed, SettingFixed, SettingRefused))
async def delete_setting(caller: Caller, deps: Deps, name: str, scope: ForWhom = None) -> None:
    """Go back to what the setting is without the change; there may be nothing to take back."""
    check_editable(deps.load(caller), name)
    await restore_setting(deps.engine, caller, _choose_scope(caller, name, scope), name)


def _choose_scope(caller: Principal, name: str, wanted: Scope | None) -> Scope:
    """For whom it is changed; refused to whoever may not decide for so many."""
    scope = choose_scope(name, wanted)
    check_allowed(caller, DECIDING[scope])
    return scope


def _find_decided(caller: Principal) -> frozenset[Scope]:
    return frozenset(scope for scope, policy in DECIDING.items() if is_allowed(caller, policy))


def _describe(deps: Dependencies, caller: Principal, name: str) -> dict[str, Any]:
    return describe_setting(deps.load(caller), name, _find_aside(deps, caller), _find_decided(caller))


def _find_aside(deps: Dependencies, caller: Principal) -> Mapping[str, PutAside]:
    return deps.engine.live_options.find(caller).aside
