"""`antiphon export`."""

import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.conversations.take_along import take_along
from antiphon.cli.documents.files import check_target, writing_to
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.naming import choose_conversation
from antiphon.cli.options import ConversationArgument, FilterOption
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.client import AsyncClient
from antiphon.conversation.errors import CommandRefused
from antiphon.settings import Settings


class Form(StrEnum):
    """What is written."""

    MARKDOWN = "md"
    TEXT = "txt"
    JSON = "json"
    HTML = "html"
    DECISION = "decision"
    OPENAI_CHAT = "openai-chat"
    PREFERENCES = "preferences"
    SHAREGPT = "sharegpt"
    ARCHIVE = "archive"


# What is about some turns only, or about one.
_OF_TURNS = (Form.TEXT, Form.JSON, Form.DECISION)


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What is wanted, and where it goes; nowhere means standard output."""

    form: Form
    turns: str | None = None
    filter_line: str | None = None
    answers: bool = False
    out: Path | None = None


def export(
    conversation: ConversationArgument = None,
    form: Annotated[
        Form | None, typer.Option("--as", help="What to write: md, unless --everything is said; then archive.")
    ] = None,
    turns: Annotated[
        str | None, typer.Option("--turns", metavar="NUMBERS", help="Only these turns, as in 1-4,7.")
    ] = None,
    filter_line: FilterOption = None,
    answers: Annotated[bool, typer.Option("--answers", help="On a decision page: every answer in full.")] = False,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write to this file.")] = None,
    everything: Annotated[
        bool, typer.Option("--everything", help="All conversations; as an archive, all that is kept of you.")
    ] = False,
) -> None:
    """Write a conversation out, or everything, to keep it or to hand it on.

    One HTML page has its style inside, runs no script and asks nobody for anything. The page of a decision is about
    one turn, the last unless --turns names another: the question, who was heard, the claims and the synthesis if
    there are any, and what you chose. Nothing that is sent changes by it.

    An archive is read back whole, here or elsewhere, by `antiphon import add`. It goes to a file, with its signature
    beside it.
    """
    if out is not None:
        check_target(out)
    form = form or (Form.ARCHIVE if everything else Form.MARKDOWN)
    if everything or form is Form.ARCHIVE:
        _check_whole(form, conversation, turns, filter_line, everything=everything)
        run_to_exit(_take_along(read_settings().settings, None if everything else (conversation or ""), form, out))
        return
    if turns is not None and filter_line is not None:
        raise typer.BadParameter("choose one of --turns and --filter")
    if form is Form.DECISION and filter_line is not None:
        raise typer.BadParameter("a decision page is about one turn: name it with --turns")
    request = ExportRequest(form, turns, filter_line, answers, out)
    run_to_exit(_run(read_settings().settings, conversation, request))


def _check_whole(
    form: Form, conversation: str | None, turns: str | None, filter_line: str | None, *, everything: bool
) -> None:
    if turns is not None or filter_line is not None:
        raise typer.BadParameter("whole conversations are written here: leave --turns and --filter out")
    if everything and conversation is not None:
        raise typer.BadParameter("choose one of --everything and a conversation")
    if form in _OF_TURNS:
        raise typer.BadParameter(f"{form} is written of one conversation: leave --everything out")


async def _take_along(settings: Settings, conversation: str | None, form: Form, out: Path | None) -> int:
    """Everything, or one conversation: the one that is named, or the one that changed last."""
    async with open_antiphon(settings) as client:
        chosen = [] if conversation is None else [await choose_conversation(client, conversation or None)]
        await take_along(client, form, chosen, out)
    return 0


async def _run(settings: Settings, conversation: str | None, request: ExportRequest) -> int:
    async with open_antiphon(settings) as client:
        text = await _read(client, await choose_conversation(client, conversation), request)
    if request.out is not None:
        with writing_to(request.out):
            request.out.write_bytes(text.encode())
    elif sys.stdout.isatty():
        # A terminal would obey some of what was said.
        print(make_printable(text))
    else:
        sys.stdout.buffer.write(text.encode())
    return 0


async def _read(client: AsyncClient, conversation_id: str, request: ExportRequest) -> str:
    if request.filter_line is not None:
        done = await client.filters.run(conversation_id, f"{request.filter_line} :export {request.form}")
        if done.text is None:
            raise CommandRefused("export", "no turn fits the filter")
        return done.text
    turns = request.turns
    if request.form is Form.DECISION and turns is None:
        newest = await client.turns.list(conversation_id, limit=1)
        if not newest:
            raise CommandRefused("export", "nothing was asked in this conversation yet")
        turns = str(newest[-1].position)
    return await client.conversations.export(
        conversation_id, request.form, turns=turns, answers=request.answers or None
    )
