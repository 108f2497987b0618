"""`antiphon packs`: panels and advisors that packages bring, looked at before they are taken in."""

from collections.abc import Iterator
from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.confirm import check_can_ask, confirm
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_lines, print_rows
from antiphon.cli.terminal import open_output
from antiphon.client.answers.panels import PanelImport
from antiphon.client.answers.plugins import Pack
from antiphon.settings import Settings

EMPTY = "No package brings a pack. `antiphon plugins` says what is installed."

packs = typer.Typer(
    help="Packs of panels and advisors: list them, look at one, take it in.",
    invoke_without_command=True,
    rich_markup_mode=None,
)
Name = Annotated[str, typer.Argument(metavar="PACK", help="The pack; `antiphon packs` prints it.")]


@packs.callback()
def list_packs(context: typer.Context) -> None:
    """Packs of panels and advisors: list them, look at one, take it in; alone it lists them."""
    if context.invoked_subcommand is None:
        run_to_exit(_list(read_settings().settings))


@packs.command()
def show(pack: Name) -> None:
    """Print every word of a pack."""
    run_to_exit(_show(read_settings().settings, pack))


@packs.command()
def add(pack: Name, yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False) -> None:
    """Take a pack in, once you have seen what it would do. Whoever has a name of its is found by it and changed."""
    run_to_exit(_add(read_settings().settings, pack, yes=yes))


async def _list(settings: Settings) -> int:
    async with open_antiphon(settings) as client:
        found = await client.plugins.packs()
    rows = [(each.name, make_printable(each.label), _count(each)) for each in found]
    print_rows(open_output(), rows, EMPTY)
    return 0


async def _show(settings: Settings, name: str) -> int:
    async with open_antiphon(settings) as client:
        found = await client.plugins.pack(name)
    print_lines(open_output(), (make_printable(line) for line in describe_pack(found)))
    return 0


async def _add(settings: Settings, name: str, *, yes: bool) -> int:
    check_can_ask(yes=yes)
    async with open_antiphon(settings) as client:
        found = await client.plugins.pack(name)
        print_lines(open_output(), (make_printable(line) for line in describe_pack(found)))
        planned = await client.panels.bring_in(found.raw, dry_run=True)
        print_lines(open_output(), (make_printable(line) for line in _describe_steps(planned)))
        if not await confirm("Take this pack in?", yes=yes):
            return 1
        await client.panels.bring_in(found.raw)
    return 0


def describe_pack(pack: Pack) -> Iterator[str]:
    """What it says of itself, then everybody in it with what they are told, then who sits together."""
    yield f"{pack.label} ({pack.name}, version {pack.version}, {pack.licence or 'without a licence'})"
    if pack.description:
        yield pack.description
    for advisor in pack.advisors:
        yield ""
        yield f"advisor {advisor['name']}"
        yield str(advisor["description"])
    for panel in pack.panels:
        yield ""
        yield f"panel {panel['name']}: {', '.join(map(str, panel['advisors']))}"


def _describe_steps(planned: PanelImport) -> Iterator[str]:
    yield ""
    for kind, steps in (("panel", planned.panels), ("advisor", planned.rows)):
        yield from (f"{each.outcome}\t{kind}\t{each.name}" for each in steps)


def _count(pack: Pack) -> str:
    return f"{pack.panel_count} panels, {pack.advisor_count} advisors"
