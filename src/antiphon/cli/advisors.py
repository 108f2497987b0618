"""`antiphon advisors`: everyone who can be asked."""

from collections.abc import Sequence
from typing import Annotated

import orjson
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable, parse_colour
from antiphon.cli.terminal import open_output
from antiphon.client.answers.advisors import Advisor
from antiphon.client.naming import match_advisors
from antiphon.settings import Settings

advisors = typer.Typer(
    help="List the advisors, or show one as it stands.", invoke_without_command=True, rich_markup_mode=None
)
_DEFAULT = "the default model"


@advisors.callback()
def list_advisors(context: typer.Context) -> None:
    """List the advisors, or show one as it stands; alone it lists them."""
    if context.invoked_subcommand is None:
        run_to_exit(_list(read_settings().settings))


@advisors.command()
def show(
    advisor: Annotated[str, typer.Argument(metavar="NAME_OR_ID", help="The advisor.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print all the server knows of it as JSON.")] = False,
) -> None:
    """Show an advisor: the model that answers for it, its tools, and what it is told of itself."""
    run_to_exit(_show(read_settings().settings, advisor, as_json=as_json))


async def _list(settings: Settings) -> int:
    async with open_antiphon(settings) as client:
        print_advisors(open_output(), await client.advisors.list())
    return 0


async def _show(settings: Settings, wanted: str, *, as_json: bool) -> int:
    async with open_antiphon(settings) as client:
        known = await client.advisors.list()
    [found] = match_advisors(known, [wanted])
    advisor = next(each for each in known if each.id == found)
    if as_json:
        print(orjson.dumps(advisor.raw, option=orjson.OPT_INDENT_2).decode())
    else:
        print_advisor(open_output(), advisor)
    return 0


def print_advisors(console: Console, known: Sequence[Advisor]) -> None:
    """A table on a terminal, tab-separated lines in a pipe."""
    rows = [(each.id, _clean(each.name), _clean(each.tagline), each.model or _DEFAULT) for each in known]
    if not console.is_terminal:
        for row in rows:
            print("\t".join(row), file=console.file)
        return
    table = Table(box=None, pad_edge=False)
    for head in ("id", "name", "in a few words", "answered by"):
        table.add_column(head, no_wrap=head in ("id", "name"))
    for (id, name, tagline, model), each in zip(rows, known, strict=True):
        table.add_row(Text(id), Text(name, style=parse_colour(each.colour)), Text(tagline), Text(model))
    console.print(table)


def print_advisor(console: Console, advisor: Advisor) -> None:
    """Who it is, who answers for it, and what it is told of itself, whole."""
    console.print(Text(f"{_clean(advisor.name)} · {_clean(advisor.tagline)}", style=parse_colour(advisor.colour)))
    console.print(Text(f"{advisor.id}, version {advisor.version}", style="dim"))
    console.print(Text(f"answered by {_clean(advisor.model or _DEFAULT)}"))
    if advisor.tools:
        console.print(Text(f"may use {_clean(', '.join(advisor.tools))}"))
    console.print()
    console.print(Text(make_printable(advisor.description)), soft_wrap=not console.is_terminal)


def _clean(text: str) -> str:
    """One line."""
    return " ".join(make_printable(text).split())
