"""Who answered without all of its history, said where the answers are."""

from contextlib import suppress

from rich.text import Text

from antiphon.cli.printing.figures import count
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.terminal import open_side
from antiphon.client import AsyncClient
from antiphon.client.answers.quorum import TrimmedAdvisor
from antiphon.conversation.errors import AntiphonError
from antiphon.conversation.turn import Turn


async def print_left_out(client: AsyncClient, turn: Turn, *, plain: bool) -> None:
    """A line on the side if turns had to go so that somebody could answer. What goes wrong here is left unsaid."""
    if turn.position == 1:
        return
    with suppress(AntiphonError):
        if line := format_left_out((await client.maps.read(turn.id)).quorum.trimmed):
            side = open_side(plain=plain)
            side.print(Text(line, style="yellow"), soft_wrap=not side.is_terminal)


def format_left_out(trimmed: tuple[TrimmedAdvisor, ...]) -> str:
    """`too much for the model: 2 turns left out for Skeptic, 1 for Builder; antiphon receipt REPLY_ID names them`."""
    if not trimmed:
        return ""
    first, *others = trimmed
    named = [f"{count(first.turns, 'turn')} left out for {make_printable(first.name)}"]
    named += [f"{each.turns} for {make_printable(each.name)}" for each in others]
    return f"too much for the model: {', '.join(named)}; antiphon receipt REPLY_ID names them"
