"""`antiphon config show` and `antiphon config path`."""

import re
from collections.abc import Sequence
from typing import Annotated

import orjson
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from antiphon.cli.configuration import read_reachable_settings
from antiphon.cli.terminal import open_output

config = typer.Typer(
    help="Show the configuration and where it comes from.", no_args_is_help=True, rich_markup_mode=None
)
Row = tuple[str, str, str]
_PASSWORD = re.compile(r"(://[^:/@\s]*:)[^\s]*@")


@config.command()
def show(
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object instead of a table.")] = False,
) -> None:
    """Print every setting with its value and its source; secrets are hidden."""
    rows = [(name, hide_password(value), source) for name, value, source in read_reachable_settings().rows()]
    if as_json:
        print(format_json(rows))
    else:
        print_settings(open_output(), rows)


@config.command()
def path() -> None:
    """Print the path of the configuration file, whether or not it exists."""
    print(read_reachable_settings().settings.data_dir / "antiphon.toml")


def hide_password(value: str) -> str:
    """The same value; in an address, stars where the password stands."""
    return _PASSWORD.sub(r"\1***@", value)


def print_settings(console: Console, rows: Sequence[Row]) -> None:
    """A table on a terminal, tab-separated lines in a pipe."""
    if not console.is_terminal:
        for row in rows:
            print("\t".join(row), file=console.file)
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("setting", no_wrap=True)
    table.add_column("value", overflow="fold")
    table.add_column("source", overflow="fold", style="dim")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console.print(table)


def format_json(rows: Sequence[Row]) -> str:
    """`{"port": {"value": "8642", "source": "default"}, …}`."""
    values = {name: {"value": value, "source": source} for name, value, source in rows}
    return orjson.dumps(values, option=orjson.OPT_INDENT_2).decode()
