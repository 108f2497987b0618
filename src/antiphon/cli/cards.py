"""`antiphon cards`: advisors out of character cards, and as such."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.confirm import check_can_ask, confirm
from antiphon.cli.documents.files import writing_to
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_lines, write_bytes
from antiphon.cli.terminal import open_output
from antiphon.client.answers.advisors import Card, CardEntry
from antiphon.client.naming import match_advisors
from antiphon.conversation.errors import Malformed
from antiphon.settings import Settings

cards = typer.Typer(
    help="Character cards: look at one, make an advisor of it, hand an advisor out as one.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
File = Annotated[Path, typer.Argument(metavar="FILE", help="A card: PNG, JSON or .charx.")]
Person = Annotated[str, typer.Option(metavar="NAME", help="Who stands where the card speaks of its user.")]


@cards.command()
def show(file: File, person: Person = "") -> None:
    """Print what a card would become; nothing is kept."""
    run_to_exit(_show(read_settings().settings, file, person))


@cards.command()
def add(
    file: File,
    person: Person = "",
    no_lore: Annotated[bool, typer.Option("--no-lore", help="Leave its lorebook out.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Make an advisor of a card, once you have seen it. Its lorebook becomes documents that are switched off."""
    run_to_exit(_add(read_settings().settings, file, person, lore=not no_lore, yes=yes))


@cards.command()
def export(
    advisor: Annotated[str, typer.Argument(metavar="NAME_OR_ID", help="The advisor.")],
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to; .png makes it a picture.")] = None,
) -> None:
    """Write an advisor out as a card of version three: JSON, or a picture that older programs read too."""
    run_to_exit(_export(read_settings().settings, advisor, out))


async def _show(settings: Settings, file: Path, person: str) -> int:
    data = _read(file)
    async with open_antiphon(settings) as client:
        found = await client.advisors.read_card(file.name, data, person)
    print_lines(open_output(), (make_printable(line) for line in describe_card(found)))
    return 0


async def _add(settings: Settings, file: Path, person: str, *, lore: bool, yes: bool) -> int:
    data = _read(file)
    check_can_ask(yes=yes)
    async with open_antiphon(settings) as client:
        found = await client.advisors.read_card(file.name, data, person)
        print_lines(open_output(), (make_printable(line) for line in describe_card(found)))
        if not await confirm("Make this advisor?", yes=yes):
            return 1
        taken = await client.advisors.take_card(file.name, data, person, lore=lore)
    count = len(taken.document_ids)
    documents = "1 document" if count == 1 else f"{count} documents"
    print(f"{taken.advisor.id}\t{make_printable(taken.advisor.name)}\t{documents}, off")
    return 0


async def _export(settings: Settings, wanted: str, out: Path | None) -> int:
    async with open_antiphon(settings) as client:
        [advisor_id] = match_advisors(await client.advisors.list(), [wanted])
        is_picture = out is not None and out.suffix.lower() == ".png"
        data = await client.advisors.card(advisor_id, "png" if is_picture else "json")
    if out is None:
        write_bytes(data)
    else:
        with writing_to(out):
            out.write_bytes(data)
    return 0


def describe_card(card: Card) -> Iterator[str]:
    """All that would be sent for it, what becomes of its lorebook, and what has no place here."""
    yield f"{card.name} (card version {card.version}, {card.carrier})"
    if card.tagline:
        yield card.tagline
    yield from ("", card.description)
    yield from (f"\nnote: {card.notes}",) if card.notes else ()
    yield ""
    if card.replaced:
        yield f"replaced: {', '.join(card.replaced)} ({card.name}; {card.person})"
    if card.left:
        yield f"not understood, left as it is: {', '.join(card.left)}"
    if card.cut:
        yield f"too long, cut: {', '.join(card.cut)}"
    if card.greetings:
        yield f"greetings are not used: {len(card.greetings)}"
    if card.book_rules:
        yield f"rules of the lorebook that do not come along: {', '.join(card.book_rules)}"
    yield from (_describe_entry(each) for each in card.entries)
    if card.entries_left:
        yield f"entries of the lorebook beyond these, left out: {card.entries_left}"


def _describe_entry(entry: CardEntry) -> str:
    lost = f"; does not come along: {', '.join(entry.lost)}" if entry.lost else ""
    return f"document, off: {entry.name} ({entry.kind}, {len(entry.text)} characters){lost}"


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise Malformed(f"{file} cannot be read: {error.strerror}") from error
