"""The two streams of a terminal."""

from rich.console import Console


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


def _forced(plain: bool) -> bool | None:
    return False if plain else None
