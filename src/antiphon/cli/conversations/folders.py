"""`antiphon folders` and what can be done to one."""

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.naming import find_folder
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_rows
from antiphon.cli.terminal import open_output
from antiphon.client.answers.folders import Folder
from antiphon.settings import Settings

EMPTY = 'No folders yet. Make one: antiphon folders add "Work"'

folders = typer.Typer(help="List, add, rename and remove folders.", invoke_without_command=True, rich_markup_mode=None)
FolderArgument = Annotated[str, typer.Argument(metavar="FOLDER", help="Its name or id.")]
NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="What it is called.")]


@folders.callback()
def list_folders(context: typer.Context) -> None:
    """List, add, rename and remove folders; alone it lists them.

    A folder is where conversations lie in the list. A topic is another thing: it says what turns are about.
    """
    if context.invoked_subcommand is None:
        run_to_exit(_list(read_settings().settings))


@folders.command()
def add(name: NameArgument) -> None:
    """Make a folder with nothing in it."""
    run_to_exit(_add(read_settings().settings, name))


@folders.command()
def rename(folder: FolderArgument, name: NameArgument) -> None:
    """Give a folder another name."""
    run_to_exit(_rename(read_settings().settings, folder, name))


@folders.command()
def remove(folder: FolderArgument) -> None:
    """Remove a folder; its conversations stay, outside any folder."""
    run_to_exit(_remove(read_settings().settings, folder))


@folders.command()
def restore(
    folder_id: Annotated[str, typer.Argument(metavar="FOLDER_ID", help="The id `antiphon folders remove` printed.")],
) -> None:
    """Bring a removed folder back, with those of its conversations that were not moved since."""
    run_to_exit(_restore(read_settings().settings, folder_id))


async def _list(settings: Settings) -> int:
    async with open_antiphon(settings) as client:
        known = await client.folders.list()
    print_folders(open_output(), known)
    return 0


def print_folders(console: Console, known: Sequence[Folder]) -> None:
    """A table on a terminal, tab-separated lines in a pipe, a first step when there is nothing."""
    print_rows(console, [(each.id, make_printable(each.name), _count(each)) for each in known], EMPTY)


async def _add(settings: Settings, name: str) -> int:
    async with open_antiphon(settings) as client:
        made = await client.folders.create(name)
    print(f"{made.id}\t{make_printable(made.name)}")
    return 0


async def _rename(settings: Settings, wanted: str, name: str) -> int:
    async with open_antiphon(settings) as client:
        before = await find_folder(client, wanted)
        after = await client.folders.update(before.id, name)
    print(f"{make_printable(before.name)} is called {make_printable(after.name)} now")
    return 0


async def _remove(settings: Settings, wanted: str) -> int:
    async with open_antiphon(settings) as client:
        found = await find_folder(client, wanted)
        await client.folders.remove(found.id)
    print(f"{make_printable(found.name)} is gone, what lay in it stays; back: antiphon folders restore {found.id}")
    return 0


async def _restore(settings: Settings, folder_id: str) -> int:
    async with open_antiphon(settings) as client:
        back = await client.folders.restore(folder_id)
    print(f"{make_printable(back.name)} is back, with {_count(back)}")
    return 0


def _count(folder: Folder) -> str:
    return "1 conversation" if folder.conversations == 1 else f"{folder.conversations} conversations"
