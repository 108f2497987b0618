"""Keys of one's own, or of the workspace, for the providers there are. A key goes in and never comes out."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.access.principal import Principal
from antiphon.api.accounts.auth import Door
from antiphon.api.accounts.schemas import BringingKey, OwnKeysAnswer
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.connections import OwnKeys
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.errors import PROVIDER_FAILURES
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.page import answer_all
from antiphon.api.schemas.providers import ProviderName
from antiphon.conversation.errors import NotFound, OwnKeysUnused, ProviderKeyMalformed
from antiphon.conversation.receipt import KeyOwner

router = APIRouter(route_class=BoundedRoute, prefix="/v1", tags=["people"])
MINE = Policy(Verb.MANAGE, "me")
OURS = Policy(Verb.ADMINISTER, "keys")
BRINGING_MINE = Policy(Verb.MANAGE, "me", fresh=True)
BRINGING_OURS = Policy(Verb.ADMINISTER, "keys", fresh=True)
_USED: dict[KeyOwner, frozenset[str]] = {
    "person": frozenset(("personal_first", "personal_only")),
    "workspace": frozenset(("workspace", "personal_first")),
}
_PROBLEMS = (OwnKeysUnused, ProviderKeyMalformed, *PROVIDER_FAILURES)


@router.get("/me/keys", response_model=OwnKeysAnswer, operation_id="list_own_keys")
@allow(MINE)
async def get_own_keys(caller: Caller, gate: Door, deps: Deps) -> dict[str, Any]:
    """Which providers take a key, and for which of them one has brought one."""
    return await _list(deps, caller, "person")


@router.put("/me/keys/{provider}", status_code=204, operation_id="set_own_key")
@allow(BRINGING_MINE, body=SHORT, cost=CallCost.HEAVY, raises=_PROBLEMS)
async def put_own_key(caller: Caller, gate: Door, deps: Deps, provider: ProviderName, body: BringingKey) -> None:
    """Have what one asks paid with this key from the next message on; one that its provider refuses is not kept."""
    await _keep(deps, caller, "person", provider, body)


@router.delete("/me/keys/{provider}", status_code=204, operation_id="delete_own_key")
@allow(MINE)
async def delete_own_key(caller: Caller, gate: Door, deps: Deps, provider: ProviderName) -> None:
    """Forget the key one has brought for this provider."""
    await _find(deps).forget(caller, "person", provider)


@router.get("/workspace/keys", response_model=OwnKeysAnswer, operation_id="list_workspace_keys")
@allow(OURS)
async def get_workspace_keys(caller: Caller, gate: Door, deps: Deps) -> dict[str, Any]:
    """Which providers take a key, and for which of them the workspace has one."""
    return await _list(deps, caller, "workspace")


@router.put("/workspace/keys/{provider}", status_code=204, operation_id="set_workspace_key")
@allow(BRINGING_OURS, body=SHORT, cost=CallCost.HEAVY, raises=_PROBLEMS)
async def put_workspace_key(caller: Caller, gate: Door, deps: Deps, provider: ProviderName, body: BringingKey) -> None:
    """Have what people in the workspace ask paid with this key; one that its provider refuses is not kept."""
    await _keep(deps, caller, "workspace", provider, body)


@router.delete("/workspace/keys/{provider}", status_code=204, operation_id="delete_workspace_key")
@allow(OURS)
async def delete_workspace_key(caller: Caller, gate: Door, deps: Deps, provider: ProviderName) -> None:
    """Forget the workspace's key for this provider."""
    await _find(deps).forget(caller, "workspace", provider)


async def _list(deps: Dependencies, caller: Principal, owner: KeyOwner) -> dict[str, Any]:
    policy = deps.engine.options_of(caller).key_policy
    items = await _find(deps).read(caller, owner)
    return {"policy": policy, "used": policy in _USED[owner], **answer_all(asdict(each) for each in items)}


async def _keep(deps: Dependencies, caller: Principal, owner: KeyOwner, provider: str, body: BringingKey) -> None:
    policy = deps.engine.options_of(caller).key_policy
    if policy not in _USED[owner]:
        raise OwnKeysUnused(policy)
    base_url = await deps.connections.try_key(provider, body.key)
    await _find(deps).keep(caller, owner, provider, base_url, body.key)


def _find(deps: Dependencies) -> OwnKeys:
    if deps.own_keys is None:
        raise NotFound("key", "here")
    return deps.own_keys
