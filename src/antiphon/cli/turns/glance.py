"""Where the voices of a turn stand, at a glance, in one line."""

from contextlib import suppress
from textwrap import shorten

from rich.text import Text

from antiphon.cli.printing.printable import make_printable
from antiphon.cli.terminal import open_side
from antiphon.client import AsyncClient
from antiphon.client.answers.maps import Glance
from antiphon.conversation.errors import AntiphonError
from antiphon.conversation.turn import Turn

# Enough of a sentence to know it again in the answers above.
_WIDTH = 90
_LEAST_VOICES = 2


async def print_glance(client: AsyncClient, turn: Turn, *, plain: bool) -> None:
    """The line on the side, if there is one to say. The answers are there: what goes wrong here is left unsaid."""
    if sum(bool(reply.text) for reply in turn.replies) < _LEAST_VOICES:
        return
    with suppress(AntiphonError):
        if line := format_glance(await client.maps.glance(turn.id), turn):
            side = open_side(plain=plain)
            side.print(Text(line, style="dim"), soft_wrap=not side.is_terminal)


def format_glance(glance: Glance, turn: Turn) -> str:
    """`3 of 5 speak to one point: “…” (Skeptic, Builder, Historian)`, and what that is; nothing without a point."""
    if not glance.points:
        return ""
    point = glance.points[0]
    names = {str(reply.advisor_id): make_printable(reply.name) for reply in turn.replies}
    speaking = ", ".join(names.get(each.advisor_id, each.advisor_id) for each in point.stances)
    words = shorten(make_printable(point.text), _WIDTH, placeholder="…")
    count = f"{len(point.stances)} of {len(glance.heard)}"
    return f"{count} speak to one point: “{words}” ({speaking}). By their wording; sides not read."
