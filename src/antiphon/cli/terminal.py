"""The two streams of a terminal, and which display suits them."""

from rich.console import Console

from antiphon.cli.display import Display, LiveDisplay, PlainDisplay, SilentDisplay


def open_output(*, plain: bool = False) -> Console:
    """Standard output; plain means no escape codes even on a terminal."""
    return Console(highlight=False, markup=False, no_color=True if plain else None, force_terminal=_forced(plain))


def open_side(*, plain: bool = False) -> Console:
    """Standard error, for what is said about the answers rather than in them."""
    return Console(
        stderr=True,
        highlight=False,
        markup=False,
        no_color=True if plain else None,
        force_terminal=_forced(plain),
    )


def open_display(*, plain: bool) -> Display:
    """Moving columns on a terminal, plain lines everywhere else."""
    console = open_output(plain=plain)
    if console.is_terminal and not console.is_dumb_terminal:
        return LiveDisplay(console)
    return PlainDisplay(open_output(plain=True), open_side(plain=True))


def choose_display(*, plain: bool, silent: bool) -> Display:
    """As `open_display`, or nothing at all when the caller prints the turn itself."""
    return SilentDisplay() if silent else open_display(plain=plain)


def _forced(plain: bool) -> bool | None:
    return False if plain else None
