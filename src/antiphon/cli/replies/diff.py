"""`antiphon diff`."""

from typing import Annotated

import typer
from rich.text import Text

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.naming import choose_conversation, find_advisors
from antiphon.cli.options import ConversationOption
from antiphon.cli.place import open_antiphon
from antiphon.cli.replies.differences import print_answer_diff, print_payload_diff
from antiphon.cli.terminal import open_output
from antiphon.client import AsyncClient, Message
from antiphon.client.answers.previews import Preview
from antiphon.conversation.errors import Malformed
from antiphon.settings import Settings


def diff(
    a: Annotated[str | None, typer.Argument(metavar="A", help="A reply; `antiphon show --ids` prints it.")] = None,
    b: Annotated[str | None, typer.Argument(metavar="B", help="The reply to compare it with.")] = None,
    preview: Annotated[
        str | None, typer.Option("--preview", metavar="DRAFT", help="Compare what two advisors would be sent.")
    ] = None,
    between: Annotated[
        tuple[str, str] | None, typer.Option("--between", metavar="ADVISOR ADVISOR", help="Those two, for --preview.")
    ] = None,
    conversation: ConversationOption = None,
) -> None:
    """Show what differs between two replies.

    First in what was sent, then in what came back. The first differing byte is where a provider's cache stops
    helping. Without colours, words are marked as [-old-]{+new+}.
    """
    if preview is not None and between is not None and a is None:
        run_to_exit(_run_drafts(read_settings().settings, conversation, Message(preview), between))
    elif a is not None and b is not None and preview is None and between is None:
        run_to_exit(_run_replies(read_settings().settings, a, b))
    else:
        raise typer.BadParameter("give two replies, or --preview DRAFT with --between ADVISOR ADVISOR")


async def _run_replies(settings: Settings, a: str, b: str) -> int:
    async with open_antiphon(settings) as client:
        await show_difference(client, a, b)
    return 0


async def show_difference(client: AsyncClient, a: str, b: str) -> None:
    """Print how two replies differ; refused when one of them was never sent."""
    found = await client.replies.compare(a, b)
    bodies = (
        (await client.replies.receipts(a))[-1].body.encode(),
        (await client.replies.receipts(b))[-1].body.encode(),
    )
    console = open_output()
    console.print(Text(f"A is {a}\nB is {b}"))
    print_payload_diff(console, found.payload, bodies, ("A", "B"))
    print_answer_diff(console, found.answer)


async def _run_drafts(settings: Settings, conversation: str | None, draft: Message, between: tuple[str, str]) -> int:
    async with open_antiphon(settings) as client:
        conversation_id = await choose_conversation(client, conversation)
        ids = [(await find_advisors(client, (each,)))[0] for each in between]
        asked = Message(draft.text, tuple(dict.fromkeys(ids)))
        found = await client.previews.read(conversation_id, asked, details=True)
        # The same moment for both questions, or a minute that ends in between would be a difference.
        stamped = Message(asked.text, asked.advisor_ids, at=found.at)
        difference = await client.previews.compare_advisors(conversation_id, stamped, ids[0], ids[1])
    names = (_name(found, ids[0]), _name(found, ids[1]))
    print_payload_diff(open_output(), difference, (_body(found, ids[0]), _body(found, ids[1])), names)
    return 0


def _name(found: Preview, advisor_id: str) -> str:
    return next(each.name for each in found.advisors if each.advisor_id == advisor_id)


def _body(found: Preview, advisor_id: str) -> bytes:
    body = next(each.body for each in found.advisors if each.advisor_id == advisor_id)
    if body is None:
        raise Malformed(f"nothing can be sent to {_name(found, advisor_id)}")
    return body.encode()
