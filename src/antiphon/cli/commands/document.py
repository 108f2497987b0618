"""`antiphon document add|list|show|kind|remove`."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from antiphon.cli.configuration import read_settings
from antiphon.cli.document_calls import (
    Document,
    bring_document,
    change_kind,
    describe,
    read_document,
    read_document_page,
    read_documents,
    remove_document,
)
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printable import make_printable
from antiphon.cli.terminal import open_output
from antiphon.settings import Settings

EMPTY = "No documents yet. Bring one: antiphon document add report.pdf"


class Kind(StrEnum):
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
AddedKind = Annotated[Kind, typer.Option("--kind", help="guideline: to every advisor's system prompt.")]


@document.command()
def add(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Files to bring.")],
    kind: AddedKind = Kind.LIBRARY,
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
def kind(
    document_id: Which, wanted: Annotated[Kind, typer.Argument(metavar="KIND", help="guideline, inline or library.")]
) -> None:
    """Use a document in another way."""
    run_to_exit(_change(read_settings().settings, document_id, wanted))


@document.command()
def remove(document_id: Which) -> None:
    """Put a document away; the browser can bring it back for a day."""
    run_to_exit(_remove(read_settings().settings, document_id))


async def _add(settings: Settings, files: list[Path], kind: Kind, conversation: str | None) -> int:
    async with open_antiphon(settings) as client:
        for each in files:
            print_documents(open_output(), [await bring_document(client, each, kind, conversation)])
    return 0


async def _list(settings: Settings, conversation: str | None) -> int:
    async with open_antiphon(settings) as client:
        found = await read_documents(client, conversation)
    print_documents(open_output(), list(found))
    return 0


def print_documents(console: Console, found: list[Document]) -> None:
    """A table on a terminal, tab-separated lines in a pipe, a first step when there is nothing."""
    rows = [tuple(make_printable(cell) for cell in describe(each)) for each in found]
    if not console.is_terminal:
        for row in rows:
            print("\t".join(row), file=console.file)
        return
    if not rows:
        console.print(Text(EMPTY))
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console.print(table)


async def _show(settings: Settings, document_id: str, number: int) -> int:
    async with open_antiphon(settings) as client:
        found = await read_document(client, document_id)
        if found.width is not None:
            print_documents(open_output(), [found])
            return 0
        page = await read_document_page(client, document_id, number)
    print(make_printable(page.text))
    return 0


async def _change(settings: Settings, document_id: str, kind: Kind) -> int:
    async with open_antiphon(settings) as client:
        changed = await change_kind(client, document_id, kind)
    print(f"{make_printable(changed.name)} is {changed.kind} now")
    return 0


async def _remove(settings: Settings, document_id: str) -> int:
    async with open_antiphon(settings) as client:
        gone = await remove_document(client, document_id)
    print(f"{make_printable(gone.name)} is put away")
    return 0
