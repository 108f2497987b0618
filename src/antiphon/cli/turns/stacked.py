"""A turn printed once and in full, one reply below the other."""

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.style import Style
from rich.text import Text

from antiphon.cli.printing.printable import make_printable, parse_colour
from antiphon.cli.turns.state_line import format_error, format_state, style_state
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn


def print_turn(console: Console, turn: Turn, *, ids: bool = False) -> None:
    """Every reply of the turn, whole, each with its state below it; with `ids`, what other commands call it."""
    for reply in turn.replies:
        _print_reply(console, reply, ids=ids)


def print_message(console: Console, turn: Turn, *, ids: bool = False) -> None:
    """What the person said, under the number of the turn and what was said about it."""
    console.print(Text(" · ".join(("you", *_list_marks(turn), *((turn.id,) if ids else ()))), style="bold"))
    _print_whole(console, turn.text)
    console.print()


def format_lines(reply: Reply) -> Iterable[str]:
    """A settled reply as `name: text`, the name on every line so that each stands for itself in a pipe."""
    name = " ".join(make_printable(reply.name).split())
    text = reply.edited or reply.text
    for line in make_printable(text).split("\n") if text else ():
        yield f"{name}: {line}".rstrip()
    yield from (f"{name}: {line}" for line in format_pictures(reply))
    if reply.state is not ReplyState.COMPLETE:
        yield f"{name}: {format_error(reply) or f'[{format_state(reply)}]'}"


def format_pictures(reply: Reply) -> Iterator[str]:
    """A line for each picture in the reply: what it is, and how it is saved."""
    for each in reply.all_pictures:
        said = " ".join(make_printable(each.alt or each.name).split())
        yield f"[picture: {said}, {each.width} \u00d7 {each.height}; antiphon document save {each.document_id}]"


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


def _print_reply(console: Console, reply: Reply, *, ids: bool) -> None:
    title = Text(make_printable(reply.name), style=parse_colour(reply.colour) + Style(bold=True))
    title.append("".join(f" · {each}" for each in _list_remarks(reply)), style="not bold")
    if ids:
        title.append(f" · {reply.id}", style="not bold")
    console.print(title)
    for use in reply.tools:
        console.print(Text(make_printable(f"{use.server}/{use.tool} {use.arguments} → {use.status}"), style="dim"))
    if text := reply.edited or reply.text:
        _print_whole(console, text)
    for line in format_pictures(reply):
        console.print(Text(line, style="dim"))
    console.print(Text(format_state(reply), style=style_state(reply)))
    console.print()


def _print_whole(console: Console, text: str) -> None:
    """What was said; in a pipe no line of it is broken."""
    console.print(Text(make_printable(text)), soft_wrap=not console.is_terminal)


def _list_remarks(reply: Reply) -> Iterator[str]:
    """What sets a reply apart from a first answer that counts."""
    if reply.variant:
        yield f"asked again, {reply.variant}"
    if not reply.chosen:
        yield "does not count"
    if reply.edited is not None:
        yield "edited by you"


def _list_marks(turn: Turn) -> Iterator[str]:
    """The number of a turn and everything the person said about it."""
    yield f"turn {turn.position}"
    if turn.stars:
        yield "★" * turn.stars
    if turn.pinned:
        yield "pinned"
    if turn.colour_flag:
        yield f"{turn.colour_flag} flag"
    if turn.topic:
        yield f"topic {make_printable(turn.topic)}"
    yield from (f"#{make_printable(tag)}" for tag in turn.tags)
    yield from (f"{mark} for {make_printable(who) or 'everybody'}" for who, mark in turn.marks.items())
