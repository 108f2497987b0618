"""Documents in both databases."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import text

from antiphon.access.principal import LOCAL, Principal
from antiphon.conversation.document import Document, DocumentKind, DocumentPage
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId, DocumentId, WorkspaceId
from antiphon.conversation.size import measure
from antiphon.documents.part import cut_parts
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.documents import (
    fingerprint_images,
    read_document,
    read_document_data,
    read_document_page,
    read_documents,
    read_guideline_marks,
    read_image_data,
    read_image_sizes,
    read_indexed,
    read_page_lines,
    read_whole_text,
)
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.documents import (
    DocumentPiece,
    NewDocument,
    add_document,
    change_document,
    forget_documents,
    remove_document,
    restore_document,
)
from tests.store.deeds import NOON, begin

STRANGER = replace(LOCAL, workspace_id=WorkspaceId("elsewhere"))


def describe(
    name: str = "notes.txt",
    kind: DocumentKind = "library",
    *,
    sha256: str = "a" * 64,
    conversation_id: ConversationId | None = None,
    size: tuple[int, int] | None = None,
) -> Document:
    """A document about to be kept."""
    return Document(
        id=DocumentId(new_id("d")),
        conversation_id=conversation_id,
        kind=kind,
        name=name,
        title="",
        media_type="text/plain" if size is None else "image/png",
        bytes=10,
        sha256=sha256,
        pages=0 if size else 2,
        width=size[0] if size else None,
        height=size[1] if size else None,
        chars=0,
        enabled=True,
        created_at=NOON,
        removed_at=None,
    )


async def keep(store: Store, document: Document, principal: Principal = LOCAL) -> Document:
    """The document, kept with two pages and a piece of each."""
    pages = (DocumentPage(1, "page 1", "first words"), DocumentPage(2, "page 2", "last words"))
    pieces = tuple(DocumentPiece(page.number, 0, len(page.text), page.text) for page in pages)
    text = NewDocument(document, measure("first words last words"), b"the bytes", pages, pieces)
    image = NewDocument(document, measure(""), b"pixels")
    kept, _ = await store.write(principal, add_document, image if document.is_image else text)
    return kept


async def test_what_is_kept_is_all_there(store: Store) -> None:
    """The row, the bytes, the pages in order and the pieces, in one transaction."""
    kept = await keep(store, describe())

    assert await store.read(LOCAL, read_document, kept.id) == kept
    assert await store.read(LOCAL, read_document_data, kept.id) == (kept, b"the bytes")
    assert (await store.read(LOCAL, read_document_page, kept.id, 2)).text == "last words"
    assert [line.chars for line in await store.read(LOCAL, read_page_lines, kept.id)] == [11, 10]
    assert await store.read(LOCAL, read_whole_text, kept.id) == "first words\n\nlast words"
    assert (await store.read(LOCAL, read_indexed, [kept.id]))[kept.id] == (0, 2)
    assert kept.chars == 22


async def test_the_same_bytes_in_the_same_place_are_one_document(store: Store) -> None:
    """Brought again it counts again, under the new name. Another place, use or content is another document; so is one
    that was removed.
    """
    conversation = await begin(store)
    first = await keep(store, describe())

    await store.write(LOCAL, change_document, first.id, {"enabled": False})
    again = await keep(store, describe("renamed.txt"))
    others = [
        await keep(store, describe(kind="inline")),
        await keep(store, describe(conversation_id=conversation)),
        await keep(store, describe(sha256="b" * 64)),
    ]
    await store.write(LOCAL, remove_document, first.id, NOON)
    after = await keep(store, describe())

    assert again == replace(first, name="renamed.txt")
    assert len({first.id, after.id, *(each.id for each in others)}) == 5


async def test_nobody_sees_the_documents_of_another_workspace(store: Store) -> None:
    """I-50: an id is not enough."""
    kept = await keep(store, describe())
    image = await keep(store, describe("p.png", "inline", size=(2, 2), sha256="c" * 64))

    for question in (read_document, read_document_data):
        with pytest.raises(NotFound):
            await store.read(STRANGER, question, kept.id)
    with pytest.raises(NotFound):
        await store.write(STRANGER, remove_document, kept.id, NOON)
    with pytest.raises(NotFound):
        await store.write(STRANGER, change_document, kept.id, {"name": "mine"})
    assert await store.read(STRANGER, read_documents, None) == ()
    assert await store.read(STRANGER, read_image_data, [image.id]) == {}


async def test_documents_of_a_conversation_are_listed_there_alone(store: Store) -> None:
    conversation = await begin(store)
    everywhere = await keep(store, describe())
    here = await keep(store, describe(conversation_id=conversation))

    assert [each.id for each in await store.read(LOCAL, read_documents, None)] == [everywhere.id]
    listed = await store.read(LOCAL, read_documents, conversation)
    assert {each.id for each in listed} == {everywhere.id, here.id}
    with pytest.raises(NotFound):
        await keep(store, describe(conversation_id=ConversationId("c_nowhere")))


async def test_guidelines_count_while_they_are_on(store: Store) -> None:
    """D36: those for everybody first."""
    conversation = await begin(store)
    here = await keep(store, describe("here.md", "guideline", conversation_id=conversation))
    everywhere = await keep(store, describe("all.md", "guideline"))
    off = await keep(store, describe("off.md", "guideline", sha256="d" * 64))
    await store.write(LOCAL, change_document, off.id, {"enabled": False})

    marks = await store.read(LOCAL, read_guideline_marks, conversation)

    assert [each.name for each in marks] == ["all.md", "here.md"]
    assert {each.id for each in marks} == {everywhere.id, here.id}


async def test_what_was_removed_comes_back_until_it_is_forgotten(store: Store) -> None:
    """A purge takes the bytes, the pages and the pieces along."""
    image = await keep(store, describe("p.png", "inline", size=(2, 2)))
    with_it = await store.read(LOCAL, fingerprint_images)
    assert await store.read(LOCAL, read_image_sizes, [image.id]) == {image.id: len(b"pixels")}
    text = await keep(store, describe(sha256="e" * 64))
    for each in (image, text):
        await store.write(LOCAL, remove_document, each.id, NOON)

    assert await store.read(LOCAL, read_image_sizes, [image.id]) == {}
    assert await store.read(LOCAL, fingerprint_images) != with_it
    assert await store.write(LOCAL, forget_documents, NOON) == 0
    assert (await store.write(LOCAL, restore_document, text.id)).removed_at is None
    assert await store.write(LOCAL, forget_documents, NOON + timedelta(seconds=1)) == 1
    with pytest.raises(NotFound):
        await store.write(LOCAL, restore_document, image.id)
    assert await store.read(LOCAL, fingerprint_images) != with_it
    assert await store.read(LOCAL, read_whole_text, text.id) == "first words\n\nlast words"


async def test_words_of_a_forgotten_document_are_in_no_index(store: Store) -> None:
    """SQLite's index would only note that they are gone."""
    await keep(store, describe())
    new = NewDocument(describe(sha256="f" * 64), measure(""), b"", pieces=(DocumentPiece(1, 0, 8, "quincunx"),))
    gone, _ = await store.write(LOCAL, add_document, new)
    before = await store.read(LOCAL, _read_index)

    await store.write(LOCAL, remove_document, gone.id, NOON)
    await store.write(LOCAL, forget_documents, NOON + timedelta(seconds=1))

    assert b"quincunx" in before
    assert b"quincunx" not in await store.read(LOCAL, _read_index)


def _read_index(unit: Unit) -> bytes:
    """Everything in the index of words."""
    if unit.dialect == "sqlite":
        return b"".join(unit.connection.execute(text("SELECT block FROM document_words_data")).scalars())
    return str(unit.connection.execute(text("SELECT words FROM document_chunks")).scalars().all()).encode()


async def test_a_text_that_was_cut_comes_back_as_it_was(store: Store) -> None:
    """I-27: nothing is put between its parts; pages and sheets keep a blank line."""
    text = "x" * 10_000
    parts = tuple(DocumentPage(at, f"lines {at}\u20139", each) for at, each in enumerate(cut_parts(text), 1))
    sheets = (DocumentPage(1, "sheet A", "1\t2"), DocumentPage(2, "sheet lines 1", "3"))
    joined = []
    for number, pages in enumerate((parts, sheets)):
        new = NewDocument(describe(sha256=str(number) * 64), measure(""), b"the bytes", pages)
        kept, _ = await store.write(LOCAL, add_document, new)
        joined.append(await store.read(LOCAL, read_whole_text, kept.id))

    assert joined == [text, "1\t2\n\n3"]
