"""What would be sent for a case, message by message."""

from rich.console import Console
from rich.text import Text

from antiphon.cli.printing.printable import make_printable
from antiphon.evals.result import CaseResult, Exchange


def print_payloads(console: Console, result: CaseResult) -> None:
    """Every request of one run of a case, in the order they would leave."""
    for exchange in result.exchanges:
        console.print(Text(make_printable(_name(result, exchange)), style="bold"), soft_wrap=True)
        for number, message in enumerate(exchange.messages):
            head = f"[{number}] {message.role} ({message.kind})"
            console.print(Text(make_printable(head), style="dim"), soft_wrap=True)
            console.print(Text(make_printable(message.content)), soft_wrap=True)
        console.print()
    if result.error:
        console.print(Text(make_printable(f"{result.key}: {result.error}"), style="red"), soft_wrap=True)


def _name(result: CaseResult, exchange: Exchange) -> str:
    """Who is asked with which bytes. What follows an answer that nobody has given yet has no bytes to speak of."""
    turn = f", turn {exchange.turn}" if exchange.turn > 1 else ""
    is_known = all(each.turn >= exchange.turn for each in result.exchanges)
    told = f"sha256 {exchange.sha256}" if is_known else "the answers before it are not known yet"
    return f"{result.key}{turn}: {exchange.advisor}, {exchange.model}, {told}"
