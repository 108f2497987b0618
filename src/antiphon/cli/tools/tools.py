"""`antiphon tools`: which there are, and the servers they come from."""

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
from antiphon.client.answers.tools import ToolServer
from antiphon.settings import Settings

tools = typer.Typer(
    help="List tools, and add, ask and remove servers of tools.", invoke_without_command=True, rich_markup_mode=None
)
NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="The server, as `antiphon tools` prints it.")]


@tools.callback()
def list_tools(context: typer.Context) -> None:
    """List tools, and add, ask and remove servers of tools; alone it lists them."""
    if context.invoked_subcommand is None:
        run_to_exit(_list(read_settings().settings))


@tools.command()
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What you call it: letters, digits, - and _.")],
    url: Annotated[str, typer.Argument(metavar="URL", help="Its address; programs are set up in antiphon.toml.")],
) -> None:
    """Add a server at an address and ask it what it can do."""
    run_to_exit(_add(read_settings().settings, name, url))


@tools.command()
def look(name: NameArgument) -> None:
    """Ask a server again what it can do."""
    run_to_exit(_look(read_settings().settings, name))


@tools.command()
def remove(name: NameArgument) -> None:
    """Take away a server that you added."""
    run_to_exit(_remove(read_settings().settings, name))


async def _list(settings: Settings) -> int:
    async with open_antiphon(settings) as client:
        servers = await client.tools.list()
    print_servers(open_output(), servers)
    return 0


def print_servers(console: Console, servers: Sequence[ToolServer]) -> None:
    """A table on a terminal, tab-separated lines in a pipe; a server that does not answer says why."""
    rows = [row for server in servers for row in _rows(server)]
    print_rows(console, rows)


def _rows(server: ToolServer) -> list[tuple[str, str, str]]:
    if server.error:
        return [(server.name, "off" if server.source == "house" else "not there", make_printable(server.error))]
    return [
        (tool.full_name, "asks" if tool.asks else "", make_printable(tool.description.partition("\n")[0]))
        for tool in server.tools
    ]


async def _add(settings: Settings, name: str, url: str) -> int:
    async with open_antiphon(settings) as client:
        return _report(await client.tools.add(name, url))


async def _look(settings: Settings, name: str) -> int:
    async with open_antiphon(settings) as client:
        return _report(await client.tools.refresh(name))


async def _remove(settings: Settings, name: str) -> int:
    async with open_antiphon(settings) as client:
        await client.tools.remove(name)
    print(f"{name} is gone")
    return 0


def _report(server: ToolServer) -> int:
    print_servers(open_output(), [server])
    return 1 if server.error else 0
