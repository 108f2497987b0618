"""`antiphon send`."""

import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import shorten
from typing import Annotated, Any

import orjson
import typer
from rich.text import Text

from antiphon.cli.configuration import read_settings
from antiphon.cli.confirm import check_can_ask
from antiphon.cli.documents.files import attach_files, read_words
from antiphon.cli.interrupts import Interrupts, run_to_exit
from antiphon.cli.naming import choose_conversation, find_advisors, name_models
from antiphon.cli.options import (
    AdvisorsOption,
    AttachOption,
    DroppingOption,
    FilterOption,
    ModelsOption,
    WithoutOption,
    WithSynthesisOption,
    YesOption,
    build_choice,
)
from antiphon.cli.place import open_antiphon
from antiphon.cli.previews.checked import check_message
from antiphon.cli.syntheses.newest import tick_newest
from antiphon.cli.terminal import open_side
from antiphon.cli.thinking import ThinkingOption
from antiphon.cli.turns.ask import choose_exit_code, follow_turn
from antiphon.cli.turns.display import choose_display
from antiphon.cli.turns.glance import print_glance
from antiphon.cli.turns.left_out import print_left_out
from antiphon.client import AsyncClient, Message
from antiphon.conversation.errors import AntiphonError, CommandRefused, EmptyMessage
from antiphon.conversation.turn import Turn
from antiphon.conversation.wire import encode_turn
from antiphon.settings import Settings

REHEARSAL = (
    "rehearsal: these are scripted voices, no model was called; "
    "set OPENAI_API_KEY (or another provider's key) or start Ollama, then start Antiphon again"
)


# A conversation is found again by how it began.
_TITLE_WIDTH = 60


@dataclass(frozen=True, slots=True)
class SendRequest:
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
    instead: bool = False
    kept: bool = True

    @property
    def is_first(self) -> bool:
        """Whether a conversation begins with it."""
        return self.conversation_id is None and not self.continue_newest


def send(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What to ask; - reads it from standard input.")],
    conversation: Annotated[
        str | None, typer.Option("--conversation", metavar="ID", help="Ask in this conversation.")
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a new conversation; the default.")] = False,
    continue_newest: Annotated[
        bool, typer.Option("--continue", "-c", help="Ask in the conversation that changed last.")
    ] = False,
    instead: Annotated[
        bool, typer.Option("--instead", help="Word the newest question of the conversation anew; the old one is kept.")
    ] = False,
    not_kept: Annotated[
        bool, typer.Option("--not-kept", help="Begin one that is deleted for good when the answers were shown.")
    ] = False,
    advisor: AdvisorsOption = None,
    filter_line: FilterOption = None,
    dropping: DroppingOption = None,
    without: WithoutOption = None,
    with_synthesis: WithSynthesisOption = False,
    model: ModelsOption = None,
    thinking: ThinkingOption = None,
    attach: AttachOption = None,
    checked: Annotated[
        bool, typer.Option("--checked", help="Show what would be sent and ask; then send exactly that.")
    ] = False,
    yes: YesOption = False,
    plain: Annotated[bool, typer.Option("--plain", help="Lines of `name: text`, no escape codes.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the finished turn as JSON.")] = False,
) -> None:
    """Ask the panel and watch the answers arrive.

    A terminal shows them side by side while they are written: two from 80 columns on, three from 140. When all have
    ended they are printed whole, one below the other.

    Ctrl-C stops the turn; a second Ctrl-C leaves at once. Exit code 0 when at least one advisor answered, 2
    when none did, 130 when you stopped it, 1 when you said no to --checked. Without a terminal, answers go to
    standard output and everything about them to standard error.
    """
    if sum((conversation is not None, new, continue_newest)) > 1:
        raise typer.BadParameter("choose one of --conversation, --new and --continue")
    if with_synthesis and conversation is None and not continue_newest:
        raise typer.BadParameter("--with-synthesis needs --continue or --conversation: a new one has no synthesis")
    if instead and conversation is None and not continue_newest:
        raise typer.BadParameter("--instead needs --continue or --conversation: a new one has no question yet")
    if not_kept and (conversation is not None or continue_newest):
        raise typer.BadParameter("--not-kept begins a new conversation; leave out --continue and --conversation")
    request = SendRequest(
        text=read_words(text),
        conversation_id=conversation,
        continue_newest=continue_newest,
        advisors=tuple(advisor or ()),
        choice=build_choice(filter_line, dropping, without, model, thinking),
        checked=checked,
        yes=yes,
        plain=plain,
        as_json=as_json,
        attach=tuple(attach or ()),
        with_synthesis=with_synthesis,
        instead=instead,
        kept=not not_kept,
    )
    if not request.text.strip() and not request.attach:
        raise EmptyMessage
    if checked:
        check_can_ask(yes=yes)
    run_to_exit(send_request(read_settings().settings, request))


async def send_request(settings: Settings, request: SendRequest) -> int:
    """Look if asked to, send, follow, show; the exit code."""
    async with open_antiphon(settings) as client:
        await _announce_rehearsal(client, request)
        asked = await find_advisors(client, request.advisors)
        picked = await name_models(client, request.choice)
        conversation_id = await _choose_conversation(client, request)
        turn = None
        try:
            turn = await _send(client, conversation_id, asked, picked, request)
        finally:
            if turn is None and request.is_first:
                await _take_back(client, conversation_id, request)
        if turn is None:
            print("nothing was sent", file=sys.stderr)
            return 1
        code = await _follow(client, turn, request)
        if not request.kept:
            await client.conversations.delete_for_good(conversation_id)
            print("not kept: deleted for good", file=sys.stderr)
        return code


async def _send(
    client: AsyncClient,
    conversation_id: str,
    asked: tuple[str, ...],
    picked: Mapping[str, Any],
    request: SendRequest,
) -> Turn | None:
    """The turn that was begun; nothing when the person looked and said no."""
    attached = await attach_files(client, request.attach, conversation_id)
    choice = await tick_newest(client, conversation_id, picked, wanted=request.with_synthesis)
    replaces = await _find_newest(client, conversation_id) if request.instead else None
    message = Message(request.text, asked, choice, attachments=attached, replaces=replaces)
    seen = await _check(client, conversation_id, message, request)
    return None if seen is None else await client.turns.send(conversation_id, seen)


async def _take_back(client: AsyncClient, conversation_id: str, request: SendRequest) -> None:
    """Nothing was said in it, so that it is not the conversation that changed last."""
    with suppress(AntiphonError):
        if not (await client.turns.list(conversation_id, limit=1)):
            await (client.conversations.remove if request.kept else client.conversations.delete_for_good)(
                conversation_id
            )


async def _check(client: AsyncClient, conversation_id: str, message: Message, request: SendRequest) -> Message | None:
    """The message, bound to what was shown if it is to be checked; nothing when the person says no."""
    if not request.checked:
        return message
    return await check_message(client, conversation_id, message, open_side(plain=request.plain), yes=request.yes)


async def _follow(client: AsyncClient, turn: Turn, request: SendRequest) -> int:
    with Interrupts() as interrupts, choose_display(plain=request.plain, silent=request.as_json) as display:
        asked = await follow_turn(client, turn, display, interrupts)
    if not request.as_json:
        await print_left_out(client, asked.turn, plain=request.plain)
        await print_glance(client, asked.turn, plain=request.plain)
    else:
        print(orjson.dumps(encode_turn(asked.turn), option=orjson.OPT_INDENT_2).decode())
    return choose_exit_code(asked)


async def _choose_conversation(client: AsyncClient, request: SendRequest) -> str:
    if not request.is_first:
        return await choose_conversation(client, request.conversation_id)
    title = shorten(request.text, width=_TITLE_WIDTH, placeholder="…")
    return (await client.conversations.create(title, kept=request.kept)).id


async def _find_newest(client: AsyncClient, conversation_id: str) -> str:
    turns = await client.turns.list(conversation_id, limit=1)
    if not turns:
        raise CommandRefused("--instead", "nothing was asked in this conversation yet")
    return turns[-1].id


async def _announce_rehearsal(client: AsyncClient, request: SendRequest) -> None:
    if (await client.server.status()).rehearsal:
        side = open_side(plain=request.plain)
        # A terminal breaks a line that is left to it in the middle of a word; a pipe has no width.
        side.print(Text(REHEARSAL, style="dim"), soft_wrap=not side.is_terminal)
