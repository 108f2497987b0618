"""`antiphon mark`."""

from enum import StrEnum
from typing import Annotated, Any

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.naming import choose_conversation_of, find_advisors, find_turns
from antiphon.cli.options import ConversationOption, TurnsArgument
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.figures import count
from antiphon.client import AsyncClient
from antiphon.settings import Settings

EVERYBODY = "everybody"
NONE = "none"


class FlagColour(StrEnum):
    """The colours a turn may be flagged with."""

    BLUE = "blue"
    GREY = "grey"
    NONE = "none"


def _names(help_text: str) -> Any:
    return typer.Option(metavar="ADVISOR", help=f"{help_text}, or `{EVERYBODY}`; may be repeated.")


def mark(
    turns: TurnsArgument,
    stars: Annotated[int | None, typer.Option(min=0, max=3, help="Give them this many stars.")] = None,
    pin: Annotated[bool | None, typer.Option("--pin/--unpin", help="Keep them when not everything fits.")] = None,
    worth: Annotated[
        str | None,
        typer.Option(metavar="WORTH", help="What they are worth, 0 to 1, whatever was reckoned; `none` takes it back."),
    ] = None,
    flag: Annotated[FlagColour | None, typer.Option(help="Flag them.")] = None,
    tag: Annotated[list[str] | None, typer.Option(metavar="TAG", help="Add a tag; may be repeated.")] = None,
    untag: Annotated[list[str] | None, typer.Option(metavar="TAG", help="Take a tag off; may be repeated.")] = None,
    topic: Annotated[
        str | None, typer.Option(metavar="PATH", help="Move them to this topic, as in Work/Hiring; none is ''.")
    ] = None,
    out: Annotated[list[str] | None, _names("Do not send them to this advisor")] = None,
    into: Annotated[
        list[str] | None,
        typer.Option("--in", metavar="ADVISOR", help=f"Send them to this advisor, or `{EVERYBODY}`; may be repeated."),
    ] = None,
    usual: Annotated[list[str] | None, _names("Take back --out and --in for this advisor")] = None,
    conversation: ConversationOption = None,
) -> None:
    """Star, pin, weigh, flag or tag turns, or say who is sent them."""
    marks: dict[str, Any] = {
        "stars": stars,
        "pinned": pin,
        "worth": None if worth is None else _read_worth(worth),
        "colour_flag": None if flag is None else str(flag),
        "topic": topic,
        "add_tags": tag,
        "remove_tags": untag,
    }
    said = {name: value for name, value in marks.items() if value is not None}
    contexts = [("out", out or []), ("in", into or []), (None, usual or [])]
    if not said and not any(names for _, names in contexts):
        raise typer.BadParameter("say what to set: --stars, --pin, --worth, --flag, --tag, --topic, --out or --in")
    run_to_exit(_run(read_settings().settings, conversation, turns, said, contexts))


def _read_worth(text: str) -> float | str:
    """A number from 0 to 1, or none."""
    if text == NONE:
        return text
    try:
        worth = float(text)
    except ValueError:
        worth = -1.0
    if not 0 <= worth <= 1:
        raise typer.BadParameter(f"a worth is a number from 0 to 1, or `{NONE}`", param_hint="--worth")
    return worth


async def _run(
    settings: Settings,
    conversation: str | None,
    turns: list[str],
    marks: dict[str, Any],
    contexts: list[tuple[str | None, list[str]]],
) -> int:
    async with open_antiphon(settings) as client:
        here = await choose_conversation_of(client, conversation, turns)
        turn_ids = await find_turns(client, here, turns)
        sent_to = await _name_contexts(client, contexts)
        await client.turns.mark(here, turn_ids, marks | ({"contexts": sent_to} if sent_to else {}))
    print(f"{count(len(turn_ids), 'turn')} marked")
    return 0


async def _name_contexts(client: AsyncClient, contexts: list[tuple[str | None, list[str]]]) -> dict[str, str | None]:
    """The mark for each advisor; everybody is the empty name."""
    found: dict[str, str | None] = {}
    for context, names in contexts:
        for name in names:
            advisor_id = "" if name == EVERYBODY else (await find_advisors(client, (name,)))[0]
            found[advisor_id] = context
    return found
