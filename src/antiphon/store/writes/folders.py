"""Folders are made, renamed, removed and brought back, and conversations are moved into them and out of them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from antiphon.conversation.errors import Malformed, NameTaken, NotFound
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.text import clean_text
from antiphon.store.reads.conversations import check_kept
from antiphon.store.reads.folders import FolderLine, read_folder, read_folders
from antiphon.store.tables import folders
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
from antiphon.store.writes.conversations import change_conversation
from antiphon.store.writes.list_number import count_list_change


def make_folder(unit: Unit, folder_id: str, name: str, at: datetime) -> FolderLine:
    """An empty folder; `NameTaken` when there is one of this name, in capitals or not."""
    cleaned = _clean_name(name)
    _check_free(unit, cleaned)
    owner = {"workspace_id": unit.workspace_id, "owner_id": unit.principal.id}
    try:
        unit.connection.execute(insert(folders), owner | {"id": folder_id, "name": cleaned, "created_at": at})
    except IntegrityError as error:
        # Another node has made it since it was looked for.
        raise NameTaken("folder", cleaned) from error
    count_list_change(unit)
    return read_folder(unit, folder_id)


def rename_folder(unit: Unit, folder_id: str, name: str) -> FolderLine:
    """The folder under its new name; `NameTaken` when another has it."""
    read_folder(unit, folder_id)
    cleaned = _clean_name(name)
    _check_free(unit, cleaned, folder_id)
    _update(unit, folder_id, cleaned, {"name": cleaned})
    return read_folder(unit, folder_id)


def remove_folder(unit: Unit, folder_id: str, at: datetime) -> None:
    """Take the folder away; its conversations stay, outside any folder. `restore_folder` brings it back."""
    name = read_folder(unit, folder_id).name
    _update(unit, folder_id, name, {"removed_at": at})


def restore_folder(unit: Unit, folder_id: str) -> FolderLine:
    """The folder with those of its conversations that were not moved since; harmless for one that was not removed.

    `NameTaken` when another has its name by now, `NotFound` for one that was never there.
    """
    query = select(folders.c.name).where(visible(unit, folders), folders.c.id == folder_id)
    name = unit.connection.execute(query).scalar_one_or_none()
    if name is None:
        raise NotFound("folder", folder_id)
    _check_free(unit, name, folder_id)
    _update(unit, folder_id, name, {"removed_at": None})
    return read_folder(unit, folder_id)


def move_conversation(unit: Unit, conversation_id: ConversationId, folder_id: str | None) -> None:
    """Put it into this folder and out of any other; without one it lies outside. `NotFound` when either is not there.

    One that is not kept is in no list, so it lies in no folder: `NotKept`.
    """
    if folder_id is not None:
        check_kept(unit, conversation_id)
        read_folder(unit, folder_id)
    change_conversation(unit, conversation_id, folder_id=folder_id)
    count_list_change(unit)


def _clean_name(name: str) -> str:
    cleaned = " ".join(clean_text(name).split())
    if not cleaned:
        raise Malformed("a folder needs a name")
    return cleaned


def _check_free(unit: Unit, name: str, folder_id: str | None = None) -> None:
    wanted = name.casefold()
    if any(each.name.casefold() == wanted and each.id != folder_id for each in read_folders(unit)):
        raise NameTaken("folder", name)


def _update(unit: Unit, folder_id: str, name: str, values: Mapping[str, Any]) -> None:
    here = visible(unit, folders), folders.c.id == folder_id
    try:
        unit.connection.execute(update(folders).where(*here).values(values))
    except IntegrityError as error:
        raise NameTaken("folder", name) from error
    count_list_change(unit)
