"""The calls about documents."""

from antiphon.client.aio.base import Noun
from antiphon.client.answers.documents import Document, DocumentPage
from antiphon.client.paging import read_items
from antiphon.client.wire import build_path

# A long PDF takes the server a while to read.
_READING_SECONDS = 120.0


class Documents(Noun):
    """Files that advisors read."""

    async def add(self, name: str, data: bytes, kind: str = "library", conversation_id: str | None = None) -> Document:
        """The file as the server keeps it; with a conversation it is for that one alone."""
        query = {"name": name, "kind": kind, "conversation": conversation_id}
        return Document.read(await self._wire.upload("/v1/documents", data, query, seconds=_READING_SECONDS))

    async def list(self, conversation_id: str | None = None) -> tuple[Document, ...]:
        """Those of all conversations, and of one if it is named."""
        answer = await self._wire.get("/v1/documents", conversation=conversation_id)
        return read_items(answer, Document.read)

    async def read(self, document_id: str) -> Document:
        """One document."""
        return Document.read(await self._wire.get(_path(document_id)))

    async def page(self, document_id: str, number: int) -> DocumentPage:
        """The text of one page."""
        return DocumentPage.read(await self._wire.get(f"{_path(document_id)}/pages/{number}"))

    async def download(self, document_id: str) -> bytes:
        """The bytes as they are kept."""
        return await self._wire.get_bytes(f"{_path(document_id)}/data")

    async def update(self, document_id: str, **changes: object) -> Document:
        """Use it in another way (`kind`), or switch it (`enabled`)."""
        return Document.read(await self._wire.ask("PATCH", _path(document_id), changes))

    async def remove(self, document_id: str) -> None:
        """Remove it; for a day it can be restored."""
        await self._wire.ask("DELETE", _path(document_id))

    async def restore(self, document_id: str) -> Document:
        """Undo a removal."""
        return Document.read(await self._wire.ask("POST", f"{_path(document_id)}/restore"))


def _path(document_id: str) -> str:
    return build_path("/v1/documents/{}", document_id)
