"""Plug-ins: which are installed and what they add; packs, to be looked at before they are taken in."""

import asyncio
from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from pydantic import TypeAdapter, ValidationError

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.api.bounded import BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.advisors import ImportedAdvisor
from antiphon.api.schemas.page import answer_all
from antiphon.api.schemas.panel_files import ImportedPanel
from antiphon.api.schemas.plugins import PackAnswer, PacksAnswer, PluginPackagesAnswer
from antiphon.conversation.errors import NotFound, UnreadableFile
from antiphon.plugins.listing import ListedPackage
from antiphon.plugins.pack import Pack

router = APIRouter(route_class=BoundedRoute, prefix="/v1", tags=["plugins"])
READ = Policy(Verb.READ, "plugins")
READ_PACKS = Policy(Verb.READ, "panels")

_ADVISORS = TypeAdapter(list[ImportedAdvisor])
_PANELS = TypeAdapter(list[ImportedPanel])


@router.get("/plugins", response_model=PluginPackagesAnswer, operation_id="list_plugins")
@allow(READ, cost=CallCost.HEAVY)
async def get_plugins(_caller: Caller, deps: Deps) -> dict[str, Any]:
    """Every installed package with plug-ins: what it adds, why something is left out, and a hash of its files."""
    return answer_all(_describe(each) for each in await asyncio.to_thread(deps.plugins.list_packages))


@router.get("/packs", response_model=PacksAnswer, operation_id="list_packs")
@allow(READ_PACKS)
async def get_packs(_caller: Caller, deps: Deps) -> dict[str, Any]:
    """Packs of panels and advisors that packages bring. Nothing of them is here before it is taken in."""
    return answer_all(_describe_pack(each) for each in await asyncio.to_thread(deps.plugins.list_packs))


@router.get("/packs/{name}", response_model=PackAnswer, operation_id="get_pack")
@allow(READ_PACKS, raises=(NotFound, UnreadableFile))
async def get_pack(_caller: Caller, deps: Deps, name: str) -> dict[str, Any]:
    """One pack, every word of it. `import_panels` takes it in, or says first what would happen."""
    packs = await asyncio.to_thread(deps.plugins.list_packs)
    found = next((each for each in packs if each.name == name), None)
    if found is None:
        raise NotFound("pack", name)
    try:
        advisors, panels = _ADVISORS.validate_python(found.advisors), _PANELS.validate_python(found.panels)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise UnreadableFile(name, f"{place}: {first['msg']}") from error
    return _describe_pack(found) | {"advisors": advisors, "panels": panels}


def _describe(package: ListedPackage) -> dict[str, Any]:
    said = asdict(package)
    return said | {"ours": said.pop("is_ours"), "named": said.pop("is_named")}


def _describe_pack(pack: Pack) -> dict[str, Any]:
    return {
        "name": pack.name,
        "label": pack.label,
        "version": pack.version,
        "licence": pack.licence,
        "description": pack.description,
        "advisor_count": len(pack.advisors),
        "panel_count": len(pack.panels),
    }
