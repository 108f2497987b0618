"""Tools: which there are, who brought them, and the calls that wait for a person's leave."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter
from pydantic import SecretStr

from antiphon.access.policy import CallCost, Policy, Verb, check_allowed
from antiphon.access.principal import Principal
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.page import answer_all
from antiphon.api.schemas.tools import (
    ApprovalAnswer,
    ApprovalsAnswer,
    ChangedServer,
    Deciding,
    NewServer,
    ServerAnswer,
    ServersAnswer,
)
from antiphon.context.estimate import estimate
from antiphon.context.toolset import measure_tools, name_of
from antiphon.conversation.errors import ApprovalGone, ApprovalStale, HeadersUnsealed, NameTaken, NotAllowed
from antiphon.conversation.tool import ToolDefinition
from antiphon.conversation.wire import format_time
from antiphon.engine.commands import tool_servers
from antiphon.engine.commands.approvals import allow_call, reject_call, take_back
from antiphon.store.reads.approvals import Approval, StandingApproval, read_pending, read_standing
from antiphon.store.reads.tool_servers import ToolServer, read_tool_server, read_tool_servers
from antiphon.store.unit import Unit

router = APIRouter(route_class=BoundedRoute, prefix="/v1", tags=["tools"])
READ = Policy(Verb.READ, "tool")
WRITE = Policy(Verb.WRITE, "tool")
# What a server is believed is not asked about any more.
TRUST = Policy(Verb.OPERATE, "tool")
# What everybody in the workspace uses, and is known by there; alone one may say so oneself.
LEAD = Policy(Verb.ADMINISTER, "tool")


@router.get("/tools", response_model=ServersAnswer, operation_id="list_tool_servers")
@allow(READ)
async def get_tools(caller: Caller, deps: Deps) -> dict[str, Any]:
    """Every server with the tools it last said it has."""
    found = await deps.engine.store.read(caller, read_tool_servers)
    return answer_all([*_answer_house(deps, caller), *(answer_server(deps, caller, each) for each in found)])


@router.post("/tools/servers", status_code=201, response_model=ServerAnswer, operation_id="create_tool_server")
@allow(WRITE, body=SHORT, raises=(NameTaken, HeadersUnsealed), location="/v1/tools/servers/{name}")
async def post_server(caller: Caller, deps: Deps, body: NewServer) -> dict[str, Any]:
    """Add a server at an address and ask it what it can do. Headers are sealed, and sent to its host alone."""
    if body.headers:
        check_allowed(caller, LEAD)
    added = await tool_servers.add_server(deps.engine, caller, body.name, body.url, reveal_headers(body.headers))
    return answer_server(deps, caller, added)


@router.post("/tools/servers/{name}/look", response_model=ServerAnswer, operation_id="refresh_tool_server")
@allow(WRITE, cost=CallCost.HEAVY)
async def post_look(caller: Caller, deps: Deps, name: str) -> dict[str, Any]:
    """Ask a server again what it can do."""
    return answer_server(deps, caller, await tool_servers.look_at_server(deps.engine, caller, name))


@router.get("/tools/servers/{name}", response_model=ServerAnswer, operation_id="get_tool_server")
@allow(READ)
async def get_server(caller: Caller, deps: Deps, name: str) -> dict[str, Any]:
    """One server with the tools it last said it has."""
    return answer_server(deps, caller, await deps.engine.store.read(caller, read_tool_server, name))


@router.patch("/tools/servers/{name}", response_model=ServerAnswer, operation_id="update_tool_server")
@allow(WRITE, body=SHORT, raises=(NotAllowed,))
async def patch_server(caller: Caller, deps: Deps, name: str, body: ChangedServer) -> dict[str, Any]:
    """Use a server or not; believe it or not when it says that a tool only reads, which the operator decides."""
    if body.trusted is not None:
        check_allowed(caller, TRUST)
    if body.enabled is not None:
        check_allowed(caller, LEAD)
    changed = await tool_servers.change_server(deps.engine, caller, name, trusted=body.trusted, enabled=body.enabled)
    return answer_server(deps, caller, changed)


@router.delete("/tools/servers/{name}", status_code=204, operation_id="delete_tool_server")
@allow(WRITE, raises=(NotAllowed,))
async def delete_server(caller: Caller, deps: Deps, name: str) -> None:
    """Take a server away that a person added, which with accounts is for owners and admins of the workspace."""
    await deps.engine.store.read(caller, read_tool_server, name)
    check_allowed(caller, LEAD)
    await tool_servers.remove_server(deps.engine, caller, name)


@router.get("/approvals", response_model=ApprovalsAnswer, operation_id="list_approvals")
@allow(READ)
async def get_approvals(caller: Caller, deps: Deps) -> dict[str, Any]:
    """What waits for the person, in whichever conversation, and what need not ask any more."""
    pending, standing = await deps.engine.store.read(caller, _read_approvals)
    return {
        **answer_all(_answer_approval(deps, caller, each) for each in pending),
        "standing": [
            {"server": each.server, "tool": each.tool, "created_at": format_time(each.created_at)} for each in standing
        ],
    }


@router.post("/approvals/{approval_id}", response_model=ApprovalAnswer, operation_id="decide_approval")
@allow(WRITE, body=SHORT, raises=(ApprovalGone, ApprovalStale))
async def post_decision(caller: Caller, deps: Deps, approval_id: str, body: Deciding) -> dict[str, Any]:
    """Decide about one call; whoever decides first has decided."""
    if body.decision == "reject":
        decided = await reject_call(deps.engine, caller, approval_id, reason=body.reason.strip(), expect=body.expect)
    else:
        decided = await allow_call(
            deps.engine, caller, approval_id, arguments=body.arguments, always=body.always, expect=body.expect
        )
    return _answer_approval(deps, caller, decided)


@router.delete("/approvals/standing/{server}/{tool:path}", status_code=204, operation_id="delete_standing_approval")
@allow(WRITE)
async def delete_standing(caller: Caller, deps: Deps, server: str, tool: str) -> None:
    """Have this tool ask again."""
    await take_back(deps.engine, caller, server, tool)


def reveal_headers(headers: Mapping[str, SecretStr]) -> dict[str, str]:
    return {name: each.get_secret_value() for name, each in headers.items()}


def _read_approvals(unit: Unit) -> tuple[tuple[Approval, ...], tuple[StandingApproval, ...]]:
    return read_pending(unit, datetime.now(UTC)), read_standing(unit)


def _answer_house(deps: Dependencies, caller: Principal) -> list[dict[str, Any]]:
    """The tools that live here, as servers of their own; one that is off says why."""
    return [
        {
            "name": name,
            "source": "house",
            "url": None,
            "trusted": True,
            "enabled": not offer.problem,
            "connected": not offer.problem,
            "error": offer.problem or None,
            "protocol": None,
            "checked_at": None,
            "tools": [_answer_tool(deps, each) for each in offer.tools],
        }
        for name, offer in deps.engine.toolkit.offers(caller).items()
    ]


def answer_server(deps: Dependencies, caller: Principal, server: ToolServer) -> dict[str, Any]:
    status = deps.engine.toolkit.find_status(caller, server)
    return {
        "name": server.name,
        "source": server.source,
        "url": server.url,
        "trusted": server.trusted,
        "enabled": server.enabled,
        "connected": status is not None and status.connected,
        "error": server.error,
        "protocol": server.protocol,
        "checked_at": None if server.checked_at is None else format_time(server.checked_at),
        "tools": [_answer_tool(deps, each) for each in server.definitions],
    }


def _answer_tool(deps: Dependencies, tool: ToolDefinition) -> dict[str, Any]:
    return {
        "name": tool.name,
        "full_name": name_of(tool),
        "title": tool.title,
        "description": tool.description,
        "read_only": tool.read_only,
        "asks": deps.engine.toolkit.needs_leave(tool),
        "tool_schema": dict(tool.schema),
        "tokens": estimate(measure_tools((tool,))),
    }


def _answer_approval(deps: Dependencies, caller: Principal, approval: Approval) -> dict[str, Any]:
    own = deps.engine.toolkit.find_builtin(caller, approval.server, approval.tool)
    said = {name: getattr(approval, name) for name in ApprovalAnswer.model_fields if name not in ("paid", "price")}
    times = {"created_at": format_time(approval.created_at), "expires_at": format_time(approval.expires_at)}
    return said | times | {"paid": own is not None and own.paid, "price": own.price if own else None}
