"""A turn as panels side by side, cut to fit the terminal while it is still being answered."""

from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.style import Style
from rich.table import Table
from rich.text import Text

from antiphon.cli.printing.printable import make_printable, parse_colour
from antiphon.cli.turns.state_line import format_state, style_state
from antiphon.conversation.reply import Reply
from antiphon.conversation.turn import Turn

# A panel of four lines holds its border, one line of text and the state: less is not worth a frame.
_SMALLEST_PANEL = 4
_TALLEST_PANEL = 18
# Border and padding of a panel, left and right together.
_FRAME_WIDTH = 4
# Border above and below, and the state line.
_FRAME_HEIGHT = 3


def count_columns(width: int) -> int:
    """How many panels stand side by side: 1 below 80 cells, 2 below 140, else 3."""
    if width < 80:
        return 1
    return 2 if width < 140 else 3


def build_columns(turn: Turn, console: Console, *, footer: str) -> RenderableType:
    """Every reply's newest lines and its state, never taller than the console, with one line below."""
    columns = min(count_columns(console.width), max(1, len(turn.replies)))
    rows = -(-len(turn.replies) // columns)
    # One line for the footer and one for the cursor, which Rich parks below what it drew.
    height = min((console.height - 2) // max(1, rows), _TALLEST_PANEL)
    last = Text(footer, style="dim", no_wrap=True, overflow="ellipsis")
    if height < _SMALLEST_PANEL:
        return Group(*(_build_line(reply) for reply in turn.replies), last)
    width = console.width // columns
    grid = Table.grid(expand=False)
    for _ in range(columns):
        grid.add_column(width=width)
    for start in range(0, len(turn.replies), columns):
        grid.add_row(*_build_row(turn.replies[start : start + columns], console, width, height))
    return Group(grid, last)


def build_tail(text: str, console: Console, *, width: int, lines: int) -> list[Text]:
    """The last lines of a text as they wrap at this width; at most `lines`, which is at least 1."""
    # A line holds at most `width` characters, so no earlier one can still be on the screen.
    recent = make_printable(text[-width * lines :])
    return list(Text(recent).wrap(console, width, overflow="fold"))[-lines:]


def _build_row(replies: Sequence[Reply], console: Console, width: int, height: int) -> list[RenderableType]:
    return [_build_panel(reply, console, width, height) for reply in replies]


def _build_panel(reply: Reply, console: Console, width: int, height: int) -> Panel:
    room = height - _FRAME_HEIGHT
    tail = build_tail(reply.edited or reply.text, console, width=width - _FRAME_WIDTH, lines=room)
    state = Text(format_state(reply), style=style_state(reply), no_wrap=True, overflow="ellipsis")
    colour = parse_colour(reply.colour)
    return Panel(
        Group(*tail, *[Text()] * (room - len(tail)), state),
        title=Text(make_printable(reply.name), style=colour + Style(bold=True)),
        title_align="left",
        border_style=colour,
        width=width,
        height=height,
    )


def _build_line(reply: Reply) -> Text:
    line = Text(no_wrap=True, overflow="ellipsis")
    line.append(make_printable(reply.name), style=parse_colour(reply.colour))
    line.append("  ")
    line.append(format_state(reply), style=style_state(reply))
    return line
