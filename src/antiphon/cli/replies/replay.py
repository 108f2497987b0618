"""`antiphon replay`."""

import sys
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.naming import choose_conversation_of_reply, find_turns
from antiphon.cli.options import DroppingOption, FilterOption, ModelOption, ReplyArgument, WithoutOption, build_choice
from antiphon.cli.place import open_antiphon
from antiphon.cli.replies.diff import show_difference
from antiphon.cli.replies.variant import follow_variant
from antiphon.client import AsyncClient, ServerRefused
from antiphon.settings import Settings

Turns = Annotated[list[str] | None, typer.Option(metavar="TURN", help="Without this turn; may be repeated.")]


def replay(
    reply_id: ReplyArgument,
    filter_line: FilterOption = None,
    leave_out: Turns = None,
    dropping: DroppingOption = None,
    without: WithoutOption = None,
    model: ModelOption = None,
    advisor_version: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="As this version of the advisor would answer.")
    ] = None,
    conversation: Annotated[
        str | None, typer.Option("--conversation", metavar="ID", help="Where the turns are; found out if not said.")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Lines of `name: text`, no escape codes.")] = False,
) -> None:
    """Ask again with another context, and compare.

    The new answer stands beside the first; `antiphon choose` lets it count. Exit code 0 when there is a new
    answer, 2 when there is none, 130 when you stopped it.
    """
    wanted: dict[str, Any] = {"model": model, "advisor_version": advisor_version}
    choice = build_choice(filter_line, dropping, without)
    run_to_exit(_run(read_settings().settings, reply_id, wanted, choice, tuple(leave_out or ()), conversation, plain))


async def _run(
    settings: Settings,
    reply_id: str,
    wanted: Mapping[str, Any],
    choice: Mapping[str, Any],
    leave_out: tuple[str, ...],
    conversation: str | None,
    plain: bool,
) -> int:
    async with open_antiphon(settings) as client:
        if leave_out:
            here = await choose_conversation_of_reply(client, conversation, reply_id)
            choice = {**choice, "leave_out": list(await find_turns(client, here, leave_out))}
        said = {name: value for name, value in {**wanted, "choice": choice}.items() if value}
        followed = await follow_variant(client, await client.replies.replay(reply_id, said), plain=plain)
        await _compare(client, reply_id, followed.reply.id)
    if followed.exit_code == 0:
        print(f"to let it count: antiphon choose {followed.reply.id}", file=sys.stderr)
    return followed.exit_code


async def _compare(client: AsyncClient, first: str, second: str) -> None:
    try:
        await show_difference(client, first, second)
    except ServerRefused as refusal:
        if refusal.code != "not_found":
            raise
        print("there is nothing to compare: one of the two was never sent", file=sys.stderr)
