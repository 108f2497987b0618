"""`antiphon revisit`: what somebody once asked, asked of a panel."""

import asyncio
import sys
from typing import Annotated, Any, Final

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.confirm import check_can_ask, confirm
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.options import YesOption
from antiphon.cli.place import open_antiphon
from antiphon.client import AsyncClient
from antiphon.client.answers.revisits import Revisit, RevisitForecast
from antiphon.client.naming import match_panel
from antiphon.settings import Settings

_LOOK_SECONDS: Final = 0.5
_FAILED: Final = 2


def revisit(
    conversation: Annotated[str, typer.Argument(metavar="CONVERSATION_ID", help="Whose questions are asked.")],
    panel: Annotated[
        str | None, typer.Option("--panel", "-p", help="Who is asked, by name or id; the default panel if not said.")
    ] = None,
    count: Annotated[int | None, typer.Option("--count", "-n", help="Only the first so many questions.")] = None,
    wait: Annotated[bool, typer.Option("--wait", help="Stay until all of them were answered.")] = False,
    yes: YesOption = False,
) -> None:
    """Ask a panel what was asked in a conversation, one question after another, in a new one.

    For what you imported, and for any other. What it may cost at most is said first, and nothing is sent before you
    agree. It goes on by itself; `antiphon work stop ID` ends it, and what was answered is kept. Exit code 1 when you
    said no, 2 when nobody answered.
    """
    check_can_ask(yes=yes)
    run_to_exit(_revisit(read_settings().settings, conversation, panel, count, wait=wait, yes=yes))


async def _revisit(
    settings: Settings, conversation: str, panel: str | None, count: int | None, *, wait: bool, yes: bool
) -> int:
    async with open_antiphon(settings) as client:
        plan: dict[str, Any] = {} if count is None else {"count": count}
        if panel is not None:
            plan["panel_id"] = match_panel(await client.panels.list(), panel).id
        print(describe_forecast(await client.revisits.forecast(conversation, plan)), file=sys.stderr)
        if not await confirm("Ask them?", yes=yes):
            print("nothing was sent", file=sys.stderr)
            return 1
        begun = await client.revisits.start(conversation, plan)
        print(begun.conversation_id)
        print(f"antiphon work stop {begun.id} ends it", file=sys.stderr)
        if not wait:
            return 0
        ended = await _wait(client, begun)
        print(describe_end(ended), file=sys.stderr)
        return _FAILED if ended.status == "failed" else 0


async def _wait(client: AsyncClient, begun: Revisit) -> Revisit:
    while begun.status == "running":
        await asyncio.sleep(_LOOK_SECONDS)
        begun = await client.revisits.read(begun.id)
    return begun


def describe_forecast(found: RevisitForecast) -> str:
    """How many questions, of whom, and what that may cost."""
    cost = "nobody knows what it would cost" if found.cost is None else f"at most ${found.cost:.4f}"
    said = f"{_count(found.questions, 'question')} to {_count(found.voices, 'advisor')}: {cost}"
    files = f"\n{_count(found.with_files, 'question')} had files, which are not sent again" if found.with_files else ""
    return said + files


def describe_end(ended: Revisit) -> str:
    """How it ended, in one line."""
    asked = f"{ended.asked} of {_count(ended.planned, 'question')} asked"
    why = {"done": "all were answered", "stopped": "it was stopped", "person": "you spoke"}.get(ended.status)
    return f"{asked}: {why or ended.facts.get('message', ended.status)}"


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
