"""The command line, put together, and the one place where its failures end."""

import io
import logging
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from antiphon.cli.commands import (
    approvals,
    choose,
    config,
    conversations,
    diff,
    doctor,
    document,
    edit,
    evals,
    filter_line,
    filters,
    heartbeats,
    instructions,
    journal,
    leaks,
    looks,
    map,
    mark,
    memory,
    migrate,
    panels,
    preview,
    receipt,
    replay,
    restore,
    retry,
    rounds,
    run_line,
    search,
    send,
    serve,
    show,
    start,
    stop,
    synthesize,
    title,
    todo,
    tools,
    version,
    watch,
)
from antiphon.cli.failure import format_failure
from antiphon.conversation.errors import AntiphonError

logger = logging.getLogger(__name__)

# EX_SOFTWARE of sysexits.h: a fault of ours, not of the person or the machine.
_OUR_FAULT = 70

app = typer.Typer(
    name="antiphon",
    help="Many voices. One question. You see exactly what each one sees.",
    epilog="Without a command: run the server and open the browser.",
    # Plain help reads the same on a terminal, in a pipe and in docs/reference/cli.md.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.command("serve")(serve.serve)
app.command("send")(send.send)
app.command("preview")(preview.preview)
app.command("watch")(watch.watch)
app.command("conversations")(conversations.conversations)
app.command("show")(show.show)
app.command("stop")(stop.stop)
app.command("receipt")(receipt.receipt)
app.command("diff")(diff.diff)
app.command("replay")(replay.replay)
app.command("retry")(retry.retry)
app.command("choose")(choose.choose)
app.command("edit")(edit.edit)
app.command("mark")(mark.mark)
app.command("map")(map.map_)
app.command("synthesize")(synthesize.synthesize)
app.command("leaks")(leaks.leaks)
app.command("title")(title.title)
app.command("search")(search.search)
app.command("looks")(looks.looks)
app.command("rounds")(rounds.rounds)
app.command("run")(run_line.run)
app.command("restore")(restore.restore)
app.command("filter")(filter_line.read)
app.add_typer(filters.filters, name="filters")
app.add_typer(panels.panels, name="panels")
app.add_typer(memory.memory, name="memory")
app.add_typer(heartbeats.heartbeats, name="heartbeats")
app.add_typer(journal.journal, name="journal")
app.add_typer(tools.tools, name="tools")
app.add_typer(approvals.approvals, name="approvals")
app.add_typer(todo.todo, name="todo")
app.add_typer(instructions.instructions, name="instructions")
app.add_typer(document.document, name="document")
app.add_typer(evals.evals, name="eval")
app.command("doctor")(doctor.doctor)
app.command("migrate")(migrate.migrate)
app.add_typer(config.config, name="config")
app.command("version")(version.version)


@app.callback(invoke_without_command=True)
def begin(
    context: typer.Context,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
) -> None:
    """Many voices. One question. You see exactly what each one sees."""
    if context.invoked_subcommand is None:
        start.start(no_browser=no_browser)


def run(program: Callable[[], object] = app) -> None:
    """The console script. A known failure is one sentence and exit code 1; any other is our fault and 70."""
    _tolerate_missing_characters()
    try:
        program()
    except AntiphonError as error:
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
