"""`antiphon document add|list|show|save|kind|remove|restore`."""

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from antiphon.cli.configuration import read_settings
from antiphon.cli.documents.files import bring_document, writing_to
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_rows
from antiphon.cli.terminal import open_output
from antiphon.client.answers.documents import Document
from antiphon.settings import Settings

EMPTY = "No documents yet. Bring one: antiphon document add report.pdf"


class DocumentKind(StrEnum):
    """What a document is for."""

    GUIDELINE = "guideline"
    INLINE = "inline"
    LIBRARY = "library"


document = typer.Typer(
    help="Bring files: guidelines for everybody, a library to search.", no_args_is_help=True, rich_markup_mode=None
)
Which = Annotated[str, typer.Argument(metavar="DOCUMENT_ID", help="The document; `antiphon document list` prints it.")]
Where = Annotated[
    str | None, typer.Option("--conversation", metavar="ID", help="For this conversation; without it for all of them.")
]
AddedKind = Annotated[DocumentKind, typer.Option("--kind", help="guideline: to every advisor's system prompt.")]


@document.command()
def add(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Files to bring.")],
    kind: AddedKind = DocumentKind.LIBRARY,
    conversation: Where = None,
) -> None:
    """Bring files: PDF, DOCX, XLSX, CSV, Markdown, code, any text; pictures with --kind inline."""
    run_to_exit(_add(read_settings().settings, files, kind, conversation))


@document.command("list")
def list_documents(conversation: Where = None) -> None:
    """List the documents of all conversations, and of one if it is named."""
    run_to_exit(_list(read_settings().settings, conversation))


@document.command()
def show(
    document_id: Which,
    page: Annotated[int, typer.Option("--page", min=1, metavar="N", help="The page to print.")] = 1,
) -> None:
    """Print a page of a document as advisors would read it."""
    run_to_exit(_show(read_settings().settings, document_id, page))


@document.command()
def save(
    document_id: Which,
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE", help="Where to; its own name without it.")] = None,
) -> None:
    """Save the bytes of a document, or of a picture in a reply; a file that is there is left as it is."""
    run_to_exit(_save(read_settings().settings, document_id, to))


@document.command()
def kind(
    document_id: Which,
    wanted: Annotated[DocumentKind, typer.Argument(metavar="KIND", help="guideline, inline or library.")],
) -> None:
    """Use a document in another way."""
    run_to_exit(_change(read_settings().settings, document_id, wanted))


@document.command()
def restore(document_id: Which) -> None:
    """Undo the removal of a document."""
    run_to_exit(_restore(read_settings().settings, document_id))


@document.command()
def remove(document_id: Which) -> None:
    """Remove a document; for a day it can be restored."""
    run_to_exit(_remove(read_settings().settings, document_id))


async def _add(settings: Settings, files: list[Path], kind: DocumentKind, conversation: str | None) -> int:
    async with open_antiphon(settings) as client:
        for each in files:
            print_documents(open_output(), [await bring_document(client, each, kind, conversation)])
    return 0


async def _list(settings: Settings, conversation: str | None) -> int:
    async with open_antiphon(settings) as client:
        found = await client.documents.list(conversation)
    print_documents(open_output(), list(found))
    return 0


def print_documents(console: Console, found: list[Document]) -> None:
    """A table on a terminal, tab-separated lines in a pipe, a first step when there is nothing."""
    rows = [tuple(make_printable(cell) for cell in describe(each)) for each in found]
    print_rows(console, rows, EMPTY)


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


async def _show(settings: Settings, document_id: str, number: int) -> int:
    async with open_antiphon(settings) as client:
        found = await client.documents.read(document_id)
        if found.width is not None:
            print_documents(open_output(), [found])
            return 0
        page = await client.documents.page(document_id, number)
    print(make_printable(page.text))
    return 0


async def _save(settings: Settings, document_id: str, to: Path | None) -> int:
    async with open_antiphon(settings) as client:
        found = await client.documents.read(document_id)
        data = await client.documents.download(document_id)
    path = to or Path(Path(found.name).name)
    with writing_to(path), path.open("xb") as file:
        file.write(data)
    print(f"{make_printable(str(path))}: {len(data):,} bytes")
    return 0


async def _change(settings: Settings, document_id: str, kind: DocumentKind) -> int:
    async with open_antiphon(settings) as client:
        changed = await client.documents.update(document_id, kind=str(kind))
    print(f"{make_printable(changed.name)} is {changed.kind} now")
    return 0


async def _remove(settings: Settings, document_id: str) -> int:
    async with open_antiphon(settings) as client:
        gone = await client.documents.read(document_id)
        await client.documents.remove(document_id)
    print(f"{make_printable(gone.name)} is removed")
    return 0


async def _restore(settings: Settings, document_id: str) -> int:
    async with open_antiphon(settings) as client:
        found = await client.documents.restore(document_id)
    print(f"{make_printable(found.name)} is back")
    return 0
