"""`antiphon advisors`: everyone who can be asked."""

from collections.abc import Sequence
from typing import Annotated, Any

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
from antiphon.cli.thinking import NONE, ThinkingArgument, format_thinking, read_wanted
from antiphon.client.answers.advisors import Advisor
from antiphon.client.naming import match_advisors
from antiphon.settings import Settings

advisors = typer.Typer(
    help="List the advisors, show one as it stands, or set how much it thinks.",
    invoke_without_command=True,
    rich_markup_mode=None,
)
_DEFAULT = "the default model"
_AS_PANEL = "as its panel does"


@advisors.callback()
def list_advisors(context: typer.Context) -> None:
    """List the advisors, show one as it stands, or set how much it thinks; alone it lists them."""
    if context.invoked_subcommand is None:
        run_to_exit(_list(read_settings().settings))


@advisors.command()
def show(
    advisor: Annotated[str, typer.Argument(metavar="NAME_OR_ID", help="The advisor.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print all the server knows of it as JSON.")] = False,
) -> None:
    """Show an advisor: the model that answers for it, its tools, and what it is told of itself."""
    run_to_exit(_show(read_settings().settings, advisor, as_json=as_json))


@advisors.command()
def thinking(
    advisor: Annotated[str, typer.Argument(metavar="NAME_OR_ID", help="The advisor.")],
    wanted: ThinkingArgument = None,
) -> None:
    """Show how much an advisor thinks before it answers, or set it; setting it makes another version."""
    run_to_exit(_think(read_settings().settings, advisor, None if wanted is None else read_wanted(wanted)))


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


async def _think(settings: Settings, name: str, wanted: Any) -> int:
    async with open_antiphon(settings) as client:
        known = await client.advisors.list()
        [found] = match_advisors(known, [name])
        advisor = next(each for each in known if each.id == found)
        if wanted is not None:
            parameters = {"thinking": None if wanted == NONE else wanted}
            advisor = await client.advisors.update(advisor.id, parameters=parameters)
    print(format_thinking(advisor.thinking, _AS_PANEL))
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
    console.print(Text(f"thinking: {format_thinking(advisor.thinking, _AS_PANEL)}"))
    if advisor.tools:
        console.print(Text(f"may use {_clean(', '.join(advisor.tools))}"))
    console.print()
    console.print(Text(make_printable(advisor.description)), soft_wrap=not console.is_terminal)


def _clean(text: str) -> str:
    """One line."""
    return " ".join(make_printable(text).split())
