"""Files a person names, brought to the server."""

from collections.abc import Sequence
from pathlib import Path

from antiphon.client import AsyncClient
from antiphon.client.answers.documents import Document
from antiphon.conversation.errors import Malformed


async def bring_document(client: AsyncClient, path: Path, kind: str, conversation_id: str | None = None) -> Document:
    """The file as the server keeps it; `Malformed` for a path that cannot be read here."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Malformed(f"{path} cannot be read: {(error.strerror or 'no such file').lower()}") from error
    return await client.documents.add(path.name, data, kind, conversation_id)


async def attach_files(client: AsyncClient, paths: Sequence[Path], conversation_id: str) -> tuple[str, ...]:
    """The ids of these files, brought to go into one message."""
    return tuple([(await bring_document(client, each, "inline", conversation_id)).id for each in paths])
