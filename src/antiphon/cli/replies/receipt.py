"""`antiphon receipt`."""

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.options import ReplyArgument
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.rows import write_bytes
from antiphon.cli.replies.attempts import print_receipts
from antiphon.cli.terminal import open_output
from antiphon.client import AsyncClient, ServerRefused
from antiphon.client.answers.replies import Receipt
from antiphon.conversation.errors import Malformed
from antiphon.settings import Settings


def receipt(
    reply_id: ReplyArgument,
    body: Annotated[
        bool, typer.Option("--body", "--raw", help="Only the body of an attempt, byte for byte, for a pipe.")
    ] = False,
    attempt: Annotated[
        int | None, typer.Option("--attempt", min=1, metavar="N", help="Only this attempt; --body takes the last.")
    ] = None,
) -> None:
    """Print exactly what was sent to the model for a reply.

    Every attempt is there, with what was reckoned and what was trimmed. `antiphon receipt REPLY_ID --body |
    sha256sum` gives the fingerprint the receipt shows.
    """
    run_to_exit(_run(read_settings().settings, reply_id, attempt, body=body))


async def _run(settings: Settings, reply_id: str, attempt: int | None, *, body: bool) -> int:
    async with open_antiphon(settings) as client:
        receipts = await client.replies.receipts(reply_id, exact=body)
        if not receipts:
            print("nothing was sent for this reply yet", file=sys.stderr)
            return 1
        chosen = choose_attempts(receipts, attempt)
        positions = {} if body else await _find_positions(client, chosen)
    if body:
        write_bytes(chosen[-1].body.encode())
    else:
        print_receipts(open_output(), chosen, positions)
    return 0


def choose_attempts(receipts: Sequence[Receipt], attempt: int | None) -> Sequence[Receipt]:
    """All of them, or those with this number, one for every start; `Malformed` when there is none."""
    if attempt is None:
        return receipts
    chosen = [each for each in receipts if each.attempt == attempt]
    if not chosen:
        raise Malformed(f"there is no attempt {attempt}; the last one was {receipts[-1].attempt}")
    return chosen


async def _find_positions(client: AsyncClient, receipts: Sequence[Receipt]) -> dict[str, int]:
    """The numbers of the turns that were trimmed; one that was deleted since has none."""
    trimmed = {each for one in receipts if one.telemetry is not None for each in one.telemetry.trimmed}
    positions: dict[str, int] = {}
    for turn_id in sorted(trimmed):
        try:
            positions[turn_id] = (await client.turns.read(turn_id)).position
        except ServerRefused:
            continue
    return positions
