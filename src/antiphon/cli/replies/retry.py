"""`antiphon retry`."""

from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.options import ModelOption, ReplyArgument
from antiphon.cli.place import open_antiphon
from antiphon.cli.replies.variant import follow_variant
from antiphon.settings import Settings


def retry(
    reply_id: ReplyArgument,
    model: ModelOption = None,
    plain: Annotated[bool, typer.Option("--plain", help="Lines of `name: text`, no escape codes.")] = False,
) -> None:
    """Ask again in place of an answer that failed or was stopped.

    Exit code 0 when there is an answer now, 2 when there is none, 130 when you stopped it.
    """
    run_to_exit(_run(read_settings().settings, reply_id, model, plain=plain))


async def _run(settings: Settings, reply_id: str, model: str | None, *, plain: bool) -> int:
    async with open_antiphon(settings) as client:
        variant = await client.replies.retry(reply_id, model=model)
        return (await follow_variant(client, variant, plain=plain)).exit_code
