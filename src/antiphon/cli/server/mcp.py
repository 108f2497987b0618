"""`antiphon mcp`."""

from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.conversation.errors import ExtraMissing
from antiphon.settings import Settings


def mcp(
    wait: Annotated[
        float | None,
        typer.Option(min=1, max=600, help="Seconds a call waits for answers unless it says; see mcp_wait_seconds."),
    ] = None,
    search: Annotated[
        bool, typer.Option("--search", help="Let the program search what was asked and answered before.")
    ] = False,
) -> None:
    """Offer the panel to another program as tools, over standard input and output.

    For programs that speak the Model Context Protocol: name `antiphon mcp` where such a program asks for a command. It
    uses the running server, the one you are signed in at, or starts one for as long as the program runs.
    """
    settings = read_settings().settings
    run_to_exit(_serve(settings, settings.mcp_wait_seconds if wait is None else wait, search or settings.mcp_search))


async def _serve(settings: Settings, wait: float, search: bool) -> int:
    try:
        from antiphon.mcp.server import Offer
        from antiphon.mcp.stdio import serve_stdio
    except ImportError:
        raise ExtraMissing("mcp") from None
    async with open_antiphon(settings) as client:
        await serve_stdio(client, Offer(wait, search))
    return 0
