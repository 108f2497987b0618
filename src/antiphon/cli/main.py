"""The command line, put together, and the one place where its failures end.

A command is imported when it is called, and so is what only a failure needs: `--help` answers at once.
"""

import gc
import io
import logging
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from antiphon import __version__
from antiphon.cli.command_group import CommandGroup
from antiphon.conversation.errors import AntiphonError

logger = logging.getLogger(__name__)

# EX_SOFTWARE of sysexits.h: a fault of ours, not of the person or the machine.
_OUR_FAULT = 70
_THRESHOLDS = (50_000, 20, 50)

app = typer.Typer(
    name="antiphon",
    cls=CommandGroup,
    help="Many voices. One question. You see exactly what each one sees.",
    epilog="Without a command: run the server and open the browser.",
    # Plain help reads the same on a terminal, in a pipe and in docs/reference/cli.md.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"antiphon {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def begin(
    context: typer.Context,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """Many voices. One question. You see exactly what each one sees."""
    if context.invoked_subcommand is None:
        from antiphon.cli.server.start import start

        start(no_browser=no_browser)


def run(program: Callable[[], object] = app) -> None:
    """The console script. A known failure is one sentence and exit code 1; any other is our fault and 70."""
    _tolerate_missing_characters()
    # Modules stay for good. At Python's own thresholds a tenth of a start goes into looking for garbage among them.
    gc.set_threshold(*_THRESHOLDS)
    try:
        program()
    except AntiphonError as error:
        from antiphon.cli.failure import format_failure

        print(format_failure(error), file=sys.stderr)
        sys.exit(1)
    except Exception:
        logger.exception("command_failed")
        sys.exit(_OUR_FAULT)


def _tolerate_missing_characters() -> None:
    """A model may say what the terminal's encoding has no bytes for; print a question mark, do not fail."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
