"""`antiphon run`."""

import sys
from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.confirm import confirm
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.naming import choose_conversation
from antiphon.cli.options import ConversationOption, YesOption
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.figures import count
from antiphon.cli.printing.printable import make_printable
from antiphon.client import AsyncClient
from antiphon.client.answers.filters import CommandOutcome
from antiphon.settings import Settings

# Enough to recognise what the filter means; the count says the rest.
_EXAMPLES = 5
_EXAMPLE_WIDTH = 60


def run(
    line: Annotated[str, typer.Argument(metavar="LINE", help='A filter and a command, as in "s2 :export md".')],
    conversation: ConversationOption = None,
    yes: YesOption = False,
) -> None:
    """Carry out a filter line that ends in a colon command.

    Commands are :export, :topic, :delete, :star, :pin, :unpin, :out, :in, :tag, :flag, :hud and :new. Deleting
    shows the count and asks; the command that undoes it is printed.
    """
    run_to_exit(_run(read_settings().settings, conversation, line, yes=yes))


async def _run(settings: Settings, conversation: str | None, line: str, *, yes: bool) -> int:
    async with open_antiphon(settings) as client:
        here = await choose_conversation(client, conversation)
        outcome = await client.filters.run(here, line)
        if outcome.command == "delete" and outcome.turn_ids and not outcome.done:
            return await _delete(client, here, outcome.turn_ids, yes=yes)
    if outcome.text is not None:
        # In a pipe an export is what was said, to the letter; a terminal would obey some of it.
        print(make_printable(outcome.text) if sys.stdout.isatty() else outcome.text)
    else:
        print(format_outcome(outcome), file=sys.stdout if outcome.done else sys.stderr)
    return 0


def format_outcome(outcome: CommandOutcome) -> str:
    """What was done, in a line."""
    if outcome.command == "hud":
        return ":hud shows and hides a part of the browser's page; there is nothing to do here"
    if outcome.command == "new":
        position = (outcome.fact or {}).get("position")
        return f"a divider stands behind turn {position} now; the filter n shows what follows it"
    if not outcome.done:
        return "no turn fits the filter, so nothing was done"
    return f":{outcome.command} done for {count(len(outcome.turn_ids), 'turn')}"


async def _delete(client: AsyncClient, conversation_id: str, turn_ids: tuple[str, ...], *, yes: bool) -> int:
    """Ask, then delete the turns that were named and no others, whatever the filter would show by then."""
    print(f"{count(len(turn_ids), 'turn')} to delete:", file=sys.stderr)
    for turn_id in turn_ids[:_EXAMPLES]:
        print(f"  {await _describe(client, turn_id)}", file=sys.stderr)
    if len(turn_ids) > _EXAMPLES:
        print(f"  and {len(turn_ids) - _EXAMPLES:,} more", file=sys.stderr)
    if not await confirm("Delete?", yes=yes):
        print("nothing was deleted", file=sys.stderr)
        return 1
    await client.turns.remove(conversation_id, turn_ids)
    print(f"{count(len(turn_ids), 'turn')} deleted; to undo:")
    print(f"antiphon restore --conversation {conversation_id} {' '.join(turn_ids)}")
    return 0


async def _describe(client: AsyncClient, turn_id: str) -> str:
    turn = await client.turns.read(turn_id)
    words = " ".join(make_printable(turn.text).split())
    return f"turn {turn.position}: {words if len(words) <= _EXAMPLE_WIDTH else words[: _EXAMPLE_WIDTH - 1] + '…'}"
