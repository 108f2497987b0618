"""`antiphon receipt`."""

import hashlib
import json
import sys
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from antiphon.cli.answers import Receipt
from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printable import make_printable
from antiphon.cli.terminal import open_output
from antiphon.settings import Settings


def receipt(
    reply_id: Annotated[str, typer.Argument(metavar="REPLY_ID", help="The reply whose requests to print.")],
    raw: Annotated[
        bool, typer.Option("--raw", help="Only the body of the last attempt, byte for byte, for a pipe.")
    ] = False,
) -> None:
    """Print exactly what was sent to the model for a reply.

    `antiphon receipt REPLY_ID --raw | sha256sum` gives the fingerprint the receipt shows.
    """
    run_to_exit(_run(read_settings().settings, reply_id, raw=raw))


async def _run(settings: Settings, reply_id: str, *, raw: bool) -> int:
    async with open_antiphon(settings) as client:
        receipts = await client.read_receipts(reply_id)
    if not receipts:
        print("nothing was sent for this reply yet", file=sys.stderr)
        return 1
    if raw:
        sys.stdout.buffer.write(receipts[-1].body.encode())
        sys.stdout.buffer.flush()
    else:
        print_receipts(open_output(), receipts)
    return 0


def print_receipts(console: Console, receipts: Sequence[Receipt]) -> None:
    """Every attempt: its facts, whether the fingerprint fits the bytes, and the body laid out to be read."""
    for each in receipts:
        console.print(Text(f"attempt {each.attempt} (start {each.epoch})", style="bold"))
        for name, value in _list_facts(each):
            console.print(Text(f"{name:<9} {make_printable(value)}"), soft_wrap=True)
        console.print(Text(make_printable(_format_body(each.body))), soft_wrap=True)
        console.print()


def _list_facts(receipt: Receipt) -> list[tuple[str, str]]:
    fits = hashlib.sha256(receipt.body.encode()).hexdigest() == receipt.sha256
    facts = [
        ("provider", receipt.provider),
        ("model", receipt.model),
        ("url", receipt.url),
        ("sha256", f"{receipt.sha256} ({'fits the body' if fits else 'DOES NOT FIT the body'})"),
        ("size", f"{receipt.size} bytes"),
    ]
    if receipt.sent_at is not None:
        facts.append(("sent", receipt.sent_at.astimezone().isoformat(timespec="milliseconds")))
    if receipt.outcome:
        facts.append(("outcome", receipt.outcome))
    if receipt.usage:
        facts.append(("usage", ", ".join(f"{name} {value}" for name, value in receipt.usage.items())))
    return facts


def _format_body(body: str) -> str:
    try:
        return json.dumps(json.loads(body), indent=2, ensure_ascii=False)
    except ValueError:
        return body
