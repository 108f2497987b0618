"""An answer asked for again, followed to its end like any other."""

from typing import NamedTuple

from antiphon.cli.interrupts import Interrupts
from antiphon.cli.turns.ask import choose_exit_code, follow_turn
from antiphon.cli.turns.display import open_display
from antiphon.client import AsyncClient
from antiphon.client.answers.replies import Variant
from antiphon.conversation.reply import Reply


class Followed(NamedTuple):
    """The answer as it ended, and the exit code that says so."""

    reply: Reply
    exit_code: int


async def follow_variant(client: AsyncClient, variant: Variant, *, plain: bool) -> Followed:
    """Show one reply of a turn until it has settled; Ctrl-C stops it."""
    turn = await client.turns.read(variant.turn_id)
    with Interrupts() as interrupts, open_display(plain=plain) as display:
        asked = await follow_turn(client, turn, display, interrupts, only=variant.reply_id)
    return Followed(asked.turn.replies[0], choose_exit_code(asked))
