"""`antiphon send`."""

import sys
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import shorten
from typing import Annotated, Any

import orjson
import typer
from rich.text import Text

from antiphon.cli.advisors import find_advisors
from antiphon.cli.ask import choose_exit_code, follow_turn, send_message
from antiphon.cli.checked import check_message
from antiphon.cli.client import Client
from antiphon.cli.configuration import read_settings
from antiphon.cli.confirm import check_can_ask
from antiphon.cli.document_calls import attach_files
from antiphon.cli.interrupts import Interrupts, run_to_exit
from antiphon.cli.message import Message
from antiphon.cli.options import (
    AdvisorsOption,
    AttachOption,
    DroppingOption,
    FilterOption,
    ModelOption,
    WithoutOption,
    WithSynthesisOption,
    YesOption,
    build_choice,
)
from antiphon.cli.place import open_antiphon
from antiphon.cli.synthesis_calls import tick_newest
from antiphon.cli.terminal import choose_display, open_side
from antiphon.cli.where import choose_conversation
from antiphon.conversation.errors import EmptyMessage
from antiphon.conversation.wire import encode_turn
from antiphon.settings import Settings

REHEARSAL = (
    "rehearsal: these are scripted voices, no model was called; "
    "set OPENAI_API_KEY (or another provider's key) or start Ollama, then start Antiphon again"
)


# A conversation is found again by how it began.
_TITLE_WIDTH = 60


@dataclass(frozen=True, slots=True)
class Errand:
    """What to say, where, to whom, what was chosen for it, and how to show the answers."""

    text: str
    conversation_id: str | None = None
    continue_newest: bool = False
    advisors: tuple[str, ...] = ()
    choice: Mapping[str, Any] = field(default_factory=dict)
    checked: bool = False
    yes: bool = False
    plain: bool = False
    as_json: bool = False
    attach: tuple[Path, ...] = ()
    with_synthesis: bool = False


def send(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What to ask; - reads it from standard input.")],
    conversation: Annotated[
        str | None, typer.Option("--conversation", metavar="ID", help="Ask in this conversation.")
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a new conversation; the default.")] = False,
    continue_newest: Annotated[
        bool, typer.Option("--continue", "-c", help="Ask in the conversation that changed last.")
    ] = False,
    advisor: AdvisorsOption = None,
    filter_line: FilterOption = None,
    dropping: DroppingOption = None,
    without: WithoutOption = None,
    with_synthesis: WithSynthesisOption = False,
    model: ModelOption = None,
    attach: AttachOption = None,
    checked: Annotated[
        bool, typer.Option("--checked", help="Show what would be sent and ask; then send exactly that.")
    ] = False,
    yes: YesOption = False,
    plain: Annotated[bool, typer.Option("--plain", help="Lines of `name: text`, no escape codes.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the finished turn as JSON.")] = False,
) -> None:
    """Ask the panel and watch the answers arrive side by side.

    Ctrl-C stops the turn; a second Ctrl-C leaves at once. Exit code 0 when at least one advisor answered, 2
    when none did, 130 when you stopped it, 1 when you said no to --checked. Without a terminal, answers go to
    standard output and everything about them to standard error.
    """
    if sum((conversation is not None, new, continue_newest)) > 1:
        raise typer.BadParameter("choose one of --conversation, --new and --continue")
    if with_synthesis and conversation is None and not continue_newest:
        raise typer.BadParameter("--with-synthesis needs --continue or --conversation: a new one has no synthesis")
    errand = Errand(
        text=sys.stdin.read() if text == "-" else text,
        conversation_id=conversation,
        continue_newest=continue_newest,
        advisors=tuple(advisor or ()),
        choice=build_choice(filter_line, dropping, without, model),
        checked=checked,
        yes=yes,
        plain=plain,
        as_json=as_json,
        attach=tuple(attach or ()),
        with_synthesis=with_synthesis,
    )
    if not errand.text.strip() and not errand.attach:
        raise EmptyMessage
    if checked:
        check_can_ask(yes=yes)
    run_to_exit(run_errand(read_settings().settings, errand))


async def run_errand(settings: Settings, errand: Errand) -> int:
    """Look if asked to, send, follow, show; the exit code."""
    async with open_antiphon(settings) as client:
        await _announce_rehearsal(client, errand)
        asked = await find_advisors(client, errand.advisors)
        conversation_id = await _choose_conversation(client, errand)
        attached = await attach_files(client, errand.attach, conversation_id)
        choice = await tick_newest(client, conversation_id, errand.choice, wanted=errand.with_synthesis)
        message = Message(errand.text, asked, choice, attachments=attached)
        seen = await _check(client, conversation_id, message, errand)
        if seen is None:
            print("nothing was sent", file=sys.stderr)
            return 1
        return await _send(client, conversation_id, seen, errand)


async def _check(client: Client, conversation_id: str, message: Message, errand: Errand) -> Message | None:
    """The message, bound to what was shown if it is to be checked; nothing when the person says no."""
    if not errand.checked:
        return message
    return await check_message(client, conversation_id, message, open_side(plain=errand.plain), yes=errand.yes)


async def _send(client: Client, conversation_id: str, message: Message, errand: Errand) -> int:
    turn = await send_message(client, conversation_id, message, key=str(uuid.uuid4()))
    with Interrupts() as interrupts, choose_display(plain=errand.plain, silent=errand.as_json) as display:
        asked = await follow_turn(client, turn, display, interrupts)
    if errand.as_json:
        print(orjson.dumps(encode_turn(asked.turn), option=orjson.OPT_INDENT_2).decode())
    return choose_exit_code(asked)


async def _choose_conversation(client: Client, errand: Errand) -> str:
    if errand.conversation_id is not None or errand.continue_newest:
        return await choose_conversation(client, errand.conversation_id)
    return (await client.create_conversation(shorten(errand.text, width=_TITLE_WIDTH, placeholder="…"))).id


async def _announce_rehearsal(client: Client, errand: Errand) -> None:
    if (await client.read_status()).rehearsal:
        open_side(plain=errand.plain).print(Text(REHEARSAL, style="dim"), soft_wrap=True)
