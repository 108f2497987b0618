"""The library of the recall tests: documents as an upload leaves them, and questions with the page that answers."""

import tomllib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import insert

from antiphon.access.principal import LOCAL, Principal
from antiphon.documents.chunk import cut
from antiphon.documents.page import ExtractedPage
from antiphon.store.tables import document_chunks, document_pages, documents
from antiphon.store.unit import Store, Unit

_HERE = Path(__file__).parent
_BETWEEN_PAGES = "\n---\n"


class Question(NamedTuple):
    """What is asked, and where the answer stands; a paraphrase has few words in common with it."""

    text: str
    document: str
    page: int
    paraphrase: bool


def read_library() -> dict[str, tuple[ExtractedPage, ...]]:
    """Every document with its pages."""
    return {path.stem: split_pages(path.read_text(encoding="utf-8")) for path in sorted(_HERE.glob("library/*.md"))}


def split_pages(text: str) -> tuple[ExtractedPage, ...]:
    """The pages of one document."""
    texts = text.split(_BETWEEN_PAGES)
    return tuple(ExtractedPage(number, f"page {number}", each.strip()) for number, each in enumerate(texts, start=1))


def read_questions(name: str = "questions") -> list[Question]:
    """All questions of this file, in the order they were written."""
    written = tomllib.loads((_HERE / f"{name}.toml").read_text(encoding="utf-8"))
    return [
        Question(text, document, page, kind == "paraphrase")
        for document, kinds in written.items()
        for kind, asked in kinds.items()
        for page, text in asked
    ]


def put_document(
    unit: Unit,
    document_id: str,
    pages: Sequence[ExtractedPage],
    *,
    conversation_id: str | None = None,
    kind: str = "library",
    enabled: bool = True,
) -> None:
    """A document as an upload leaves it: its pages, and the pieces they are searched by."""
    common = {"workspace_id": unit.workspace_id, "document_id": document_id}
    row = {
        "id": document_id,
        "workspace_id": unit.workspace_id,
        "owner_id": unit.principal.id,
        "conversation_id": conversation_id,
        "kind": kind,
        "name": f"{document_id}.md",
        "media_type": "text/markdown",
        "bytes": sum(len(page.text.encode()) for page in pages),
        "sha256": document_id.rjust(64, "0"),
        "pages": len(pages),
        "enabled": enabled,
        "created_at": datetime(2026, 3, 1, 12, 0, tzinfo=UTC),
    }
    unit.connection.execute(insert(documents), row)
    unit.connection.execute(
        insert(document_pages),
        [common | {"number": each.number, "label": each.label, "text": each.text} for each in pages],
    )
    pieces = [
        common | {"page": each.page, "start": each.start, "end": each.end, "text": each.text} for each in cut(pages)
    ]
    if pieces:
        unit.connection.execute(insert(document_chunks), pieces)


async def fill_shelf(store: Store, principal: Principal = LOCAL) -> None:
    """The whole library in this store."""
    for name, pages in read_library().items():
        await store.write(principal, put_document, name, pages)
