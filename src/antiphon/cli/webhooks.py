"""`antiphon webhooks`: have a program elsewhere told what ends, and see what it was told."""

from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_lines, print_rows
from antiphon.cli.terminal import open_output
from antiphon.client.answers.webhooks import ToldWebhook, Webhook, WebhookDelivery
from antiphon.conversation.webhook import EVENTS
from antiphon.settings import Settings

NONE = "No webhooks. Add one: antiphon webhooks add https://…"
NOTHING_YET = "Nothing was sent yet. Try it: antiphon webhooks ping WEBHOOK_ID"
ONCE = "This secret is shown once. The receiver checks every message with it:"
USUAL = ("turn.completed", "turn.failed")

# Why one was switched off, and what was in the way of a message, for people.
TROUBLES = {"gone": "off: the address said that it is gone", "failing": "off: nothing arrived for three days"}
PROBLEMS = {
    "address_refused": "this address may not be reached",
    "no_connection": "no connection",
    "timeout": "no answer within ten seconds",
    "not_http": "what answered is not HTTP",
    "redirect": "a redirect, which is not followed",
    "status": "refused",
    "secret": "its secret was made elsewhere; rotate it",
}

webhooks = typer.Typer(
    help="Programs elsewhere that are told what ends: list them, add one, test it, see what was sent.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
WebhookId = Annotated[str, typer.Argument(metavar="WEBHOOK_ID", help="As `antiphon webhooks list` names it.")]


@webhooks.command("list")
def list_webhooks() -> None:
    """List your webhooks: id, address, whether it is on, and what it is told."""
    run_to_exit(_list(read_settings().settings))


@webhooks.command()
def add(
    url: Annotated[str, typer.Argument(metavar="ADDRESS", help="Where to post to.")],
    event: Annotated[list[str] | None, typer.Option(help=f"What to tell: {', '.join(EVENTS)}; once for each.")] = None,
    shape: Annotated[str, typer.Option(help="How: standard, slack, discord, mattermost, ntfy or gotify.")] = "standard",
    text: Annotated[bool, typer.Option("--text", help="Send words of the conversation along.")] = False,
) -> None:
    """Have an address told what ends, and print its secret, this once; without an event it is told of turns."""
    run_to_exit(_add(read_settings().settings, url, tuple(event or USUAL), shape, text=text))


@webhooks.command()
def on(webhook_id: WebhookId) -> None:
    """Tell it again, from now on."""
    run_to_exit(_switch(read_settings().settings, webhook_id, enabled=True))


@webhooks.command()
def off(webhook_id: WebhookId) -> None:
    """Tell it nothing more; what waits to be sent is not sent either."""
    run_to_exit(_switch(read_settings().settings, webhook_id, enabled=False))


@webhooks.command()
def rotate(webhook_id: WebhookId) -> None:
    """Sign with a new secret and print it, this once; for a day the old one signs as well."""
    run_to_exit(_rotate(read_settings().settings, webhook_id))


@webhooks.command()
def ping(webhook_id: WebhookId) -> None:
    """Send a test message."""
    run_to_exit(_ping(read_settings().settings, webhook_id))


@webhooks.command()
def deliveries(webhook_id: WebhookId) -> None:
    """List what was sent of late, what was answered, and when it is sent again."""
    run_to_exit(_deliveries(read_settings().settings, webhook_id))


@webhooks.command()
def resend(
    webhook_id: WebhookId,
    message_id: Annotated[str, typer.Argument(metavar="MESSAGE_ID", help="As the list of deliveries names it.")],
) -> None:
    """Send a message once more, under the same id."""
    run_to_exit(_resend(read_settings().settings, webhook_id, message_id))


@webhooks.command()
def remove(webhook_id: WebhookId) -> None:
    """Tell it nothing more, and forget what it was told."""
    run_to_exit(_remove(read_settings().settings, webhook_id))


async def _list(settings: Settings) -> int:
    async with open_antiphon(settings) as client:
        found = await client.webhooks.list()
    print_rows(open_output(), [_format(each) for each in found], NONE)
    return 0


async def _add(settings: Settings, url: str, events: tuple[str, ...], shape: str, *, text: bool) -> int:
    async with open_antiphon(settings) as client:
        told = await client.webhooks.create(url, events, shape=shape, include_text=text)
    _print_told(told)
    return 0


async def _switch(settings: Settings, webhook_id: str, *, enabled: bool) -> int:
    async with open_antiphon(settings) as client:
        changed = await client.webhooks.change(webhook_id, enabled=enabled)
    print_rows(open_output(), [_format(changed)], NONE)
    return 0


async def _rotate(settings: Settings, webhook_id: str) -> int:
    async with open_antiphon(settings) as client:
        told = await client.webhooks.rotate(webhook_id)
    _print_told(told)
    return 0


async def _ping(settings: Settings, webhook_id: str) -> int:
    async with open_antiphon(settings) as client:
        sent = await client.webhooks.ping(webhook_id)
    print_lines(open_output(), (f"{sent.id} is on its way: antiphon webhooks deliveries {sent.webhook_id}",))
    return 0


async def _deliveries(settings: Settings, webhook_id: str) -> int:
    async with open_antiphon(settings) as client:
        found = await client.webhooks.deliveries(webhook_id)
    print_rows(open_output(), [_format_delivery(each) for each in found], NOTHING_YET)
    return 0


async def _resend(settings: Settings, webhook_id: str, message_id: str) -> int:
    async with open_antiphon(settings) as client:
        sent = await client.webhooks.send_again(webhook_id, message_id)
    print_rows(open_output(), [_format_delivery(sent)], NOTHING_YET)
    return 0


async def _remove(settings: Settings, webhook_id: str) -> int:
    async with open_antiphon(settings) as client:
        await client.webhooks.delete(webhook_id)
    print_lines(open_output(), (f"{make_printable(webhook_id)} is told nothing more.",))
    return 0


def _print_told(told: ToldWebhook) -> None:
    print_lines(open_output(), (f"{told.id} {make_printable(told.webhook.url)}", ONCE, told.signs_with))


def _format(webhook: Webhook) -> tuple[str, ...]:
    state = "on" if webhook.enabled else TROUBLES.get(webhook.trouble or "", "off")
    return (webhook.id, make_printable(webhook.url), state, webhook.shape, ", ".join(webhook.events))


def _format_delivery(delivery: WebhookDelivery) -> tuple[str, ...]:
    problem = PROBLEMS.get(delivery.problem or "", "")
    why = " ".join(each for each in (str(delivery.answered or ""), problem) if each)
    again = f"again {delivery.next_at}" if delivery.next_at else ""
    return (delivery.id, delivery.event, delivery.status, why, again)
