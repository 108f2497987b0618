"""`antiphon send`."""

import sys
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import Annotated

import orjson
import typer
from rich.text import Text

from antiphon.cli.answers import Advisor
from antiphon.cli.ask import choose_exit_code, follow_turn, send_message
from antiphon.cli.client import Client
from antiphon.cli.configuration import read_settings
from antiphon.cli.display import Display, SilentDisplay
from antiphon.cli.interrupts import Interrupts, run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.terminal import open_display, open_side
from antiphon.conversation.errors import EmptyMessage, Malformed
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
    """What to say, where, to whom, and how to show the answers."""

    text: str
    conversation_id: str | None = None
    continue_newest: bool = False
    advisors: tuple[str, ...] = ()
    plain: bool = False
    as_json: bool = False


def send(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What to ask; - reads it from standard input.")],
    conversation: Annotated[
        str | None, typer.Option("--conversation", metavar="ID", help="Ask in this conversation.")
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a new conversation; the default.")] = False,
    continue_newest: Annotated[
        bool, typer.Option("--continue", "-c", help="Ask in the conversation that changed last.")
    ] = False,
    advisor: Annotated[
        list[str] | None,
        typer.Option("--advisor", "-a", metavar="NAME_OR_ID", help="Ask only this advisor; may be repeated."),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Lines of `name: text`, no escape codes.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the finished turn as JSON.")] = False,
) -> None:
    """Ask the panel and watch the answers arrive side by side.

    Ctrl-C stops the turn; a second Ctrl-C leaves at once. Exit code 0 when at least one advisor answered, 2
    when none did, 130 when you stopped it. Without a terminal, answers go to standard output and everything
    about them to standard error.
    """
    if sum((conversation is not None, new, continue_newest)) > 1:
        raise typer.BadParameter("choose one of --conversation, --new and --continue")
    errand = Errand(
        text=sys.stdin.read() if text == "-" else text,
        conversation_id=conversation,
        continue_newest=continue_newest,
        advisors=tuple(advisor or ()),
        plain=plain,
        as_json=as_json,
    )
    if not errand.text.strip():
        raise EmptyMessage
    run_to_exit(run_errand(read_settings().settings, errand))


async def run_errand(settings: Settings, errand: Errand) -> int:
    """Send, follow, show; the exit code."""
    async with open_antiphon(settings) as client:
        await _announce_rehearsal(client, errand)
        conversation_id = await _choose_conversation(client, errand)
        advisor_ids = match_advisors(await client.read_advisors(), errand.advisors) if errand.advisors else ()
        key = str(uuid.uuid4())
        turn = await send_message(client, conversation_id, errand.text, advisor_ids=advisor_ids, key=key)
        with Interrupts() as interrupts, _open_display(errand) as display:
            asked = await follow_turn(client, turn, display, interrupts)
        if errand.as_json:
            print(orjson.dumps(encode_turn(asked.turn), option=orjson.OPT_INDENT_2).decode())
        return choose_exit_code(asked)


def match_advisors(known: Sequence[Advisor], wanted: Sequence[str]) -> tuple[str, ...]:
    """Ids for ids or names, in the order asked and each once; refuses what fits nobody or more than one."""
    return tuple(dict.fromkeys(_match_advisor(known, each) for each in wanted))


def _match_advisor(known: Sequence[Advisor], wanted: str) -> str:
    if any(advisor.id == wanted for advisor in known):
        return wanted
    named = [advisor.id for advisor in known if advisor.name.casefold() == wanted.strip().casefold()]
    if len(named) == 1:
        return named[0]
    if named:
        raise Malformed(f"several advisors are called {wanted}; use an id: {', '.join(named)}")
    names = ", ".join(advisor.name for advisor in known)
    raise Malformed(f"there is no advisor {wanted}; there are: {names or 'none'}")


async def _choose_conversation(client: Client, errand: Errand) -> str:
    if errand.conversation_id is not None:
        return errand.conversation_id
    if errand.continue_newest:
        newest = await client.read_conversations(limit=1)
        if not newest:
            raise Malformed("there is no conversation to continue yet; leave --continue out to begin one")
        return newest[0].id
    return (await client.create_conversation(shorten(errand.text, width=_TITLE_WIDTH, placeholder="…"))).id


async def _announce_rehearsal(client: Client, errand: Errand) -> None:
    if (await client.read_status()).rehearsal:
        open_side(plain=errand.plain).print(Text(REHEARSAL, style="dim"), soft_wrap=True)


def _open_display(errand: Errand) -> Display:
    return SilentDisplay() if errand.as_json else open_display(plain=errand.plain)
