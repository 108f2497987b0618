"""Rows, lines and JSON, the same for every command."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text


def print_rows(console: Console, rows: Sequence[Sequence[str]], empty: str = "") -> None:
    """A table on a terminal, tab-separated lines in a pipe; where there is nothing, a person is told a first step.

    What stands first names the row; where that is one word, such as an id, it is never cut: it is typed again.
    """
    if not console.is_terminal:
        for row in rows:
            print("\t".join(row), file=console.file)
        return
    if not rows and empty:
        console.print(Text(empty))
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    if all(" " not in row[0] for row in rows):
        table.add_column(no_wrap=True, min_width=max((cell_len(row[0]) for row in rows), default=0))
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console.print(table)


def print_lines(console: Console, lines: Iterable[str]) -> None:
    """Sentences, one below the other; in a pipe none is broken."""
    for line in lines:
        console.print(Text(line), soft_wrap=True)


def print_json(said: Mapping[str, Any]) -> None:
    """What the server said, laid out to be read."""
    print(json.dumps(said, ensure_ascii=False, indent=1))


def write_bytes(body: bytes) -> None:
    """Exactly these bytes to standard output, without a line break, so that a fingerprint taken of them fits."""
    sys.stdout.buffer.write(body)
    sys.stdout.buffer.flush()
