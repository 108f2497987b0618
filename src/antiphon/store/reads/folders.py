"""Folders: where conversations lie in the list."""

from typing import NamedTuple

from sqlalchemy import func, select

from antiphon.conversation.errors import NotFound
from antiphon.store.tables import conversations, folders
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


class FolderLine(NamedTuple):
    """A folder in a list, and how many conversations lie in it; those that were archived do not count."""

    id: str
    name: str
    conversations: int


_HELD = (
    select(func.count())
    .where(
        conversations.c.folder_id == folders.c.id,
        conversations.c.workspace_id == folders.c.workspace_id,
        conversations.c.removed_at.is_(None),
        conversations.c.kept_until.is_(None),
    )
    .correlate(folders)
    .scalar_subquery()
)
_FOLDERS = select(folders.c.id, folders.c.name, _HELD).where(folders.c.removed_at.is_(None))


def read_folders(unit: Unit) -> tuple[FolderLine, ...]:
    """Every folder of the workspace, by name."""
    rows = unit.connection.execute(_FOLDERS.where(visible(unit, folders)))
    return tuple(sorted((FolderLine(*row) for row in rows), key=lambda line: (line.name.casefold(), line.name)))


def read_folder(unit: Unit, folder_id: str) -> FolderLine:
    """One folder, or `NotFound`; one that was removed is not found."""
    query = _FOLDERS.where(visible(unit, folders), folders.c.id == folder_id)
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("folder", folder_id)
    return FolderLine(*row)
