"""Put a document away, and bring it back."""

from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.conversation.document import Document
from antiphon.conversation.ids import DocumentId
from antiphon.engine.engine import Engine
from antiphon.store.writes.documents import remove_document as write_removal
from antiphon.store.writes.documents import restore_document as write_restoring


async def remove_document(engine: Engine, principal: Principal, document_id: DocumentId) -> Document:
    """Put it away: it is no longer listed, searched, shown or followed. After a day it is forgotten for good."""
    engine.check_open()
    return await engine.store.write(principal, write_removal, document_id, datetime.now(UTC))


async def restore_document(engine: Engine, principal: Principal, document_id: DocumentId) -> Document:
    """Bring it back as it was; `NotFound` when it is there, or was forgotten."""
    engine.check_open()
    return await engine.store.write(principal, write_restoring, document_id)
