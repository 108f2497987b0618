"""What servers of tools are told about who asks: headers of one's own, or of the workspace, sealed."""

from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import CallCost, Policy, Verb, check_allowed
from antiphon.access.principal import Principal
from antiphon.api.accounts.auth import Door
from antiphon.api.accounts.schemas import KeepingHeaders
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.routes.tools import LEAD, answer_server, reveal_headers
from antiphon.api.schemas.tools import ServerAnswer
from antiphon.conversation.errors import NotAllowed
from antiphon.conversation.receipt import KeyOwner
from antiphon.engine.commands.tool_servers import forget_headers, keep_headers

router = APIRouter(route_class=BoundedRoute, prefix="/v1/tools/servers", tags=["people"])
WRITE = Policy(Verb.WRITE, "tool")


@router.put("/{name}/headers", response_model=ServerAnswer, operation_id="set_tool_headers")
@allow(WRITE, body=SHORT, cost=CallCost.HEAVY, raises=(NotAllowed,))
async def put_headers(caller: Caller, gate: Door, deps: Deps, name: str, body: KeepingHeaders) -> dict[str, Any]:
    """Be known to a server by headers of one's own, or have everybody in the workspace known by these."""
    _check_owner(caller, body.owner)
    kept = await keep_headers(deps.engine, caller, body.owner, name, reveal_headers(body.headers))
    return answer_server(deps, caller, kept)


@router.delete("/{name}/headers/{owner}", status_code=204, operation_id="delete_tool_headers")
@allow(WRITE, raises=(NotAllowed,))
async def delete_headers(caller: Caller, gate: Door, deps: Deps, name: str, owner: KeyOwner) -> None:
    """Forget what a server was sent for oneself, or for the workspace."""
    _check_owner(caller, owner)
    await forget_headers(deps.engine, caller, owner, name)


def _check_owner(caller: Principal, owner: KeyOwner) -> None:
    if owner == "workspace":
        check_allowed(caller, LEAD)
