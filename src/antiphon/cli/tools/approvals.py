"""`antiphon approvals`: the calls that wait for your leave."""

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.terminal import open_output
from antiphon.client.answers.tools import Approval, Approvals
from antiphon.conversation.errors import Malformed, NotFound
from antiphon.settings import Settings

EMPTY = "Nothing waits for your leave."

approvals = typer.Typer(
    help="List the calls that wait for your leave, and allow or reject them.",
    invoke_without_command=True,
    rich_markup_mode=None,
)
IdArgument = Annotated[
    str | None,
    typer.Argument(metavar="ID", help="The call, or how its id begins; absent when only one waits."),
]


@approvals.callback()
def list_approvals(context: typer.Context) -> None:
    """List the calls that wait for your leave, and allow or reject them; alone it lists them."""
    if context.invoked_subcommand is None:
        run_to_exit(_list(read_settings().settings))


@approvals.command()
def allow(
    call: IdArgument = None,
    always: Annotated[bool, typer.Option("--always", help="Allow this tool from now on, too.")] = False,
    arguments: Annotated[
        str | None, typer.Option(metavar="JSON", help="Arguments to use instead of the advisor's.")
    ] = None,
) -> None:
    """Allow a call to be made, once."""
    said: dict[str, Any] = {"decision": "allow", "always": always}
    if arguments is not None:
        said["arguments"] = _parse(arguments)
    run_to_exit(_decide(read_settings().settings, call, said))


@approvals.command()
def reject(
    call: IdArgument = None,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why; the advisor is told.")] = "",
) -> None:
    """Have the advisor go on without this call."""
    run_to_exit(_decide(read_settings().settings, call, {"decision": "reject", "reason": reason}))


@approvals.command("ask-again")
def ask_again(
    tool: Annotated[str, typer.Argument(metavar="SERVER/TOOL", help="A tool that need not ask any more.")],
) -> None:
    """Take back leave that was given for good."""
    run_to_exit(_ask_again(read_settings().settings, tool))


async def _list(settings: Settings) -> int:
    async with open_antiphon(settings) as client:
        found = await client.approvals.list()
    print_approvals(open_output(), found)
    return 0


def print_approvals(console: Console, found: Approvals) -> None:
    """Each call with all that would be done; then what need not ask any more."""
    if not found.items and console.is_terminal:
        console.print(Text(EMPTY))
    for each in found.items:
        call = f"{each.server}/{each.tool} {make_printable(each.arguments)}"
        console.out(f"{each.id}\t{make_printable(each.advisor_name)}\t{call}", highlight=False)
    for standing in found.standing:
        console.out(f"always\t\t{standing.server}/{standing.tool}", highlight=False)


async def _decide(settings: Settings, call: str | None, said: Mapping[str, Any]) -> int:
    async with open_antiphon(settings) as client:
        question = choose_question((await client.approvals.list()).items, call)
        decided = await client.approvals.decide(question, said)
    print(f"{decided.server}/{decided.tool} is {decided.status}")
    return 0


def choose_question(pending: Sequence[Approval], begins: str | None) -> Approval:
    """The one that is meant; `Malformed` when several could be."""
    meant = [each for each in pending if begins is None or each.id.startswith(begins)]
    if not meant:
        raise NotFound("approval", begins or "")
    if len(meant) > 1:
        raise Malformed(f"{len(meant)} calls wait; say which: {', '.join(each.id for each in meant)}")
    return meant[0]


async def _ask_again(settings: Settings, tool: str) -> int:
    server, _, name = tool.partition("/")
    async with open_antiphon(settings) as client:
        await client.approvals.revoke(server, name)
    print(f"{tool} asks again")
    return 0


def _parse(text: str) -> dict[str, Any]:
    try:
        parsed = json.loads(text)
    except ValueError:
        parsed = None
    if not isinstance(parsed, dict):
        raise Malformed("--arguments takes a JSON object")
    return parsed
