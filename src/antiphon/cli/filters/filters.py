"""`antiphon filters`, `antiphon filters save` and `antiphon filters remove`."""

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_rows
from antiphon.cli.terminal import open_output
from antiphon.client.answers.filters import SavedFilter
from antiphon.settings import Settings

EMPTY = 'No saved filters yet. Keep one: antiphon filters save good "s>=2"'

filters = typer.Typer(help="List, save and remove filters.", invoke_without_command=True, rich_markup_mode=None)
Name = Annotated[str, typer.Argument(metavar="NAME", help="The name, used as @NAME in other filters.")]


@filters.callback()
def list_filters(context: typer.Context) -> None:
    """List, save and remove filters; alone it lists them."""
    if context.invoked_subcommand is None:
        run_to_exit(_list(read_settings().settings))


@filters.command()
def save(
    name: Name, line: Annotated[str, typer.Argument(metavar="LINE", help="The filter, without a command.")]
) -> None:
    """Keep a filter under a name, in place of what the name stood for."""
    run_to_exit(_save(read_settings().settings, name, line))


@filters.command()
def remove(name: Name) -> None:
    """Forget a saved filter."""
    run_to_exit(_remove(read_settings().settings, name))


async def _list(settings: Settings) -> int:
    async with open_antiphon(settings) as client:
        saved = await client.filters.list()
    print_filters(open_output(), saved)
    return 0


def print_filters(console: Console, saved: Sequence[SavedFilter]) -> None:
    """A table on a terminal, tab-separated lines in a pipe, a first step when there is nothing."""
    rows = [(f"@{each.name}", make_printable(each.line), _mark(each)) for each in saved]
    print_rows(console, rows, EMPTY)


async def _save(settings: Settings, name: str, line: str) -> int:
    async with open_antiphon(settings) as client:
        saved = await client.filters.save(name, line)
    print(f"@{saved.name} is {saved.line} now")
    return 0


async def _remove(settings: Settings, name: str) -> int:
    async with open_antiphon(settings) as client:
        await client.filters.remove(name.removeprefix("@"))
    print(f"@{name.removeprefix('@')} is gone")
    return 0


def _mark(saved: SavedFilter) -> str:
    return "cannot be read" if saved.canonical is None else ""
