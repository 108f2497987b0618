"""`antiphon import add|list|show|start|undo|formats`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.confirm import check_can_ask, confirm
from antiphon.cli.imports.words import describe_conversation, describe_end, describe_import, describe_report
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_lines, print_rows
from antiphon.cli.terminal import open_output
from antiphon.client.aio.client import AsyncClient
from antiphon.client.answers.imports import Import
from antiphon.conversation.errors import Malformed
from antiphon.settings import Settings

EMPTY: Final = "Nothing was imported yet. Look into an export: antiphon import add conversations.zip"
_PIECE: Final = 4 * 1024 * 1024

imports = typer.Typer(
    name="import",
    help="Bring conversations of other programs: look at an export, have it written, take it back.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Which = Annotated[str, typer.Argument(metavar="IMPORT_ID", help="The import; `antiphon import list` prints it.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]


@imports.command()
def add(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Exports, as they were downloaded.")],
    yes: Yes = False,
    preview: Annotated[bool, typer.Option("--preview", help="Only say what is in them.")] = False,
) -> None:
    """Look at exports and, when you say so, write what is in them. The same file twice adds nothing."""
    run_to_exit(_add(read_settings().settings, files, yes=yes, preview=preview))


@imports.command("list")
def list_imports() -> None:
    """List what was brought, the newest first."""
    run_to_exit(_list(read_settings().settings))


@imports.command()
def show(import_id: Which) -> None:
    """Print what is in an import, conversation by conversation."""
    run_to_exit(_show(read_settings().settings, import_id))


@imports.command()
def start(
    import_id: Which,
    leave_out: Annotated[
        list[int] | None, typer.Option("--leave-out", metavar="NUMBER", help="Not this one; repeat it for each.")
    ] = None,
) -> None:
    """Write what is in an import that was looked at."""
    run_to_exit(_start(read_settings().settings, import_id, leave_out or []))


@imports.command()
def undo(import_id: Which, yes: Yes = False) -> None:
    """Take back all that an import brought; conversations you have gone on with stay."""
    run_to_exit(_undo(read_settings().settings, import_id, yes=yes))


@imports.command()
def formats() -> None:
    """List the programs whose exports can be read."""
    run_to_exit(_formats(read_settings().settings))


async def _add(settings: Settings, files: list[Path], *, yes: bool, preview: bool) -> int:
    for each in files:
        if not each.is_file():
            raise Malformed(f"{each} is not a file")
    if not preview:
        check_can_ask(yes=yes)
    failed = False
    async with open_antiphon(settings) as client:
        for each in files:
            found = await _watch(client, (await client.imports.bring(each.name, _cut(each))).id)
            print_lines(open_output(), describe_report(found))
            failed |= found.status == "failed"
            if preview or not found.counts.get("new", 0) + found.counts.get("grown", 0):
                await client.imports.undo(found.id)
            elif await confirm("Write these conversations?", yes=yes):
                await client.imports.start(found.id)
                failed |= _say_end(await _watch(client, found.id))
    return 1 if failed else 0


def _cut(file: Path) -> Iterator[bytes]:
    with file.open("rb") as stream:
        while data := stream.read(_PIECE):
            yield data


async def _watch(client: AsyncClient, import_id: str) -> Import:
    """The import once nobody is at it; a terminal is told how far it has come."""
    output = open_output()
    found = await client.imports.read(import_id)
    if not output.is_terminal:
        return [each async for each in client.imports.wait(import_id)][-1]
    with output.status("reading") as line:
        async for found in client.imports.wait(import_id):
            line.update(f"{found.status}: {sum(found.counts.values()):,} conversations")
    return found


async def _list(settings: Settings) -> int:
    async with open_antiphon(settings) as client:
        found = await client.imports.list()
    print_rows(open_output(), [tuple(make_printable(cell) for cell in describe_import(each)) for each in found], EMPTY)
    return 0


async def _show(settings: Settings, import_id: str) -> int:
    async with open_antiphon(settings) as client:
        found = await client.imports.read(import_id)
        rows = [
            tuple(make_printable(cell) for cell in describe_conversation(each))
            async for each in client.imports.conversations(import_id)
        ]
    print_lines(open_output(), describe_report(found))
    print_rows(open_output(), rows)
    return 0


async def _start(settings: Settings, import_id: str, leave_out: list[int]) -> int:
    async with open_antiphon(settings) as client:
        await client.imports.start(import_id, leave_out)
        return int(_say_end(await _watch(client, import_id)))


def _say_end(found: Import) -> bool:
    """Say what became of it; whether it failed."""
    print_lines(open_output(), describe_end(found))
    return found.status == "failed"


async def _undo(settings: Settings, import_id: str, *, yes: bool) -> int:
    async with open_antiphon(settings) as client:
        found = await client.imports.read(import_id)
        count = found.counts.get("imported", 0)
        if count and not await confirm(f"Take back {count:,} conversations that came from {found.name}?", yes=yes):
            return 1
        await client.imports.undo(import_id)
        if count:
            return int(_say_end(await _watch(client, import_id)))
        print_lines(open_output(), ["It had brought nothing, and is forgotten."])
    return 0


async def _formats(settings: Settings) -> int:
    async with open_antiphon(settings) as client:
        found = await client.imports.importers()
    print_rows(open_output(), [(each.name, each.label, f"version {each.version}") for each in found])
    return 0
