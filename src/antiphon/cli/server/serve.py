"""`antiphon serve`."""

from typing import Annotated

import typer

from antiphon.cli.configuration import read_all_settings, replace_options


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; loopback only.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port to listen on; 0 picks a free one.")] = None,
    processes: Annotated[
        int | None,
        typer.Option(min=1, max=64, help="So many processes behind one port, one for each core; PostgreSQL only."),
    ] = None,
    _no_browser: Annotated[bool, typer.Option("--no-browser", hidden=True)] = False,
) -> None:
    """Run the server until Ctrl-C. `antiphon` alone does the same and opens the browser."""
    from antiphon import app

    settings = replace_options(read_all_settings().settings, host=host, port=port, processes=processes)
    raise typer.Exit(app.serve(settings, open_browser=False))
