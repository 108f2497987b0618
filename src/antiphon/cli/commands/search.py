"""`antiphon search`: words, wherever they were said, claimed or decided."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich.text import Text

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printable import make_printable
from antiphon.cli.terminal import open_output
from antiphon.settings import Settings

NOTHING = "Nothing was found."
_LABELS = {"agree": "they agree", "contradict": "they disagree", "lone": "only one voice"}


def search(
    words: Annotated[str, typer.Argument(metavar="WORDS", help="The words as they stand there; letters may be large.")],
    conversation: Annotated[
        str | None, typer.Option(metavar="CONVERSATION_ID", help="Look only in this conversation.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=100, help="How many places in turns are enough.")] = 20,
) -> None:
    """Look for words in decisions, claims, titles, messages and replies, newest first."""
    run_to_exit(_run(read_settings().settings, words, conversation, limit))


async def _run(settings: Settings, words: str, conversation: str | None, limit: int) -> int:
    query: dict[str, Any] = {"q": words, "limit": limit}
    if conversation is not None:
        query["conversation"] = conversation
    lines: list[str] = []
    async with open_antiphon(settings) as client:
        while True:
            found = await client.get("/v1/search", **query)
            lines += _write(found)
            if found["next"] is None or len(lines) >= limit:
                break
            query["before"] = found["next"]
    console = open_output()
    for line in lines or [NOTHING]:
        console.print(Text(make_printable(line)), soft_wrap=not console.is_terminal)
    return 0 if lines else 1


def _write(found: dict[str, Any]) -> Iterator[str]:
    for each in found["decisions"]:
        yield f"{each['id']}  decision  {each['snippet']}"
    for each in found["claims"]:
        yield f"{each['conversation_id']}  turn {each['position']}  claim, {_LABELS[each['label']]}  {each['snippet']}"
    for each in found["hits"]:
        place = "title" if each["turn_id"] is None else f"turn {each['position']}"
        yield f"{each['conversation_id']}  {place}  {each['name'] or 'you'}  {each['snippet']}"
