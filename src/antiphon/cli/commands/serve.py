"""`antiphon serve`, and `antiphon` alone."""

import asyncio
import webbrowser
from collections.abc import Callable
from typing import Annotated

import typer

from antiphon import app
from antiphon.cli.configuration import read_settings, replace_address
from antiphon.cli.place import find_server
from antiphon.conversation.errors import StoreInUse
from antiphon.settings import Settings


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; loopback only.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port to listen on; 0 picks a free one.")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
) -> None:
    """Run the server until Ctrl-C and open the browser.

    This is also what `antiphon` without a command does.
    """
    settings = replace_address(read_settings().settings, host, port)
    try:
        code = app.serve(settings, open_browser=not no_browser)
    except StoreInUse:
        # Whoever wants a browser wants the conversations, and those are already being served.
        if no_browser or not asyncio.run(open_running(settings, webbrowser.open)):
            raise
        code = 0
    raise typer.Exit(code)


async def open_running(settings: Settings, open_page: Callable[[str], object]) -> bool:
    """Open the server that is already running on this data; False when none answers."""
    url = await find_server(settings)
    if url is None:
        return False
    print(f"Antiphon is already running at {url}")
    open_page(url)
    return True
