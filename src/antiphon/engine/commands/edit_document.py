"""Say what a document is for, what it is called, and whether it counts."""

from typing import TypedDict

from antiphon.access.principal import Principal
from antiphon.conversation.document import Document, DocumentKind
from antiphon.conversation.errors import KindUnfit
from antiphon.conversation.ids import DocumentId
from antiphon.documents.name import clean_name
from antiphon.engine.engine import Engine
from antiphon.store.reads.documents import read_document
from antiphon.store.writes.documents import change_document


class DocumentChange(TypedDict, total=False):
    """What to change; what is absent stays."""

    kind: DocumentKind
    name: str
    enabled: bool


async def edit_document(
    engine: Engine, principal: Principal, document_id: DocumentId, change: DocumentChange
) -> Document:
    """The document as it is then. Messages it went along with stay as they were sent."""
    engine.check_open()
    if "kind" in change and change["kind"] != "inline":
        document = await engine.store.read(principal, read_document, document_id)
        if document.is_image:
            raise KindUnfit(document.name, change["kind"])
    if "name" in change:
        change = {**change, "name": clean_name(change["name"])}
    return await engine.store.write(principal, change_document, document_id, dict(change))
