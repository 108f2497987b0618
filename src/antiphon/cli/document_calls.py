"""The calls about documents: bring, list, look, change, put away."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from antiphon.cli.answers import Answer
from antiphon.cli.client import Client
from antiphon.conversation.errors import Malformed

# A long PDF takes the server a while to read.
_READING_SECONDS = 120.0


class Document(Answer):
    """A file as it is kept."""

    id: str
    conversation_id: str | None
    kind: str
    name: str
    bytes: int
    pages: int
    width: int | None
    height: int | None
    enabled: bool


class DocumentPage(Answer):
    """The text of one page."""

    number: int
    label: str
    text: str


async def bring_document(client: Client, path: Path, kind: str, conversation_id: str | None = None) -> Document:
    """The file as the server keeps it; `Malformed` for a path that cannot be read here."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Malformed(f"{path} cannot be read: {(error.strerror or 'no such file').lower()}") from error
    query = {"name": path.name, "kind": kind}
    if conversation_id is not None:
        query["conversation"] = conversation_id
    answer = await client.upload("/v1/documents", data, query, seconds=_READING_SECONDS)
    return Document.model_validate(answer)


async def attach_files(client: Client, paths: Sequence[Path], conversation_id: str) -> tuple[str, ...]:
    """The ids of these files, brought to go into one message."""
    return tuple([(await bring_document(client, each, "inline", conversation_id)).id for each in paths])


async def read_documents(client: Client, conversation_id: str | None) -> tuple[Document, ...]:
    """Those of all conversations, and of one if it is named."""
    query = {} if conversation_id is None else {"conversation": conversation_id}
    answer = await client.get("/v1/documents", **query)
    return tuple(Document.model_validate(each) for each in answer["documents"])


async def read_document(client: Client, document_id: str) -> Document:
    """One document."""
    return Document.model_validate(await client.get(_path(document_id)))


async def read_document_page(client: Client, document_id: str, number: int) -> DocumentPage:
    """One page."""
    return DocumentPage.model_validate(await client.get(f"{_path(document_id)}/pages/{number}"))


async def change_kind(client: Client, document_id: str, kind: str) -> Document:
    """Use a document in another way."""
    return Document.model_validate(await client.ask("PATCH", _path(document_id), {"kind": kind}))


async def remove_document(client: Client, document_id: str) -> Document:
    """Put a document away."""
    return Document.model_validate(await client.ask("DELETE", _path(document_id)))


def describe(document: Document) -> Iterator[str]:
    """What a row of a list says about it."""
    yield document.id
    yield document.kind if document.enabled else f"{document.kind}, off"
    yield document.name
    yield f"{document.bytes:,} bytes"
    if document.width is not None:
        yield f"{document.width} by {document.height} pixels"
    else:
        yield "1 page" if document.pages == 1 else f"{document.pages:,} pages"


def _path(document_id: str) -> str:
    return f"/v1/documents/{quote(document_id, safe='')}"
