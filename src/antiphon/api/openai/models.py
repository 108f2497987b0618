"""Panels and advisors, listed as the models of this wire."""

from typing import Any, Final

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal
from antiphon.api.bounded import LONG, BoundedRoute
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.openai.names import describe_model, find_target, list_targets
from antiphon.conversation.errors import NotFound
from antiphon.engine.commands.line_up import read_line_up

router = APIRouter(route_class=BoundedRoute, include_in_schema=False)
READ: Final = Policy(Verb.READ, "models")


@router.get("/openai/v1/models")
@allow(READ)
async def get_offered(caller: Caller, deps: Deps) -> dict[str, Any]:
    """Everything that can be asked."""
    return {"object": "list", "data": await list_offered(deps, caller)}


@router.get("/openai/v1/models/{model:path}")
@router.get("/v1/models/{model:path}")
@allow(READ)
async def get_one_offered(caller: Caller, deps: Deps, model: str) -> dict[str, Any]:
    """One of them; the name may come with its slashes written out or not."""
    target = await find_target(deps, caller, model)
    line_up = await read_line_up(deps.engine, caller)
    return describe_model(deps, line_up, target, deps.engine.options_of(caller).default_model)


@router.api_route("/openai/{rest:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE"])
@allow(READ, body=LONG)
async def answer_elsewhere(caller: Caller, rest: str) -> None:
    """What else there is on this wire elsewhere: completions of a line, embeddings, files. Nobody here does it."""
    raise NotFound("address on this wire", rest[:80])


async def list_offered(deps: Dependencies, caller: Principal) -> list[dict[str, Any]]:
    """The entries of the list."""
    line_up = await read_line_up(deps.engine, caller)
    default_model = deps.engine.options_of(caller).default_model
    return [describe_model(deps, line_up, each, default_model) for each in list_targets(line_up)]
