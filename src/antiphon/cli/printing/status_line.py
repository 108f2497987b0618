"""Saying on the side how far something has come."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console

from antiphon.cli.printing.printable import make_printable


@contextmanager
def telling(console: Console) -> Iterator[Callable[[str], None]]:
    """A line that changes on a terminal, nothing in a pipe."""
    if not console.is_terminal:
        yield lambda _: None
        return
    with console.status("") as status:
        yield lambda line: status.update(make_printable(line))
