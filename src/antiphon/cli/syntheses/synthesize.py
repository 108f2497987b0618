"""`antiphon synthesize`: one text out of what the advisors said in a turn, with its sources."""

import asyncio
import json
import sys
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Final, NamedTuple

import typer

from antiphon.cli.analyses.forecast import describe_forecast
from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.naming import choose_turn
from antiphon.cli.options import ConversationArgument, ModelOption, TurnOption
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_json
from antiphon.cli.printing.status_line import telling
from antiphon.cli.syntheses.text import print_synthesis
from antiphon.cli.terminal import open_output, open_side
from antiphon.client import AsyncClient
from antiphon.client.answers.syntheses import Synthesis
from antiphon.settings import Settings

_POLL_SECONDS: Final = 0.5


class SynthesisMode(StrEnum):
    """Which kind of text."""

    FUSE = "fuse"
    COMPARE = "compare"
    CHECKLIST = "checklist"
    CUSTOM = "custom"


class _Wish(NamedTuple):
    """What the person asked for."""

    conversation: str | None
    turn: str | None
    mode: SynthesisMode | None
    instruction: str | None
    model: str | None
    again: bool

    @property
    def body(self) -> dict[str, str | None]:
        """The wish as the API takes it; an instruction alone is a text of one's own kind."""
        mode = self.mode or (SynthesisMode.CUSTOM if self.instruction else SynthesisMode.FUSE)
        return {"mode": str(mode), "instruction": self.instruction, "model": self.model}


class _Form(NamedTuple):
    """How it is shown."""

    as_json: bool
    markdown: bool
    quotes: bool


def synthesize(
    conversation_id: ConversationArgument = None,
    turn: TurnOption = None,
    mode: Annotated[
        SynthesisMode | None,
        typer.Option(help="One connected text, point by point, a list of things to do, or as --instruction says."),
    ] = None,
    instruction: Annotated[
        str | None, typer.Option("--instruction", metavar="TEXT", help="What to write, in your own words.")
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Write it anew even if there is one.")] = False,
    model: ModelOption = None,
    forecast: Annotated[bool, typer.Option("--forecast", help="Only say what writing it may cost.")] = False,
    quotes: Annotated[bool, typer.Option("--quotes", help="Print the words each sentence rests on.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print it as Markdown.")] = False,
) -> None:
    """Write one text out of what the advisors said in a turn, every sentence with its source.

    Who was not heard comes first. When there is no map of the turn yet, its claims are read first. The text goes to no
    advisor unless you send it along: antiphon send --continue --with-synthesis.
    """
    if as_json and markdown:
        raise typer.BadParameter("choose one of --json and --markdown")
    wish = _Wish(conversation_id, turn, mode, instruction, model, again)
    if forecast:
        run_to_exit(_foresee(read_settings().settings, wish, as_json=as_json))
    else:
        run_to_exit(_show(read_settings().settings, wish, _Form(as_json, markdown, quotes)))


async def _foresee(settings: Settings, wish: _Wish, *, as_json: bool) -> int:
    async with open_antiphon(settings) as client:
        found = await client.syntheses.forecast(await choose_turn(client, wish.conversation, wish.turn), wish.body)
    print(json.dumps(found.model_dump(), indent=1) if as_json else describe_forecast(found))
    return 0


async def _show(settings: Settings, wish: _Wish, form: _Form) -> int:
    async with open_antiphon(settings) as client:
        turn_id = await choose_turn(client, wish.conversation, wish.turn)
        with telling(open_side()) as tell:
            is_new, written = await _read_or_write(client, turn_id, wish, tell)
        if written.status == "failed" and (is_new or written.written_id is None):
            reason = written.analysis.error.message if written.analysis and written.analysis.error else "it was cut off"
            open_side().print(f"the synthesis of turn {written.position} was not written: {make_printable(reason)}")
            return 1
        if form.as_json:
            print_json(written.raw)
        elif form.markdown:
            print(make_printable(await client.syntheses.export(turn_id)), end="")
        else:
            print_synthesis(open_output(), written, quotes=form.quotes)
    return 0


async def _read_or_write(
    client: AsyncClient, turn_id: str, wish: _Wish, tell: Callable[[str], None]
) -> tuple[bool, Synthesis]:
    """The text that is wanted, and whether it was written for this."""
    found = await _wait(client, turn_id, tell)
    is_new = wish.again or not _is_wanted(found, wish)
    if is_new:
        tell("beginning")
        await client.syntheses.write(turn_id, wish.body)
        found = await _wait(client, turn_id, tell)
    elif wish.model is not None:
        print(f"there is one already; --again writes it anew with {wish.model}", file=sys.stderr)
    return is_new, found


async def _wait(client: AsyncClient, turn_id: str, tell: Callable[[str], None]) -> Synthesis:
    """What there is once nobody writes at it."""
    while (found := await client.syntheses.read(turn_id)).status == "running":
        if found.analysis is not None:
            analysis = await client.analyses.read(found.analysis.id)
            tell(f"{analysis.model} {'writes' if analysis.calls else 'reads the answers for claims'}")
        await asyncio.sleep(_POLL_SECONDS)
    return found


def _is_wanted(found: Synthesis, wish: _Wish) -> bool:
    """Whether the text there is will do: one of the kind that was named, or any when none was."""
    if found.written_id is None:
        return False
    if wish.mode is None and wish.instruction is None:
        return True
    return found.mode == wish.body["mode"] and found.instruction == wish.instruction
