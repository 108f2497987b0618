"""`antiphon panels`: who is asked, and what for as a conversation goes on."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.thinking import ThinkingArgument, format_thinking, read_wanted
from antiphon.client.answers.panels import Panel, Phase
from antiphon.client.naming import match_panel
from antiphon.settings import Settings

panels = typer.Typer(help="Who is asked, and what for as a conversation goes on.", rich_markup_mode=None)


@panels.command("list")
def list_panels() -> None:
    """List the panels with their phases; a star marks the default one."""
    run_to_exit(_list(read_settings().settings))


@panels.command()
def phases(
    panel: Annotated[str, typer.Argument(metavar="PANEL", help="Its name or id.")],
    phase: Annotated[
        list[str] | None,
        typer.Option(
            "--phase",
            metavar="NAME:TURNS:PROMPT",
            help="In order; the last has no turns (NAME::PROMPT). PROMPT is early, ongoing or words of your own.",
        ),
    ] = None,
    early: Annotated[int | None, typer.Option("--early", help="How many turns the first phase lasts.")] = None,
    usual: Annotated[bool, typer.Option("--usual", help="Go back to the usual phases.")] = False,
) -> None:
    """Show the phases of a panel, or lay them out anew."""
    if sum((bool(phase), usual)) > 1:
        raise typer.BadParameter("choose one of --phase and --usual")
    changes: dict[str, Any] = {}
    if phase or usual:
        changes["phases"] = [_read_phase(each) for each in phase or ()]
    if early is not None:
        changes["early_turns"] = early
    run_to_exit(_arrange(read_settings().settings, panel, changes))


@panels.command()
def thinking(
    panel: Annotated[str, typer.Argument(metavar="PANEL", help="Its name or id.")],
    wanted: ThinkingArgument = None,
) -> None:
    """Show how much the advisors of a panel think who have no setting of their own, or set it."""
    run_to_exit(_think(read_settings().settings, panel, None if wanted is None else read_wanted(wanted)))


@panels.command()
def export(
    panel: Annotated[
        str | None, typer.Argument(metavar="PANEL", help="Only this one, by name or id; the default is all of them.")
    ] = None,
) -> None:
    """Print panels as a file: everybody on them, their phases, and how they answer each other."""
    run_to_exit(_export(read_settings().settings, panel))


@panels.command("import")
def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What `panels export` printed; - reads it from a pipe.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would happen.")] = False,
) -> None:
    """Take panels and their advisors in from a file, found by name; nobody else is touched."""
    run_to_exit(_import(read_settings().settings, _read_file(file), dry_run=dry_run))


async def _list(settings: Settings) -> int:
    async with open_antiphon(settings) as client:
        for each in await client.panels.list():
            star = "*" if each.default else " "
            voices = f"{len(each.advisor_ids)} {'advisor' if len(each.advisor_ids) == 1 else 'advisors'}"
            print(f"{star} {each.id}\t{make_printable(each.name)}\t{voices}\t{describe_phases(each)}")
    return 0


async def _arrange(settings: Settings, wanted: str, changes: dict[str, Any]) -> int:
    async with open_antiphon(settings) as client:
        panel = match_panel(await client.panels.list(), wanted)
        if changes:
            panel = await client.panels.update(panel.id, **changes)
    print(describe_phases(panel))
    return 0


async def _think(settings: Settings, name: str, wanted: Any) -> int:
    async with open_antiphon(settings) as client:
        panel = match_panel(await client.panels.list(), name)
        if wanted is not None:
            panel = await client.panels.update(panel.id, thinking=wanted)
    print(format_thinking(panel.thinking, "as the settings say"))
    return 0


async def _export(settings: Settings, wanted: str | None) -> int:
    async with open_antiphon(settings) as client:
        panel_id = None if wanted is None else match_panel(await client.panels.list(), wanted).id
        file = await client.panels.export(panel_id)
    print(json.dumps(file, indent=2, ensure_ascii=False))
    return 0


async def _import(settings: Settings, file: dict[str, Any], *, dry_run: bool) -> int:
    async with open_antiphon(settings) as client:
        done = await client.panels.bring_in(file, dry_run=dry_run)
    for kind, steps in (("panel", done.panels), ("advisor", done.rows)):
        for each in steps:
            print(f"{each.outcome}\t{kind}\t{make_printable(each.name)}")
    return 0


def _read_file(name: str) -> dict[str, Any]:
    try:
        file = json.loads(sys.stdin.read() if name == "-" else Path(name).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise typer.BadParameter(f"{name} cannot be read as a file of panels: {error}") from None
    if not isinstance(file, dict) or "panels" not in file:
        raise typer.BadParameter(f"{name} holds no panels")
    return file


def describe_phases(panel: Panel) -> str:
    """`early (3 turns), then ongoing`."""
    usual = (Phase(name="early", turns=panel.early_turns, prompt="early"),) if panel.early_turns else ()
    laid_out = panel.phases or (*usual, Phase(name="ongoing", prompt="ongoing"))
    words = [_describe_one(each) for each in laid_out]
    return ", then ".join(words)


def _describe_one(phase: Phase) -> str:
    name = make_printable(phase.name)
    return name if phase.turns is None else f"{name} ({phase.turns} {'turn' if phase.turns == 1 else 'turns'})"


def _read_phase(said: str) -> dict[str, Any]:
    name, _, rest = said.partition(":")
    turns, _, prompt = rest.partition(":")
    if not name.strip() or not prompt.strip() or (turns.strip() and not turns.strip().isdigit()):
        raise typer.BadParameter(f"{said!r} is not NAME:TURNS:PROMPT")
    return {"name": name.strip(), "turns": int(turns) if turns.strip() else None, "prompt": prompt.strip()}
