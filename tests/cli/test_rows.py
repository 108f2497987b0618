"""Rows on a terminal and in a pipe."""

from rich.console import Console

from antiphon.cli.printing.rows import print_rows

ROW = (
    "d_01m7t2hkx2v1abcdefghijkl",
    "Sign the lease for the house by the sea",
    "or wait until spring, when it is cheaper",
)


def test_an_id_is_never_cut_however_narrow_the_terminal() -> None:
    console = Console(width=40, force_terminal=True, color_system=None)

    with console.capture() as capture:
        print_rows(console, [ROW])

    assert capture.get().startswith(f"{ROW[0]} ")
