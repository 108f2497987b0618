"""Make, rename, remove and bring back folders, and move conversations into them and out of them."""

from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.conversation.ids import ConversationId
from antiphon.engine.engine import Engine
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.folders import FolderLine
from antiphon.store.writes.folders import make_folder as write_folder
from antiphon.store.writes.folders import move_conversation as write_place
from antiphon.store.writes.folders import remove_folder as write_removal
from antiphon.store.writes.folders import rename_folder as write_name
from antiphon.store.writes.folders import restore_folder as write_return


async def make_folder(engine: Engine, principal: Principal, name: str) -> FolderLine:
    """A new folder with nothing in it."""
    made = await engine.store.write(principal, write_folder, new_id("f"), name, datetime.now(UTC))
    engine.live.tell_list_changed()
    return made


async def rename_folder(engine: Engine, principal: Principal, folder_id: str, name: str) -> FolderLine:
    """The folder under its new name."""
    renamed = await engine.store.write(principal, write_name, folder_id, name)
    engine.live.tell_list_changed()
    return renamed


async def remove_folder(engine: Engine, principal: Principal, folder_id: str) -> None:
    """Take it away and keep what lay in it; `restore_folder` brings it back."""
    await engine.store.write(principal, write_removal, folder_id, datetime.now(UTC))
    engine.live.tell_list_changed()


async def restore_folder(engine: Engine, principal: Principal, folder_id: str) -> FolderLine:
    """The folder as it was."""
    back = await engine.store.write(principal, write_return, folder_id)
    engine.live.tell_list_changed()
    return back


async def move_conversation(
    engine: Engine, principal: Principal, conversation_id: ConversationId, folder_id: str | None
) -> None:
    """Put it into this folder, or outside any; nothing that is sent depends on it."""
    await engine.store.write(principal, write_place, conversation_id, folder_id)
    engine.live.tell_list_changed()
