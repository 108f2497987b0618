"""`antiphon` alone: the server, and the browser in front of it."""

import asyncio
import webbrowser
from collections.abc import Callable

import typer

from antiphon.cli.configuration import add_database, read_settings
from antiphon.cli.place import find_server
from antiphon.conversation.errors import StoreInUse
from antiphon.settings import Settings, has_screen


def start(*, no_browser: bool = False) -> None:
    """Run the server and open the browser, or only the browser when these conversations are being served already.

    Nothing is opened where nobody would see it; the address is printed in any case.
    """
    settings = read_settings().settings
    opens = has_screen() and not no_browser
    open_page = webbrowser.open if opens else _leave_closed
    if not asyncio.run(open_running(settings, open_page)):
        raise typer.Exit(_serve(settings, open_page, opens=opens))


async def open_running(settings: Settings, open_page: Callable[[str], object]) -> bool:
    """Open the server that is already running on this data; False when none answers."""
    url = await find_server(settings)
    if url is None:
        return False
    print(f"Antiphon is already running at {url}")
    open_page(url)
    return True


def _serve(settings: Settings, open_page: Callable[[str], object], *, opens: bool) -> int:
    # Imported here because it takes seconds, and a page of a server that is running is opened without it.
    from antiphon import app

    try:
        return app.serve(add_database(settings).settings, open_browser=opens)
    except StoreInUse:
        # Somebody else was quicker by a moment.
        if not asyncio.run(open_running(settings, open_page)):
            raise
        return 0


def _leave_closed(url: str) -> None:
    """Open nothing."""
