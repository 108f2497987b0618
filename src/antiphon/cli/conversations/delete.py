"""`antiphon delete`."""

from collections.abc import Iterator
from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.confirm import check_can_ask, confirm
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.client.answers.conversations import Everything
from antiphon.settings import Settings


def delete(
    conversation_id: Annotated[str, typer.Argument(metavar="CONVERSATION_ID", help="The conversation to delete.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Delete without asking.")] = False,
) -> None:
    """Delete a conversation for good.

    Its turns, answers, receipts and files go; branches, decisions and accepted memories stay. Nothing brings it back.
    """
    run_to_exit(_run(read_settings().settings, conversation_id, yes=yes))


async def _run(settings: Settings, conversation_id: str, *, yes: bool) -> int:
    check_can_ask(yes=yes)
    async with open_antiphon(settings) as client:
        everything = await client.conversations.describe_everything(conversation_id)
        typer.echo("\n".join(list_everything(everything)), err=True)
        if not await confirm("Delete it for good?", yes=yes):
            typer.echo("nothing was deleted")
            return 1
        await client.conversations.delete_for_good(conversation_id)
    typer.echo(f"deleted for good: {conversation_id}")
    return 0


def list_everything(found: Everything) -> Iterator[str]:
    """What goes and what stays, a line each."""
    yield f"deleted: {found.turns} turns, {found.replies} answers, {found.receipts} receipts, {found.files} files"
    if found.in_flight:
        yield "whoever still speaks there is stopped first"
    branches = [make_printable(each["title"]) or each["conversation_id"] for each in found.stays["branches"]]
    counts = {name: found.stays[name] for name in ("decisions", "memories", "tests")}
    kept = [f"{count} {name}" for name, count in counts.items() if count]
    kept += [f"the branch {each}" for each in branches]
    yield f"stays: {', '.join([*kept, 'what it cost, in the sums'])}"
