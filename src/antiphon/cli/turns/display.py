"""How a turn is shown while it is answered, and once when it is."""

from contextlib import AbstractContextManager
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console, RenderableType
from rich.live import Live
from rich.text import Text
from typing_extensions import override

from antiphon.cli.terminal import open_output, open_side
from antiphon.cli.turns.columns import build_columns
from antiphon.cli.turns.stacked import format_lines, format_summary, print_turn
from antiphon.conversation.ids import ReplyId
from antiphon.conversation.turn import Turn

_FRAMES_PER_SECOND = 12


class Display(AbstractContextManager["Display"], Protocol):
    """Somewhere a turn is shown."""

    def show(self, turn: Turn) -> None:
        """What is known now; called as often as it changes."""
        ...

    def note(self, footer: str) -> None:
        """What the person may do now, in one line."""
        ...

    def finish(self, turn: Turn) -> None:
        """The turn as it ended; called once per turn."""
        ...


class LiveDisplay(Display):
    """Panels side by side that move; the whole replies, stacked, when all have ended."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._turn: Turn | None = None
        self._footer = ""
        self._live: Live | None = None

    @override
    def __enter__(self) -> Self:
        return self

    @override
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._clear()

    @override
    def show(self, turn: Turn) -> None:
        self._turn = turn
        if self._live is None:
            self._live = Live(
                get_renderable=self._build,
                console=self._console,
                refresh_per_second=_FRAMES_PER_SECOND,
                transient=True,
            )
            self._live.start()

    @override
    def note(self, footer: str) -> None:
        self._footer = footer

    @override
    def finish(self, turn: Turn) -> None:
        self._clear()
        print_turn(self._console, turn)
        self._console.print(Text(format_summary(turn), style="dim"))

    def _build(self) -> RenderableType:
        """Called by Rich at its own pace, so a fast stream costs no more than a slow one."""
        if self._turn is None:
            return Text(self._footer)
        return build_columns(self._turn, self._console, footer=self._footer)

    def _clear(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None


class PlainDisplay(Display):
    """`name: text` on the output as each reply settles, the summary on the side; no escape codes anywhere."""

    def __init__(self, console: Console, side: Console) -> None:
        self._console = console
        self._side = side
        self._printed: set[ReplyId] = set()

    @override
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    @override
    def show(self, turn: Turn) -> None:
        for reply in turn.replies:
            if reply.completed and reply.id not in self._printed:
                self._printed.add(reply.id)
                for line in format_lines(reply):
                    self._console.out(line, highlight=False)

    @override
    def note(self, footer: str) -> None:
        return None

    @override
    def finish(self, turn: Turn) -> None:
        self.show(turn)
        self._side.out(format_summary(turn), highlight=False)


class SilentDisplay(Display):
    """Nothing; the caller prints the turn itself."""

    @override
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    @override
    def show(self, turn: Turn) -> None:
        return None

    @override
    def note(self, footer: str) -> None:
        return None

    @override
    def finish(self, turn: Turn) -> None:
        return None


def open_display(*, plain: bool) -> Display:
    """Moving columns on a terminal, plain lines everywhere else."""
    console = open_output(plain=plain)
    if console.is_terminal and not console.is_dumb_terminal:
        return LiveDisplay(console)
    return PlainDisplay(open_output(plain=True), open_side(plain=True))


def choose_display(*, plain: bool, silent: bool) -> Display:
    """As `open_display`, or nothing at all when the caller prints the turn itself."""
    return SilentDisplay() if silent else open_display(plain=plain)
