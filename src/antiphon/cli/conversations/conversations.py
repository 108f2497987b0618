"""`antiphon conversations`."""

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.naming import find_folder
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.terminal import open_output
from antiphon.client.answers.conversations import Conversation
from antiphon.settings import Settings

EMPTY = 'No conversations yet. Begin one: antiphon send "What should I do first?"'
EMPTY_FOLDER = "Nothing lies in this folder. Move something there: antiphon move CONVERSATION_ID FOLDER"


def conversations(
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many to list.")] = 20,
    folder: Annotated[
        str | None, typer.Option("--folder", metavar="FOLDER", help="Only those in this folder, by name or id.")
    ] = None,
) -> None:
    """List conversations, the one that changed last first."""
    run_to_exit(_run(read_settings().settings, limit, folder))


async def _run(settings: Settings, limit: int, folder: str | None) -> int:
    async with open_antiphon(settings) as client:
        folder_id = None if folder is None else (await find_folder(client, folder)).id
        rows = (await client.conversations.list(limit, folder_id=folder_id)).items
    print_conversations(open_output(), rows, EMPTY if folder is None else EMPTY_FOLDER)
    return 0


# Between five columns.
_GAPS = 8
_LEAST_TITLE = 8


def print_conversations(console: Console, rows: Sequence[Conversation], empty: str = EMPTY) -> None:
    """A table on a terminal, tab-separated lines in a pipe, a first step when there is nothing."""
    if not console.is_terminal:
        for row in rows:
            print("\t".join(_format_row(row)), file=console.file)
        return
    if not rows:
        console.print(Text(empty))
        return
    cells = [_format_row(row) for row in rows]
    ids, _, turns, moments, marks = (max(map(len, column)) for column in zip(*cells, strict=True))
    # The title gives way on a narrow terminal; half a date says nothing.
    rest = console.width - ids - max(turns, len("turns")) - moments - marks - _GAPS
    table = Table(box=None, pad_edge=False)
    table.add_column("id", no_wrap=True, min_width=ids)
    table.add_column("title", no_wrap=True, overflow="ellipsis", max_width=max(rest, _LEAST_TITLE))
    table.add_column("turns", justify="right")
    table.add_column("last change", no_wrap=True, min_width=moments)
    table.add_column("")
    for line in cells:
        table.add_row(*(Text(cell) for cell in line))
    console.print(table)


def _format_row(row: Conversation) -> tuple[str, str, str, str, str]:
    changed = (row.updated_at or row.created_at).astimezone()
    title = " ".join(make_printable(row.title or row.opening).split()) or "untitled"
    mark = "answering" if row.in_flight else "from a program" if row.surface else ""
    return row.id, title, str(row.turn_count), changed.strftime("%Y-%m-%d %H:%M"), mark
