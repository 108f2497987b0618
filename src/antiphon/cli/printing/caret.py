"""A filter line with a mark under the place where it cannot be read."""

from rich.cells import cell_len

from antiphon.cli.printing.printable import make_printable

# Half of what fits on a narrow terminal, on each side of the place.
_REACH = 36
_CUT = "…"


def draw_caret(line: str, column: int) -> str:
    """The line and a caret below it; of a long line only the part around the place. Columns count from 1."""
    at = min(max(column - 1, 0), len(line))
    start, end = max(0, at - _REACH), min(len(line), at + _REACH)
    before = (_CUT if start else "") + make_printable(line[start:at])
    after = make_printable(line[at:end]) + (_CUT if end < len(line) else "")
    return f"{before}{after}\n{' ' * cell_len(before)}^"
