"""`antiphon looks`: every look a model took at a conversation, with its receipts."""

from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.exact import write_bytes
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.look_calls import Look, list_looks, read_look
from antiphon.cli.look_lines import print_look, print_looks
from antiphon.cli.place import open_antiphon
from antiphon.cli.terminal import open_output
from antiphon.cli.where import choose_conversation
from antiphon.conversation.errors import Malformed
from antiphon.settings import Settings

_LOOK = "an_"


def looks(
    wanted: Annotated[
        str | None,
        typer.Argument(metavar="ID", help="A look, or a conversation; the default is the one changed last."),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option("--kind", metavar="KIND", help="Only these: memory, map, synthesis and so on."),
    ] = None,
    before: Annotated[
        str | None, typer.Option("--before", metavar="LOOK_ID", help="Those before this one in the list.")
    ] = None,
    exact: Annotated[
        bool, typer.Option("--bytes", help="Only the body of one call of a look, byte for byte, for a pipe.")
    ] = False,
    call: Annotated[
        int | None, typer.Option("--call", min=1, metavar="N", help="Which call; --bytes takes the last.")
    ] = None,
) -> None:
    """List the looks models took at a conversation, or show one with everything that was sent for it.

    A look reads a conversation instead of continuing it: for its map, a synthesis, things to remember. It has receipts
    like a reply: `antiphon looks LOOK_ID --bytes | sha256sum` gives the fingerprint that is shown.
    """
    settings = read_settings().settings
    if wanted is not None and wanted.startswith(_LOOK):
        run_to_exit(_show(settings, wanted, call, exact=exact))
        return
    if exact or call is not None:
        raise Malformed("--bytes and --call need a look: antiphon looks LOOK_ID --bytes")
    run_to_exit(_list(settings, wanted, kind, before))


async def _list(settings: Settings, conversation: str | None, kind: str | None, before: str | None) -> int:
    async with open_antiphon(settings) as client:
        found = await list_looks(client, await choose_conversation(client, conversation), kind, before)
    print_looks(open_output(), found)
    return 0


async def _show(settings: Settings, look_id: str, call: int | None, *, exact: bool) -> int:
    async with open_antiphon(settings) as client:
        look = choose_call(await read_look(client, look_id), call)
    if not exact:
        print_look(open_output(), look)
        return 0
    body = look.calls[-1].body if look.calls else None
    if body is None:
        raise Malformed("there are no bytes to print: nothing was sent, or its words were forgotten")
    write_bytes(body.encode())
    return 0


def choose_call(look: Look, number: int | None) -> Look:
    """The look with all of its calls, or with this one alone; `Malformed` when there is no such call."""
    if number is None:
        return look
    if number > len(look.calls):
        raise Malformed(f"there is no call {number}; the last one was {len(look.calls)}")
    return look.model_copy(update={"calls": (look.calls[number - 1],)})
