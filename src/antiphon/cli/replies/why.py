"""`antiphon why`: which parts of what was sent made the difference."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Final, NamedTuple

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.confirm import confirm
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.options import ReplyArgument
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_json, write_bytes
from antiphon.cli.printing.status_line import telling
from antiphon.cli.replies.why_text import describe_forecast, print_forecast, print_why
from antiphon.cli.terminal import open_output, open_side
from antiphon.client import AsyncClient
from antiphon.client.answers.whys import Why
from antiphon.conversation.errors import Malformed
from antiphon.settings import Settings

_POLL_SECONDS: Final = 0.5


class _Wish(NamedTuple):
    """What the person asked for."""

    reply_id: str
    calls: int | None
    again: bool
    yes: bool
    as_json: bool


def why(
    reply_id: ReplyArgument,
    calls: Annotated[
        int | None, typer.Option("--calls", min=1, metavar="N", help="Ask the model at most so often.")
    ] = None,
    forecast: Annotated[
        bool, typer.Option("--forecast", help="Only say what is tried, in which order, and what it may cost.")
    ] = False,
    without: Annotated[
        list[str] | None,
        typer.Option(
            "--bytes-without",
            metavar="PART",
            help="Only print the bytes that are sent without this part, as the forecast names it; may be repeated.",
        ),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Find out anew even if it was found out.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before anything is paid for.")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Throw away what was found out about this reply.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Find out which parts of what was sent made a reply come out as it did.

    The same bytes are sent again several times, then again with one part left out at a time: a turn, what another voice
    said, a memory, a document, a file. What it may cost is said first. Only what differs from the unchanged answers
    beyond chance, and does so again in fresh answers, is called a difference. Nothing of it becomes part of the
    conversation. It goes on by itself when you leave, and after a restart.
    """
    if forget and (forecast or without or again):
        raise Malformed("--forget stands alone")
    settings, wish = read_settings().settings, _Wish(reply_id, calls, again, yes, as_json)
    if without:
        run_to_exit(_preview(settings, reply_id, without))
    elif forecast:
        run_to_exit(_foresee(settings, wish))
    elif forget:
        run_to_exit(_forget(settings, reply_id))
    else:
        run_to_exit(_show(settings, wish))


async def _preview(settings: Settings, reply_id: str, parts: list[str]) -> int:
    async with open_antiphon(settings) as client:
        found = await client.whys.preview(reply_id, parts)
    write_bytes(found.body.encode())
    return 0


async def _foresee(settings: Settings, wish: _Wish) -> int:
    async with open_antiphon(settings) as client:
        found = await client.whys.forecast(wish.reply_id, wish.calls)
    if wish.as_json:
        print_json(found.raw)
    else:
        print_forecast(open_output(), found)
    return 0


async def _forget(settings: Settings, reply_id: str) -> int:
    async with open_antiphon(settings) as client:
        await client.whys.delete(reply_id)
    print("what was found out about this reply is gone; what it used stays counted")
    return 0


async def _show(settings: Settings, wish: _Wish) -> int:
    async with open_antiphon(settings) as client:
        found = await client.whys.read(wish.reply_id)
        is_new = found.status != "running" and (wish.again or found.found is None)
        if is_new and not await _begin(client, wish):
            return 1
        with telling(open_side()) as tell:
            found = await _wait(client, wish.reply_id, tell)
    if found.found is None or (is_new and found.status == "failed"):
        reason = found.analysis.error.message if found.analysis and found.analysis.error else "it was cut off"
        open_side().print(f"it was not found out: {make_printable(reason)}")
        return 1
    if wish.as_json:
        print_json(found.raw)
    else:
        print_why(open_output(), found.found)
    return 0


async def _begin(client: AsyncClient, wish: _Wish) -> bool:
    """Say what it may cost, and begin if that is wanted."""
    foreseen = await client.whys.forecast(wish.reply_id, wish.calls)
    open_side().print(describe_forecast(foreseen))
    if not await confirm("Find out?", yes=wish.yes or foreseen.cost == 0):
        return False
    await client.whys.find(wish.reply_id, wish.calls)
    return True


async def _wait(client: AsyncClient, reply_id: str, tell: Callable[[str], None]) -> Why:
    while (found := await client.whys.read(reply_id)).status == "running":
        of = "" if found.most is None else f" of at most {found.most}"
        tell(f"{found.answered}{of} answers are there")
        await asyncio.sleep(_POLL_SECONDS)
    return found
