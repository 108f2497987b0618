"""A turn printed once and in full, one reply below the other."""

from collections.abc import Iterable

from rich.console import Console
from rich.style import Style
from rich.text import Text

from antiphon.cli.printable import make_printable, parse_colour
from antiphon.cli.stateline import format_error, format_state, style_state
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn


def print_turn(console: Console, turn: Turn) -> None:
    """Every reply of the turn, whole, each with its state below it."""
    for reply in turn.replies:
        _print_reply(console, reply)


def print_message(console: Console, turn: Turn) -> None:
    """What the person said."""
    console.print(Text("you", style="bold"))
    console.print(Text(make_printable(turn.text)))
    console.print()


def format_lines(reply: Reply) -> Iterable[str]:
    """A settled reply as `name: text`, the name on every line so that each stands for itself in a pipe."""
    name = " ".join(make_printable(reply.name).split())
    for line in make_printable(reply.text).split("\n") if reply.text else ():
        yield f"{name}: {line}".rstrip()
    if reply.state is not ReplyState.COMPLETE:
        yield f"{name}: {format_error(reply) or f'[{format_state(reply)}]'}"


def format_summary(turn: Turn) -> str:
    """`5 of 5 answered in 4.1 s · conversation <id>`; the seconds are those of the slowest reply."""
    answered = sum(reply.state is ReplyState.COMPLETE for reply in turn.replies)
    seconds = [
        reply.metrics.total_seconds
        for reply in turn.replies
        if reply.metrics is not None and reply.metrics.total_seconds is not None
    ]
    took = f" in {max(seconds):.1f} s" if seconds else ""
    return f"{answered} of {len(turn.replies)} answered{took} · conversation {turn.conversation_id}"


def _print_reply(console: Console, reply: Reply) -> None:
    console.print(Text(make_printable(reply.name), style=parse_colour(reply.colour) + Style(bold=True)))
    if reply.text:
        console.print(Text(make_printable(reply.text)))
    console.print(Text(format_state(reply), style=style_state(reply)))
    console.print()
