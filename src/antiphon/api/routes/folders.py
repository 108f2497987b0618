"""Folders: where conversations lie in the list. Topics are another thing: they say what turns are about."""

from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.folders import FolderAnswer, FoldersAnswer, NamedFolder
from antiphon.api.schemas.page import answer_all
from antiphon.conversation.errors import NameTaken
from antiphon.engine.commands.folders import make_folder, remove_folder, rename_folder, restore_folder
from antiphon.store.reads.folders import read_folder, read_folders

router = APIRouter(route_class=BoundedRoute, prefix="/v1/folders", tags=["folders"])
READ = Policy(Verb.READ, "folder")
WRITE = Policy(Verb.WRITE, "folder")


@router.get("", response_model=FoldersAnswer, operation_id="list_folders")
@allow(READ)
async def get_folders(caller: Caller, deps: Deps) -> dict[str, Any]:
    """Every folder, by name."""
    return answer_all(line._asdict() for line in await deps.engine.store.read(caller, read_folders))


@router.post("", status_code=201, response_model=FolderAnswer, operation_id="create_folder")
@allow(WRITE, body=SHORT, raises=(NameTaken,), location="/v1/folders/{id}")
async def post_folder(caller: Caller, deps: Deps, body: NamedFolder) -> dict[str, Any]:
    """Make a folder."""
    return (await make_folder(deps.engine, caller, body.name))._asdict()


@router.get("/{folder_id}", response_model=FolderAnswer, operation_id="get_folder")
@allow(READ)
async def get_folder(caller: Caller, deps: Deps, folder_id: str) -> dict[str, Any]:
    """One folder."""
    return (await deps.engine.store.read(caller, read_folder, folder_id))._asdict()


@router.patch("/{folder_id}", response_model=FolderAnswer, operation_id="update_folder")
@allow(WRITE, body=SHORT, raises=(NameTaken,))
async def patch_folder(caller: Caller, deps: Deps, folder_id: str, body: NamedFolder) -> dict[str, Any]:
    """Give a folder another name."""
    return (await rename_folder(deps.engine, caller, folder_id, body.name))._asdict()


@router.delete("/{folder_id}", status_code=204, operation_id="delete_folder")
@allow(WRITE)
async def delete_folder(caller: Caller, deps: Deps, folder_id: str) -> None:
    """Remove a folder; its conversations stay, outside any folder. It can be restored."""
    await remove_folder(deps.engine, caller, folder_id)


@router.post("/{folder_id}/restore", response_model=FolderAnswer, operation_id="restore_folder")
@allow(WRITE, raises=(NameTaken,))
async def post_restore(caller: Caller, deps: Deps, folder_id: str) -> dict[str, Any]:
    """Bring a folder back, with those of its conversations that were not moved since."""
    return (await restore_folder(deps.engine, caller, folder_id))._asdict()
