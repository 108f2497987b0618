# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about folders."""

from antiphon.client.answers.folders import Folder
from antiphon.client.paging import read_items
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path


class Folders(Noun):
    """Where conversations lie in the list; `conversations.update` with a `folder_id` moves one."""

    def list(self) -> tuple[Folder, ...]:
        """All of them, by name."""
        return read_items(self._wire.get("/v1/folders"), Folder.read)

    def read(self, folder_id: str) -> Folder:
        """One of them."""
        return Folder.read(self._wire.get(build_path("/v1/folders/{}", folder_id)))

    def create(self, name: str) -> Folder:
        """A new one; refused when there is one of this name."""
        return Folder.read(self._wire.ask("POST", "/v1/folders", {"name": name}))

    def update(self, folder_id: str, name: str) -> Folder:
        """The folder under another name."""
        return Folder.read(self._wire.ask("PATCH", build_path("/v1/folders/{}", folder_id), {"name": name}))

    def remove(self, folder_id: str) -> None:
        """Take one away; its conversations stay, and it can be restored."""
        self._wire.ask("DELETE", build_path("/v1/folders/{}", folder_id))

    def restore(self, folder_id: str) -> Folder:
        """Undo a removal."""
        return Folder.read(self._wire.ask("POST", build_path("/v1/folders/{}/restore", folder_id)))
