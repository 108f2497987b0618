"""`antiphon instructions` and what can be done to them."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated

import typer
from rich.console import Console

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_rows
from antiphon.cli.terminal import open_output
from antiphon.client import AsyncClient
from antiphon.client.answers.instructions import Instruction
from antiphon.conversation.errors import Malformed
from antiphon.settings import Settings

EMPTY = 'No instructions yet. Add one: antiphon instructions add "Answer in three sentences."'

instructions = typer.Typer(
    help="List, add, edit, remove and reorder your instructions.",
    invoke_without_command=True,
    rich_markup_mode=None,
)
PlaceOption = Annotated[
    str | None,
    typer.Option("--conversation", metavar="ID", help="In this conversation; the default is all of them."),
]
WantedArgument = Annotated[
    str, typer.Argument(metavar="NAME_OR_ID", help="The instruction, as `antiphon instructions` prints it.")
]
NameOption = Annotated[str | None, typer.Option(metavar="NAME", help="What it is called.")]


@instructions.callback()
def list_instructions(context: typer.Context, conversation: PlaceOption = None) -> None:
    """List, add, edit, remove and reorder your instructions; alone it lists them."""
    if context.invoked_subcommand is None:
        run_to_exit(_run(read_settings().settings, conversation, _nothing))


@instructions.command()
def add(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What every answer should respect.")],
    name: NameOption = None,
    conversation: PlaceOption = None,
) -> None:
    """Add an instruction behind the others."""

    async def deed(client: AsyncClient) -> None:
        await client.instructions.add({"text": text, "name": name or "", "conversation_id": conversation})

    run_to_exit(_run(read_settings().settings, conversation, deed))


@instructions.command()
def edit(
    instruction: WantedArgument,
    text: Annotated[str | None, typer.Option(metavar="TEXT", help="What every answer should respect.")] = None,
    name: NameOption = None,
    on: Annotated[bool | None, typer.Option("--on/--off", help="Switch it; with --conversation only there.")] = None,
    conversation: PlaceOption = None,
) -> None:
    """Change or switch an instruction; what is not named stays as it is."""
    said = {key: value for key, value in {"text": text, "name": name}.items() if value is not None}
    if not said and on is None:
        raise typer.BadParameter("say what to change: --text, --name, --on or --off")

    async def deed(client: AsyncClient) -> None:
        found = await _find(client, conversation, instruction)
        if on is not None and conversation is not None and found.conversation_id is None:
            await client.instructions.switch(found.id, conversation, on)
        elif on is not None:
            await client.instructions.update(found.id, {"enabled": on})
        if said:
            await client.instructions.update(found.id, said)

    run_to_exit(_run(read_settings().settings, conversation, deed))


@instructions.command()
def remove(instruction: WantedArgument, conversation: PlaceOption = None) -> None:
    """Remove an instruction."""

    async def deed(client: AsyncClient) -> None:
        await client.instructions.remove((await _find(client, conversation, instruction)).id)

    run_to_exit(_run(read_settings().settings, conversation, deed))


@instructions.command()
def reorder(
    wanted: Annotated[list[str], typer.Argument(metavar="NAME_OR_ID", help="Instructions in their new order.")],
    conversation: PlaceOption = None,
) -> None:
    """Put these instructions first, in this order."""

    async def deed(client: AsyncClient) -> None:
        found = [await _find(client, conversation, each) for each in wanted]
        await client.instructions.reorder([each.id for each in found])

    run_to_exit(_run(read_settings().settings, conversation, deed))


async def _find(client: AsyncClient, conversation_id: str | None, wanted: str) -> Instruction:
    """The one with this id or this name; `Malformed` when there is none, or several have the name."""
    found = await client.instructions.list(conversation_id)
    fitting = [each for each in found if each.id == wanted] or [each for each in found if each.name == wanted]
    if len(fitting) != 1:
        raise Malformed(f"{len(fitting) or 'no'} instructions are called {wanted}; `antiphon instructions` lists ids")
    return fitting[0]


async def _nothing(_: AsyncClient) -> None:
    """Only look."""


async def _run(settings: Settings, conversation: str | None, deed: Callable[[AsyncClient], Awaitable[None]]) -> int:
    async with open_antiphon(settings) as client:
        await deed(client)
        found = await client.instructions.list(conversation)
    print_instructions(open_output(), found)
    return 0


def print_instructions(console: Console, found: Sequence[Instruction]) -> None:
    """A table on a terminal, tab-separated lines in a pipe, a first step when there is nothing."""
    rows = [_format_row(each) for each in found]
    print_rows(console, rows, EMPTY)


def _format_row(instruction: Instruction) -> tuple[str, str, str, str, str]:
    place = "all conversations" if instruction.conversation_id is None else "this conversation"
    text = " ".join(make_printable(instruction.text).split())
    return instruction.id, "on" if instruction.counts else "off", place, make_printable(instruction.name), text
