"""`antiphon analyses`: whatever a model was asked about a conversation, with its receipts."""

from typing import Annotated

import typer

from antiphon.cli.analyses.lines import print_analyses, print_analysis
from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.naming import choose_conversation
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.rows import write_bytes
from antiphon.cli.terminal import open_output
from antiphon.client.answers.analyses import Analysis
from antiphon.conversation.errors import Malformed
from antiphon.settings import Settings

_ANALYSIS = "an_"


def analyses(
    wanted: Annotated[
        str | None,
        typer.Argument(metavar="ID", help="An analysis, or a conversation; the default is the one changed last."),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option("--kind", metavar="KIND", help="Only these: memory, map, synthesis and so on."),
    ] = None,
    before: Annotated[
        str | None, typer.Option("--before", metavar="ANALYSIS_ID", help="Those before this one in the list.")
    ] = None,
    exact: Annotated[
        bool, typer.Option("--bytes", help="Only the body of one call of an analysis, byte for byte, for a pipe.")
    ] = False,
    call: Annotated[
        int | None, typer.Option("--call", min=1, metavar="N", help="Which call; --bytes takes the last.")
    ] = None,
) -> None:
    """List what models were asked about a conversation, or show one analysis with everything that was sent for it.

    An analysis reads a conversation instead of continuing it: for its map, a synthesis, things to remember. It has
    receipts like a reply: `antiphon analyses ANALYSIS_ID --bytes | sha256sum` gives the fingerprint that is shown.
    """
    settings = read_settings().settings
    if wanted is not None and wanted.startswith(_ANALYSIS):
        run_to_exit(_show(settings, wanted, call, exact=exact))
        return
    if exact or call is not None:
        raise Malformed("--bytes and --call need an analysis: antiphon analyses ANALYSIS_ID --bytes")
    run_to_exit(_list(settings, wanted, kind, before))


async def _list(settings: Settings, conversation: str | None, kind: str | None, before: str | None) -> int:
    async with open_antiphon(settings) as client:
        found = await client.analyses.list(await choose_conversation(client, conversation), kind, before)
    print_analyses(open_output(), found, kind)
    return 0


async def _show(settings: Settings, analysis_id: str, call: int | None, *, exact: bool) -> int:
    async with open_antiphon(settings) as client:
        analysis = choose_call(await client.analyses.read(analysis_id), call)
    if not exact:
        print_analysis(open_output(), analysis, call or 1)
        return 0
    body = analysis.calls[-1].body if analysis.calls else None
    if body is None:
        raise Malformed("there are no bytes to print: nothing was sent, or its words were forgotten")
    write_bytes(body.encode())
    return 0


def choose_call(analysis: Analysis, number: int | None) -> Analysis:
    """The analysis with all of its calls, or with this one alone; `Malformed` when there is no such call."""
    if number is None:
        return analysis
    if number > len(analysis.calls):
        raise Malformed(f"there is no call {number}; the last one was {len(analysis.calls)}")
    return analysis.model_copy(update={"calls": (analysis.calls[number - 1],)})
